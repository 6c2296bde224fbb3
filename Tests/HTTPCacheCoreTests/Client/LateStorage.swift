@testable import HTTPCacheCore

/// A storage that answers late, in any order, and sometimes with a failure, as one across a network does.
final class LateStorage: ResponseStorage {
  /// What may fail.
  struct Failures: OptionSet {
    let rawValue: Int
    static let lookUp = Failures(rawValue: 1)
    static let open = Failures(rawValue: 2)
    static let begin = Failures(rawValue: 4)
    static let apply = Failures(rawValue: 8)
  }

  private let memory = MemoryStorage(costLimit: 1 << 24)
  private let loop: TransferLoop
  private let failures: Failures
  private var random: UInt64
  /// How often it was asked for each thing.
  private(set) var counts: [String: Int] = [:]

  init(_ loop: TransferLoop, seed: UInt64, failing failures: Failures = []) {
    self.loop = loop
    self.failures = failures
    random = seed &* 2 &+ 1
  }

  func note(_ use: Use) { counts["note", default: 0] += 1 }

  func findInvalidated(_ responses: [StoredResponse], then: @escaping ([Bool]) -> Void) {
    later("find invalidated") { [self] in memory.findInvalidated(responses, then: then) }
  }

  func lookUp(_ query: StorageQuery, then: @escaping (Result<StorageAnswer, StoreError>) -> Void) {
    later("look up") { [self] in
      if fails(.lookUp) { return then(.failure(.locked(path: "/late"))) }
      // A storage that lasts names its entries so, though this one does not last.
      memory.lookUp(query) { result in then(result) }
    }
  }

  func open(_ reference: StoredReference, then: @escaping (Result<StoredBody, StoreError>) -> Void) {
    later("open") { [self] in
      if fails(.open) { return then(.failure(.gone(EntryID(number: reference.number)))) }
      memory.open(reference, then: then)
    }
  }

  func makeBody(_ place: StoragePolicy) throws(StoreError) -> NewBody? {
    if fails(.begin) { throw .full(path: "/late") }
    return try memory.makeBody(place)
  }

  func apply(
    _ writes: [Write], body: NewBody?,
    then: @escaping ([Result<Outcome, StoreError>]) -> Void
  ) {
    later("apply") { [self] in
      if fails(.apply) { return then(writes.map { _ in .failure(.full(path: "/late")) }) }
      memory.apply(writes, body: body, then: then)
    }
  }

  /// Answers now, or up to four milliseconds later.
  private func later(_ what: String, _ answer: @escaping () -> Void) {
    counts[what, default: 0] += 1
    let delay = next() % 5
    if delay == 0 { answer() } else { loop.after(seconds: Double(delay) / 1000, answer) }
  }

  /// One in three of what may fail does.
  private func fails(_ failure: Failures) -> Bool { failures.contains(failure) && next() % 3 == 0 }

  private func next() -> UInt64 {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return random >> 33
  }
}
