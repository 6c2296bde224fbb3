import Foundation
import TestSupport
import Testing

@Suite("inspect --har --revisit: what later visits load", .timed)
struct InspectRevisitTests {
  /// A log of responses: URL, Cache-Control, a tag, and the length.
  private static func log(_ entries: [(url: String, control: String, hasTag: Bool, size: Int)]) -> String {
    let list = entries.map { entry in
      let tag = entry.hasTag ? #", {"name": "ETag", "value": "\"1\""}"# : ""
      return """
        {"startedDateTime": "2026-01-12T16:45:57Z", "time": 1, "request": {"method": "GET", "url": "\(entry.url)",
        "headers": []}, "response": {"status": 200, "headers": [{"name": "Date", "value":
        "Mon, 12 Jan 2026 16:45:57 GMT"}, {"name": "Content-Type", "value": "text/css"}, {"name": "Cache-Control",
        "value": "\(entry.control)"}\(tag)], "bodySize": \(entry.size), "content": {"size": \(entry.size)}}}
        """
    }
    return "{\"log\": {\"version\": \"1.2\", \"entries\": [\(list.joined(separator: ","))]}}"
  }

  @Test("each span counts what is still fresh, what a tag confirms, and what is loaded anew, by party")
  func spans() throws {
    let program = try BuiltProgram()
    let har = try program.directory.write(
      Self.log([
        ("https://a.test/", "max-age=1800", true, 100),
        ("https://a.test/a.css", "max-age=604800", true, 1000),
        ("https://cdn.test/b.css", "max-age=86400", false, 500), ("https://a.test/c", "no-store", false, 70),
      ]), to: "log.har")
    let run = try program.inspect("--har", har, "--revisit", "1h,2d", "--json")
    let last = try #require(try run.objects.map(JSONObject.init).last)
    let visits = (last.members["revisit"] as? [[String: Any]] ?? []).map(JSONObject.init)
    #expect(visits.map { $0.int("after") } == [3600, 172_800])
    func requests(_ visit: Int, _ party: String) -> [Int?] {
      ["cached", "confirmed", "loaded"].map { visits[visit].object(party).object($0).int("requests") }
    }
    #expect(requests(0, "own") == [1, 1, 1] && requests(0, "others") == [1, 0, 0])
    #expect(requests(1, "own") == [1, 1, 1] && requests(1, "others") == [0, 0, 1])
    #expect(visits[1].object("all").object("loaded").int("bytes") == 570)
    let text = try program.inspect("--har", har, "--revisit", "1h").text
    #expect(text.contains("Later visits") && text.contains("from the cache"))
    let long = try program.inspect("--har", har, "--revisit", "1h,90m,1000y").text
    for first in ["1 hour             own", "1 hour 30 minutes  own", "1000 years         own"] {
      #expect(long.contains("\n  \(first) "), "\(long)")
    }
  }

  /// Lighthouse, `uses-long-cache-ttl`: misses by lifetime, of assets whose lifetime is not 0 on purpose.
  static let wastes: [(control: String, bytes: Int)] = [
    ("max-age=31536000", 0), ("max-age=86400", 400), ("max-age=3600", 800), ("max-age=720", 900),
    ("max-age=7200", 750), ("max-age=604800", 100), ("no-store", 0), ("no-cache", 0), ("max-age=0", 0),
    ("private, max-age=60", 0), ("public", 1000),
  ]
  @Test("wasted bytes are those of Lighthouse", arguments: wastes)
  func wasted(_ row: (control: String, bytes: Int)) throws {
    let program = try BuiltProgram()
    let har = try program.directory.write(
      Self.log([("https://a.test/a.css", row.control, true, 1000)]), to: "log.har")
    let run = try program.inspect("--har", har, "--revisit", "1h", "--json")
    let last = try #require(try run.objects.map(JSONObject.init).last)
    #expect(last.object("wasted").int("bytes") == row.bytes)
  }

  static let costs:
    [(rule: String, entries: [(url: String, control: String, hasTag: Bool, size: Int)], told: [String])] = [
      (
        "what a 304 would spare", [("https://a.test/a.css", "max-age=0", false, 900_000)],
        ["validator-missing: Costs 878.9 KiB a visit"]
      ),
      (
        "a line that leaves the visit as it is costs nothing",
        [("https://a.test/a.css", "no-store, max-age = 60", true, 9000)],
        []
      ),
      (
        "a validator goes before the line, where the sentence asks for it first",
        [("https://a.test/a.css", "no-cache; public, max-age=60", false, 5000)],
        ["no-cache-without-validator: Costs 4.9 KiB a visit"]
      ),
    ]
  @Test("a finding costs what a visit a day later loads because of it", arguments: costs)
  func cost(
    _ row: (rule: String, entries: [(url: String, control: String, hasTag: Bool, size: Int)], told: [String])
  ) throws {
    let program = try BuiltProgram()
    let har = try program.directory.write(Self.log(row.entries), to: "log.har")
    let lines = try program.inspect("--har", har).text.split(separator: "\n").map(String.init)
    let told = zip(lines, lines.dropFirst()).filter { $1.contains("Costs ") }.map { line, next in
      let code = line.split(separator: " ").dropFirst().first ?? ""
      return
        "\(code) \(next.split(separator: ".").prefix(2).joined(separator: ".").trimmingCharacters(in: .whitespaces))"
    }
    #expect(told == row.told, "\(row.rule): \(lines)")
  }

  @Test(
    "it goes with a log, and takes durations", arguments: ["--live --revisit 1h", "--har x --revisit soon"])
  func refused(_ words: String) throws {
    let run = try BuiltProgram()(
      ["inspect"] + words.split(separator: " ").map(String.init) + ["http://a.test/"])
    expect(run, 2)
  }
}
