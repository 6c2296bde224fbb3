/// Converts bytes that are not always UTF-8, such as arguments, file names and field values, to text and back.
///
/// Each byte that is not UTF-8 becomes one character of the text, and `originalBytes` turns it back, so that a name
/// or value is written exactly as it was read.
///
/// These carrier characters are the last ones of the last private plane. If the input itself holds the UTF-8 of a
/// carrier, each of its bytes also becomes a carrier, so that the conversion is reversible.
package enum OriginalBytes {
  private static let firstScalar: UInt32 = 0x10FF80
  private static let lastScalar: UInt32 = 0x10FFFF

  /// The byte with which every carrier character begins in UTF-8.
  fileprivate static let lead: UInt8 = 0xF4

  /// Converts bytes to text.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    // A generic collection of another module is slow to walk through.
    bytes.withContiguousStorageIfAvailable(text(of:)) ?? Array(bytes).withUnsafeBufferPointer(text(of:))
  }

  private static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    // Nearly all text is ASCII.
    guard bytes.contains(where: { $0 >= 0x80 }) else { return String(decoding: bytes, as: UTF8.self) }
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var text = String.UnicodeScalarView()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        if (firstScalar...lastScalar).contains(scalar.value) {
          text.append(contentsOf: encoded.compactMap(carrier))
        } else {
          text.append(scalar)
        }
        offset += encoded.count
      case .error(let length):
        text.append(contentsOf: bytes[offset..<min(offset + length, bytes.count)].compactMap(carrier))
        offset += length
      case .emptyInput: return String(text)
      }
    }
  }

  /// Converts a C string to text.
  package static func text(ofC start: UnsafePointer<CChar>) -> String {
    var end = start
    while end.pointee != 0 { end += 1 }
    return text(UnsafeRawBufferPointer(start: start, count: end - start))
  }

  /// The carrier character of a byte above 127.
  private static func carrier(_ byte: UInt8) -> Unicode.Scalar? {
    Unicode.Scalar(firstScalar - 0x80 + UInt32(byte))
  }

  /// The byte that a character carries; nil for every other character.
  package static func carried(by scalar: Unicode.Scalar) -> UInt8? {
    guard (firstScalar...lastScalar).contains(scalar.value) else { return nil }
    return UInt8(truncatingIfNeeded: scalar.value - firstScalar + 0x80)
  }
}

extension String {
  /// The bytes that the text was made of.
  package var originalBytes: [UInt8] {
    guard utf8.contains(OriginalBytes.lead) else { return Array(utf8) }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if let byte = OriginalBytes.carried(by: scalar) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
    return bytes
  }

  /// The original bytes with a NUL at the end, for C functions that take a path or another text.
  ///
  /// Swift would pass a String as its UTF-8, in which the carriers would name another path.
  package var cText: [CChar] { (originalBytes + [0]).map(CChar.init(bitPattern:)) }

  /// The text for a URI: each byte that is not UTF-8 is percent-encoded.
  package var encodingOriginalBytes: String {
    guard utf8.contains(OriginalBytes.lead) else { return self }
    return unicodeScalars.reduce(into: "") { encoded, scalar in
      guard let byte = OriginalBytes.carried(by: scalar) else {
        return encoded.unicodeScalars.append(scalar)
      }
      encoded += String(decoding: byte.percentEncoded, as: UTF8.self)
    }
  }
}

extension Substring {
  /// The bytes that the text was made of.
  package var originalBytes: [UInt8] { String(self).originalBytes }

  /// The original bytes with a NUL at the end, for C functions.
  package var cText: [CChar] { String(self).cText }
}

extension FieldSection {
  /// The first value with a name, as text whose `originalBytes` are the value's; nil if the field is absent.
  package func firstOriginal(_ name: String) -> String? {
    withFirst(name) { OriginalBytes.text($0) }
  }

  /// The first value with a name as a reference to a URI; nil if the field is absent.
  package func reference(_ name: String) -> String? { firstOriginal(name)?.encodingOriginalBytes }
}
