import HTTPCacheCore

/// `stats --verify` and `--repair`: reads everything stored.
struct Verification {
  private let global: GlobalOptions
  private let options: StatsOptions
  private let terminal: Terminal

  init(_ global: GlobalOptions, _ options: StatsOptions, _ terminal: Terminal) {
    self.global = global
    self.options = options
    self.terminal = terminal
  }

  /// Verifies, repairs where that is asked for, and reports; gives the exit code.
  func run() throws -> ExitCode {
    guard let report = try verify() else {
      try say(VerificationReport(), isRepaired: false)
      return .done
    }
    let isWanted = options.isRepaired && !(report.damage.isEmpty && report.strays.isEmpty)
    if isWanted {
      if let notice = try repair(report) { terminal.warning(notice) }
    }
    try say(report, isRepaired: isWanted)
    return report.damage.isEmpty || isWanted ? .done : .checkFailed
  }

  /// Removes what was found; gives what a person should be told of it.
  private func repair(_ report: VerificationReport) throws(StoreError) -> String? {
    // A database that is damaged as a whole makes way for a new one, whether or not it can be opened.
    guard !report.damage.contains(where: { $0.kind == .database }) else {
      return try global.openStoreAnew().notice
    }
    let store = try global.openStore(isReadOnly: false)
    // What opening has replaced already needs no more.
    guard store.notice == nil else { return store.notice }
    do throws(StoreError) {
      try store.repair(report)
    } catch {
      guard case .damaged = error else { throw error }
      try store.repair(report)
    }
    return store.notice
  }

  /// Reads without changing anything; nil where there is no store.
  private func verify() throws(StoreError) -> VerificationReport? {
    do throws(StoreError) {
      guard let store = try global.openExistingStore(isReadOnly: true) else { return nil }
      let shows = terminal.isTerminal(.error) && !global.isQuiet
      let report = try store.verify { count in
        if shows, count % 1000 == 0 { terminal.redraw("\(count.grouped) responses read") }
        return !Interruption.isRequested
      }
      if shows { terminal.redraw("") }
      return report
    } catch {
      var report = VerificationReport()
      switch error {
      case .damaged(let path): report.damage = [Damage(kind: .database, subject: path, id: nil)]
      case .unusable(_, let reason): report.damage = [Damage(kind: .database, subject: reason, id: nil)]
      default: throw error
      }
      return report
    }
  }

  private func say(_ report: VerificationReport, isRepaired: Bool) throws(OutputError) {
    if global.isJSON {
      let line = JSONWriter.line { writer in
        writer.member("entries", report.entries)
        writer.member("bytes", report.bytes)
        writer.array("damage", report.damage) { writer, damage in
          writer.object { writer in
            writer.member("kind", damage.kind.rawValue)
            writer.member("subject", damage.subject)
          }
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
      "\(report.entries.grouped) responses and \(Units.formatSize(report.bytes)) read: \(found)\(left)"
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
    case .body: "its body is not what was stored"
    case .orphanRow: "rows that belong to nothing"
    case .totals: "the kept totals differ from the sums of what is stored"
    case .database: "the database"
    }
  }
}
