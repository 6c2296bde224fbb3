import HTTPCacheCore

/// Later visits as the last line of JSON.
enum RevisitJSON {
  static func line(_ visits: SecondVisits) -> [UInt8] {
    JSONWriter.line { writer in
      writer.array("revisit", visits.visits) { writer, visit in
        writer.object { writer in
          writer.member("after", visit.after)
          outcome("own", visit.own, to: &writer)
          outcome("others", visit.others, to: &writer)
          outcome("all", visit.all, to: &writer)
        }
      }
      writer.object("wasted") { writer in
        writer.member("requests", Int64(visits.wastedCount))
        writer.member("bytes", Int64(saturating: visits.wastedBytes.rounded()))
      }
    }
  }

  private static func outcome(
    _ name: StaticString, _ outcome: SecondVisit.Outcome, to writer: inout JSONWriter
  ) {
    writer.object(name) { writer in
      tally("cached", outcome.cached, to: &writer)
      tally("confirmed", outcome.confirmed, to: &writer)
      tally("loaded", outcome.loaded, to: &writer)
    }
  }

  private static func tally(_ name: StaticString, _ tally: Tally, to writer: inout JSONWriter) {
    writer.object(name) { writer in
      writer.member("requests", Int64(tally.count))
      writer.member("bytes", tally.bytes)
    }
  }
}
