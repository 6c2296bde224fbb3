import Testing

@testable import HTTPCacheCore

@Suite("RFC 4648 §4: base64", .timed)
struct Base64Tests {
  static let texts: [(text: String, bytes: [UInt8]?)] = [
    ("", []), ("\r\n\r\naGVsbG8=", Array("hello".utf8)), ("/+-_", [0xFF, 0xEF, 0xBF]), ("a*b", nil),
    ("aGk", Array("hi".utf8)),
  ]
  @Test("white space and missing padding are read, other characters are not", arguments: texts)
  func decoded(_ row: (text: String, bytes: [UInt8]?)) {
    #expect(Base64.decoded(row.text.utf8) == row.bytes)
  }

  @Test(
    "text is padded to groups of four", arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v")])
  func encoded(_ bytes: String, _ text: String) {
    #expect(Base64.encoded(Array(bytes.utf8)) == text)
    #expect(Base64.decoded(text.utf8) == Array(bytes.utf8))
  }
}
