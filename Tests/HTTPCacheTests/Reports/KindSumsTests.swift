import Testing

@testable import HTTPCacheCore
@testable import httpcache

@Suite("A summary by kind: what a returning browser does with most responses of each", .timed)
struct KindSumsTests {
  private static let noon = Instant(epoch: 1_768_219_200)

  /// An answer: its path on https://a.test, its type, Cache-Control and status.
  private struct Answer {
    let path: String
    var type = ""
    var control = ""
    var status = 200
    var fields: [(String, String)] = [("ETag", "\"1\"")]
  }

  private static func verdict(_ answer: Answer) throws -> Verdict {
    let target = try TargetURI("https://a.test\(answer.path)")
    var section = FieldSection()
    for (name, value) in [("Content-Type", answer.type), ("Cache-Control", answer.control)] + answer.fields
    where !value.isEmpty { section.append(FieldLine(name, value)) }
    let stored = StoredResponse(
      key: CacheKey(target: target),
      head: ResponseHead(version: "1.1", status: answer.status, reason: "", fields: section),
      selectingFields: FieldSection(), requestedAt: noon, receivedAt: noon)
    return Verdict(
      Subject(origin: .har, request: RequestHead(target: target), stored: stored, bodyLength: 10),
      SubjectContext(), now: noon, settings: Settings())
  }

  private static func sums(_ answers: [Answer]) throws -> KindSums {
    var sums = KindSums()
    for answer in answers { sums.add(try verdict(answer), bytes: 10) }
    return sums
  }

  private static func lines(_ sums: KindSums, of total: Int? = nil) -> [String] {
    let count = sums.sorted.reduce(0) { $0 + $1.row.all.count }
    return sums.lines(of: total ?? count, "https://a.test").map { line in
      "\(line.count) \(line.name)\(line.words.isEmpty ? "" : ": \(line.words)")"
    }
  }

  private static func script(_ path: String, _ control: String) -> Answer {
    Answer(path: path, type: "text/javascript", control: control)
  }

  private static let year = "max-age=31536000, immutable"

  private static let stories: [(story: String, answers: [Answer], lines: [String])] = [
    (
      "one kind alone",
      [
        Answer(path: "/a", type: "text/html", control: "no-cache"),
        Answer(path: "/b", type: "text/html", control: "no-cache"),
      ], ["2 pages: asked each time"]
    ),
    (
      "one of a kind is named", [Answer(path: "/api", type: "application/json", control: "no-store")],
      ["1 data: loaded each time: /api"]
    ),
    (
      "versioned and others, where both are there",
      [
        script("/a.3f9a1b2c.js", year), script("/b.8d21c0e4.js", year), script("/c.js", "max-age=3600"),
        script("/d.js", "max-age=3600"),
      ], ["2 scripts, versioned: kept 1 year", "2 scripts: kept 1 hour"]
    ),
    (
      "versioned ones alone need no word", [script("/a.3f9a1b2c.js", year), script("/b.8d21c0e4.js", year)],
      ["2 scripts: kept 1 year"]
    ),
    (
      "where some differ, how many, and the first",
      [
        script("/a.js", "max-age=60"), script("/b.js", "max-age=60"), script("/c.js", "no-cache"),
        script("/d.js", "no-store"),
      ], ["4 scripts: kept 1 minute; 2 differ: /c.js asked each time"]
    ),
    (
      "one that differs",
      [script("/c.js", "no-store"), script("/a.js", "max-age=60"), script("/b.js", "max-age=60")],
      ["3 scripts: kept 1 minute; 1 differs: /c.js loaded each time"]
    ),
    (
      "of as many, what is kept counts as most",
      [script("/b.js", "no-cache"), script("/a.js", "max-age=60")],
      ["2 scripts: kept 1 minute; 1 differs: /b.js asked each time"]
    ),
    (
      "redirects and errors have a row each, whatever their type",
      [
        Answer(path: "/old", type: "text/html", control: "max-age=60", status: 301),
        Answer(path: "/no", type: "text/html", control: "no-store", status: 404),
      ], ["1 redirect: kept 1 minute: /old", "1 error: loaded each time: /no"]
    ),
    (
      "guesses differ by seconds, and are told by their unit",
      [
        Answer(
          path: "/a.png", type: "image/png", fields: [("Last-Modified", "Mon, 01 Dec 2025 11:00:00 GMT")]),
        Answer(
          path: "/b.png", type: "image/png", fields: [("Last-Modified", "Mon, 01 Dec 2025 10:00:00 GMT")]),
      ], ["2 images: kept 4 days"]
    ),
    (
      "what is reused while it is refreshed",
      [Answer(path: "/a", type: "text/css", control: "max-age=0, stale-while-revalidate=60")],
      ["1 style: used at once, and refreshed behind: /a"]
    ),
  ]
  @Test("in a row each", arguments: stories.indices)
  func story(_ index: Int) throws {
    let (story, answers, lines) = Self.stories[index]
    #expect(try Self.lines(Self.sums(answers)) == lines, "\(story)")
  }

  @Test("all ten kinds in their order, then redirects and errors")
  func order() throws {
    let types = [
      ("page", "text/html"), ("script", "text/javascript"), ("style", "text/css"), ("font", "font/woff2"),
      ("image", "image/png"), ("media", "video/mp4"), ("feed", "application/rss+xml"),
      ("data", "application/json"), ("download", "application/pdf"), ("other", "application/x-none"),
    ]
    var answers = types.map { Answer(path: "/\($0.0)", type: $0.1, control: "no-store") }
    answers.append(Answer(path: "/redirect", control: "no-store", status: 302))
    answers.append(Answer(path: "/error", control: "no-store", status: 500))
    let sums = try Self.sums(answers.reversed())
    #expect(
      Self.lines(sums)
        == (types.map(\.0) + ["redirect", "error"]).map { "1 \($0): loaded each time: /\($0)" })
  }

  @Test("the parts of one run add up to the whole run")
  func parts() throws {
    let answers = [
      Self.script("/a.js", "max-age=60"), Self.script("/b.js", "no-cache"), Self.script("/c.js", "no-cache"),
    ]
    var sums = try Self.sums([answers[0]])
    sums.add(try Self.sums(Array(answers[1...])))
    #expect(try Self.lines(sums) == Self.lines(Self.sums(answers)))
  }

  // MARK: Other runs

  private static func summary(_ answers: [Answer]) throws -> JudgementSummary {
    var summary = JudgementSummary()
    summary.detail = .urls
    summary.kinds = try sums(answers)
    summary.count = answers.count
    return summary
  }

  /// The summary as it is once its file was read.
  private static func again(_ summary: JudgementSummary, without member: String? = nil) throws
    -> JudgementSummary
  {
    var text = String(decoding: SummaryJSON.line(summary), as: UTF8.self)
    if let member { text = text.replacing("\"\(member)\":", with: "\"other\":") }
    return try Array(text.utf8).withUnsafeBufferPointer { bytes in
      var reader = JSONReader(try #require(bytes.baseAddress), count: bytes.count)
      return try SummaryJSON.read(&reader)
    }
  }

  @Test("the file has a row a kind, and reading and writing it changes nothing")
  func file() throws {
    let summary = try Self.summary([
      Self.script("/a.3f9a1b2c.js", Self.year), Self.script("/b.js", "max-age=60"),
      Self.script("/c.js", "no-store"), Answer(path: "/no", control: "no-store", status: 404),
    ])
    let text = String(decoding: SummaryJSON.line(summary), as: UTF8.self)
    let rows =
      #""kinds":[{"kind":"script","versioned":true,"responses":1,"bytes":10,"reused":1,"confirmed":0,"loaded":0,"#
      + #""lifetime":31536000,"differ":0},{"kind":"script","versioned":false,"responses":2,"bytes":20,"reused":1,"#
      + #""confirmed":0,"loaded":1,"lifetime":60,"differ":1},{"kind":"error","versioned":null,"responses":1,"#
      + #""bytes":10,"reused":0,"confirmed":0,"loaded":1,"lifetime":null,"differ":0}]"#
    #expect(text.contains(rows), "\(text)")
    #expect(try SummaryJSON.line(Self.again(summary)) == SummaryJSON.line(summary))
  }

  @Test("three runs add up; a lifetime that differs between them is none")
  func runs() throws {
    let equal = [Self.script("/a.js", "max-age=60"), Self.script("/b.js", "max-age=60")]
    let other = [Self.script("/a.js", "max-age=3600")]
    var same = try Self.again(Self.summary(equal))
    for _ in 0..<2 { same.add(try Self.again(Self.summary(equal))) }
    #expect(Self.lines(same.kinds) == ["6 scripts: kept 1 minute"])
    var changed = try Self.again(Self.summary(equal))
    changed.add(try Self.again(Self.summary(other)))
    changed.add(try Self.again(Self.summary([Self.script("/a.js", "no-cache")])))
    let row = try #require(changed.kinds.sorted.first).row.read
    #expect(
      row.responses == 4 && row.reused == 3 && row.confirmed == 1 && row.lifetime == nil && row.differ == 1)
    #expect(Self.lines(changed.kinds) == ["4 scripts: kept, for different times; 1 differs"])
  }

  @Test("the responses of an older summary are not told by kind, and not lost")
  func older() throws {
    var sum = try Self.again(Self.summary([Self.script("/a.js", "max-age=60")]))
    let older = try Self.again(
      Self.summary([Self.script("/a.js", "max-age=60"), Self.script("/b.js", "no-store")]), without: "kinds")
    sum.add(older)
    #expect(Self.lines(sum.kinds, of: sum.count) == ["1 script: kept 1 minute", "2 not told by kind"])
  }

  @Test("a hostile file: counts that contradict each other, and kinds that nobody knows")
  func hostile() throws {
    let text =
      #"{"version":1,"count":3,"kinds":[{"kind":"script","versioned":false,"responses":1,"differ":9},"#
      + #"{"kind":"made-up","versioned":null,"responses":7},{"kind":"page","versioned":true,"responses":1}]}"#
    let summary = try Array(text.utf8).withUnsafeBufferPointer { bytes in
      var reader = JSONReader(try #require(bytes.baseAddress), count: bytes.count)
      return try SummaryJSON.read(&reader)
    }
    #expect(Self.lines(summary.kinds, of: summary.count) == ["1 script", "2 not told by kind"])
  }
}
