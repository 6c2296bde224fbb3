import Testing

@testable import HTTPCacheCore

@Suite("Fetching: events in every order", .timed)
struct FetchOrderTests {
  /// A story whose events come in every order: what is stored, and the events.
  typealias Row = (rule: String, stored: [String], change: FetchStory.Change, events: [String])

  private static let part = #"206 Content-Range: bytes 0-4/9 | ETag: "1" | Cache-Control: max-age=600"#
  static let rows: [Row] = [
    (
      "a look-up, a head, a body, its end, a write and a cancel", [], { _ in },
      ["found", "200 Cache-Control: max-age=60", "keeping", "received 5", "changed", "cancelled"]
    ),
    (
      "a look-up, a time-out, a wait, the next attempt and a cancel", [], { $0.retries.limit = 1 },
      ["found", "failed timeout", "waited", "200", "received", "cancelled"]
    ),
    (
      "a stale response, a 304, its write, a body that is opened, and a cancel",
      [#"Cache-Control: max-age=1 | ETag: "1""#], { _ in },
      ["found 1", #"304 ETag: "1""#, "received", "changed", "opened", "cancelled"]
    ),
    (
      "a stored body that is damaged, its removal, and the network", ["Cache-Control: max-age=600"], { _ in },
      ["found 1", "not-opened", "changed", "200", "received", "cancelled"]
    ),
    (
      "the rest of a part, a part that is opened, a reader that leaves, and an end", [part], { _ in },
      [
        "found 1", #"206 Content-Range: bytes 5-8/9 | ETag: "1""#, "opened", "keeping", "closed",
        "failed cut 7 joined 5",
      ]
    ),
    (
      "an answer that may not be stored, what it outdates, a cut, and a cancel",
      ["Cache-Control: max-age=600"], { $0.settings.requestPolicy = .reload },
      ["found 1", "200 Cache-Control: no-store", "changed", "failed cut", "cancelled"]
    ),
    (
      "an equal request's end among the others", [], { _ in },
      ["awaited miss", "found", "200 Cache-Control: no-store", "received", "keeping-failed", "lookup-failed"]
    ),
  ]

  @Test(
    "whatever comes first, a fetch ends once, when all that it asked for is answered", arguments: rows.indices
  )
  func everyOrder(_ index: Int) throws {
    let row = Self.rows[index]
    let story = FetchStory(row.rule, stored: row.stored, with: row.change, steps: [:])
    var count = 0
    try Self.forEachOrder(of: row.events) { events in
      count += 1
      var teller = try StoryTeller(story)
      _ = teller.tell(.begin)
      for event in events { _ = try teller.tell(event) }
      try teller.answerAll()
      #expect(teller.ends == 1, "\(row.rule): \(events)")
      #expect(teller.fetch.isEnded)
    }
    #expect(count == (1...row.events.count).reduce(1, *))
  }

  /// Visits every order of some values.
  private static func forEachOrder(of values: [String], _ visit: ([String]) throws -> Void) throws {
    var values = values
    func visitOrders(from start: Int) throws {
      guard start < values.count else { return try visit(values) }
      for place in start..<values.count {
        values.swapAt(start, place)
        try visitOrders(from: start + 1)
        values.swapAt(start, place)
      }
    }
    try visitOrders(from: 0)
  }
}
