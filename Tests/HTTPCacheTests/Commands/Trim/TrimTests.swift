import Foundation
import TestSupport
import Testing

@Suite("trim", .timed)
struct TrimTests {
  typealias Row = (words: String, left: [String])
  /// Stored: `/a.css` fresh for an hour, `/b` stale, `/c` a 404.
  static let rows: [Row] = [
    ("", ["/a.css", "/b", "/c"]), ("--all", []), ("--stale", ["/a.css", "/c"]),
    ("--status 404", ["/a.css", "/b"]),
    ("--status 200", ["/c"]), ("--host 127.0.0.1", []), ("--host 127.0.0.2", ["/a.css", "/b", "/c"]),
    ("--url URL/*.css", ["/b", "/c"]), ("--url URL/b", ["/a.css", "/c"]), ("--url URL/[ab]*", ["/c"]),
    ("--url *c", ["/a.css", "/b"]), ("--older-than 1h", ["/a.css", "/b", "/c"]), ("--newer-than 1h", []),
    ("--unused-for 1h", ["/a.css", "/b", "/c"]), ("--stale --status 404", ["/a.css", "/b", "/c"]),
    ("--stale --status 200", ["/a.css", "/c"]), ("--max-entries 3", ["/a.css", "/b", "/c"]),
    ("--max-entries 0", []), ("--to 0", []), ("--to 1G", ["/a.css", "/b", "/c"]),
    ("--stale --dry-run", ["/a.css", "/b", "/c"]),
    ("--group styles --host 127.0.0.1", ["/b", "/c"]),
    ("--group Styles --host 127.0.0.1", ["/a.css", "/b", "/c"]),
    ("--group styles --host 127.0.0.2", ["/a.css", "/b", "/c"]),
    ("--group styles --host 127.0.0.1 --stale", ["/a.css", "/b", "/c"]),
  ]

  private func seeded() throws -> (program: BuiltProgram, origin: Origin) {
    let origin = try Origin { request in
      switch request.path {
      case "/a.css": .fresh(fields: [("Cache-Groups", "\"x\", \"styles\";a=1")])
      case "/b": .text("b", fields: [("Cache-Control", "max-age=0")])
      default: .text("c", status: 404, fields: [("Cache-Control", "max-age=60")])
      }
    }
    let program = try BuiltProgram()
    #expect(
      try program.fetch("-Z", "1", origin.url + "/a.css", origin.url + "/b", origin.url + "/c").code == 0)
    return (program, origin)
  }

  @Test(arguments: rows)
  func removes(_ row: Row) throws {
    let (program, origin) = try seeded()
    let line = row.words.replacingURL(origin.url)
    let run = try program(["trim", "--json"] + line)
    expect(run, 0)
    let object = try JSONObject(run.object)
    let goes = row.words.contains("--dry-run") ? 1 : 3 - row.left.count
    #expect(object.int("removed") == goes && object.int("entries") == 3 - goes, "\(row.words)")
    let stored = try program.inspected("--all").compactMap { $0["url"]?.dropFirst(origin.url.count) }.map(
      String.init)
    #expect(stored.sorted() == row.left, "\(row.words)")
  }

  @Test("a group belongs to an origin, so that --group wants --host")
  func groupOfAHost() throws {
    let run = try BuiltProgram()(["trim", "--group", "styles"])
    expect(run, 2, says: "--host")
  }

  @Test(
    "a URL that is stored as it is written is no pattern, whatever it has in it", arguments: [true, false])
  func exactURL(isDry: Bool) throws {
    let origin = try Origin(always: .text("x", fields: [("Cache-Control", "max-age=600")]))
    let program = try BuiltProgram()
    let urls = ["/a[1]", "/a1", "/b?c", "/bxc"].map { origin.url + $0 }
    #expect(try program(["fetch"] + urls).code == 0)
    for (url, other) in [(urls[0], urls[1]), (urls[2], urls[3])] {
      let run = try program(["trim", "--json", "--url", url] + (isDry ? ["--dry-run"] : []))
      #expect(try run.code == 0 && JSONObject(run.object).int("removed") == 1)
      #expect(try program.hasStored(url) == isDry)
      #expect(try program.hasStored(other))
    }
    // Where no such URL is stored, it is a pattern.
    let again = try program(["trim", "--json", "--url", urls[0]])
    #expect(try JSONObject(again.object).int("removed") == 1)
    #expect(try program.hasStored(urls[1]) == isDry)
  }

  @Test("the least recently used go first")
  func leastRecentlyUsed() throws {
    let (program, origin) = try seeded()
    #expect(try program(["trim", "--max-entries", "1"]).text.contains("removed 2 responses"))
    #expect(try program.inspected("--all").map { $0["url"] } == [origin.url + "/c"])
  }

  @Test("--dry-run names what would go")
  func dryRun() throws {
    let (program, origin) = try seeded()
    let text = try program(["trim", "--dry-run", "--stale"]).text
    #expect(text.contains(origin.url + "/b\n") && text.contains("would remove 1 response"))
    let object = try program(["trim", "--dry-run", "--all", "--json"]).object
    #expect(object["urls"] as? [String] == ["/a.css", "/b", "/c"].map { origin.url + $0 })
  }

  @Test("--all: another process that has the database open goes on")
  func emptiedBesideAnother() throws {
    let (program, origin) = try seeded()
    let script = """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1], isolation_level=None)
      print(base.execute("SELECT count(*) FROM entries").fetchone()[0], flush=True)
      for _ in sys.stdin:
          print(base.execute("SELECT count(*) FROM entries").fetchone()[0], flush=True)
      """
    let other = try RunningProgram(
      command: "python3", "-c", script, program.executable.cache + "/cache.db")
    #expect(other.nextLine() == "3\n")
    #expect(try program(["trim", "--all"]).text.contains("removed 3 responses"))
    try other.say("")
    #expect(other.nextLine() == "0\n")
    #expect(try program.fetch(origin.url + "/a.css").code == 0)
    try other.say("")
    #expect(other.nextLine() == "1\n")
  }

  @Test("without a cache there is nothing to do, and none is made")
  func nothing() throws {
    let program = try BuiltProgram()
    #expect(try program(["trim", "--all"]).code == 0)
    #expect(program.directory.names.isEmpty)
  }

  @Test("a cache that can't be used is exit code 5")
  func unusable() throws {
    let program = try BuiltProgram()
    _ = try program.directory.write("no directory", to: "cache")
    #expect(try program(["trim"]).code == 5 && program(["stats"]).code == 5)
  }
}

extension String {
  /// The words, with `URL` standing for an origin's.
  fileprivate func replacingURL(_ url: String) -> [String] {
    split(separator: " ").map { $0.hasPrefix("URL") ? url + $0.dropFirst(3) : String($0) }
  }
}
