import Testing

@testable import HTTPCacheCore

@Suite("Heads in text, as programs print and people copy them", .timed)
struct HeadTextTests {
  static func found(_ text: String) throws -> [HeadText.Found] {
    var reader = HeadText()
    try reader.take(text.utf8)
    return try reader.finish()
  }

  /// Each head as one line: the status, then the fields.
  static func shown(_ text: String) throws -> [String] {
    try found(text).map { found in
      ([String(found.head.status)] + found.head.fields.lines.map { "\($0.name)=\($0.value)" })
        .joined(separator: " | ")
    }
  }

  static let forms: [(form: String, text: String, heads: [String])] = [
    ("curl -sI", "HTTP/1.1 200 OK\r\nA: b\r\n\r\n", ["200 | A=b"]),
    ("an article", "A: b\nETag: d", ["200 | A=b | ETag=d"]),
    ("an article, indented", "    HTTP/1.1 404 Not Found\n    A: b\n\n", ["404 | A=b"]),
    ("fields below their status line", "HTTP/1.1 200 OK\n  A: b\n  C: d\n", ["200 | A=b | C=d"]),
    ("tabs, and no status line", "\tA: b\n\tVary: d\n", ["200 | A=b | Vary=d"]),
    (
      "curl -v",
      "*   Trying 127.0.0.1:80...\n* Connected to a.test\n> GET / HTTP/1.1\n> Host: a.test\n> \n* noted\n"
        + "< HTTP/1.1 200 OK\n< A: b\n* still noting\n< C: d\n< \n{ [5 bytes data]\nHTTP body\n* Closing\n",
      ["200 | A=b | C=d"]
    ),
    (
      "curl -v with a redirect",
      "< HTTP/1.1 301 Moved\n< A: b\n< \n* Ignoring the response-body\n> GET /x HTTP/1.1\n> \n< HTTP/2 200\n< C: d\n< \n",
      ["301 | A=b", "200 | C=d"]
    ),
    ("pseudo-fields of HTTP/2", ":status: 203\n:x: y\ncontent-length: 5\n", ["203 | content-length=5"]),
    ("a pseudo-field behind a status line", "HTTP/2 200\n:status: 200\na: b\n", ["200 | a=b"]),
    ("obs-fold, RFC 9112 §5.2", "HTTP/1.1 200 OK\nA: b,\n  c\n\td\nE: f\n", ["200 | A=b, c d | E=f"]),
    ("indented obs-fold", "  HTTP/1.1 200 OK\n  A: b,\n     c\n  E: f\n", ["200 | A=b, c | E=f"]),
    ("space before the colon, RFC 9112 §5.1", "HTTP/1.1 200 OK\nA : b\nC\t: d\n", ["200 | A=b | C=d"]),
    ("a stray CR, RFC 9112 §2.2", "HTTP/1.1 200 OK\r\r\nA: b\rc\r\r\n\r\r\n", ["200 | A=b c"]),
    ("white space in the empty line", "HTTP/1.1 200 OK\nA: b\n  \nbody\n", ["200 | A=b"]),
    (
      "a body that quotes a head", "HTTP/1.1 200 OK\nA: b\n\n  HTTP/1.1 404 Not Found\n  C: d\n",
      ["200 | A=b"]
    ),
    (
      "a proxy's answer to CONNECT", "HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 404\r\nA: b\r\n\r\n",
      ["404 | A=b"]
    ),
    (
      "a proxy that asks who is there, and opens the way without a word",
      "HTTP/1.1 407 Who\nProxy-Authenticate: Basic\n\nHTTP/1.1 200 OK\n\nHTTP/1.1 200 OK\nA: b\n\n",
      ["200 | A=b"]
    ),
    ("what a proxy itself refuses", "HTTP/1.1 407 Who\nA: b\n\n", ["407 | A=b"]),
    (
      "RFC 9112 §6.3: a status line within Content-Length bytes is body",
      "HTTP/1.1 200 OK\nContent-Length: 38\n\nread this:\n\nHTTP/1.1 500 No\nA: b\n\nend\nHTTP/1.1 201 Yes\nC: d\n\n",
      ["200 | Content-Length=38", "201 | C=d"]
    ),
    (
      "a body without a line end, and the next head behind it",
      "HTTP/1.1 200 OK\nContent-Length: 5\n\nhelloHTTP/1.1 404 No\nA: b\n\n",
      ["200 | Content-Length=5", "404 | A=b"]
    ),
    (
      "a body that ends the text", "HTTP/1.1 200 OK\nContent-Length: 22\n\nsay\nHTTP/1.1 500 No\n\n\n",
      ["200 | Content-Length=22"]
    ),
    (
      "answers to HEAD, whose lengths say nothing of the text",
      "HTTP/1.1 200 OK\nContent-Length: 23\n\nHTTP/1.1 404 No\nA: b\n\n\nHTTP/1.1 201 Yes\n\n",
      ["200 | Content-Length=23", "404 | A=b", "201"]
    ),
    (
      "a body that was decoded, and is longer than its length",
      "HTTP/1.1 200 OK\nContent-Length: 5\n\nlonger than five\n\nHTTP/1.1 404 No\nA: b\n\n",
      ["200 | Content-Length=5", "404 | A=b"]
    ),
    (
      "text of a body that only looks like a status line",
      "HTTP/1.1 200 OK\nA: b\n\nHTTP/1.1 was made in 1997\n",
      ["200 | A=b"]
    ),
    (
      "wget -S, with a redirect",
      "--2026-01-12 16:45:57--  https://s.test/a\nResolving s.test (s.test)... 192.0.2.1\nHTTP request sent, awaiting response... \n"
        + "  HTTP/1.1 301 Moved\n  Location: /b\nLocation: /b [following]\n--2026-01-12 16:45:57--  https://s.test/b\n"
        + "HTTP request sent, awaiting response... \n  HTTP/1.1 200 OK\n  A: b\n  C: d\nLength: 1202 (1.2K) [text/css]\n"
        + "Saving to: 'b'\n", ["301 | Location=/b", "200 | A=b | C=d"]
    ),
    (
      "curl -I with its meter",
      "  % Total    % Received\n                 Dload\n\r  0     0 --:--:-- --:--:-- --:--:--     0\r  0   226 --:--:--     0\n"
        + "HTTP/2 200 \nA: b\n\n", ["200 | A=b"]
    ),
    (
      "a head glued to curl's meter",
      "  % Total    % Received\n\r  0     0 --:--:-- --:--:-- --:--:--     0HTTP/2 200 \r\nA: b\r\n\r\n",
      ["200 | A=b"]
    ),
    (
      "http -v: the request before the response",
      "GET /a.css HTTP/1.1\nAccept: */*\nHost: s.test\n\n\nHTTP/1.1 200 OK\nA: b\n\nbody{}\n", ["200 | A=b"]
    ),
    ("a prompt", "$ curl -I https://s.test/a.css\nHTTP/2 200\nA: b\n", ["200 | A=b"]),
    (
      "a prompt that looks like a field", "host:~ user$ curl -I https://s.test/\nHTTP/2 200\nA: b\n",
      ["200 | A=b"]
    ),
    (
      "a status line with more indentation than its fields", "  HTTP/1.1 200 OK\nA: b\nC: d\n",
      ["200 | A=b | C=d"]
    ),
    (
      "RFC 9112 §4: curl -v behind a line with a colon of the same program",
      "* CAfile: a.pem\n  CApath: /etc\n* TLS\n> GET / HTTP/2\n> Host: a\n> \n< HTTP/2 404 \n< A: b\n< \n",
      ["404 | A=b"]
    ),
    (
      "the same, indented as a whole", "  Note: unnecessary\n  > GET / HTTP/2\n  < HTTP/2 404 \n  < A: b\n",
      ["404 | A=b"]
    ),
    ("a warning of curl", "Warning: binary output\n\n< HTTP/2 404 \n< A: b\n", ["404 | A=b"]),
    ("a prompt of Windows", "C:\\Users>curl -v a.test\n\n< HTTP/2 404 \n< A: b\n", ["404 | A=b"]),
    ("an error behind a head", "HTTP/2 200 \nA: b\ncurl: (92) stream was not closed\n", ["200 | A=b"]),
    ("an error before one", "curl: (23) failed\nETag: b\n", ["200 | ETag=b"]),
    (
      "curl -vI on a terminal, which prints each line twice",
      "< HTTP/2 404 \nHTTP/2 404 \n< A: b\nA: b\n< C: d\nC: d\n< C: d\nC: d\n< \n\n* left intact\n",
      ["404 | A=b | C=d | C=d"]
    ),
    (
      "a line of another program within a head of curl -v",
      "< HTTP/2 200 \n< A: b\n  0  0  0 --:--\n< C: d\n< \n",
      ["200 | A=b | C=d"]
    ),
    ("a head of curl -v that ends with its body", "< HTTP/2 200 \n< A: b\nfirst\nsecond\n", ["200 | A=b"]),
    (
      "heads without the empty line between them", "HTTP/1.1 301 Moved\nA: b\nHTTP/1.1 404 No\nC: d\n",
      ["301 | A=b", "404 | C=d"]
    ),
    (
      "PowerShell's list",
      "StatusCode        : 404\nStatusDescription : Not Found\nContent           : {\n                    C: d\n\n"
        + "RawContent        : HTTP/1.1 404 Not Found\n                    A: b\n                    Vary: c\n"
        + "Forms             : {}\nHeaders           : {[A, b], [Vary, c]}\n", ["404 | A=b | Vary=c"]
    ),
    ("PowerShell's list without the head", "StatusCode : 404\nLinks      : {}\n", ["404"]),
    (
      "PowerShell's table",
      "PS C:\\> (iwr a.test).Headers\n\nKey     Value\n---     -----\nA       b: c\nVary    {d}\nNEL     {\"a\":1}\n\nmore: x\n",
      ["200 | A=b: c | Vary=d | NEL={\"a\":1}"]
    ),
    ("a byte order mark", "\u{FEFF}HTTP/1.1 200 OK\nA: b\n", ["200 | A=b"]),
    ("a line that is no field", "HTTP/1.1 200 OK\nA: b\nno field\nC: d\n", ["200 | A=b | C=d"]),
    ("control characters", "HTTP/1.1 200 OK\nA: b\n: d\n\u{0}: e\nC: d\n", ["200 | A=b | C=d"]),
  ]
  @Test("what was sent is read", arguments: forms)
  func form(_ row: (form: String, text: String, heads: [String])) throws {
    #expect(try Self.shown(row.text) == row.heads, "\(row.form)")
  }

  @Test("a head in UTF-16, as PowerShell saves it")
  func wide() throws {
    var reader = HeadText()
    for unit in "\u{FEFF}HTTP/1.1 200 OK\r\nA: é😀\r\n\r\n".utf16 {
      try reader.take([UInt8(unit & 255)])
      try reader.take([UInt8(unit >> 8)])
    }
    let found = try reader.finish()
    #expect(found.map { $0.head.fields.first("A") } == ["é😀"] && found.map(\.head.oddities) == [[]])
  }

  @Test("what is unusual is told, once for each field")
  func oddities() throws {
    let found = try Self.found("HTTP/1.1 200 OK\nA: b\n c\n d\nE : f\n\nHTTP/1.1 200 OK\nA: b\n")
    #expect(found.map(\.head.oddities) == [[.folded("A"), .spaceBeforeColon("E")], []])
    let findings = found[0].head.oddities.compactMap(RecordingFindings.oddity)
    #expect(findings.map(\.code) == [.fieldLineFolded, .spaceBeforeColon])
    #expect(findings.allSatisfy { $0.severity == .warning })
    let odd = try Self.found("\u{FEFF}HTTP/1.1 200 OK\nno field\nA: b\n").flatMap(\.head.oddities)
    #expect(odd == [.byteOrderMark, .unreadable(line: 2)])
    #expect(odd.compactMap(RecordingFindings.oddity).map(\.severity) == [.warning])
    let odd2 = try Self.found("HTTP/1.1 200 OK\nContent-Length : 1\nX Y: 1\n").flatMap(\.head.oddities)
    #expect(odd2 == [.spaceBeforeColon("Content-Length"), .unreadable(line: 3)])
    let within = try Self.found("< HTTP/2 200 \n< A: b\nforeign\n< C: d\n").flatMap(\.head.oddities)
    #expect(within == [.unreadable(line: 3)])
    let cut = try Self.found("Key   Value\n---   -----\nA     b...\nVary  c\n")
    #expect(cut.flatMap(\.head.oddities) == [.unreadable(line: 3)])
    #expect(
      try Self.found("StatusCode : 200\nHeaders    : {[A, b]}\n").flatMap(\.head.oddities) == [
        .unreadable(line: 2)
      ])
    let nameless = try Self.found("HTTP/2 200\n: x\n:status: 200\nA: b\n").flatMap(\.head.oddities)
    #expect(nameless == [.unreadable(line: 2)])
  }

  static let refused: [(text: String, line: Int, cause: HeadParser.Malformed)] = [
    ("HTTP/1.1 two\n", 1, .statusLine), ("\nno field\nC: d\n", 2, .fieldLine),
    ("Hello,\nthis is: a letter\n", 1, .fieldLine), ("a letter\nHTTP/1.1 is old\n", 1, .fieldLine),
    ("curl: (6) Could not resolve host: a.test\n", 1, .statusLine),
    ("wget: unable to resolve host address\n", 1, .statusLine),
    ("bash: curl: command not found\n", 1, .statusLine), ("http: error: refused\n", 1, .statusLine),
    ("Host: a.test\nUser-Agent: curl\n\n", 1, .statusLine), ("Warning: binary output\n", 1, .statusLine),
    ("\u{0}: e\n", 1, .controlCharacter), ("{\"log\":{}}", 1, .fieldLine),
  ]
  @Test("what is no head is refused with its line", arguments: refused)
  func malformed(_ row: (text: String, line: Int, cause: HeadParser.Malformed)) {
    let error = #expect(throws: HeadText.Malformed.self) { try Self.found(row.text) }
    #expect(error == HeadText.Malformed(line: row.line, cause: row.cause))
  }

  @Test("a line that goes on forever takes no more memory than a long one")
  func endless() throws {
    let folds = String(repeating: " \(String(repeating: "x", count: 1000))\n", count: 1000)
    let found = try Self.found("HTTP/1.1 200 OK\nA: b\n\(folds)")
    #expect(try #require(found.first?.head.fields.first("A")).utf8.count < 103_000)
    #expect(found.first?.head.oddities == [.folded("A")])
  }
}
