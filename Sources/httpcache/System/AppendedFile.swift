import CSystem
import HTTPCacheCore

/// A file that other programs write to as well: text goes behind what is there.
enum AppendedFile {
  /// Appends a text; the file is made where it is missing.
  ///
  /// - Parameters:
  ///   - text: what is appended.
  ///   - path: of the file.
  /// - Throws: what the system said.
  static func append(_ text: String, to path: String) throws(OutputError) {
    let descriptor = open(path.cText, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed(code: errno) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    let code = bytes.withUnsafeBytes { DescriptorIO.writeAll($0, to: descriptor) }
    guard code == 0 else { throw .failed(code: code) }
  }
}
