import CSystem
import HTTPCacheCore

/// A file that other programs write, too: text is added at its end.
enum AppendedFile {
  /// Appends a text; the file is created when missing.
  static func append(_ text: String, to path: String) throws(OutputError) {
    let descriptor = open(path.cText, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed(code: errno) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    try OutputError.check(bytes.withUnsafeBytes { DescriptorIO.writeAll($0, to: descriptor) })
  }
}
