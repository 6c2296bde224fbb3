import HTTPCacheCore

/// The output of `stats --verify` and `--repair`.
enum VerificationOutput {
  /// Writes how much was read and the damage that was found; `isRepaired` says that the damage was removed.
  static func write(
    _ report: VerificationReport, isRepaired: Bool, isJSON: Bool, to terminal: Terminal
  ) throws(OutputError) {
    if isJSON {
      let line = JSONWriter.line { writer in
        writer.member("entries", report.entries)
        writer.member("bytes", report.bytes)
        writer.objects("damage", report.damage) { writer, damage in
          writer.member("kind", damage.kind.rawValue)
          writer.member("subject", damage.subject)
        }
        writer.member("strays", Int64(report.strays.count))
        writer.member("repaired", isRepaired)
      }
      return try terminal.write(line)
    }
    for damage in report.damage {
      let what = terminal.styled(damage.kind.words, .bad, on: .output)
      try terminal.writeLine("\(what): \(Escaping.escaped(damage.subject))")
    }
    let left = report.strays.isEmpty ? "" : "; \(report.strays.count) files left over, no damage"
    let found = report.damage.isEmpty ? "no damage" : "\(report.damage.count) damaged"
    try terminal.writeLine(
      "\(report.entries.grouped) responses and \(report.bytes.asSize) read: \(found)\(left)"
        + (isRepaired ? "; repaired" : ""))
    if !report.damage.isEmpty, !isRepaired {
      terminal.error("the cache is damaged", hint: "httpcache stats --repair removes what is damaged")
    }
  }
}

extension Damage.Kind {
  /// The kind in words.
  fileprivate var words: String {
    switch self {
    case .row: "a row that was not written so"
    case .bodyMissing: "its body is gone"
    case .body: "its body is not the one that was stored"
    case .orphanRow: "rows that belong to nothing"
    case .totals: "the kept totals differ from the sums of what is stored"
    case .database: "the database"
    }
  }
}
