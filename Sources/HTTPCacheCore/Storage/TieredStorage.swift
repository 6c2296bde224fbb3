/// A storage in memory in front of a storage on disk.
package final class TieredStorage: ResponseStorage {
  private let memory: MemoryStorage
  private let lasting: any ResponseStorage

  package init(memory: MemoryStorage, lasting: any ResponseStorage) {
    self.memory = memory
    self.lasting = lasting
  }

  package func note(_ use: Use) { lasting.note(use) }

  package func findInvalidated(_ responses: [StoredResponse], then: @escaping ([Bool]) -> Void) {
    // Both tiers got every invalidation of this process; only the tier on disk has the invalidations of other
    // processes.
    lasting.findInvalidated(responses, then: then)
  }

  package func lookUp(
    _ query: StorageQuery, then: @escaping (Result<StorageAnswer, StoreError>) -> Void
  ) {
    let held = memory.stored(for: query)
    guard !held.isEmpty else { return lasting.lookUp(query, then: then) }
    lasting.lookUp(query) { result in
      then(
        result.map { answer in
          var answer = answer
          answer.stored = held + answer.stored
          answer.plan = nil
          return answer
        })
    }
  }

  package func open(
    _ reference: StoredReference, then: @escaping (Result<StoredBody, StoreError>) -> Void
  ) {
    if reference.tier == .memory {
      memory.open(reference, then: then)
    } else {
      lasting.open(reference, then: then)
    }
  }

  package func makeBody(_ place: StoragePolicy) throws(StoreError) -> NewBody? {
    place == .memory ? try memory.makeBody(place) : try lasting.makeBody(place)
  }

  package func apply(
    _ writes: [Write], body: NewBody?,
    then: @escaping ([Result<Outcome, StoreError>]) -> Void
  ) {
    if writes.count == 1, case .copy(let reference, let new) = writes[0].kind, new.place == .memory,
      reference.tier == .disk
    {
      return copy(reference, new, then: then)
    }
    // Both tiers make an invalidation, in the order of the list; the caller gets the outcome of the tier on disk.
    let held = writes.map { change in
      let outcome = change.tier == .disk ? nil : memory.apply(change, body: body)
      return change.tier == .memory ? outcome : nil
    }
    let others = writes.filter { $0.tier != .memory }
    guard !others.isEmpty else { return then(held.compactMap { $0 }) }
    lasting.apply(others, body: body) { results in
      var results = results[...]
      then(held.compactMap { $0 ?? results.popFirst() })
    }
  }
}

extension TieredStorage {
  /// Stores a response in memory, with a copy of a body on disk.
  private func copy(
    _ reference: StoredReference, _ new: NewResponse,
    then: @escaping ([Result<Outcome, StoreError>]) -> Void
  ) {
    lasting.open(reference) { [memory] opened in
      do throws(StoreError) {
        var bytes: [UInt8] = []
        try opened.get().forEachChunk { chunk in
          bytes.append(contentsOf: chunk)
          return true
        }
        then([memory.apply(Write(.copy(.memory(number: reference.number, body: bytes), new)), body: nil)])
      } catch {
        then([.failure(error)])
      }
    }
  }
}

extension Write {
  /// The tier that makes the write; nil for every tier.
  fileprivate var tier: StoredReference.Tier? {
    switch kind {
    case .store(let new): new.place == .memory ? .memory : .disk
    case .grow: .disk
    case .copy(let reference, _), .keep(let reference, _), .freshen(let reference, _, _): reference.tier
    case .remove(let found): found.reference.tier
    case .confirm(let confirmation): confirmation.found.reference.tier
    case .invalidate: nil
    }
  }
}
