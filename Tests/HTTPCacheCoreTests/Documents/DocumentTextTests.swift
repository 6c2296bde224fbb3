import Testing

@testable import HTTPCacheCore

@Suite("Text whose encoding is not known", .timed)
struct DocumentTextTests {
  static let rows: [(bytes: [UInt8], text: String)] = [
    (Array("é.png".utf8), "é.png"), ([0xE9, 0x2E, 0x70], "é.p"), ([0x80, 0x31], "€1"), ([0x9D], "\u{9D}"),
    ([], ""),
  ]
  @Test("it is UTF-8, else windows-1252", arguments: rows)
  func text(_ row: (bytes: [UInt8], text: String)) { #expect(DocumentText.text(row.bytes) == row.text) }

  @Test("an image in a page of Latin-1 is asked for as browsers ask for it")
  func page() throws {
    var scanner = PageScanner(try TargetURI("http://a.test/"))
    var found: [String] = []
    let page = Array("<meta charset=iso-8859-1><img src=\"".utf8) + [0xE9] + Array(".png\">".utf8)
    page.withUnsafeBytes { scanner.take($0) { found.append($0.target.absolute) } }
    scanner.finish { found.append($0.target.absolute) }
    #expect(found == ["http://a.test/%C3%A9.png"])
  }
}
