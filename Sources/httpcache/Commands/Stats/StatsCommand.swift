import HTTPCacheCore

/// `httpcache stats`: shows how much the cache holds and how much it has saved.
final class StatsCommand {
  private let global: GlobalOptions
  private let options: Options
  private let terminal: Terminal
  private let now: Instant

  /// Reads the options; nothing is opened yet.
  init(_ arguments: ParsedArguments, terminal: Terminal) throws(UsageError) {
    now = Machine.now()
    options = try Options(arguments, now: now)
    global = options.global
    self.terminal = terminal
  }

  func run() -> ExitCode {
    Interruption.install()
    do throws(StoreError) {
      if options.stats.isVerified { return try verifyAndRepair() }
      let store = try global.openExistingStore(isReadOnly: false)
      if options.stats.isReset { try store?.resetActivity() }
      let figures = try StoreFigures(store, options: options.stats, global: global, now: now)
      if let path = options.stats.html {
        let page = StatsPage(figures).html
        let isWritten = terminal.writes(to: path) { () throws(OutputError) in
          if path == "-" { try terminal.write(page) } else { try OutputFile.write(page, to: path) }
        }
        guard isWritten else { return .cacheFailed }
      }
      return terminal.writes { () throws(OutputError) in
        if global.isJSON {
          try terminal.write(StatsJSON.line(figures))
        } else if options.stats.html == nil || !global.isQuiet {
          try terminal.write(StatsText(terminal).report(figures))
        }
      } ? .done : .cacheFailed
    } catch {
      terminal.error(error.message, hint: error.hint)
      return .cacheFailed
    }
  }

  /// `stats --verify` and `--repair`: reads everything stored, and reports damage; returns the exit code.
  private func verifyAndRepair() throws(StoreError) -> ExitCode {
    let report = try verify() ?? VerificationReport()
    let isWanted = options.stats.isRepaired && !(report.damage.isEmpty && report.strays.isEmpty)
    if isWanted, let notice = try repair(report) { terminal.warning(notice) }
    let isWritten = terminal.writes { () throws(OutputError) in
      try VerificationOutput.write(report, isRepaired: isWanted, isJSON: global.isJSON, to: terminal)
    }
    return .merged([
      report.damage.isEmpty || isWanted ? .done : .checkFailed, isWritten ? .done : .cacheFailed,
    ])
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

  /// Reads without changing anything; nil if there is no store.
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
