import CCurl

/// Undoes gzip and deflate on the way to the user; what is stored stays as it was received.
package final class ContentDecoder {
  private let decoder: UnsafeMutableRawPointer

  /// Makes a decoder; nil where there is nothing to undo, or zlib is not there: the bytes go out as they are.
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
  ///   - sink: takes what they decode to, piece by piece.
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

  /// Whether the bytes so far are nothing at all, or end where the coding does.
  package var isWhole: Bool { cinflate_is_whole(decoder) != 0 }

  deinit { cinflate_free(decoder) }
}
