import Testing

@testable import httpcache

/// The cases are those of curl's manual, "-w, --write-out".
@Suite("Formats of --write-out", .timed)
struct WriteOutFormatTests {
  typealias Row = (format: String, parts: [WriteOutFormat.Part])
  static let rows: [Row] = [
    ("", []), ("a\\n\\t\\r\\x", [.text("a\n\t\r\\x")]), ("100%% %a %", [.text("100% %a %")]),
    ("%{http_code}\\n", [.variable(.httpCode), .text("\n")]),
    ("a%{ttl}%{age}", [.text("a"), .variable(.ttl), .variable(.age)]),
    ("%header{ETag}", [.field("ETag")]), ("%{http_code", [.text("%{http_code")]),
  ]

  @Test(arguments: rows)
  func parts(_ row: Row) throws { #expect(try WriteOutFormat(row.format).parts == row.parts) }

  @Test func unknown() {
    let error = #expect(throws: UsageError.self) { try WriteOutFormat("%{http_cod}") }
    #expect(error?.message == "--write-out: there is no variable http_cod")
    #expect(error?.hint == "did you mean http_code?")
  }
}
