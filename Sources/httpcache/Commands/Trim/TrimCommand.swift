import HTTPCacheCore

/// `httpcache trim`: removes stored responses.
final class TrimCommand {
  private let global: GlobalOptions
  private let options: TrimOptions
  private let terminal: Terminal

  /// Reads the options; nothing is opened yet.
  init(_ arguments: ParsedArguments, environment: ProcessEnvironment, terminal: Terminal) throws(UsageError) {
    global = try GlobalOptions(arguments, environment: environment)
    options = try TrimOptions(arguments, global: global, now: Clock.now())
    self.terminal = terminal
  }

  /// Does it; gives the exit code.
  func run() -> ExitCode {
    Interruption.install()
    do {
      guard let store = try global.openExistingStore(isReadOnly: options.isDryRun) else {
        if global.isJSON, options.isDryRun { try terminal.write("{\"dry_run\":true,\"urls\":[],") }
        try report(TrimReport(), StoreTotals(entries: 0, bytes: 0, fileBytes: 0))
        return .done
      }
      if options.isDryRun {
        try nameWhatWouldGo(store)
      } else {
        let removed = try store.trim(options.selection, bytes: options.bytes, entries: options.entries) {
          !Interruption.isRequested
        }
        try report(removed, try store.totals())
      }
      return .done
    } catch let error as StoreError {
      guard !Interruption.isRequested else { return .cacheFailed }
      terminal.error(error.message, hint: error.hint)
      return .cacheFailed
    } catch {
      Interruption.readerIsGone = true
      return .done
    }
  }

  private func nameWhatWouldGo(_ store: Store) throws {
    var report = TrimReport()
    var failure: (any Error)?
    if global.isJSON { try terminal.write("{\"dry_run\":true,\"urls\":[") }
    try store.forEachToTrim(options.selection, bytes: options.bytes, entries: options.entries) { entry in
      do throws(OutputError) {
        let url = entry.response.key.uri
        if global.isJSON {
          try terminal.write((report.removed > 0 ? [0x2C] : []) + JSONWriter.bytes { $0.value(url) })
        } else {
          try terminal.writeLine("\(Units.formatSize(entry.size).leftPadded(10))  \(Escaping.escaped(url))")
        }
      } catch {
        failure = error
      }
      report.removed += 1
      report.removedBytes = report.removedBytes.addingSaturated(entry.size)
      return failure == nil && !Interruption.isRequested
    }
    if let failure { throw failure }
    let totals = try store.totals()
    let left = StoreTotals(
      entries: max(0, totals.entries.subtractingSaturated(report.removed)),
      bytes: max(0, totals.bytes.subtractingSaturated(report.removedBytes)),
      fileBytes: totals.fileBytes)
    if global.isJSON { try terminal.write("],") }
    try self.report(report, left)
  }

  private func report(_ report: TrimReport, _ left: StoreTotals) throws(OutputError) {
    if global.isJSON {
      let line = JSONWriter.line { writer in
        writer.member("removed", report.removed)
        writer.member("removed_bytes", report.removedBytes)
        writer.member("entries", left.entries)
        writer.member("bytes", left.bytes)
      }
      // The names of a dry run have opened the object.
      try terminal.write(options.isDryRun ? line.dropFirst() : line[...])
      return
    }
    let verb = options.isDryRun ? "would remove" : "removed"
    let stay = options.isDryRun ? "would stay" : left.entries == 1 ? "stays" : "stay"
    try terminal.writeLine(
      "\(verb) \(left.counted(report.removed)) (\(Units.formatSize(report.removedBytes))); "
        + "\(left.counted(left.entries)) (\(Units.formatSize(left.bytes))) \(stay)")
  }
}

extension StoreTotals {
  /// `1,234 responses`.
  fileprivate func counted(_ number: Int64) -> String {
    "\(number.grouped) \(number == 1 ? "response" : "responses")"
  }
}
