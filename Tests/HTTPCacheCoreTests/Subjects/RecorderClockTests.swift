import Testing

@testable import HTTPCacheCore

@Suite("The clock of a recorder, found over the first answers of a log", .timed)
struct RecorderClockTests {
  /// Offsets of answers, by the hosts that gave them.
  typealias Row = (rule: String, offsets: [String: [Seconds]], offset: Seconds?)

  /// The same offset by several hosts.
  static func agreed(_ offset: Seconds, _ count: Int) -> [String: [Seconds]] {
    [
      "a": Array(repeating: offset, count: count / 2),
      "b": Array(repeating: offset, count: count - count / 2),
    ]
  }

  static let day: Seconds = 86_400
  static let rows: [Row] = [
    ("an hour behind, by all", agreed(3600, 10), 3600),
    ("ahead", agreed(-51, 12), -51),
    ("nine answers are too few", agreed(3600, 9), nil),
    ("one host alone may be fast itself", ["a": Array(repeating: 3600, count: 40)], nil),
    (
      "within 5 s of the newest, the median",
      ["a": [-51, -52, -53, -53, -53], "b": [-51, -54, -55, -55, -56]], -53
    ),
    (
      "copies are older: the newest tell",
      ["a": Array(repeating: -9 * day, count: 25), "b": [-51, -51], "c": [-51]], -51
    ),
    (
      "most within the drift of a clock: a few origins are ahead",
      [
        "a": Array(repeating: 3, count: 14), "b": Array(repeating: 3, count: 13), "c": [120, 120], "d": [120],
      ], 3
    ),
    (
      "as many copies, and answers of now",
      ["a": Array(repeating: -9 * day, count: 25) + Array(repeating: 0, count: 8)], nil
    ),
    (
      "two answers of now prove the clock right",
      ["a": Array(repeating: -1800, count: 12), "b": [-1800, 0], "c": [0]], nil
    ),
    (
      "one answer of now may be chance", ["a": Array(repeating: -1800, count: 12), "b": [-1800], "c": [0]],
      -1800
    ),
    (
      "one fast origin shifts nothing",
      ["fast": Array(repeating: 900, count: 30), "a": [0, 0, -1], "b": [0, -1], "c": [0]], nil
    ),
    (
      "nor does it hide that the recorder is fast",
      ["fast": Array(repeating: 900, count: 12), "a": [-51, -51], "b": [-51]], -51
    ),
    ("slow origins change nothing", ["slow": [-900, -900, -900], "a": Array(repeating: 0, count: 20)], nil),
    ("too few agree", ["a": Array(repeating: -9 * day, count: 40), "b": [-51], "c": [-51]], nil),
    ("whatever its size", ["a": [4, 5, 5, 6, 4], "b": [5, 5, 6, 5, 4]], 5),
    ("as small as the rounding", agreed(1, 12), 1),
    ("beyond every number", agreed(.max, 20), .max),
    ("below every number", agreed(.min, 20), .min),
    ("nothing", [:], nil),
  ]
  @Test("the newest Dates on which several hosts agree", arguments: rows)
  func offset(_ row: Row) {
    let start = Instant(epoch: 0)
    let readings = row.offsets.flatMap { host, offsets in
      offsets.map {
        ClockReading(host: host, date: Instant(epoch: $0), age: 0, requestedAt: start, receivedAt: start)
      }
    }
    #expect(RecorderClock(readings)?.offset == row.offset, "\(row.rule)")
  }

  @Test("only the first thousand count")
  func sample() {
    let start = Instant(epoch: 0)
    let readings = (0..<6000).map { index in
      ClockReading(
        host: "\(index % 7)", date: Instant(epoch: index < 1000 ? 0 : 60), age: 0, requestedAt: start,
        receivedAt: start)
    }
    #expect(RecorderClock(readings) == nil)
  }

  /// An entry that was received at 16:45:57 by the recorder's clock.
  static func entry(_ path: Int, _ fields: String, before: String = "") -> String {
    #"""
    {\#(before)"startedDateTime":"2026-01-12T16:45:57.\#(100 + path % 900)Z","time":0,
     "request":{"url":"http://\#(path % 3).test/\#(path)"},
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
    let cases = try HARLogTests.entries(text, pieces: 1 << 16).map { entry in
      guard case .subject(let subject, let context) = entry else { throw HARLogTests.NoSubject() }
      return (subject, notes: context.notes, context)
    }
    #expect(cases.map(\.notes.count) == [0, 1] + Array(repeating: 0, count: 1499))
    #expect(cases[1].notes.first?.code == .clockAhead && cases[1].notes.first?.severity == .info)
    #expect(cases[1].notes.first?.explanation.contains("1 hour behind the clocks of the origins") == true)
    for (index, (subject, notes, context)) in cases.enumerated().dropFirst() {
      let verdict = Verdict(subject, context, now: subject.stored.receivedAt, settings: Settings())
      #expect(verdict.freshness.age == (index % 7 == 3 ? 600 : 0))
      #expect(
        verdict.findings.filter { [.clockAhead, .clockBehind].contains($0.code) }.count == notes.count)
    }
  }

  /// The offsets of an origin's answers, a second apart, and the one that two clocks show.
  static let origins: [(rule: String, offsets: [Seconds], offset: Seconds?)] = [
    ("three equal ones", [-10_800, -10_800, -10_800], -10_800), ("ahead", [40, 40, 40, 40], 40),
    ("to the second, as times are written", [-10_800, -10_799, -10_800], -10_799),
    ("two tell nothing", [-10_800, -10_800], nil), ("a cache without Age", [-10_800, -10_790, -10_700], nil),
    ("one answer of now", [-10_800, 0, -10_800], nil), ("clocks that agree", [0, 0, 0], nil),
    ("within what clocks differ", [-5, -5, -5], nil), ("beyond every number", [.max, .max, .max], nil),
    ("below", [.min, .min, .min], .min),
    ("one that drifts", [-10_800, -10_801, -10_802], nil),
  ]
  @Test("an origin whose answers are all equally off has another clock", arguments: origins)
  func origin(_ row: (rule: String, offsets: [Seconds], offset: Seconds?)) {
    let readings = row.offsets.enumerated().map { index, offset in
      let now = Instant(epoch: Seconds(index))
      let date = Instant(epoch: offset.addingSaturated(Seconds(index)))
      return ClockReading(host: "a.test", date: date, age: 0, requestedAt: now, receivedAt: now)
    }
    let clocks = OriginClocks(readings, beside: nil)
    #expect(clocks.offset(of: "a.test") == row.offset && clocks.offset(of: "b.test") == nil, "\(row.rule)")
  }

  @Test(
    "an origin's clock is told once a log, and taken out of ages; what its browser's cache gave is of no time"
  )
  func originsOfLog() throws {
    let fields =
      Self.field("Date", "Mon, 12 Jan 2026 13:45:57 GMT") + "," + Self.field("Cache-Control", "max-age=60")
    func log(_ content: String) throws -> [Verdict] {
      let entries = (0..<4).map {
        #"{"startedDateTime":"2026-01-12T16:45:57.\#($0)00Z","time":0,"request":{"url":"http://a.test/"},"response":{"status":200,\#(content)"headers":[\#(fields)]}}"#
      }
      return try HARLogTests.entries(entries.joined(separator: ",")).map { entry in
        guard case .subject(let subject, let context) = entry else { throw HARLogTests.NoSubject() }
        return Verdict(subject, context, now: subject.stored.receivedAt, settings: Settings())
      }
    }
    let clock: Set<Finding.Code> = [.clockBehind, .staleOnArrival]
    let found = try log("")
    #expect(found.map { $0.findings.count { clock.contains($0.code) } } == [1, 0, 0, 0])
    #expect(
      found.allSatisfy { $0.freshness.age == 0 } && found[0].findings.contains { $0.code == .clockBehind })
    // A body that is there, and was not received.
    let unsent = try log(#""bodySize":0,"content":{"size":90},"#)
    #expect(
      unsent.allSatisfy { $0.freshness.age == 10_800 && !$0.findings.contains { clock.contains($0.code) } })
  }

  @Test("an edge that keeps Date current tells the clock by Date, whatever Age says; others by both")
  func edges() throws {
    let now = Instant(epoch: 1_800_000_000)
    func clock(_ answers: [(date: Seconds, age: Seconds)]) -> Seconds? {
      RecorderClock(
        answers.enumerated().map { index, answer in
          ClockReading(
            host: "\(index % 2)", date: Instant(epoch: now.epoch + answer.date), age: answer.age,
            requestedAt: now, receivedAt: now)
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
    let start = Instant(epoch: 1_800_000_000)
    func reading(_ seconds: Seconds, in duration: Seconds, _ host: String) -> ClockReading {
      ClockReading(
        host: host, date: start + seconds, age: 0, requestedAt: start, receivedAt: start + duration)
    }
    #expect([-3, 0, 12, 30, 34].map { reading($0, in: 30, "a").byDate } == [-3, 0, 0, 0, 4])
    let quick = (0..<10).map { reading(-51, in: 1, "\($0)") }
    let long = (0..<10).map { reading(5, in: 30, "\($0)") }
    #expect(RecorderClock(quick + long)?.offset == -51)
    #expect(RecorderClock(long) == nil)
  }

  @Test("the clock of this machine is the recorder's: it tells nothing, and is not corrected")
  func ownMachine() throws {
    let own = (0..<20).map {
      Self.entry($0, Self.hourAhead).replacing("\($0 % 3).test", with: "localhost:3000")
    }
    let others = (20..<40).map { Self.entry($0, Self.hourAhead) }
    let subjects = try HARLogTests.entries((own + others).joined(separator: ",")).map { entry in
      guard case .subject(let subject, _) = entry else { throw HARLogTests.NoSubject() }
      return subject
    }
    #expect(subjects.prefix(20).allSatisfy { rfc3339($0.stored.receivedAt) == "2026-01-12T16:45:57Z" })
    #expect(subjects.suffix(20).allSatisfy { rfc3339($0.stored.receivedAt) == "2026-01-12T17:45:57Z" })
    let alone = try HARLogTests.entries(
      own.map { $0.replacing("17:45:57 GMT", with: "16:45:57 GMT") }.joined(separator: ",") + ","
        + others.joined(separator: ","))
    guard case .subject(let last, _)? = alone.last else { throw HARLogTests.NoSubject() }
    #expect(rfc3339(last.stored.receivedAt) == "2026-01-12T17:45:57Z")
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
      (0..<6).map { Self.entry($0, Self.hourAhead) }.joined(separator: ","))
    for case .subject(let subject, let context) in entries {
      #expect(context.notes.isEmpty && rfc3339(subject.stored.receivedAt) == "2026-01-12T16:45:57Z")
      let verdict = Verdict(subject, now: subject.stored.receivedAt, settings: Settings())
      let clock = try #require(verdict.findings.first { $0.code == .clockAhead })
      #expect(clock.severity == .warning && clock.advice == "Set the clock of the origin by NTP.")
    }
  }
}
