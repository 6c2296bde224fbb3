import Testing

@testable import HTTPCacheCore

/// The lines are those of libcurl 7.88 and 8.14.
@Suite("What -v must not show", .timed)
struct TraceRedactionTests {
  typealias Row = (kind: TraceLine.Kind, line: String, shown: String)
  static let rows: [Row] = [
    (.sent, "GET /a HTTP/1.1", "GET /a HTTP/1.1"),
    (.sent, "Authorization: Basic dTpw", "Authorization: (redacted, 10 bytes)"),
    (.sent, "proxy-authorization:Basic dTpw", "proxy-authorization: (redacted, 10 bytes)"),
    (.sent, "Cookie: a=1", "Cookie: (redacted, 3 bytes)"), (.sent, "X-Key: k", "X-Key: (redacted, 1 bytes)"),
    (.received, "Set-Cookie: a=1", "Set-Cookie: (redacted, 3 bytes)"),
    (.received, "Set-Cookie : a=1", "Set-Cookie : (redacted, 3 bytes)"),
    (.received, "x-key\t:k", "x-key\t: (redacted, 1 bytes)"),
    (.received, "Location: http://u:p@h/x", "Location: http://…@h/x"),
    (.received, "ETag: \"1\"", "ETag: \"1\""), (.received, " sid=1", " (redacted, 5 bytes)"),
    (.received, "\tsid=1; a: b", " (redacted, 12 bytes)"), (.received, "", ""),
    (.information, "h2h3 [authorization: Basic dTpw]", "h2h3 [authorization: (redacted, 10 bytes)]"),
    (
      .information, "[HTTP/2] [1] [cookie: a=1; b=[2]]", "[HTTP/2] [1] [cookie: (redacted, 10 bytes)]"
    ),
    (.information, "[HTTP/2] [1] [:path: /a]", "[HTTP/2] [1] [:path: /a]"),
    (.information, "[HTTP/2] [1] [x-key: k]", "[HTTP/2] [1] [x-key: (redacted, 1 bytes)]"),
    (
      .information, "Uses proxy env variable http_proxy == 'http://u:p@h'",
      "Uses proxy env variable http_proxy == 'http://…@h'"
    ),
    (.information, "something with dTpw in it", TraceRedaction.omission),
    (.information, "something with a=very-secret in it", TraceRedaction.omission),
    (.information, "Connected to h (127.0.0.1) port 80 (#0)", "Connected to h (127.0.0.1) port 80 (#0)"),
  ]

  @Test(arguments: rows)
  func shown(_ row: Row) {
    let fields = FieldSection([
      FieldLine("Authorization", "Basic dTpw"), FieldLine("Cookie", "a=very-secret"),
    ])
    let redaction = TraceRedaction(
      TransferRequest(url: "http://h/", fields: fields), configured: [FieldLine("X-Key", "")])
    #expect(
      redaction.shown(TraceLine(kind: row.kind, text: row.line)) == TraceLine(kind: row.kind, text: row.shown)
    )
  }
}
