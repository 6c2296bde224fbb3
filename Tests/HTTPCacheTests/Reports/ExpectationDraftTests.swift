import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Expectations that today's answers meet, and that protect", .timed)
struct ExpectationDraftTests {
  /// An answer to GET, received at noon of 12 January 2026.
  private static func verdict(
    _ path: String, _ status: Int, _ control: String, type: String = "text/html"
  ) throws -> Verdict {
    let request = RequestHead(target: try TargetURI("https://a.test\(path)"))
    let noon = Instant(epoch: 1_768_219_200)
    var lines = [
      FieldLine("ETag", "\"1\""), FieldLine("Content-Type", type), FieldLine("Content-Length", "1"),
      FieldLine("Date", HTTPDate.imfFixdate(noon)),
    ]
    let said = control.split(separator: "\n")
    lines.append(FieldLine("Cache-Control", String(said[0])))
    if said.count > 1, let seconds = Int64(said[1].drop { !$0.isNumber }) {
      lines.append(FieldLine("Expires", HTTPDate.imfFixdate(noon + seconds)))
    }
    let head = ResponseHead(status: status, fields: FieldSection(lines))
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: head, requestedAt: noon, receivedAt: noon)
    return Verdict(
      Subject(origin: .live, request: request, stored: stored), now: noon, settings: Settings())
  }

  private static func draft(_ answers: (path: String, status: Int, control: String)...) throws
    -> ExpectationDraft
  {
    var draft = ExpectationDraft()
    for answer in answers { draft.add(try verdict(answer.path, answer.status, answer.control)) }
    return draft
  }

  @Test("what is broken is written into no expectation, and is named", arguments: [404, 410, 503])
  func broken(_ status: Int) throws {
    let draft = try Self.draft(("/", 200, "no-cache"), ("/b", status, "no-cache"))
    #expect(draft.entries.map(\.pattern) == ["/"])
    #expect(draft.broken.map(\.status) == [status] && draft.broken.map(\.url) == ["https://a.test/b"])
  }

  @Test("a pattern that also meets what is broken holds for it today")
  func family() throws {
    let draft = try Self.draft(
      ("/s/a.html", 200, "max-age=60"), ("/s/c.html", 200, "max-age=60"), ("/s/b.html", 404, "no-cache"))
    #expect(draft.entries.allSatisfy { entry in !entry.checks.contains { $0.hasPrefix("status") } })
  }

  /// Answers, and the entry that is written of them: its pattern, what else it names, and its checks on lifetimes.
  static let bounds: [(urls: [String], fields: [String], entry: String)] = [
    (["/a.3f9ac2d1.js"], ["max-age=31536000"], "/:name.js script true lifetime>=365d"),
    (["/a.3f9ac2d1.js"], ["max-age=2592001"], "/:name.js script true lifetime>=30d"),
    (["/a.3f9ac2d1.js"], ["max-age=59"], "/:name.js script true"),
    (
      ["/a.3f9ac2d1.js", "/b.99ffee11.js"], ["max-age=86400", "max-age=3600"],
      "/:name.js script true lifetime>=1h"
    ),
    (["/a.js"], ["max-age=59"], "/a.js script false lifetime<=1m"),
    (["/a.js", "/b.js"], ["max-age=60", "max-age=86400"], "/:name.js script false lifetime<=1d"),
    (["/a.js"], ["max-age=31536001"], "/a.js script false"),
    // What counts down has less of it left the next time.
    (["/a.3f9ac2d1.js"], ["max-age=64369\nExpires: +64369"], "/:name.js script true"),
    (["/a.3f9ac2d1.js"], ["max-age=64369\nExpires: +64360"], "/:name.js script true lifetime>=1h"),
    (["/a.3f9ac2d1.js"], ["max-age=64380\nExpires: +64380"], "/:name.js script true lifetime>=1h"),
    (["/a.3f9ac2d1.js"], ["max-age=623267964\nExpires: +623267964"], "/:name.js script true lifetime>=365d"),
    // What the classifier doubts is written alone, and names no version.
    (["/a-12345678.js"], ["max-age=60"], "/a-12345678.js script "),
    // A page under the name of a script, and a redirect, name no kind.
    (["/app.js?type=text/html"], ["max-age=60"], "/app.js?type=text/html   lifetime<=1m"),
  ]
  @Test("a written lifetime is a bound that later answers meet", arguments: bounds)
  func lifetimes(_ row: (urls: [String], fields: [String], entry: String)) throws {
    var draft = ExpectationDraft()
    for (url, fields) in zip(row.urls, row.fields) {
      let type = url.contains("type=") ? String(url.split(separator: "=")[1]) : "text/javascript"
      draft.add(try Self.verdict(url, 200, fields, type: type))
    }
    let entries = draft.entries.map { entry in
      let versioned = entry.selector.isVersioned.map { "\($0)" } ?? ""
      let checks = entry.checks.filter { $0.hasPrefix("lifetime") }.map { " " + $0 }.joined()
      return "\(entry.pattern) \(entry.selector.kind?.rawValue ?? "") \(versioned)\(checks)"
    }
    #expect(entries == [row.entry])
  }

  @Test(
    "to be confirmed at each use is one demand, however it is said",
    arguments: [
      ("no-cache", true), ("max-age=0, must-revalidate", true), ("no-cache, max-age=60", true),
      ("max-age=0", false), ("max-age=60, must-revalidate", false), ("no-store, no-cache", false),
    ])
  func confirmed(_ control: String, isWritten: Bool) throws {
    let checks = try Self.draft(("/", 200, control)).entries.flatMap(\.checks)
    #expect(checks.contains("revalidated-each-time") == isWritten, "\(checks)")
  }
}
