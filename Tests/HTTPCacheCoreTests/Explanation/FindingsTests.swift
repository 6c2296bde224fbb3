import Testing

@testable import HTTPCacheCore

/// What a row of the tables asks besides the head.
struct FindingQuestion: Sendable {
  var role = CacheRole.private
  var method = "GET"
  var path = "/app.css"
  var url: String?
  var profile = StorageProfile.rfc9111
  var authorization = false
  var fields: [FieldLine] = []
  var origin = Subject.Origin.store
  /// The targeted fields that count; nil for those that count unless they are named.
  var targets: [String]?

  func facts(_ text: String) throws -> Facts {
    let lines = authorization ? [FieldLine("Authorization", "Basic c2VjcmV0")] : fields
    let request = RequestHead(
      method: method,
      target: try TargetURI(recorded: url ?? "https://example.test\(path)", allowsForeign: true),
      fields: FieldSection(lines))
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: try head(text), requestedAt: Self.arrival,
      receivedAt: Self.arrival)
    return Facts(
      Subject(origin: origin, request: request, stored: stored).directed(by: targets), SubjectContext(),
      settings: Settings(role: role, profile: profile, maxEntrySize: profile == .urlcache ? 1000 : nil),
      now: Self.arrival)
  }

  func findings(_ text: String) throws -> [Finding] { Findings.all(try facts(text)).findings }

  /// Tue, 26 Jan 2016 16:45:57 GMT, when every response of the tables arrives.
  static let arrival = Instant(epoch: 1_453_826_757)

  static let plain = FindingQuestion()
  static let shared = FindingQuestion(role: .shared)
  static let post = FindingQuestion(method: "POST")
  static let urlcache = FindingQuestion(profile: .urlcache)
  static let authorized = FindingQuestion(authorization: true)
  static let sharedAuthorized = FindingQuestion(role: .shared, authorization: true)
  static let live = FindingQuestion(origin: .live)
  static let hashed = FindingQuestion(path: "/app.3f2a9c1b.css")
}

@Suite("Findings: what is found, and how bad it is", .timed)
struct FindingsTests {
  typealias Row = (
    rule: String, head: String, code: Finding.Code, severity: Finding.Severity, question: FindingQuestion
  )

  static let rows =
    FindingRows.directives + FindingRows.fields + FindingRows.extensions + FindingRows.sharing

  @Test(arguments: rows)
  func found(_ row: Row) throws {
    let all = try row.question.findings(row.head)
    #expect(Set(all.map(\.code)).isSubset(of: Finding.Code.allCases), "\(row.rule)")
    let found = all.filter { $0.code == row.code }
    #expect(found.first?.severity == row.severity, "\(row.rule)")
    #expect(found.allSatisfy { !$0.explanation.isEmpty }, "\(row.rule)")
  }

  @Test(arguments: FindingRows.silent + FindingRows.silentExtensions + FindingRows.unshared)
  func silent(_ row: (rule: String, head: String, code: Finding.Code, question: FindingQuestion)) throws {
    let codes = try row.question.findings(row.head).map(\.code)
    #expect(!codes.contains(row.code), "\(row.rule)")
  }

  @Test("that each use is a download, since nothing confirms what is stored, is said by one code")
  func onceForOneCause() throws {
    let codes: Set<Finding.Code> = [.noCacheWithoutValidator, .validatorMissing, .lifetimeMissing]
    var numbers = Numbers(state: 7)
    var cases = AdviceCases.heads.map { (question: FindingQuestion(path: $0.path), text: $0.text) }
    for _ in 0..<400 { cases.append(AdviceCases.generated(&numbers)) }
    var found: Set<Finding.Code> = []
    for (question, text) in cases {
      let own = try question.findings(text).map(\.code).filter(codes.contains)
      #expect(own.count <= 1, "\(own.map(\.rawValue)): \(text)")
      found.formUnion(own)
    }
    #expect(found == codes)
  }

  /// What is found in an entry of a Cache.db and in no head.
  static let recordings:
    [(rule: String, head: String, code: Finding.Code, severity: Finding.Severity, isBodyMissing: Bool)] = [
      ("a lost body", "ETag: \"a\"", .cacheDBBodyMissing, .warning, true),
      ("a cookie in the file", "Set-Cookie: sid=hunter2", .cacheDBCredentials, .warning, false),
      ("stored against the documentation", "X: y", .cacheDBStoredAllTheSame, .info, false),
    ]

  @Test(arguments: recordings)
  func foundInARecording(
    _ row: (rule: String, head: String, code: Finding.Code, severity: Finding.Severity, isBodyMissing: Bool)
  ) throws {
    let request = RequestHead(method: "GET", target: try TargetURI("https://example.test/"))
    let head = try head("HTTP/1.1 404 Not Found\n" + row.head)
    let at = FindingQuestion.arrival
    let notes = RecordingFindings.notes(request, head, isBodyMissing: row.isBodyMissing)
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: head, requestedAt: at, receivedAt: at)
    let verdict = Verdict(
      Subject(origin: .cacheDB, request: request, stored: stored, notes: notes), now: at,
      settings: Settings(role: .private, profile: .urlcache))
    let found = verdict.findings.filter { $0.code == row.code }
    #expect(found.map(\.severity) == [row.severity], "\(row.rule)")
  }

  /// What is found in how a head or a log was written down.
  static let written: [(rule: String, finding: Finding?, code: Finding.Code, severity: Finding.Severity)] = [
    ("a log's clock behind", RecordingFindings.clock(60), .clockAhead, .info),
    ("a log's clock ahead", RecordingFindings.clock(-60), .clockBehind, .info),
    ("RFC 9112 §5.2", RecordingFindings.oddity(.folded("A")), .fieldLineFolded, .warning),
    ("RFC 9112 §5.1", RecordingFindings.oddity(.spaceBeforeColon("A")), .spaceBeforeColon, .warning),
    (
      "a head in a file",
      RecordingFindings.savedEarlier(ResponseHead(status: 200, fields: FieldSection()), receivedAt: noon),
      .headSavedEarlier, .info
    ),
    (
      "a line that is no field", RecordingFindings.oddity(.unreadable(line: 2)), .fieldLineUnreadable,
      .warning
    ),
    (
      "RFC 9530 §2",
      ContentFindings.wrong(
        "Content-Digest", ResponseHead(status: 200, reason: "", fields: FieldSection())), .digestWrong, .error
    ),
  ]

  @Test("what is found in how it was written down", arguments: written.indices)
  func foundInWriting(_ index: Int) {
    let row = Self.written[index]
    #expect(row.finding?.code == row.code && row.finding?.severity == row.severity, "\(row.rule)")
  }

  /// Those that take more than one answer, or what loads it, and so have suites of their own, such as DifferenceTests.
  private static let elsewhere: [any FindingFamily.Type] = [
    ProbeFindings.self, RepeatFindings.self, ComparisonFindings.self, OldPageFindings.self,
    FileAnsweredByPageFindings.self, RedirectCircleFindings.self, TransformFindings.self,
    PageFilesFindings.self, TokenFindings.self, KeptPageFindings.self, LoadedBeforeFindings.self,
    ChangingURLFindings.self,
  ]

  @Test func everyCodeHasARow() {
    var covered = Set(Self.rows.map(\.code))
    covered.formUnion(Self.recordings.map(\.code))
    covered.formUnion(Self.written.map(\.code))
    for family in Self.elsewhere { covered.formUnion(family.codes) }
    #expect(Finding.Code.allCases.filter { !covered.contains($0) }.map(\.rawValue) == [])
  }

  @Test("the catalogue has every code that is declared in the sources, and none twice")
  func catalogueIsComplete() throws {
    let declaration = /static let \w+ = Self\(\s*"([a-z0-9-]+)", \.(?:info|warning|error),/
    var declared: [String] = []
    for file in try LayeringTests.files("HTTPCacheCore") {
      declared += file.lines.joined(separator: "\n").matches(of: declaration).map { String($0.1) }
    }
    #expect(declared.sorted() == Finding.Code.allCases.map(\.rawValue).sorted())
    #expect(Set(declared).count == declared.count)
    for code in declared { #expect(Finding.Code(rawValue: code)?.rawValue == code) }
    #expect(Finding.Code(rawValue: "no-such-code") == nil)
  }

  @Test func everyCodeIsDescribed() {
    for code in Finding.Code.allCases {
      #expect(!code.summary.isEmpty && !code.summary.hasSuffix("."))
      #expect(!code.reference.isEmpty)
      #expect(
        code.rawValue.utf8.allSatisfy {
          $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
        })
    }
  }

  @Test(arguments: [
    "Cache-Control: max-age=3600\nETag: \"a\"", "Cache-Control: no-store",
    "Cache-Control: no-cache\nETag: \"a\"",
    "Cache-Control: private, max-age=0, must-revalidate\nETag: \"a\"",
    "Cache-Control: no-cache, no-store, max-age=0, must-revalidate\nPragma: no-cache\nExpires: 0",
    "Cache-Control: no-cache\nPragma: no-cache\nExpires: -1\nETag: \"a\"",
    "Cache-Control: public, max-age=2592000\nETag: \"a\"\nVary: Accept-Encoding",
    "Cache-Control: max-age=60, stale-while-revalidate=30, stale-if-error=600\nETag: \"a\"",
    "Cache-Control: max-age=3600\nETag: \"a\"\nAge: 5\nContent-Encoding: br\nVary: Accept-Encoding",
  ])
  func nothingWrong(_ text: String) throws {
    for role in CacheRole.allCases {
      let findings = try FindingQuestion(role: role).findings(FindingRows.dateLine + text).filter {
        $0.severity > .info
      }
      #expect(findings.map(\.code) == [])
    }
  }

  @Test func credentialsAreNotShown() throws {
    let text = FindingRows.dateLine + "Cache-Control: max-age=60\nETag: \"a\"\nSet-Cookie: sid=hunter2"
    let findings =
      try FindingQuestion(role: .shared, authorization: true).findings(text)
      + FindingQuestion.plain.findings(text)
    for finding in findings {
      let shown = [finding.value, finding.explanation, finding.advice].compactMap { $0 }.joined()
      #expect(!shown.contains("hunter2") && !shown.contains("c2VjcmV0"))
    }
  }

  @Test func aHostileFieldGivesFewFindings() throws {
    for member in ["public;private", "maxage=1", "private=\"a\"", "max-age=x", "a b c", "="] {
      let value = Array(repeating: member, count: 1000).joined(separator: ", ")
      #expect(try FindingQuestion.plain.findings("Cache-Control: \(value)\nVary: \(value)").count < 100)
    }
  }

  @Test func severitiesAreOrdered() {
    #expect(Finding.Severity.allCases.sorted() == [.info, .warning, .error])
  }

  static let mended: [(control: String, line: String)] = [
    ("nocache, nostore", "no-cache, no-store"), ("max-age 60", "max-age=60"), ("no-chace", "no-cache"),
    ("no-store; max-age=60", "no-store"), ("max-age=60, nocache", "no-cache"),
    ("public max-age 60", "public, max-age=60"), ("nocache=\"Set-Cookie\"", "no-cache=\"Set-Cookie\""),
    // RFC 9111 §4.2.1: without names it applies to the whole response, whatever stands before it.
    ("private=\"X-A\", privat", "private"), ("no-cache, no-cache=\"X-A\"", "no-cache"),
  ]
  @Test("the mended line repeats no mistake", arguments: mended)
  func mends(_ row: (control: String, line: String)) throws {
    let head = try head("Cache-Control: \(row.control)")
    #expect(
      ControlEdit.spelling.value(head.fields, field: "Cache-Control", role: .private) == row.line)
  }

  @Test(
    "a misspelt Cache-Control is told once: no advice to send another lifetime beside it",
    arguments: ["no-store; no-cache", "nocache, nostore", "max-age:600", "no-chace", "", "s-max-age=600"])
  func toldOnce(_ control: String) throws {
    let response = try stored("Cache-Control: \(control)\nETag: \"1\"")
    let verdict = Verdict(
      Subject(origin: .headers, request: try request(), stored: response), now: noon, settings: Settings())
    #expect(!verdict.findings.map(\.code).contains(.lifetimeMissing))
  }

  @Test("RFC 5861 §3: what is stale within its window is used all the same, so nothing is stale on arrival")
  func staleWithinWindow() throws {
    for (window, isFound) in [(600, false), (10, true)] {
      let control = "max-age=60, stale-while-revalidate=\(window)"
      let response = try stored("Cache-Control: \(control)\nAge: 90\nETag: \"1\"")
      let verdict = Verdict(
        Subject(origin: .headers, request: try request(), stored: response), now: noon, settings: Settings())
      #expect(verdict.findings.map(\.code).contains(.staleOnArrival) == isFound)
    }
  }
}
