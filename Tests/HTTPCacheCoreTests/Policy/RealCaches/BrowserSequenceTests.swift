import Foundation
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("What browsers do with several requests in a row", .timed)
struct BrowserSequenceTests {
  private static let browsers = CacheModel.all.filter(\.isBrowser)

  /// One request: who makes it, what is asked and answered, and what was seen.
  private struct Step {
    let asker: String
    let exchange: Exchange
    let seen: Character

    /// Whether the cache alone decides, and no reload, and no page that comes back as it was.
    var isUse: Bool { ["fetch", "script", "page"].contains(asker) && exchange.request.method == "GET" }
  }

  private static func sequences() throws -> [RealCacheCase] {
    try RealCacheCase.all(in: RealCacheCase.sequencesFile, columns: browsers.map(\.name))
  }

  private static func steps(_ sequence: RealCacheCase, of browser: CacheModel) throws -> [Step] {
    let seen = try #require(sequence.measured[browser.name])
    let texts = sequence.text.components(separatedBy: " ;; ")
    #expect(seen.count == texts.count, "\(sequence.text)")
    return try zip(texts, seen).map { text, letter in
      let asker = text.prefix { $0 != " " }
      let rest = text.dropFirst(asker.count + 1)
      let answer = rest.contains(" => ") ? "" : " => 200 | Cache-Control: no-store"
      let one = RealCacheCase(number: sequence.number, text: rest + answer, measured: [:])
      return Step(asker: String(asker), exchange: try one.exchange(), seen: letter)
    }
  }

  @Test("what a log leaves in the cache is used as Chromium was seen to use it")
  func played() throws {
    var count = 0
    for sequence in try Self.sequences() {
      let steps = try Self.steps(sequence, of: .chromium)
      guard let first = steps.first, let last = steps.last, first.isUse, last.isUse,
        first.exchange.request.target == last.exchange.request.target,
        first.exchange.request.fields.combined("X-A") == last.exchange.request.fields.combined("X-A"),
        !sequence.text.contains("Cookie")
      else { continue }
      var replay = Replay()
      for (place, step) in steps.dropLast().enumerated() where step.seen != "H" {
        let time = noon + Seconds(place)
        var request = step.exchange.request
        if step.asker == "page" { request.fields.append(FieldLine("Sec-Fetch-Dest", "document")) }
        let stored = StoredResponse(
          key: CacheKey(target: request.target), head: step.exchange.head, requestedAt: time, receivedAt: time
        )
        let subject = Subject(
          origin: .har, request: request, stored: stored, bodyLength: step.exchange.bodyLength)
        _ = replay.see(LogRequest(subject, SubjectContext()), SubjectContext())
      }
      var outcome: VisitOutcome?
      replay.visit(after: Seconds(steps.count)) { if $0.play == 0 { outcome = $0.outcome } }
      let letter: Character =
        switch outcome {
        case .cached: "H"
        case .confirmed: "c"
        default: "m"
        }
      guard "Hcm".contains(last.seen) else { continue }
      count += 1
      #expect(letter == last.seen, "\(sequence.text)")
    }
    #expect(count >= 15)
  }

  @Test("two uses in a row are those of the rules of each browser", arguments: browsers)
  func decided(_ browser: CacheModel) throws {
    var count = 0
    for sequence in try Self.sequences() {
      let steps = try Self.steps(sequence, of: browser)
      guard steps.count == 2, steps.allSatisfy(\.isUse), steps[1].exchange.request.fields.lines.isEmpty,
        !sequence.text.contains("Vary")
      else { continue }
      let decisions = CacheModel.decisions(
        of: [browser], on: steps[0].exchange, receivedAt: noon)
      let file = try #require(decisions.first)
      let decision = steps[0].asker == "page" ? try #require(file.asPage) : file
      guard let expected = BrowserTests.letter(decision) else { continue }
      count += 1
      // The browser ran on, and has what it was seen to keep that long.
      let isKept = decision.reasons.contains { $0.rule.rawValue.hasSuffix("-running") }
      #expect(steps[1].seen == (isKept ? "H" : expected), "\(browser.title): \(sequence.text)")
    }
    #expect(count >= 3)
  }

  /// By `make oracle` alone, which installs them.
  @Test("the browser that is installed does what it was seen to do", arguments: browsers)
  func agreesNow(_ browser: CacheModel) async throws {
    let sequences = try Self.sequences()
    let lines = try await BrowserTests.asked(
      browser, by: "browser_sequences.py", RealCacheCase.sequencesFile)
    for line in lines where !line.seen.contains("?") {
      let sequence = sequences[line.number]
      #expect(line.seen == sequence.measured[browser.name], "\(browser.title): \(sequence.text)")
    }
  }
}
