import CCurl

/// Decodes gzip and deflate on the way to the user; bodies are stored as received.
package final class ContentDecoder {
  private let decoder: UnsafeMutableRawPointer

  /// Makes a decoder; nil where the body is not encoded, the coding is unknown, or zlib is missing: then the bytes are passed
  /// on unchanged.
  ///
  /// - Parameter coding: the value of `Content-Encoding`.
  package init?(_ coding: String?) {
    guard let coding = coding?.asciiLowercased, ["gzip", "x-gzip", "deflate"].contains(coding),
      let decoder = cinflate_new(coding == "deflate" ? 1 : 0)
    else { return nil }
    self.decoder = decoder
  }

  /// Decodes more bytes.
  ///
  /// - Parameters:
  ///   - bytes: as received.
  ///   - sink: takes the decoded bytes, piece by piece.
  /// - Returns: false where the bytes are damaged.
  package func decode(_ bytes: UnsafeRawBufferPointer, _ sink: (UnsafeRawBufferPointer) -> Void) -> Bool {
    withoutActuallyEscaping(sink) { sink in
      var sink = sink
      return withUnsafeMutablePointer(to: &sink) { context in
        cinflate_feed(
          decoder, bytes.baseAddress, bytes.count,
          { context, bytes, count in
            context?.assumingMemoryBound(to: ((UnsafeRawBufferPointer) -> Void).self)
              .pointee(UnsafeRawBufferPointer(start: bytes, count: count))
          }, context) != 0
      }
    }
  }

  /// Whether no bytes have come, or they end where the coding ends.
  package var isWhole: Bool { cinflate_is_whole(decoder) != 0 }

  deinit { cinflate_free(decoder) }
}
