import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Options understood", .timed)
struct OptionsTests {
  static let directories: [(line: String, environment: ProcessEnvironment, path: String?)] = [
    ("fetch --cache-dir d x", ["HTTPCACHE_DIR": "e"], "d"),
    ("fetch x", ["HTTPCACHE_DIR": "e", "XDG_CACHE_HOME": "/x"], "e"),
    ("fetch x", ["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/httpcache"),
    ("fetch x", [:], nil),
  ]
  @Test(arguments: directories)
  func cacheDirectory(_ row: (line: String, environment: ProcessEnvironment, path: String?)) throws {
    let options = try Options(try arguments(row.line, environment: row.environment)).global
    #expect(options.cacheDirectory == row.path)
    if row.path == nil { #expect(throws: StoreError.noDirectory) { try options.storeDirectory() } }
  }

  @Test func globals() throws {
    let environment: ProcessEnvironment = ["HTTPCACHE_CAPACITY": "1M", "HTTPCACHE_READ_ONLY": "1"]
    let set = try Options(
      try arguments("fetch -q -vv --max-entry-size 5M x", environment: environment)
    ).global
    #expect(set.capacity == 1_048_576 && set.isReadOnly && set.verbosity == 2 && !set.isQuiet)
    #expect(set.maxEntrySize == .bytes(5_242_880))
    let unset = try Options(try arguments("fetch x")).global
    #expect(unset.capacity == 1 << 30 && unset.maxEntrySize == .percent(5))
  }

  static let methods: [(line: String, method: String)] = [
    ("fetch x", "GET"), ("fetch -I x", "HEAD"), ("fetch -d a x", "POST"), ("fetch -d a -X PUT x", "PUT"),
    ("fetch -I -X HEAD x", "HEAD"),
  ]
  @Test(arguments: methods)
  func method(_ row: (line: String, method: String)) throws {
    #expect(try Options(try arguments(row.line)).method == row.method)
  }

  static let pauses: [(text: String, seconds: Double?)] = [
    ("2s", 2), ("0.5s", 0.5), (".5s", 0.5), ("0.5", 0.5), ("2", 2), ("1m", 60), ("1h", 3_600), ("0", 0),
    ("0.5m", nil), ("s", nil), ("0.5ss", nil), ("-1s", nil), ("", nil),
  ]
  @Test("--every takes a duration, and seconds with a fraction", arguments: pauses)
  func pause(_ row: (text: String, seconds: Double?)) throws {
    let words = try arguments("inspect --live --repeat 2 --every=\(row.text) http://a.test/")
    guard let seconds = row.seconds else {
      let refused = #expect(throws: UsageError.self) { try Options(words) }
      #expect(refused?.hint == "such as 2s, 0.5s or 1m; only seconds have a fraction")
      return
    }
    #expect(try Options(words).probes.pause == seconds)
  }

  static let destinations: [(line: String, destination: BodyDestination)] = [
    ("fetch x", .standardOutput), ("fetch --json x", .nowhere), ("fetch -o a -o b x y", .files(["a", "b"])),
    ("fetch -o a --output-dir d x", .files(["d/a"])),
    ("fetch -O x", .remoteNames(directory: nil, keepsDirectories: false)),
    ("fetch --output-dir d x", .remoteNames(directory: "d", keepsDirectories: true)),
    ("fetch --output-dir d --flat x", .remoteNames(directory: "d", keepsDirectories: false)),
    ("fetch -O --output-dir d x", .remoteNames(directory: "d", keepsDirectories: false)),
    ("fetch --json -o - x", .files(["-"])),
  ]
  @Test(arguments: destinations)
  func destination(_ row: (line: String, destination: BodyDestination)) throws {
    #expect(try Options(try arguments(row.line)).writing.destination == row.destination)
  }

  @Test("progress is drawn unless a body goes to the same terminal")
  func bodiesOnOutput() {
    let rows: [(BodyDestination, Bool)] = [
      (.standardOutput, true), (.files(["a", "-"]), true), (.files(["a"]), false), (.nowhere, false),
      (.remoteNames(directory: nil, keepsDirectories: false), false),
    ]
    for (destination, includes) in rows { #expect(destination.includesOutput == includes) }
  }

  @Test func fields() throws {
    let words = ["fetch", "-H", "A:  b ", "-H", "C;", "-H", "D:", "-H", "E: f;", "example.com/x"]
    let options = try Options(try arguments(words))
    #expect(
      options.fields == [
        .field(FieldLine("A", "b")), .field(FieldLine("C", "")), .removal("D"), .field(FieldLine("E", "f;")),
      ])
    #expect(options.urls.map(\.absolute) == ["http://example.com/x"])
  }

  @Test func policies() throws {
    let options = try Options(
      try arguments("fetch --policy reload x", environment: ["HTTPCACHE_POLICY": "cache-only"]))
    #expect(options.policy.session == .cacheOnly && options.policy.request == .reload)
  }

  @Test func credentialsAreNotDescribed() throws {
    let options = try Options(try arguments("fetch -u me:s3cret x"))
    #expect(options.connection.credentials?.revealed == "me:s3cret")
    #expect(!"\(options)".contains("s3cret"))
  }

  @Test func subjects() throws {
    let target = try URLArgument.read("http://x/")
    let rows: [(String, InspectOptions.Subject)] = [
      ("inspect x", .stored([target])), ("inspect --live -k x", .live([target])), ("inspect --all", .all),
      ("inspect --headers - --url x", .headers([.standardInput], url: target)),
      ("inspect --headers f --method HEAD", .headers([.file("f")], url: nil)),
    ]
    let now = Instant(epoch: 1_000_000)
    for (line, subject) in rows {
      #expect(try Options(try arguments(line), now: now).inspect.subject == subject)
    }
    let earlier = try Options(try arguments("inspect --at -10s --json x"), now: now)
    #expect(earlier.inspect.at == .time(Instant(epoch: 999_990)))
    #expect(try Options(try arguments("inspect --at date x"), now: now).inspect.at == .ownDate)
  }
}
