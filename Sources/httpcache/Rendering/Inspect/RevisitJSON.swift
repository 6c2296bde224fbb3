import HTTPCacheCore

/// Later visits as the last line of JSON.
enum RevisitJSON {
  static func line(_ visits: SecondVisits) -> [UInt8] {
    JSONWriter.line { writer in
      writer.objects("revisit", visits.visits) { writer, visit in
        writer.member("after", visit.after)
        for (party, outcome) in visit.parties {
          writer.object(party) { writer in
            for (name, tally) in outcome.tallies {
              writer.object(name) { writer in
                writer.member("requests", Int64(tally.count))
                writer.member("bytes", tally.bytes)
              }
            }
          }
        }
      }
      writer.object("wasted") { writer in
        writer.member("requests", Int64(visits.wastedCount))
        writer.member("bytes", Int64(saturating: visits.wastedBytes.rounded()))
      }
    }
  }
}
