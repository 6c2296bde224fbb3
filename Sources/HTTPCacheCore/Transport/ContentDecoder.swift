import CCurl

/// A content coding that this machine can't decode.
package struct UnknownCoding: Error, Equatable {
  /// Its name, as received; the whole list if there are too many codings.
  package let name: String
}

/// Decodes content on the way to the user; bodies are stored as received.
package final class ContentDecoder {
  /// The most codings, one applied to another, that are decoded; curl has the same limit.
  private static let maxDepth = 5

  private static let codings = [
    "gzip": ccoding_gzip, "x-gzip": ccoding_gzip, "deflate": ccoding_deflate, "br": ccoding_br,
    "zstd": ccoding_zstd,
  ]

  /// The codings that this machine can decode, as a value of `Accept-Encoding`; the first use loads the libraries.
  package static let acceptable = ["gzip", "deflate", "br", "zstd"].filter { name in
    codings[name].map { ccoding_is_there($0) != 0 } ?? false
  }.joined(separator: ", ")

  /// One decoder for each coding; the coding that was applied last is decoded first.
  private let decoders: [UnsafeMutableRawPointer]

  /// Makes a decoder; nil if the body is not coded.
  ///
  /// - Throws: if there are more than `maxDepth` codings, or one that this machine can't decode.
  package init?(_ names: [String]) throws(UnknownCoding) {
    guard !names.isEmpty else { return nil }
    guard names.count <= Self.maxDepth else { throw UnknownCoding(name: names.joined(separator: ", ")) }
    var decoders: [UnsafeMutableRawPointer] = []
    for name in names.reversed() {
      guard let decoder = Self.codings[name.asciiLowercased].flatMap({ ccoding_new($0) }) else {
        for decoder in decoders { ccoding_free(decoder) }
        throw UnknownCoding(name: name)
      }
      decoders.append(decoder)
    }
    self.decoders = decoders
  }

  /// Decodes more bytes; false if they are damaged.
  package func decode(_ bytes: UnsafeRawBufferPointer, _ sink: (UnsafeRawBufferPointer) -> Void) -> Bool {
    decode(bytes, decoders[...], sink)
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ decoders: ArraySlice<UnsafeMutableRawPointer>,
    _ sink: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    guard let decoder = decoders.first else {
      sink(bytes)
      return true
    }
    var isGood = true
    let isDecoded = Self.feed(decoder, bytes) { piece in
      if isGood { isGood = self.decode(piece, decoders.dropFirst(), sink) }
    }
    return isDecoded && isGood
  }

  private static func feed(
    _ decoder: UnsafeMutableRawPointer, _ bytes: UnsafeRawBufferPointer,
    _ sink: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    withoutActuallyEscaping(sink) { sink in
      var sink = sink
      return withUnsafeMutablePointer(to: &sink) { context in
        ccoding_feed(
          decoder, bytes.baseAddress, bytes.count,
          { context, bytes, count in
            context?.assumingMemoryBound(to: ((UnsafeRawBufferPointer) -> Void).self)
              .pointee(UnsafeRawBufferPointer(start: bytes, count: count))
          }, context) != 0
      }
    }
  }

  /// Whether no bytes have come, or they end exactly where the data of each coding ends.
  package var isWhole: Bool { decoders.allSatisfy { ccoding_is_whole($0) != 0 } }

  deinit { for decoder in decoders { ccoding_free(decoder) } }
}
