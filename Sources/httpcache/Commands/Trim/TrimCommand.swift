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
      let selection = try selection(in: store)
      if options.isDryRun {
        try nameWhatWouldGo(selection, store)
      } else {
        let removed = try store.trim(
          selection, bytes: options.trim.bytes, entries: options.trim.entries
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

  /// The selection of the options; a URL that is stored as it is written is no pattern, whatever characters it has.
  private func selection(in store: Store) throws(StoreError) -> EntrySelection? {
    guard var selection = options.trim.selection, selection.urlPattern != nil, let url = selection.url,
      try !store.responses(toURI: url).isEmpty
    else { return options.trim.selection }
    selection.urlPattern = nil
    return selection
  }

  private func nameWhatWouldGo(_ selection: EntrySelection?, _ store: Store) throws(StoreError) {
    var report = TrimReport()
    try store.forEachToTrim(selection, bytes: options.trim.bytes, entries: options.trim.entries) {
      url, size in
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
