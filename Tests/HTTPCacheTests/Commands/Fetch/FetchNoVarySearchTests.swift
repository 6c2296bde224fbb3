import Foundation
import TestSupport
import Testing

@Suite("fetch --match-no-vary-search: a response answers the queries that it says are equal", .timed)
struct FetchNoVarySearchTests {
  /// Whether the response to one query answers another, by the draft and in Chromium.
  typealias Row = (field: String, one: String, other: String, areEqual: Bool, inChromium: Bool)
  static let rows: [Row] = [
    ("params=(\"a\")", "?a=1&b=2", "?b=2&a=3", true, true),
    ("params=(\"a\")", "?a=1&b=2", "?b=3", false, false),
    ("params=(\"a\")", "?a=1", "", true, true),
    ("params=()", "?a=1&b=2", "?b=2&a=1", false, false),
    ("key-order", "?a=x", "?%61=%78", true, true),
    ("key-order", "?a=%f6", "?a=%ef%bf%bd", true, true),
    ("key-order", "?a", "?a=", true, true),
    ("key-order", "?a=+", "?a=%20", true, true),
    ("key-order", "?b=2&a=1", "?a=1&b=2", true, true),
    ("key-order", "?a=1&a=2", "?a=2&a=1", false, false),
    ("params=(\"%C3%A9+%E6%B0%97\")", "?%C3%A9+%E6%B0%97=1", "?", true, true),
    // Chromium has the wording before -04, which took `except` only beside `params`.
    ("except=(\"x\")", "?x=1&y=2", "?z=3&x=1", true, false),
    ("except=()", "?a=1&b", "", true, false),
    ("params", "?a=1", "?a=2", true, true),
    ("params, except=(\"x\")", "?x=1&a=1", "?x=1&a=2", true, true),
    // Chromium counts an empty piece between two ampersands.
    ("key-order", "?a=x&&&&", "?a=x", true, false),
  ]

  /// The paths of a row, in the order in which they are asked for.
  private static func paths(_ index: Int) -> [String] {
    ["/\(index)\(rows[index].one)", "/\(index)\(rows[index].other)"]
  }

  private static func row(of target: String) -> Int? {
    Int(target.dropFirst().prefix { $0 != "?" })
  }

  /// An origin whose answers carry the field of the row that their path names, and a page that asks for every row.
  private func origin() throws -> Origin {
    let list = try JSONSerialization.data(withJSONObject: Self.rows.indices.flatMap(Self.paths))
    let page = """
      <script>for (const url of \(String(decoding: list, as: UTF8.self))) {
        const request = new XMLHttpRequest(); request.open("GET", url, false); request.send()
      }</script>
      """
    return try Origin { request in
      guard let row = Self.row(of: request.target), Self.rows.indices.contains(row) else {
        return .text(page, fields: [("Content-Type", "text/html"), ("Cache-Control", "no-store")])
      }
      return .text(
        "x", fields: [("Cache-Control", "max-age=600"), ("No-Vary-Search", Self.rows[row].field)])
    }
  }

  /// Whether the second request of each row was answered without the origin.
  private func answered(_ origin: Origin) -> [Bool] {
    Self.rows.indices.map { index in origin.requests.count { Self.row(of: $0.target) == index } == 1 }
  }

  @Test("by the draft, also of two that one run asks for")
  func fetched() throws {
    let origin = try origin()
    let program = try BuiltProgram()
    for index in Self.rows.indices {
      let urls = Self.paths(index).map { origin.url + $0 }
      #expect(try program(["fetch", "-Z", "1", "--match-no-vary-search"] + urls).code == 0)
    }
    #expect(answered(origin) == Self.rows.map(\.areEqual))
    let row = Self.paths(0).map { origin.url + $0 }
    let again = try program.fetched("--match-no-vary-search", "--policy", "cache-only", row[1])
    #expect(again["source"] == "cache")
    #expect(try program.fetch("--policy", "cache-only", row[1]).code == 4, "off unless told")
    let said = try program.fetch("--match-no-vary-search", "--explain", row[1])
    #expect((said.text + said.errors).contains("No-Vary-Search"))
    let known = try program.inspected(row[0])
    #expect(known.first?.codes("reasons").contains("other-queries-answered") == true)
  }

  @Test(
    "what may not be stored takes the place of every equal query, and of no other",
    arguments: [["--policy", "reload"], ["-I", "--policy", "reload"]])
  func outdated(_ words: [String]) throws {
    let count = Counter()
    let origin = try Origin { request in
      .text(
        "x",
        fields: [
          ("Cache-Control", count.next() > 3 ? "no-store" : "max-age=600"),
          ("No-Vary-Search", "params=(\"a\")"),
        ])
    }
    let program = try BuiltProgram()
    let urls = ["?a=1", "?a=2", "?b=1"].map { "\(origin.url)/\($0)" }
    #expect(try program(["fetch"] + urls).code == 0)
    #expect(try program(["fetch", "--match-no-vary-search"] + words + [urls[0]]).code == 0)
    #expect(try urls.map(program.hasStored) == [false, false, true])
  }

  private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    "Chromium does the same, but where it follows an older wording",
    .enabled(if: chromium != nil, "chromium is not installed: apt-get install chromium"))
  func browser() throws {
    let origin = try origin()
    let directory = try TemporaryDirectory()
    let run = try Executable.command(
      try #require(Self.chromium), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
      "--disable-dev-shm-usage", "--disable-background-networking",
      "--user-data-dir=" + directory.file("profile"), "--dump-dom", origin.url + "/")
    expect(run, 0)
    #expect(answered(origin) == Self.rows.map(\.inChromium))
  }
}
