import Testing

@testable import HTTPCacheCore

@Suite("-b FILE: cookies in the lines of a file, as curl reads them", .timed)
struct CookieFileTests {
  static let rows: [(rule: String, line: String, written: String?)] = [
    ("seven words", "h\tFALSE\t/x\tTRUE\t0\ta\t1", "h\tFALSE\t/x\tTRUE\t0\ta\t1"),
    ("six: an empty value", "h\tFALSE\t/\tFALSE\t0\ta", "h\tFALSE\t/\tFALSE\t0\ta\t"),
    (
      "a dot before the host is not part of it", ".H\tFALSE\t/\tFALSE\t0\ta\t1", "h\tFALSE\t/\tFALSE\t0\ta\t1"
    ),
    ("with subdomains", "h\ttrue\t/\tfalse\t5\ta\t1", ".h\tTRUE\t/\tFALSE\t5\ta\t1"),
    ("not for scripts", "#HttpOnly_h\tFALSE\t/\tFALSE\t0\ta\t1", "#HttpOnly_h\tFALSE\t/\tFALSE\t0\ta\t1"),
    ("a path that is none", "h\tFALSE\tx\tFALSE\t0\ta\t1", "h\tFALSE\t/\tFALSE\t0\ta\t1"),
    ("a comment", "# h\tFALSE\t/\tFALSE\t0\ta\t1", nil), ("five words", "h\tFALSE\t/\tFALSE\t0", nil),
    ("eight", "h\tFALSE\t/\tFALSE\t0\ta\t1\t2", nil), ("no name", "h\tFALSE\t/\tFALSE\t0\t\t1", nil),
    ("no host", ".\tFALSE\t/\tFALSE\t0\ta\t1", nil), ("no time", "h\tFALSE\t/\tFALSE\tx\ta\t1", nil),
    ("a control character", "h\tFALSE\t/\tFALSE\t0\ta\t1\u{1}", nil), ("nothing", "", nil),
    (
      "a field: Max-Age counts from now", "Set-Cookie: a=1; Domain=h; Path=/; Max-Age=60",
      ".h\tTRUE\t/\tFALSE\t1768236417\ta\t1"
    ),
  ]

  @Test(arguments: rows)
  func line(_ row: (rule: String, line: String, written: String?)) {
    #expect(Cookie(fileLine: row.line, now: noon)?.fileLine == row.written, "\(row.rule)")
  }
}
