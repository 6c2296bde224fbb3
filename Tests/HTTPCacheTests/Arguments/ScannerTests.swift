import Testing

@testable import httpcache

@Suite("Scanner", .timed)
struct ScannerTests {
  typealias Row = (line: String, options: [String], operands: [String])
  static let rows: [Row] = [
    ("fetch --policy reload x", ["--policy reload"], ["x"]),
    ("fetch --policy=reload x", ["--policy reload"], ["x"]),
    ("fetch -XPUT x", ["-X PUT"], ["x"]),
    ("fetch -X PUT x", ["-X PUT"], ["x"]),
    ("fetch -iq x", ["-i", "-q"], ["x"]),
    ("fetch -iXPUT x", ["-i", "-X PUT"], ["x"]),
    ("fetch x -i y", ["-i"], ["x", "y"]),
    ("fetch -i -- -x --y", ["-i"], ["-x", "--y"]),
    ("fetch -", [], ["-"]),
    ("--json fetch x", ["--json"], ["x"]),
    ("--cache-dir d -q fetch -v x", ["--cache-dir d", "-q", "-v"], ["x"]),
    ("fetch --max-stale x", ["--max-stale"], ["x"]),
    ("fetch --max-stale=5 x", ["--max-stale 5"], ["x"]),
    ("inspect --at -1h x", ["--at -1h"], ["x"]),
    ("fetch -fsSL x", ["-f", "-s", "-S", "-L"], ["x"]),
    ("fetch -sSLNgm 5 x", ["-s", "-S", "-L", "-N", "-g", "-m 5"], ["x"]),
    ("fetch --location --silent --show-error x", ["--location", "--silent", "--show-error"], ["x"]),
    ("fetch --max-redirs 3 --no-progress-meter x", ["--max-redirs 3", "--no-progress-meter"], ["x"]),
    ("fetch --json [::1]/x", ["--json"], ["[::1]/x"]),
    ("fetch -H a -H b x", ["-H a", "-H b"], ["x"]),
  ]

  @Test(arguments: rows)
  func split(_ row: Row) throws {
    let arguments = try arguments(row.line)
    #expect(arguments.occurrences.map { $0.spelling + ($0.value.map { " \($0)" } ?? "") } == row.options)
    #expect(arguments.operands == row.operands)
  }

  static let secrets: [(line: String, hidden: [String])] = [
    ("fetch -u me:pw x", ["2 me:pw"]),
    ("fetch -ume:pw x", ["1 me:pw"]), ("fetch -iume:pw x", ["1 me:pw"]),
    ("fetch --user=me:pw x", ["1 me:pw"]),
    ("fetch --user me:pw -U a:b x", ["2 me:pw", "4 a:b"]), ("fetch --oauth2-bearer t x", ["2 t"]),
    ("fetch -E f:pw x", ["2 f:pw"]), ("fetch --cert=f:pw x", ["1 f:pw"]), ("fetch -E f -A me x", []),
    ("inspect --live -u me:pw x", ["3 me:pw"]), ("revalidate x -u me:pw", ["3 me:pw"]),
  ]

  @Test("what is hidden of the command line, as curl hides it", arguments: secrets)
  func secret(_ row: (line: String, hidden: [String])) throws {
    var hidden: [String] = []
    let given = words(row.line)
    _ = try Invocation(given) { hidden.append("\($0) \(given[$0].suffix($1))") }
    #expect(hidden == row.hidden)
  }

  static let invocations: [(line: String, invocation: Invocation)] = [
    ("", .usage), ("--help", .help(nil, isWhole: false)), ("-h", .help(nil, isWhole: false)),
    ("fetch --help", .help(.fetch, isWhole: false)), ("fetch -h x", .help(.fetch, isWhole: false)),
    ("help", .help(nil, isWhole: false)), ("help inspect", .help(.inspect, isWhole: false)),
    ("help --all", .help(nil, isWhole: true)), ("help inspect --all", .help(.inspect, isWhole: true)),
    ("help --all trim", .help(.trim, isWhole: true)), ("--help --all", .help(nil, isWhole: true)),
    ("--help --all fetch", .help(.fetch, isWhole: true)),
    // There `--all` is an option of the subcommand.
    ("inspect --all --help", .help(.inspect, isWhole: false)),
    ("trim --help --all", .help(.trim, isWhole: false)),
    ("help vary-star", .explanation("vary-star")),
    ("--version", .version(isVerbose: false)), ("-v --version", .version(isVerbose: true)),
  ]

  @Test(arguments: invocations)
  func invocation(_ row: (line: String, invocation: Invocation)) throws {
    #expect(try Invocation(words(row.line)) == row.invocation)
  }
}
