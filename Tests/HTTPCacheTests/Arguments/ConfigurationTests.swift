import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("The configuration file", .timed)
struct ConfigurationTests {
  private static func file(_ text: String) throws -> ConfigurationFile {
    try ConfigurationFile(Array(text.utf8), path: "F", home: "/h")
  }

  @Test("every name takes what its option takes")
  func names() throws {
    let values = [
      "~/c", "2G", "10%", "5M", "urlcache", "never", "reload", "16", "2", "3", "0.5", "60",
      "/ca.pem", "~/certificates", "sha256//x", "https://cache.test/x", "read-write", "1.5",
    ]
    let lines = zip(OptionTable.configurable, values).map { "\($0.name) = \($1)" }
    let file = try Self.file("# comment\n\n" + lines.joined(separator: "\n"))
    #expect(file.values.count == OptionTable.configurable.count)
    #expect(file.values["cache-dir"]?.value == "/h/c" && file.values["cache-dir"]?.spelling == "F:3")
    #expect(file.values["capath"]?.value == "/h/certificates")
    for setting in OptionTable.configurable {
      #expect(throws: UsageError.self) { try Self.file("\(setting.name) =") }
    }
  }

  static let origins: [(section: String, origin: String)] = [
    ("a.test", "https://a.test"), ("http://A.test:080", "http://a.test"),
    ("https://a.test:1", "https://a.test:1"),
    ("http://ex\u{e4}mple.test", "http://xn--exmple-cua.test"),
    ("ex%C3%A4mple.test", "https://xn--exmple-cua.test"),
    ("http://[0:0::1]", "http://[::1]"),
  ]

  @Test("a section is named by any spelling of its origin, behind a byte order mark, too", arguments: origins)
  func origin(_ row: (section: String, origin: String)) throws {
    let fields = try Self.file("\u{FEFF}[\(row.section)]\nA: b").originFields
    #expect(fields == [row.origin: [FieldLine("A", "b")]])
  }

  static let errors: [(text: String, message: String, hint: String?)] = [
    ("a", "F:1: not NAME = VALUE", "such as capacity = 2G"),
    ("\ncapcity = 1", "F:2: unknown name capcity", "did you mean capacity?"),
    ("shared = 1", "F:1: unknown name shared", nil),
    ("capacity = 1T", "F:1: '1T' is not a size", nil),
    ("policy=no", "F:1: 'no' is not a policy", nil),
    ("cache-dir = here", "F:1: 'here' is not a path from / or ~/", nil),
    ("cacert = ca.pem", "F:1: 'ca.pem' is not a path from / or ~/", nil),
    ("[https://a", "F:1: not [ORIGIN]", nil),
    ("[https://a/b]", "F:1: an origin has no path and no user", nil),
    ("[https://me:s3cret@a]", "F:1: an origin has no path and no user", nil),
    ("[ftp://a]", "F:1: 'ftp://a' is not an origin", nil),
    ("[a]\ns3cret", "F:2: not a header field", nil),
    ("[a]\nA b: s3cret", "F:2: 'A b' is not a field name", nil),
    ("[a]\nA:", "F:2: a header field without a value", nil),
  ]

  @Test("an error names file and line, and no credential", arguments: errors)
  func error(_ row: (text: String, message: String, hint: String?)) {
    let error = #expect(throws: UsageError.self) { try Self.file(row.text) }
    #expect(error?.message == row.message)
    if let hint = row.hint { #expect(error?.hint == hint) }
    #expect("\(error?.message ?? "")\(error?.hint ?? "")".contains("s3cret") == false)
  }

  @Test("the command line beats the environment, which beats the file")
  func precedence() throws {
    let file = try Self.file("capacity = 1M\ncolor = never\nparallel = 3\npolicy = reload")
    let environment: ProcessEnvironment = [
      "HTTPCACHE_CAPACITY": "2M", "HTTPCACHE_PARALLEL": "4", "HTTPCACHE_POLICY": "",
    ]
    let defaults = Defaults(environment: environment, file: file)
    let plain = try arguments("fetch x").with(defaults)
    let told = try arguments("fetch --capacity 3M -Z 5 --color always x").with(defaults)
    #expect(try Options(plain).global.capacity == 2 << 20)
    #expect(try Options(told).global.capacity == 3 << 20)
    #expect(try Options(plain).global.color == .never)
    #expect(try Options(told).global.color == .always)
    #expect(try Options(plain).parallel.transfers == 4)
    #expect(try Options(told).parallel.transfers == 5)
    #expect(try Options(plain).policy.session == .reload)
  }

  /// A place with a configuration file; what runs there sees it.
  private static func place(_ text: String, mode: Int = 0o600) throws -> (BuiltProgram, [String: String]) {
    let program = try BuiltProgram()
    let base = program.directory.file("xdg")
    try FileManager.default.createDirectory(atPath: base + "/httpcache", withIntermediateDirectories: true)
    let path = try program.directory.write(text, to: "xdg/httpcache/config")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return (program, ["XDG_CONFIG_HOME": base])
  }

  @Test("fields go to their origin only, and follow redirects to theirs")
  func fieldsForAnOrigin() throws {
    func keys(_ origin: Origin) -> [String] {
      origin.requests.map { "\($0["X-Key"] ?? "-") \($0["X-Other"] ?? "-")" }
    }
    let second = try Origin(always: .fresh())
    let first = try Origin { [location = second.url] _ in
      .response(
        status: 302, fields: [("Location", "\(location)/there"), ("Cache-Control", "no-store")], body: [])
    }
    let (program, environment) = try Self.place(
      "[\(first.url)]\nX-Key: s3cret\n[\(second.url)]\nX-Other: mine\n")
    #expect(try program.fetch("\(first.url)/", environment: environment).code == 0)
    #expect(try program.fetch("-H", "X-Key: told", "\(first.url)/", environment: environment).code == 0)
    #expect(try program.fetch("--no-config", "\(first.url)/", environment: environment).code == 0)
    #expect(keys(first) == ["s3cret -", "told -", "- -"])
    #expect(keys(second) == ["- mine"])
    let shown = try program(["revalidate", "--dry-run", "--all"], environment: environment)
    #expect(shown.text.contains("X-Other: (redacted, 4 bytes)"))
  }

  @Test("fields of an origin are not sent again where another origin leads back to it")
  func fieldsAfterTheWayBack() throws {
    let first = try Origin { request in
      guard request.path == "/start" else { return .text(request["X-Key"] ?? "-") }
      let port = request.target.split(separator: "?").last ?? ""
      return .text("", status: 302, fields: [("Location", "http://127.0.0.1:\(port)/")])
    }
    let second = try Origin { [back = first.url] _ in
      .text("", status: 302, fields: [("Location", "\(back)/end"), ("Cache-Control", "no-store")])
    }
    let (program, environment) = try Self.place("[\(first.url)]\nX-Key: s3cret\n")
    let start = "\(first.url)/start?\(second.port)"
    #expect(try program.fetch(start, environment: environment).text == "-")
    #expect(first.requests.map { $0["X-Key"] } == ["s3cret", nil])
    #expect(try program.fetch("\(first.url)/end2", environment: environment).text == "s3cret")
  }

  @Test("fields in a file that others can read are refused; other settings are not")
  func permissions() throws {
    let (open, environment) = try Self.place("[https://a.test]\nAuthorization: s3cret\n", mode: 0o644)
    let refused = try open(["stats"], environment: environment)
    expect(refused, 2)
    #expect(refused.errors.contains("config:2: header fields may be credentials"))
    #expect(refused.errors.contains("hint: chmod 600 "))
    #expect(try open(["stats", "--no-config"], environment: environment).code == 0)
    let (plain, other) = try Self.place("capacity = 5M\n", mode: 0o644)
    #expect(try plain(["stats"], environment: other).text.contains("5.0 MiB"))
  }

  @Test("--show-config says where each value comes from, and shows no credential")
  func shown() throws {
    let (program, environment) = try Self.place("capacity = 5M\n[https://a.test]\nAuthorization: s3cret\n")
    let variables = environment.merging(["HTTPCACHE_PARALLEL": "3"]) { $1 }
    let run = try program(["--show-config", "--color", "never"], environment: variables)
    expect(run, 0)
    let rows = run.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let path = program.directory.file("xdg/httpcache/config")
    #expect(rows.contains(["file", path]))
    #expect(rows.contains(["capacity", "5M", "\(path):1"]))
    #expect(rows.contains(["parallel", "3", "$HTTPCACHE_PARALLEL"]))
    #expect(rows.contains(["color", "never", "--color"]))
    #expect(rows.contains(["retry", "0", "default"]))
    #expect(rows.contains(["[https://a.test]"]))
    #expect(rows.contains(["Authorization", "(redacted,", "6", "bytes)", "\(path):3"]))
    #expect(!run.text.contains("s3cret"))
    let objects = try program(["--show-config", "--json"], environment: variables).objects
    #expect(objects.count == OptionTable.configurable.count + 1)
    #expect(objects.last?["origin"] as? String == "https://a.test")
  }
}
