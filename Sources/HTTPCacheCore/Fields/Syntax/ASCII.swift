/// The classes of ASCII characters that the grammars of HTTP and of URIs are made of.
extension UInt8 {
  /// The byte, with an ASCII letter in lower case.
  package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// Whether the byte is optional white space: a space or a tab (RFC 9110 §5.6.3).
  package var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

  /// Whether the byte is a decimal digit.
  package var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// Whether the byte is a letter of either case.
  package var isLetter: Bool { (0x61...0x7A).contains(asciiLowercased) }

  /// The value of a hexadecimal digit; nil for any other byte.
  package var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }

  /// Whether a token may hold the byte (RFC 9110 §5.6.2).
  package var isTokenCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// Whether the byte is an unreserved character of a URI (RFC 3986 §2.3).
  package var isUnreservedInURI: Bool {
    isDigit || isLetter || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
  }

  /// The byte as `%` and two digits, in upper case (RFC 3986 §2.1).
  package var percentEncoded: [UInt8] {
    [0x25] + [self >> 4, self & 15].map { $0 < 10 ? 0x30 + $0 : 0x41 + $0 - 10 }
  }
}

extension Collection<UInt8> {
  /// Whether the bytes begin with a text, given in lower case, without regard to case.
  func beginsIgnoringCase(with text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount
      && text.withUTF8Buffer { zip(self, $0).allSatisfy { $0.asciiLowercased == $1 } }
  }

  /// The bytes as digits in lower case, two for each.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The bytes behind a byte order mark, which some editors write before UTF-8.
  package var withoutByteOrderMark: SubSequence {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }

  /// The bytes with all but unreserved characters percent-encoded (RFC 3986 §2.3).
  package var percentEncoded: [UInt8] {
    reduce(into: []) { encoded, byte in
      if byte.isUnreservedInURI { encoded.append(byte) } else { encoded += byte.percentEncoded }
    }
  }

  /// The bytes with each percent-escape decoded once; a percent sign without two digits stays (RFC 3986 §2.1).
  package var percentDecoded: [UInt8] {
    let bytes = Array(self)
    guard bytes.contains(0x25) else { return bytes }
    var decoded: [UInt8] = []
    bytes.forEachDecoded { byte, _ in decoded.append(byte) }
    return decoded
  }
}

extension [UInt8] {
  /// Visits the bytes with each percent-escape decoded once, and says for each whether an escape stood for it.
  func forEachDecoded(_ visit: (UInt8, _ isEscape: Bool) -> Void) {
    var rest = self[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == 0x25, let high = digits.first?.hexValue, let low = digits.dropFirst().first?.hexValue {
        visit(high << 4 | low, true)
        rest = rest.dropFirst(2)
      } else {
        visit(byte, false)
      }
    }
  }
}

extension StringProtocol {
  /// The text with ASCII letters in upper case.
  var asciiUppercased: String {
    String(decoding: utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 & 0xDF : $0 }, as: UTF8.self)
  }

  /// Whether no ASCII letter of the text is in upper case.
  var isASCIILowerCase: Bool { utf8.allSatisfy { $0 == $0.asciiLowercased } }

  /// Whether the text is a token (RFC 9110 §5.6.2), which is never empty.
  package var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }
}

extension BidirectionalCollection where SubSequence == Self {
  /// The slice without the elements at both ends that meet a condition.
  package func trimming(_ isAround: (Element) -> Bool) -> Self {
    var rest = drop(while: isAround)
    while let last = rest.last, isAround(last) { rest.removeLast() }
    return rest
  }
}

extension BidirectionalCollection where Element == UInt8, SubSequence == Self {
  /// The bytes without the spaces and tabs around them (RFC 9110 §5.6.3).
  package var trimmingOptionalWhitespace: Self { trimming(\.isSpaceOrTab) }
}
