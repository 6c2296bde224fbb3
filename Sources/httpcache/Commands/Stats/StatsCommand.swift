import HTTPCacheCore

/// `httpcache stats`: what the cache holds and what it saved.
final class StatsCommand {
  private let global: GlobalOptions
  private let options: Options
  private let terminal: Terminal
  private let now: Instant

  /// Reads the options; nothing is opened yet.
  init(_ arguments: ParsedArguments, terminal: Terminal) throws(UsageError) {
    now = Clock.now()
    options = try Options(arguments, now: now)
    global = options.global
    self.terminal = terminal
  }

  /// Runs the command; returns the exit code.
  func run() -> ExitCode {
    Interruption.install()
    do {
      if options.stats.isVerified { return try verifyAndRepair() }
      let store = try global.openExistingStore(isReadOnly: false)
      if options.stats.isReset { try store?.resetActivity() }
      let figures = try StoreFigures(store, options: options.stats, global: global, now: now)
      if let path = options.stats.html { try writePage(figures, to: path) }
      if global.isJSON {
        try terminal.write(StatsJSON.line(figures))
      } else if options.stats.html == nil || !global.isQuiet {
        try terminal.write(StatsText(terminal).report(figures))
      }
      return .done
    } catch let error as StoreError {
      terminal.error(error.message, hint: error.hint)
      return .cacheFailed
    } catch let error as OutputError {
      guard error != .readerGone else {
        Interruption.readerIsGone = true
        return .done
      }
      terminal.error("can't write \(options.stats.html ?? "standard output"): \(error.message)")
      return .cacheFailed
    } catch {
      terminal.error("\(error)")
      return .cacheFailed
    }
  }

  private func writePage(_ figures: StoreFigures, to path: String) throws(OutputError) {
    let page = StatsPage(figures).html
    if path == "-" { return try terminal.write(page) }
    let file = OutputFile(path: path, isNamed: true)
    try page.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try file.append(BodyPiece(bytes)) }
    try file.finish()
  }
}

extension StatsCommand {
  /// `stats --verify` and `--repair`: reads everything stored, and reports damage; returns the exit code.
  private func verifyAndRepair() throws -> ExitCode {
    let report = try verify() ?? VerificationReport()
    let isWanted = options.stats.isRepaired && !(report.damage.isEmpty && report.strays.isEmpty)
    if isWanted, let notice = try repair(report) { terminal.warning(notice) }
    try VerificationOutput.write(report, isRepaired: isWanted, isJSON: global.isJSON, to: terminal)
    return report.damage.isEmpty || isWanted ? .done : .checkFailed
  }

  /// Removes the damage that was found; returns a notice for the user, nil for none.
  private func repair(_ report: VerificationReport) throws(StoreError) -> String? {
    // Replace a database that is damaged as a whole, whether or not it can be opened.
    guard !report.damage.contains(where: { $0.kind == .database }) else {
      return try global.openStoreAnew().notice
    }
    let store = try global.openStore(isReadOnly: false)
    // Opening has already replaced the database.
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
}
