import Testing

@testable import HTTPCacheCore

@Suite("The clock of a recorder, found over the first answers of a log")
struct RecorderClockTests {
  typealias Row = (rule: String, offsets: [Seconds], offset: Seconds?)
  static let rows: [Row] = [
    ("an hour behind, in all", Array(repeating: 3600, count: 10), 3600),
    ("nine are too few", Array(repeating: 3600, count: 9), nil),
    ("half within 5 s of the median", [0, 0, 0, 0, 0] + [3595, 3600, 3600, 3600, 3605, 9000], nil),
    ("half within 5 s of the median", [0, 0, 0, 0] + [3595, 3600, 3600, 3600, 3605, 9000], 3600),
    ("one second off half", [0, 0, 0, 3593, 3594, 3600, 3600, 3600, 3606, 9000], nil),
    ("ahead", Array(repeating: -90, count: 12), -90),
    ("whatever its size", [4, 5, 5, 6, 4, 5, 5, 6, 5, 4], 5),
    ("as small as the rounding", Array(repeating: 1, count: 12), 1),
    (
      "only the first thousand count", Array(repeating: 0, count: 1000) + Array(repeating: 60, count: 5000),
      nil
    ),
    ("beyond every number", Array(repeating: .max, count: 20), .max),
    ("below every number", Array(repeating: .min, count: 20), .min),
    ("nothing", [], nil),
  ]
  @Test("median, number and agreement", arguments: rows)
  func offset(_ row: Row) {
    let start = Instant(epoch: 0)
    let readings = row.offsets.map { offset in
      ClockReading(date: Instant(epoch: offset), age: 0, requestedAt: start, receivedAt: start)
    }
    #expect(RecorderClock(readings)?.offset == row.offset, "\(row.rule)")
  }

  /// An entry that was received at 16:45:57 by the recorder's clock.
  static func entry(_ path: Int, _ fields: String, before: String = "") -> String {
    #"""
    {\#(before)"startedDateTime":"2026-01-12T16:45:57Z","time":0,"request":{"url":"http://a.test/\#(path)"},
     "response":{"status":200,"headers":[\#(fields)]}}
    """#
  }

  static func field(_ name: String, _ value: String) -> String { #"{"name":"\#(name)","value":"\#(value)"}"# }

  static let hourAhead =
    field("Date", "Mon, 12 Jan 2026 17:45:57 GMT") + "," + field("Cache-Control", "max-age=60")

  @Test("told once, on the first entry that it concerns, and taken out of every age")
  func log() throws {
    let cached = Self.entry(0, Self.hourAhead, before: #""_fromCache":"disk","#)
    // A cache on the way held these for ten minutes.
    let held =
      Self.field("Date", "Mon, 12 Jan 2026 17:35:57 GMT") + "," + Self.field("Age", "600") + ","
      + Self.field("Cache-Control", "max-age=60")
    let text = ([cached] + (1...1500).map { Self.entry($0, $0 % 7 == 3 ? held : Self.hourAhead) })
      .joined(separator: ",")
    let subjects = try HARLogTests.entries(text, pieces: 1 << 16).map { entry in
      guard case .subject(let subject) = entry else { throw HARLogTests.NoSubject() }
      return subject
    }
    #expect(subjects.map(\.notes.count) == [0, 1] + Array(repeating: 0, count: 1499))
    #expect(subjects[1].notes.first?.code == .clockAhead && subjects[1].notes.first?.severity == .info)
    #expect(subjects[1].notes.first?.explanation.contains("1 hour behind the clocks of most origins") == true)
    for (index, subject) in subjects.enumerated().dropFirst() {
      let verdict = Verdict(subject, now: subject.stored.receivedAt, settings: Settings())
      #expect(verdict.freshness.age == (index % 7 == 3 ? 600 : 0))
      #expect(
        verdict.findings.filter { [.clockAhead, .clockBehind].contains($0.code) }.count == subject.notes.count
      )
    }
  }

  @Test("an edge that keeps Date current tells the clock by Date, whatever Age says; others by both")
  func edges() throws {
    let now = Instant(epoch: 1_800_000_000)
    func clock(_ answers: [(date: Seconds, age: Seconds)]) -> Seconds? {
      RecorderClock(
        answers.map { answer in
          ClockReading(
            date: Instant(epoch: now.epoch + answer.date), age: answer.age, requestedAt: now, receivedAt: now)
        })?.offset
    }
    let ages = (1...20).map { Seconds($0 * 97) }
    #expect(clock(ages.map { (3600, $0) }) == 3600)
    #expect(clock(ages.map { (3600 - $0, $0) }) == 3600)
    #expect(clock(ages.map { (0, $0) }) == nil)
    #expect(clock(ages.map { (0 - $0, $0) }) == nil)
    #expect(clock(ages.map { _ in (0, 600) }) == nil)
  }

  @Test("an answer that took long tells of no clock: it was made between request and receipt")
  func slow() {
    let (start, end) = (Instant(epoch: 1_800_000_000), Instant(epoch: 1_800_000_030))
    func offset(_ seconds: Seconds) -> [Seconds] {
      ClockReading(date: start + seconds, age: 0, requestedAt: start, receivedAt: end).offsets
    }
    #expect([-3, 0, 12, 30, 34].map(offset) == [[-3], [0], [0], [0], [4]])
  }

  @Test(
    "memory stays bounded, whichever text is large", arguments: ["_error", "statusText", "_resourceType"])
  func texts(_ name: String) throws {
    let large = String(repeating: "x", count: 400_000)
    let text = (0..<60).map { index in
      Self.entry(index, Self.hourAhead, before: "\"\(name)\":\"\(large)\",")
        .replacing("\"status\":200,", with: "\"status\":200,\"\(name)\":\"\(large)\",")
    }
    var rest = Array(#"{"log":{"entries":[\#(text.joined(separator: ","))]}}"#.utf8)[...]
    var readAtFirst: Int?
    var read = 0
    try HARLog.forEachChunk({ room in
      let piece = rest.prefix(room.count)
      room.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      read += piece.count
      return piece.count
    }) { _ in
      if readAtFirst == nil { readAtFirst = read }
      return true
    }
    #expect(try #require(readAtFirst) < 40 << 20)
  }

  @Test("memory stays bounded: large entries are released before a thousand are there")
  func bound() throws {
    let large = Self.field("X", String(repeating: "x", count: 900_000))
    let text = (0..<60).map { Self.entry($0, Self.hourAhead + "," + large) }.joined(separator: ",")
    var rest = Array(#"{"log":{"entries":[\#(text)]}}"#.utf8)[...]
    var read = 0
    var readAtFirst: Int?
    try HARLog.forEachChunk({ room in
      let piece = rest.prefix(room.count)
      room.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      read += piece.count
      return piece.count
    }) { chunk in
      if readAtFirst == nil { readAtFirst = read }
      #expect(chunk.clockOffset == 3600)
      return true
    }
    #expect(try #require(readAtFirst) < 20 << 20)
  }

  @Test("a log that ends early is judged with what it has")
  func few() throws {
    let entries = try HARLogTests.entries(
      (0..<9).map { Self.entry($0, Self.hourAhead) }.joined(separator: ","))
    for case .subject(let subject) in entries {
      #expect(subject.notes.isEmpty && rfc3339(subject.stored.receivedAt) == "2026-01-12T16:45:57Z")
      let verdict = Verdict(subject, now: subject.stored.receivedAt, settings: Settings())
      let clock = try #require(verdict.findings.first { $0.code == .clockAhead })
      #expect(clock.severity == .warning && clock.advice == "Set the clock of the origin by NTP.")
    }
  }
}
