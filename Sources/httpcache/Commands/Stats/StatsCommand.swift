import HTTPCacheCore

/// `httpcache stats`: what the cache holds and what it saved.
final class StatsCommand {
  private let global: GlobalOptions
  private let options: StatsOptions
  private let terminal: Terminal
  private let now: Instant

  /// Reads the options; nothing is opened yet.
  init(_ arguments: ParsedArguments, environment: ProcessEnvironment, terminal: Terminal) throws(UsageError) {
    now = Clock.now()
    global = try GlobalOptions(arguments, environment: environment)
    options = try StatsOptions(arguments, now: now)
    self.terminal = terminal
  }

  /// Does it; gives the exit code.
  func run() -> ExitCode {
    Interruption.install()
    do {
      if options.isVerified { return try Verification(global, options, terminal).run() }
      let store = try global.openExistingStore(isReadOnly: false)
      if options.isReset { try store?.resetActivity() }
      let figures = try StoreFigures(store, options: options, global: global, now: now)
      if let path = options.html { try writePage(figures, to: path) }
      if global.isJSON {
        try terminal.write(StatsJSON.line(figures))
      } else if options.html == nil || !global.isQuiet {
        try terminal.write(StatsText(terminal).report(figures))
      }
      return .done
    } catch let error as StoreError {
      guard !Interruption.isRequested else { return .cacheFailed }
      terminal.error(error.message, hint: error.hint)
      return .cacheFailed
    } catch let error as OutputError {
      guard error != .readerGone else {
        Interruption.readerIsGone = true
        return .done
      }
      terminal.error("can't write \(options.html ?? "standard output"): \(error.message)")
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
