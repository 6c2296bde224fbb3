import HTTPCacheCore
import Testing

@testable import HTTPCacheCore

@testable import httpcache

@Suite("What reaches a terminal or a parser", .timed)
struct TextOutputTests {
  static let foreign: [(text: String, shown: String)] = [
    ("plain", "plain"), ("\u{1B}[31m", "\\x1b[31m"), ("a\nb\tc", "a\\x0ab\\x09c"), ("\u{7F}", "\\x7f"),
    ("\u{85}", "\\u{85}"), ("\u{202E}x", "\\u{202e}x"), ("\u{2028}", "\\u{2028}"), ("\u{FEFF}", "\\u{feff}"),
    ("\u{200B}", "\\u{200b}"), ("é✓", "é✓"),
  ]
  @Test(arguments: foreign)
  func escaped(_ row: (text: String, shown: String)) {
    #expect(Escaping.escaped(row.text) == row.shown)
    #expect(Escaping.escaped(OriginalBytes.text(row.text.utf8)) == row.shown)
  }

  static let bytes: [(bytes: [UInt8], shown: String)] = [
    ([0x61, 0xFF, 0x62], "a\\xffb"), ([0xC3], "\\xc3"), ([0xE2, 0x80], "\\xe2\\x80"),
    ([0xC0, 0x80], "\\xc0\\x80"),
    ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), ([0xE2, 0x82, 0x41], "\\xe2\\x82A"), ([], ""),
  ]
  @Test(arguments: bytes)
  func escapedBytes(_ row: (bytes: [UInt8], shown: String)) {
    #expect(Escaping.escaped(OriginalBytes.text(row.bytes)) == row.shown)
  }

  static let json: [(write: @Sendable (inout JSONWriter) -> Void, text: String)] = [
    ({ $0.null() }, "null"), ({ $0.value(true) }, "true"), ({ $0.value(false) }, "false"),
    ({ $0.value(Int64.min) }, "-9223372036854775808"), ({ $0.value(Int64.max) }, "9223372036854775807"),
    ({ $0.value(0) }, "0"), ({ $0.value(Int64?.none) }, "null"), ({ $0.value(String?.none) }, "null"),
    ({ $0.array { _ in } }, "[]"), ({ $0.object { _ in } }, "{}"),
    (
      { writer in
        writer.object { writer in
          writer.member("b", 1)
          writer.array("a", [1, 2]) { $0.value($1) }
          writer.object("c") { $0.null("d") }
          writer.key(foreign: "e\n")
          writer.array { writer in
            writer.value("x")
            writer.object { $0.member("f", "") }
            writer.value(true)
          }
        }
      }, #"{"b":1,"a":[1,2],"c":{"d":null},"e\n":["x",{"f":""},true]}"#
    ),
    ({ $0.value("\"\\/\n\r\t") }, #""\"\\/\n\r\t""#), ({ $0.value("\u{0}\u{1B}") }, #""\u0000\u001b""#),
    ({ $0.value("\u{7F}\u{85}\u{2028}\u{2029}") }, #""\u007f\u0085\u2028\u2029""#),
    ({ $0.value("\u{202E}\u{E0001}") }, #""\u202e\udb40\udc01""#), ({ $0.value("é✓😀") }, "\"é✓😀\""),
    ({ $0.value("é\"✓\u{AD}😀") }, #""é\"✓\u00ad😀""#), ({ $0.value("\u{10FFFF}x") }, #""\udbff\udfffx""#),
  ]
  @Test(arguments: json)
  func jsonText(_ row: (write: @Sendable (inout JSONWriter) -> Void, text: String)) {
    #expect(String(decoding: JSONWriter.bytes(row.write), as: UTF8.self) == row.text)
  }

  @Test func jsonCharactersAnywhere() {
    for code in 0..<0x100 as Range<UInt32> {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let escape: String? =
        switch code {
        case 0x22: #"\""#
        case 0x5C: #"\\"#
        case 0x09: #"\t"#
        case 0x0A: #"\n"#
        case 0x0D: #"\r"#
        case 0x00...0x1F, 0x7F...0x9F, 0xAD: #"\u00"# + (code < 16 ? "0" : "") + String(code, radix: 16)
        default: nil
        }
      for place in 0..<9 {
        let (before, after) = (String(repeating: "a", count: place), String(repeating: "~", count: 9 - place))
        let line = JSONWriter.bytes { $0.value("\(before)\(scalar)\(after)") }
        let shown = "\"\(before)\(escape ?? String(scalar))\(after)\""
        #expect(String(decoding: line, as: UTF8.self) == shown)
      }
    }
  }

  @Test func jsonLine() {
    #expect(JSONWriter.line { $0.member("a", "b") } == Array("{\"a\":\"b\"}\n".utf8))
  }

  @Test func colour() {
    #expect(Style.isUsed(.always, isTerminal: false, environment: ["NO_COLOR": "1"]))
    #expect(!Style.isUsed(.never, isTerminal: true, environment: [:]))
    #expect(Style.isUsed(.auto, isTerminal: true, environment: ["NO_COLOR": "", "TERM": "xterm"]))
    #expect(!Style.isUsed(.auto, isTerminal: true, environment: ["NO_COLOR": "1"]))
    #expect(!Style.isUsed(.auto, isTerminal: true, environment: ["TERM": "dumb"]))
    #expect(!Style.isUsed(.auto, isTerminal: false, environment: [:]))
  }

  @Test func wrap() {
    #expect(WordWrap.lines("aa bb cc", width: 5) == ["aa bb", "cc"])
    #expect(WordWrap.lines("abcdef g", width: 3) == ["abcdef", "g"])
    #expect(WordWrap.lines("", width: 3) == [""])
    #expect(WordWrap.hanging("aa bb", label: "- ", width: 4) == "- aa\n  bb")
  }
}
