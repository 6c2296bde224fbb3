import HTTPCacheCore

/// `httpcache trim`: removes stored responses.
final class TrimCommand {
  private let global: GlobalOptions
  private let options: Options
  private let terminal: Terminal
  private let output: TrimOutput

  /// Reads the options; nothing is opened yet.
  init(_ arguments: ParsedArguments, terminal: Terminal) throws(UsageError) {
    options = try Options(arguments)
    global = options.global
    self.terminal = terminal
    output = TrimOutput(terminal, isJSON: global.isJSON, isDryRun: options.isDryRun)
  }

  /// Runs the command; returns the exit code.
  func run() -> ExitCode {
    Interruption.install()
    do {
      guard let store = try global.openExistingStore(isReadOnly: options.isDryRun) else {
        try output.begin()
        try output.end(TrimReport(), left: StoreTotals(entries: 0, bytes: 0, fileBytes: 0))
        return .done
      }
      if options.isDryRun {
        try nameWhatWouldGo(store)
      } else {
        let removed = try store.trim(
          options.trim.selection, bytes: options.trim.bytes, entries: options.trim.entries
        ) {
          !Interruption.isRequested
        }
        try output.begin()
        try output.end(removed, left: try store.totals())
      }
      return .done
    } catch let error as StoreError {
      terminal.error(error.message, hint: error.hint)
      return .cacheFailed
    } catch {
      Interruption.readerIsGone = true
      return .done
    }
  }

  private func nameWhatWouldGo(_ store: Store) throws {
    var report = TrimReport()
    var failure: OutputError?
    try output.begin()
    try store.forEachToTrim(options.trim.selection, bytes: options.trim.bytes, entries: options.trim.entries)
    { url, size in
      do throws(OutputError) { try output.add(url, size: size) } catch { failure = error }
      report.removed += 1
      report.removedBytes = report.removedBytes.addingSaturated(size)
      return failure == nil && !Interruption.isRequested
    }
    if let failure { throw failure }
    let totals = try store.totals()
    let left = StoreTotals(
      entries: max(0, totals.entries.subtractingSaturated(report.removed)),
      bytes: max(0, totals.bytes.subtractingSaturated(report.removedBytes)),
      fileBytes: totals.fileBytes)
    try output.end(report, left: left)
  }
}
