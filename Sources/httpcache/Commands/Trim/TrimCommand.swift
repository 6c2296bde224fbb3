import HTTPCacheCore

/// `httpcache trim`: removes stored responses.
final class TrimCommand {
  private let global: GlobalOptions
  private let options: Options
  private let terminal: Terminal
  private let output: TrimOutput
  private var code = ExitCode.done

  /// Reads the options; nothing is opened yet.
  init(_ arguments: ParsedArguments, terminal: Terminal) throws(UsageError) {
    options = try Options(arguments)
    global = options.global
    self.terminal = terminal
    output = TrimOutput(terminal, isJSON: global.isJSON, isDryRun: options.isDryRun)
  }

  func run() -> ExitCode {
    Interruption.install()
    do throws(StoreError) {
      guard let store = try global.openExistingStore(isReadOnly: options.isDryRun) else {
        write(TrimReport(), left: StoreTotals())
        return code
      }
      if options.isDryRun {
        try nameWhatWouldGo(store)
      } else {
        let removed = try store.trim(
          options.trim.selection, bytes: options.trim.bytes, entries: options.trim.entries
        ) {
          !Interruption.isRequested
        }
        write(removed, left: try store.totals())
      }
      return code
    } catch {
      terminal.error(error.message, hint: error.hint)
      return .cacheFailed
    }
  }

  private func nameWhatWouldGo(_ store: Store) throws(StoreError) {
    var report = TrimReport()
    try store.forEachToTrim(options.trim.selection, bytes: options.trim.bytes, entries: options.trim.entries)
    { url, size in
      write { () throws(OutputError) in try output.add(url, size: size) }
      report.removed += 1
      report.removedBytes = report.removedBytes.addingSaturated(size)
      return !Interruption.outputIsClosed && !Interruption.isRequested
    }
    let totals = try store.totals()
    let left = StoreTotals(
      entries: max(0, totals.entries.subtractingSaturated(report.removed)),
      bytes: max(0, totals.bytes.subtractingSaturated(report.removedBytes)),
      fileBytes: totals.fileBytes)
    write(report, left: left)
  }

  private func write(_ report: TrimReport, left: StoreTotals) {
    write { () throws(OutputError) in try output.end(report, left: left) }
  }

  private func write(_ work: () throws(OutputError) -> Void) {
    if !terminal.writes(work) { code = .cacheFailed }
  }
}
