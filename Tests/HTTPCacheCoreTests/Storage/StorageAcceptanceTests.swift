import TestSupport
import Testing

@testable import HTTPCacheCore

/// The contract of `ResponseStorage`: every conformer passes every case.
@Suite("What every storage does, wherever it keeps responses", .timed)
struct StorageAcceptanceTests {
  enum Kind: CaseIterable {
    case memory, disk, memoryOfTiers, diskOfTiers, remote, late
  }

  /// A storage, and what makes it answer.
  private final class Subject {
    let storage: any ResponseStorage
    /// Where the storage is asked to keep responses, and whether they outlive the process there.
    let place: StoragePolicy
    var isLasting: Bool { place == .disk && disk != nil }
    private let disk: DiskStorage?
    private let loop = TransferLoop(maxParallel: 4, maxPerHost: 4)
    private let cache = TemporaryCache()
    private let server: Origin?

    init(_ kind: Kind) throws {
      let directory = cache.directory
      let memory = MemoryStorage(costLimit: 1 << 20)
      let disk = DiskStorage { () throws(StoreError) -> sending Store? in
        try Store.open(directory: directory)
      }
      let tiers = TieredStorage(memory: memory, lasting: disk)
      place = [.memory, .memoryOfTiers].contains(kind) ? .memory : .disk
      self.disk = [.memory, .late].contains(kind) ? nil : disk
      let server = kind == .remote ? try Origin { _ in .response(status: 404) } : nil
      self.server = server
      storage =
        switch kind {
        case .memory: memory
        case .disk: disk
        case .memoryOfTiers, .diskOfTiers: tiers
        case .late: LateStorage(loop, seed: 7)
        case .remote:
          RemoteStorage(
            RemoteServer(url: server?.url ?? "", timeout: 5), behind: tiers, mode: .read, loop: loop,
            warn: { _ in }, now: { StoreFixture.now })
        }
    }

    /// The answer that a call leads to, now or after a while.
    func answer<Value>(_ call: (@escaping (Value) -> Void) -> Void) throws -> Value {
      var answers: [Value] = []
      call { answers.append($0) }
      disk?.flush()
      if answers.isEmpty { try loop.run() }
      #expect(answers.count == 1, "a storage answers once")
      return try #require(answers.first)
    }

    func lookUp(_ path: String = "a", matchesNoVarySearch: Bool = false) throws -> [StoredCandidate] {
      let request = RequestHead(target: try TargetURI(StoreFixture.key(path).uri))
      var settings = Settings()
      settings.matchesNoVarySearch = matchesNoVarySearch
      let query = StorageQuery(
        key: StoreFixture.key(path), request: request, settings: settings, time: StoreFixture.now)
      return try answer { storage.lookUp(query, then: $0) }.get().stored
    }

    func read(_ found: StoredCandidate) throws -> [UInt8] {
      let body = try answer { storage.open(found.reference, then: $0) }.get()
      var bytes: [UInt8] = []
      _ = try body.give(0...(.max - 1)) { piece in
        bytes += Array(piece.bytes)
        return .goOn
      }
      return bytes
    }

    func body(_ bytes: [UInt8]) throws -> NewBody {
      let body = try #require(try storage.makeBody(place))
      try bytes.withUnsafeBytes { try body.append(BodyPiece($0)) }
      return body
    }

    func apply(_ writes: [Write], body: NewBody? = nil) throws -> [Result<Outcome, StoreError>] {
      let outcomes = try answer { storage.apply(writes, body: body, then: $0) }
      #expect(outcomes.count == writes.count, "an outcome for each write")
      return outcomes
    }

    func new(_ response: StoredResponse, askedAt: Int64 = .max) -> NewResponse {
      var new = NewResponse(response, askedAt: askedAt)
      new.place = place
      return new
    }

    @discardableResult
    func put(_ response: StoredResponse, _ bytes: [UInt8], askedAt: Int64 = .max) throws -> Outcome {
      try apply([Write(.store(new(response, askedAt: askedAt)))], body: body(bytes))[0].get()
    }
  }

  @Test(
    "a response comes back under its key with its body, and nothing under another", arguments: Kind.allCases)
  func stored(_ kind: Kind) throws {
    let subject = try Subject(kind)
    #expect(try subject.lookUp().isEmpty)
    for (path, count) in [("a", 5), ("empty", 0), ("long", 40_000)] {
      let outcome = try subject.put(StoreFixture.response(path), StoreFixture.bytes(count))
      guard case .stored(let isLasting, _) = outcome else { return #expect(Bool(false), "\(outcome)") }
      #expect(isLasting == subject.isLasting)
      let found = try #require(try subject.lookUp(path).first)
      var expected = StoreFixture.response(path)
      expected.bodyLength = Int64(count)
      #expect(found.response == expected)
      #expect(try subject.read(found) == StoreFixture.bytes(count))
    }
    #expect(try subject.lookUp("b").isEmpty)
  }

  @Test("a body that is given up leaves nothing", arguments: Kind.allCases)
  func discarded(_ kind: Kind) throws {
    let subject = try Subject(kind)
    try subject.body(StoreFixture.bytes(40_000)).discard()
    #expect(try subject.lookUp().isEmpty)
  }

  @Test(
    "variants are side by side, and a new one replaces the one that would have answered its request (§4.1)",
    arguments: Kind.allCases)
  func variants(_ kind: Kind) throws {
    let subject = try Subject(kind)
    func variant(_ language: String) -> StoredResponse {
      StoreFixture.response(
        fields: [FieldLine("Vary", "Accept-Language")], selecting: [FieldLine("Accept-Language", language)])
    }
    try subject.put(variant("en"), [1])
    try subject.put(variant("de"), [2])
    try subject.put(variant("en"), [3, 3])
    #expect(Set(try subject.lookUp().map { try subject.read($0) }) == [[2], [3, 3]])
  }

  @Test(
    "a query that asks for it also finds what answers another query of its path (No-Vary-Search §7)",
    arguments: Kind.allCases)
  func otherQueries(_ kind: Kind) throws {
    let subject = try Subject(kind)
    let ignoring = [FieldLine("Cache-Control", "max-age=60"), FieldLine("no-vary-search", "params=(\"a\")")]
    for path in ["a", "a?a=1", "a?a=1&b=2", "a/c?a=1", "ab?a=1"] {
      try subject.put(StoreFixture.response(path, fields: ignoring), Array(path.utf8))
    }
    try subject.put(StoreFixture.response("a?c"), [9])
    func found(_ path: String) throws -> Set<[UInt8]> {
      Set(try subject.lookUp(path, matchesNoVarySearch: true).map { try subject.read($0) })
    }
    #expect(try found("a?a=2") == [Array("a".utf8), Array("a?a=1".utf8)])
    #expect(try found("a") == [Array("a".utf8), Array("a?a=1".utf8)])
    #expect(try found("a?b=2") == [Array("a?a=1&b=2".utf8)])
    #expect(try found("a?c") == [[9]])
    #expect(try subject.lookUp("a?a=2").isEmpty)
  }

  @Test("a copy has the body of the entry that it was made of", arguments: Kind.allCases)
  func copied(_ kind: Kind) throws {
    let subject = try Subject(kind)
    try subject.put(StoreFixture.response(), StoreFixture.bytes(40_000))
    let found = try #require(try subject.lookUp().first)
    let other = subject.new(StoreFixture.response("b"))
    guard case .stored = try subject.apply([Write(.copy(found.reference, other))])[0].get() else {
      return #expect(Bool(false))
    }
    let copy = try #require(try subject.lookUp("b").first)
    #expect(try subject.read(copy) == StoreFixture.bytes(40_000))
  }

  @Test("an entry gets other fields and keeps its body (§4.3.4)", arguments: Kind.allCases, [false, true])
  func freshened(_ kind: Kind, isConfirmed: Bool) throws {
    let subject = try Subject(kind)
    try subject.put(StoreFixture.response(), [1, 2])
    let found = try #require(try subject.lookUp().first)
    let head = ResponseHead(
      status: 304, reason: "", fields: FieldSection([FieldLine("Cache-Control", "max-age=9")]))
    let confirmation = Confirmation(
      found: found, head: head, request: RequestHead(target: try TargetURI(found.response.key.uri)),
      requestedAt: StoreFixture.now + 5, receivedAt: StoreFixture.now + 5, settings: Settings())
    let fresher = confirmation.result().freshened.response
    let write = Write(
      isConfirmed
        ? .confirm(confirmation) : .freshen(found.reference, to: fresher, at: StoreFixture.now + 5))
    switch try subject.apply([write])[0].get() {
    case .freshened(let isLasting): #expect(!isConfirmed && isLasting == subject.isLasting)
    case .confirmed(let result, let isLasting):
      #expect(isConfirmed && isLasting == subject.isLasting && result.freshened.response == fresher)
    case let outcome: #expect(Bool(false), "\(outcome)")
    }
    let freshened = try #require(try subject.lookUp().first)
    #expect(freshened.response == fresher && freshened.reference == found.reference)
    #expect(try subject.read(freshened) == [1, 2])
  }

  @Test("what is removed is not found", arguments: Kind.allCases)
  func removed(_ kind: Kind) throws {
    let subject = try Subject(kind)
    try subject.put(StoreFixture.response(), [1])
    try subject.put(StoreFixture.response("b"), [2])
    let found = try #require(try subject.lookUp().first)
    guard case .removed = try subject.apply([Write(.remove(found))])[0].get() else {
      return #expect(Bool(false))
    }
    #expect(try subject.lookUp().isEmpty)
    #expect(try subject.lookUp("b").count == 1)
  }

  @Test(
    "an invalidation keeps out what was asked for before it, and what comes with the answer stays (§4.4)",
    arguments: Kind.allCases)
  func invalidated(_ kind: Kind) throws {
    let subject = try Subject(kind)
    let time = StoreFixture.now.microseconds
    try subject.put(StoreFixture.response(), [1])
    let writes = [
      Write(.invalidate(.key(StoreFixture.key()), at: time)),
      Write(.store(subject.new(StoreFixture.response(receivedAt: StoreFixture.now + 1), askedAt: time + 1))),
    ]
    let outcomes = try subject.apply(writes, body: try subject.body([2]))
    guard case .success(.invalidated) = outcomes[0], case .success(.stored) = outcomes[1] else {
      return #expect(Bool(false), "\(outcomes)")
    }
    #expect(try subject.lookUp().map { try subject.read($0) } == [[2]])
    #expect(throws: StoreError.invalidatedMeanwhile) {
      try subject.put(StoreFixture.response(), [3], askedAt: time - 1)
    }
    #expect(try subject.lookUp().map { try subject.read($0) } == [[2]])
    let elsewhere = [
      StoreFixture.response(), StoreFixture.response(receivedAt: StoreFixture.now + 2),
      StoreFixture.response("b"),
    ]
    #expect(
      try subject.answer { subject.storage.findInvalidated(elsewhere, then: $0) } == [true, false, false])
  }
}
