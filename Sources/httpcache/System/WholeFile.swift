/// A short file that is written at once, and gets its name only when it is whole.
enum WholeFile {
  /// Writes a file, which may replace another; returns why it could not be written, nil where it was.
  static func write(_ bytes: [UInt8], to path: String) -> OutputError? {
    let file = Terminal(file: path)
    do throws(OutputError) {
      try bytes.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try file.write(bytes) }
      try file.finishFile()
      return nil
    } catch {
      return error
    }
  }
}
