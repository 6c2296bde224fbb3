import HTTPCacheCore

/// The output of `trim`: with `--dry-run` each response that would be removed, and always how much is removed and left.
final class TrimOutput {
  private let terminal: Terminal
  private let isJSON: Bool
  private let isDryRun: Bool
  private var writer = JSONWriter()

  init(_ terminal: Terminal, isJSON: Bool, isDryRun: Bool) {
    self.terminal = terminal
    self.isJSON = isJSON
    self.isDryRun = isDryRun
    writer.beginObject()
    guard isDryRun else { return }
    writer.member("dry_run", true)
    writer.key("urls")
    writer.beginArray()
  }

  /// Writes a response that would be removed.
  func add(_ url: String, size: Int64) throws(OutputError) {
    guard isJSON else {
      return try terminal.writeLine("\(size.asSize.leftPadded(10))  \(Escaping.escaped(url))")
    }
    writer.value(url)
    try writer.drain(to: terminal)
  }

  /// Writes how much is or would be removed, and how much is left.
  func end(_ report: TrimReport, left: StoreTotals) throws(OutputError) {
    guard isJSON else {
      let verb = isDryRun ? "would remove" : "removed"
      let stay = isDryRun ? "would stay" : left.entries == 1 ? "stays" : "stay"
      return try terminal.writeLine(
        "\(verb) \(report.removed.countedResponses) (\(report.removedBytes.asSize)); "
          + "\(left.entries.countedResponses) (\(left.bytes.asSize)) \(stay)")
    }
    if isDryRun { writer.endArray() }
    writer.member("removed", report.removed)
    writer.member("removed_bytes", report.removedBytes)
    writer.member("entries", left.entries)
    writer.member("bytes", left.bytes)
    writer.endObject()
    writer.endLine()
    try writer.drain(to: terminal)
  }
}
