import Foundation
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("What browsers do with the page that is opened, and with what it loads", .timed)
struct BrowserTests {
  private static let browsers = CacheModel.all.filter(\.isBrowser)

  /// What was seen of the two ways: two letters each, of the browser started anew and of the running one.
  private struct Seen {
    let page, file: String

    init(_ text: String) {
      let parts = text.split(separator: "/").map(String.init)
      (page, file) = (parts[0], parts[1])
    }
  }

  private static func cases() throws -> [RealCacheCase] {
    try RealCacheCase.all(in: RealCacheCase.browsersFile, columns: browsers.map(\.name))
  }

  @Test("the rules of each browser say what it was seen to do", arguments: browsers)
  func agrees(_ browser: CacheModel) throws {
    let cases = try Self.cases()
    #expect(cases.count >= 120)
    for one in cases {
      try Self.compare(browser, one, Seen(try #require(one.measured[browser.name])))
    }
  }

  @Test("Chromium uses a stale error that a page loads for its grace, and asks for a page again")
  func staleError() throws {
    let text = "404 | Cache-Control: max-age=60, stale-while-revalidate=7300"
    let one = try #require(try Self.cases().first { $0.text.hasSuffix(text) })
    let decision = try #require(
      CacheModel.decisions(
        of: Self.browsers.filter { $0.name == "chromium" }, on: try one.exchange(), receivedAt: noon
      )
      .first)
    #expect(
      decision.staleSpan == 7300 && decision.reasons.contains { $0.rule.rawValue == "chromium-stale-error" })
    #expect(decision.asPage?.staleSpan == 0 && decision.asPage?.lifetime == 60)
  }

  /// By `make oracle` alone, which installs them.
  @Test("the browser that is installed does what its rules say", arguments: browsers)
  func agreesNow(_ browser: CacheModel) async throws {
    let cases = try Self.cases()
    for line in try await Self.asked(browser, by: "browsers.py", RealCacheCase.browsersFile) {
      try Self.compare(browser, cases[line.number], Seen(line.seen), isLive: true)
    }
  }

  /// What a tool of the tests sees of a browser for the lines of a file; nothing where the browser is not installed, or without
  /// `ORACLE`.
  static func asked(
    _ browser: CacheModel, by tool: String, _ file: URL
  ) async throws -> [(number: Int, seen: String)] {
    guard ProcessInfo.processInfo.environment["ORACLE"] != nil else { return [] }
    guard RealCacheTests.program(of: browser) != nil else {
      print("\(browser.title) is not installed: skipped")
      return []
    }
    let tool = LayeringTests.sources.deletingLastPathComponent().appendingPathComponent("Tests/Tools/\(tool)")
    let run = try await Executable.waiting(forCommand: "python3", tool.path, browser.name, file.path)
    let lines = run.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    try #require(run.code == 0 && lines.count > 1, "\(run.errors)")
    RealCacheTests.tell(version: lines[0][0], of: browser)
    return try lines.dropFirst().map { (try #require(Int($0[0])), $0[1]) }
  }

  private static func compare(
    _ browser: CacheModel, _ one: RealCacheCase, _ seen: Seen, isLive: Bool = false
  ) throws {
    let decision = try #require(
      CacheModel.decisions(of: [browser], on: try one.exchange(), receivedAt: noon).first)
    let ways = [("page", decision.asPage, seen.page), ("file", Optional(decision), seen.file)]
    for (way, decision, letters) in ways {
      guard let decision else {
        #expect(letters == "--", "\(browser.title), \(way): \(one.text)")
        continue
      }
      guard let cold = letters.first, let expected = Self.letter(decision), !"-?".contains(cold) else {
        continue
      }
      // What is asked behind may come when the browser is stopped already: then only its use was seen.
      if isLive, expected == "s", cold == "H" { continue }
      #expect(
        cold == expected,
        "\(browser.title), \(way), \(decision.reasons.map(\.rule.rawValue)): \(one.text)")
      // What a reason tells of the running browser, it was seen to do otherwise than the one started anew.
      guard decision.reasons.contains(where: { $0.rule.rawValue.hasSuffix("-running") }) else { continue }
      #expect(letters.last != cold, "\(browser.title), \(way), running: \(one.text)")
    }
  }

  /// The second use in the letters of the file; nil where it depends on how long the browsers took, or is not known.
  static func letter(_ decision: CacheDecision) -> Character? {
    guard let isStored = decision.isStored else { return nil }
    guard isStored else { return "m" }
    guard let lifetime = decision.lifetime, let stale = decision.staleSpan else { return nil }
    if lifetime >= 1500 { return "H" }
    guard lifetime == 0 else { return nil }
    if stale >= 1500 { return "s" }
    return stale > 0 ? nil : decision.isRevalidated == true ? "c" : "m"
  }

  static let differences: [(fields: String, sentence: String?)] = [
    (
      "Cache-Control: max-age=0, stale-while-revalidate=604800",
      "Chromium asks each time; Firefox and WebKit show the copy of the last visit once, if that was at most 7 days ago, and"
        + " fetch the new one behind"
    ),
    ("Cache-Control: no-cache", nil), ("Cache-Control: max-age=600", nil), ("Cache-Control: no-store", nil),
    (
      "Last-Modified: Sun, 12 Jan 2025 16:45:57 GMT",
      "Chromium and WebKit use it for 36 days 12 hours without asking; Firefox uses it for 7 days without asking"
    ),
  ]
  @Test("where browsers differ on a page, its verdict says who shows the old one", arguments: differences)
  func difference(_ row: (fields: String, sentence: String?)) throws {
    func verdict(_ type: String) throws -> Verdict {
      let fields = "Date: Mon, 12 Jan 2026 16:45:57 GMT\nContent-Type: \(type)\n" + row.fields
      return Verdict(
        Subject(origin: .live, request: try request(), stored: try stored(fields)), now: noon,
        settings: Settings())
    }
    #expect(try verdict("text/html").browserDifference == row.sentence)
    #expect(try verdict("text/css").browserDifference == nil)
  }
}
