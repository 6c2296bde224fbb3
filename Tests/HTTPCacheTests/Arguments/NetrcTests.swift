import Testing

@testable import httpcache

/// The cases are those of curl's manual, ".netrc".
@Suite("Files of credentials", .timed)
struct NetrcTests {
  typealias Row = (rule: String, text: String, host: String, credentials: String?)
  static let rows: [Row] = [
    ("an entry in one line", "machine a.test login u password p", "a.test", "u:p"),
    ("an international name", "machine ex\u{e4}mple.test login u", "xn--exmple-cua.test", "u:"),
    ("an entry in several", "machine a.test\n\tlogin u\r\n  password p\n", "a.test", "u:p"),
    ("another host", "machine a.test login u password p", "b.test", nil),
    ("hosts have no case", "MACHINE A.test login u password p", "a.test", "u:p"),
    ("default is for every other host", "machine a.test login u password p\ndefault login d", "b.test", "d:"),
    ("the first entry counts", "machine a.test login u machine a.test login v", "a.test", "u:"),
    ("quotes and escapes", #"machine a.test login "u 1" password "p\"2\\""#, "a.test", #"u 1:p"2\"#),
    ("a comment", "# machine a.test login u\nmachine a.test # login v\nlogin w", "a.test", "w:"),
    ("a comment ends with its line", "# all\r\nmachine a.test login u #\r\npassword p\r\n", "a.test", "u:p"),
    (
      "a macro ends at an empty line", "macdef m\nmachine a.test login u\n\nmachine a.test login v", "a.test",
      "v:"
    ),
    ("what is not known", "machine a.test account x login u port 1", "a.test", "u:"),
    ("no machine", "login u password p", "a.test", nil), ("cut off", "machine a.test login", "a.test", nil),
    ("an empty file", "", "a.test", nil),
  ]

  @Test(arguments: rows)
  func credentials(_ row: Row) {
    #expect(Netrc(row.text).credentials(for: row.host)?.revealed == row.credentials, "\(row.rule)")
  }
}
