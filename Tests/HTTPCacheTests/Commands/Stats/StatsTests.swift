import Foundation
import TestSupport
import Testing

@Suite("stats", .timed)
struct StatsTests {
  private func used() throws -> (program: BuiltProgram, origin: Origin) {
    let origin = try Origin { request in
      request.path == "/stale"
        ? .validated(request)
        : .text(
          "12345", fields: [("Cache-Control", "max-age=7200"), ("Content-Type", "text/css; charset=x")])
    }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/a", origin.url + "/stale").code == 0)
    #expect(try program.fetch(origin.url + "/a", origin.url + "/stale", origin.url + "/a").code == 0)
    return (program, origin)
  }

  @Test("kept figures: what came from where, and what was not transferred")
  func figures() throws {
    let (program, _) = try used()
    let object = try JSONObject(program(["stats", "--json"]).object)
    #expect(object.int("entries") == 2 && object.int("capacity") == 1 << 30)
    #expect((object.int("bytes") ?? 0) > 0)
    #expect(object.int("hits") == 2 && object.int("misses") == 2 && object.int("revalidations") == 1)
    #expect(object.int("bytes_not_transferred") == 14)
  }

  @Test("--since counts what happened from then on, --reset sets to zero")
  func sinceAndReset() throws {
    let (program, origin) = try used()
    #expect(try JSONObject(program(["stats", "--json", "--since", "+1h"]).object).int("hits") == 0)
    #expect(try JSONObject(program(["stats", "--json", "--since", "-1h"]).object).int("hits") == 2)
    let reset = try JSONObject(program(["stats", "--json", "--reset"]).object)
    #expect(reset.int("hits") == 0 && reset.int("entries") == 2)
    #expect(try program.fetch(origin.url + "/a").code == 0)
    #expect(try JSONObject(program(["stats", "--json"]).object).int("hits") == 1)
  }

  typealias Row = (dimension: String, names: [String])
  static let rows: [Row] = [
    ("host", ["127.0.0.1"]), ("type", ["", "text/css"]), ("status", ["200"]),
    ("freshness", ["fresh 1h-1d", "stale"]),
    ("age", ["<1m"]), ("size", ["<1K"]),
  ]

  @Test(arguments: rows)
  func by(_ row: Row) throws {
    let (program, _) = try used()
    let object = try program(["stats", "--json", "--by", row.dimension]).object
    let groups = (object["by"] as? [String: [[String: Any]]])?[row.dimension] ?? []
    #expect(groups.compactMap { $0["name"] as? String }.sorted() == row.names)
    #expect(groups.compactMap { $0["entries"] as? Int }.reduce(0, +) == 2)
  }

  @Test("--top: the largest and the most used")
  func top() throws {
    let (program, origin) = try used()
    let object = try program(["stats", "--json", "--top", "1"]).object
    let first = { (key: String) in (object[key] as? [[String: Any]])?.first?["url"] as? String }
    #expect(first("largest") == origin.url + "/a" && first("most_used") == origin.url + "/a")
  }

  @Test("--html writes one page that needs nothing else; foreign text is escaped in it")
  func page() throws {
    let origin = try Origin(always: .fresh(fields: [("Content-Type", "<script>alert(1)</script>")]))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/?a='\u{202e}&b").code == 0)
    #expect(try program(["stats", "-q", "--html", "page.html"]).code == 0)
    let page = String(decoding: try #require(program.directory.contents(of: "page.html")), as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("prefers-color-scheme:dark"))
    #expect(!page.contains("<script") && !page.contains("src=") && !page.contains("href="))
    #expect(!page.unicodeScalars.contains("\u{202e}"))
    #expect(page.contains("&lt;script&gt;"))
  }

  @Test("--verify reads everything; what is damaged is named, and --repair removes just that")
  func verify() throws {
    let content = String(repeating: "x", count: 100_000)
    let origin = try Origin(always: .fresh(content))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/a", origin.url + "/b").code == 0)
    #expect(try program(["stats", "--verify"]).code == 0)
    let bodies = program.directory.file("cache/bodies")
    let names = try FileManager.default.contentsOfDirectory(atPath: bodies).sorted()
    try Data("short".utf8).write(to: URL(fileURLWithPath: "\(bodies)/\(names[0])"))
    let found = try program(["stats", "--verify", "--json"])
    expect(found, 1)
    #expect((try found.object["damage"] as? [Any])?.count == 1)
    #expect(try program.inspected("--all").count == 2)
    #expect(try program(["stats", "--repair"]).code == 0)
    #expect(try program(["stats", "--verify"]).code == 0)
    #expect(try program.inspected("--all").count == 1)
    try FileManager.default.removeItem(atPath: "\(bodies)/\(names[1])")
    #expect(try program(["stats", "--verify"]).text.contains("its body is gone"))
  }

  @Test("a database that is none is named by --verify, moved aside by --repair")
  func damagedDatabase() throws {
    let (program, _) = try used()
    let database = program.directory.file("cache/cache.db")
    // The log alone would bring everything back.
    for path in ["-wal", "-shm"].map({ database + $0 }) where FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
    try Data(String(repeating: "not a database. ", count: 1000).utf8).write(
      to: URL(fileURLWithPath: database))
    #expect(try program(["stats", "--verify"]).code == 1)
    #expect(try program(["stats", "--repair"]).code == 0)
    #expect(try program(["stats", "--verify"]).code == 0)
  }

  @Test func withoutACache() throws {
    let object = try JSONObject(BuiltProgram()(["stats", "--json"]).object)
    #expect(object.int("entries") == 0 && object.int("hits") == 0)
    #expect(try BuiltProgram()(["stats", "--verify"]).code == 0)
  }
}
