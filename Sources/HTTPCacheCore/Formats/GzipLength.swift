import CCurl

/// How long content would be if it were coded as gzip (RFC 9110 §8.4.1.3), by the zlib that also decodes; no coded byte is kept.
package final class GzipLength {
  private let state: UnsafeMutableRawPointer

  /// Nil if this machine has no zlib.
  package init?() {
    guard let state = cgzip_length_new() else { return nil }
    self.state = state
  }

  /// Adds the next bytes of the content.
  package func add(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    cgzip_length_add(state, base, bytes.count)
  }

  /// The length in bytes, once all content was added; to be asked for once.
  package func finish() -> Int64 { cgzip_length_finish(state) }

  deinit { cgzip_length_free(state) }
}
