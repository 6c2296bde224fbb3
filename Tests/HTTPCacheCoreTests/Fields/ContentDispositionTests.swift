import Testing

@testable import HTTPCacheCore

@Suite("File names that a response suggests", .timed)
struct ContentDispositionTests {
  typealias Row = (rule: String, value: String?, name: String?)
  static let rows: [Row] = [
    ("no field", nil, nil), ("RFC 6266 §4.1: a quoted name", #"attachment; filename="a b.txt""#, "a b.txt"),
    ("a token", "attachment; filename=a.txt", "a.txt"), ("another type", "inline;FileName=a", "a"),
    ("behind another parameter", #"attachment; size="1;2"; filename=a"#, "a"),
    ("no type", "filename=a", nil), ("no name", "attachment", nil), ("an empty one", #"a; filename="""#, nil),
    ("RFC 6266 §4.3: directories are dropped", #"attachment; filename="/etc/cron.d/x""#, "x"),
    ("also of the other kind", #"a; filename="..\\..\\x""#, "x"),
    ("a name of settings", "attachment; filename=.bashrc", nil),
    ("the directory above", "a; filename=..", nil),
    ("a quote that never closes", #"a; filename="x"#, nil),
  ]

  @Test(arguments: rows)
  func name(_ row: Row) { #expect(ContentDisposition.fileName(row.value) == row.name, "\(row.rule)") }
}
