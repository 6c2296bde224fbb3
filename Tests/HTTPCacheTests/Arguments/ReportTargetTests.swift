import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Contract: --format FORMAT=FILE, repeatable", .timed)
struct ReportTargetTests {
  static let rows: [(rule: String, line: String, targets: [ReportTarget])] = [
    ("text", "inspect x", [ReportTarget(.report(.text), file: nil)]),
    ("--json is --format json", "inspect --json x", [ReportTarget(.report(.json), file: nil)]),
    ("both are one", "inspect --json --format json x", [ReportTarget(.report(.json), file: nil)]),
    (
      "stdout comes first", "inspect --format sarif=a --format html x",
      [ReportTarget(.report(.html), file: nil), ReportTarget(.report(.sarif), file: "a")]
    ),
    (
      "a file beside the text", "inspect --format junit=a=b x",
      [ReportTarget(.report(.text), file: nil), ReportTarget(.report(.junit), file: "a=b")]
    ),
    (
      "a recipe is all that stdout gets", "inspect --recipe nginx x",
      [ReportTarget(.recipe(.nginx), file: nil)]
    ),
    (
      "recipes beside a report", "inspect --recipe nginx=a --json --recipe headers-file=_headers x",
      [
        ReportTarget(.report(.json), file: nil), ReportTarget(.recipe(.nginx), file: "a"),
        ReportTarget(.recipe(.headersFile), file: "_headers"),
      ]
    ),
    ("objects bring objects back", "inspect --jsonl f", [ReportTarget(.report(.json), file: nil)]),
  ]

  @Test(arguments: rows)
  func read(_ row: (rule: String, line: String, targets: [ReportTarget])) throws {
    #expect(try Options(try arguments(row.line)).inspect.reports == row.targets, "\(row.rule)")
  }

  static let refused: [(line: String, message: String)] = [
    ("inspect --format html --format sarif x", "--format sarif and --format html exclude each other"),
    ("inspect --json --format html x", "--json and --format html exclude each other"),
    ("inspect --recipe nginx --json x", "--json and --recipe nginx exclude each other"),
    ("inspect --recipe nginx --format html x", "--format html and --recipe nginx exclude each other"),
    ("inspect --recipe nginx --recipe apache x", "--recipe apache and --recipe nginx exclude each other"),
    ("inspect --format html=a --format sarif=a x", "--format: two reports for the file a"),
  ]

  @Test("stdout and each file take one report", arguments: refused)
  func two(_ row: (line: String, message: String)) {
    let error = #expect(throws: UsageError.self) { try Options(try arguments(row.line)).inspect.reports }
    #expect(error?.message == row.message)
  }
}
