import HTTPCacheCore

/// A summary as JSON, sorted so that equal counts give equal bytes.
enum SummaryJSON {
  /// The document, with a newline at its end.
  static func line(_ summary: JudgementSummary) -> [UInt8] {
    JSONWriter.line { writer in
      writer.member("version", SummaryFile.version)
      writer.member("count", Int64(summary.count))
      writer.member("failed", Int64(summary.failed))
      writer.member("gate", summary.isGate)
      writer.member("not_judged", Int64(summary.notJudged))
      writer.member("unmet_patterns", Int64(summary.unmetPatterns))
      writer.member("hidden", Int64(summary.hiddenByBaseline))
      writer.member("accepted", Int64(summary.accepted))
      writer.member("site", summary.site?.name)
      tally("from_cache", summary.fromCache, to: &writer)
      outcomes(summary, to: &writer)
      if !summary.caches.isEmpty { caches(summary, to: &writer) }
      writer.object("hosts") { writer in
        for (host, count) in summary.hosts.sorted(by: { $0.key < $1.key }) {
          writer.key(foreign: host)
          writer.value(Int64(count))
        }
      }
      findings(summary, to: &writer)
      costs(summary, to: &writer)
      failures(summary, to: &writer)
    }
  }

  private static func outcomes(_ summary: JudgementSummary, to writer: inout JSONWriter) {
    writer.object("outcomes") { writer in
      for (kind, name) in SummaryFile.kinds {
        guard let row = summary.rows[kind] else { continue }
        writer.object(name) { writer in
          tally("all", row.all, to: &writer)
          tally("first_party", row.firstParty, to: &writer)
        }
      }
    }
  }

  private static func caches(_ summary: JudgementSummary, to writer: inout JSONWriter) {
    writer.object("as") { writer in
      for (name, row) in summary.caches.sorted(by: { $0.key < $1.key }) {
        writer.key(foreign: name)
        writer.object { writer in
          writer.member("stored", Int64(row.stored))
          writer.member("not_stored", Int64(row.notStored))
          writer.member("unknown", Int64(row.unknown))
        }
      }
    }
  }

  private static func findings(_ summary: JudgementSummary, to writer: inout JSONWriter) {
    let findings = summary.places.sorted {
      ($0.key.code.rawValue, $0.key.host, $1.key.severity) < (
        $1.key.code.rawValue, $1.key.host, $0.key.severity
      )
    }
    writer.array("findings", findings) { writer, entry in
      writer.object { writer in
        writer.member("code", entry.key.code.rawValue)
        writer.member("host", entry.key.host)
        writer.member("worst", entry.key.severity.rawValue)
        writer.member("count", Int64(entry.value.tally.count))
        writer.member("bytes", entry.value.tally.bytes)
        writer.member("example", entry.value.example)
      }
    }
  }

  private static func costs(_ summary: JudgementSummary, to writer: inout JSONWriter) {
    writer.array("costs", summary.costliest) { writer, entry in
      writer.object { writer in
        writer.member("url", entry.url)
        writer.member("rule", entry.cost.rule?.rawValue)
        writer.member("count", Int64(entry.cost.tally.count))
        writer.member("bytes", entry.cost.tally.bytes)
      }
    }
  }

  private static func failures(_ summary: JudgementSummary, to writer: inout JSONWriter) {
    writer.array("failures", summary.failures) { writer, failure in
      writer.object { writer in
        writer.member("subject", failure.name)
        writer.array("causes", failure.causes) { $0.value($1) }
      }
    }
  }

  private static func tally(_ name: StaticString, _ tally: Tally, to writer: inout JSONWriter) {
    writer.object(name) { writer in
      writer.member("count", Int64(tally.count))
      writer.member("bytes", tally.bytes)
    }
  }
}
