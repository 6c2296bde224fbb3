import HTTPCacheCore

extension JSONWriter {
  /// Writes the bytes so far to stdout, and drops them.
  mutating func drain(to terminal: Terminal) throws(OutputError) {
    try drain { bytes throws(OutputError) in try terminal.write(bytes) }
  }
}
