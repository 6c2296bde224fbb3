import Testing

@testable import HTTPCacheCore

@Suite("Field lines of recordings", .timed)
struct RecordedLinesTests {
  static let rows: [(rule: String, fields: String, lines: [String])] = [
    (
      "a name and a value (HAR 1.2)", #"[{"name":"A","value":"1"},{"name":"B","value":"2"}]"#,
      ["A: 1", "B: 2"]
    ),
    (
      "the value may come first", #"[{"value":"1","name":"A"},{"comment":"","value":"2","name":"B"}]"#,
      ["A: 1", "B: 2"]
    ),
    (
      "nothing of a line is left for the next", #"[{"name":"A","value":"1"},{"name":"B"},{"value":"3"}]"#,
      ["A: 1", "B: "]
    ),
    ("the last of two names counts", #"[{"name":"Long-Name","name":"B","value":"1"}]"#, ["B: 1"]),
    (
      "a number is spelled; a name that is no text is none",
      #"[{"name":"A","value":1},{"name":1,"value":"2"}]"#, ["A: 1"]
    ),
    (
      "a value that was not recorded makes no line", #"[{"name":"A","value":null},{"name":"B","value":"2"}]"#,
      ["B: 2"]
    ),
    (
      "white space around a value is none of it (RFC 9110 §5.5)", #"[["A"," 1\t"],["B","\t2 3 \n 4"]]"#,
      ["A: 1", "B: 2 3", "B: 4"]
    ),
    ("escapes are undone", #"[{"name":"\u0041","value":"\"1\""}]"#, [#"A: "1""#]),
    ("pairs", #"[["A","1"],["B","2",3],["C"]]"#, ["A: 1", "B: 2", "C: "]),
    (
      "an object of texts and lists", #"{"A":"1","B":["2","3",4],"C D":"5"}"#,
      ["A: 1", "B: 2", "B: 3", "B: 4"]
    ),
    ("pseudo-fields are no fields (RFC 9113 §8.3)", #"[{"name":":status","value":"200"}]"#, []),
    (
      "Chrome joins lines by line breaks", #"[["Set-Cookie","a=1\r\nb=2\n\nc=3"]]"#,
      ["Set-Cookie: a=1", "Set-Cookie: b=2", "Set-Cookie: c=3"]
    ),
    (
      "a comma behind a date begins a second line (RFC 9110 §5.6.7)",
      #"[["date","Mon, 12 Jan 2026 16:45:57 GMT, Mon, 12 Jan 2026 16:45:58 GMT"]]"#,
      ["date: Mon, 12 Jan 2026 16:45:57 GMT", "date: Mon, 12 Jan 2026 16:45:58 GMT"]
    ),
    ("of a field with a date only", #"[["X-Dates","a GMT, b"]]"#, ["X-Dates: a GMT, b"]),
    ("neither text nor list", "17", []),
  ]

  @Test("are read in every form that recorders write", arguments: rows)
  func lines(_ row: (rule: String, fields: String, lines: [String])) throws {
    let fields = try Array((row.fields + " ").utf8).withUnsafeBufferPointer { bytes in
      var reader = JSONReader(try #require(bytes.baseAddress), count: bytes.count)
      return try HAREntryReader.fields(&reader).fields
    }
    #expect(fields.lines.map { "\($0.name): \($0.value)" } == row.lines, "\(row.rule)")
  }
}
