/// Stored responses with their bodies in the memory of one process.
///
/// The bytes of heads and bodies are bounded; the least recently used keys are evicted first.
package final class MemoryStorage: ResponseStorage {
  /// A response and its body; a freshened response keeps its number.
  private struct Entry {
    let number: Int64
    let response: StoredResponse
    let body: [UInt8]

    var candidate: StoredCandidate { StoredCandidate(response, .memory(number: number, body: body)) }
  }

  private let costLimit: Int
  /// Made when the first response is held: a run that only reads the disk does not need it.
  private var held: MemoryCache<CacheKey, [Entry]>?
  private var lastNumber: Int64 = 0
  /// Whether any held key had a route beyond the server's address; if not, an invalidation need not search all keys.
  private var holdsOtherRoutes = false
  /// Whether any held key names certificates or keys that the user trusts, so that the key of an unverified connection
  /// may reach several others.
  private var holdsNamedTrust = false
  /// The recent invalidations, by which responses that are still arriving are checked.
  private var invalidations = RecentInvalidations()

  /// Makes a storage that holds at most `costLimit` bytes.
  package init(costLimit: Int) { self.costLimit = costLimit }

  package func note(_ use: Use) {}

  package func findInvalidated(_ responses: [StoredResponse], then: @escaping ([Bool]) -> Void) {
    then(responses.map { invalidations.covers($0, askedAt: $0.requestedAt.microseconds) })
  }

  /// The responses under a key; for the key of an unverified connection, also those received over verified ones.
  package func stored(under key: CacheKey) -> [StoredCandidate] {
    guard let held else { return [] }
    let keys =
      holdsNamedTrust && key.reachesOthers
      ? held.keys.filter(key.reaches) : [key, key.verified].compactMap { $0 }
    return keys.flatMap { (held.value(for: $0) ?? []).map(\.candidate) }
  }

  /// The responses under a query's key, and responses to other queries that answer it by `No-Vary-Search`.
  func stored(for query: StorageQuery) -> [StoredCandidate] {
    let (key, own) = (query.key, stored(under: query.key))
    guard query.settings.matchesNoVarySearch, let held else { return own }
    let others = held.keys.filter { $0.uri != key.uri && $0.path == key.path }
    return own
      + others.flatMap { held.value(for: $0) ?? [] }.filter { $0.response.answersOtherQuery(of: key) }
      .map(\.candidate)
  }

  /// The bytes of all held responses.
  package var bytes: Int { held?.totalCost ?? 0 }

  /// Removes the responses of a normalised URI; returns how many there were.
  package func remove(_ uri: String) -> Int {
    guard let held else { return 0 }
    return held.keys.filter { $0.uri == uri }.reduce(0) { $0 + (held.remove($1)?.count ?? 0) }
  }

  /// Removes everything.
  package func removeAll() { held?.removeAll() }

  package func lookUp(
    _ query: StorageQuery, then: @escaping (Result<StorageAnswer, StoreError>) -> Void
  ) {
    then(.success(StorageAnswer(stored: stored(for: query))))
  }

  package func open(
    _ reference: StoredReference, then: @escaping (Result<StoredBody, StoreError>) -> Void
  ) {
    guard case .memory(_, let body) = reference else {
      return then(.failure(.gone(EntryID(number: reference.number))))
    }
    then(.success(StoredBody(body)))
  }

  package func makeBody(_ place: StoragePolicy) throws(StoreError) -> NewBody? {
    place == .never ? nil : NewBody()
  }

  package func apply(
    _ writes: [Write], body: NewBody?,
    then: @escaping ([Result<Outcome, StoreError>]) -> Void
  ) {
    then(writes.map { apply($0, body: body) })
  }

  /// Makes a write now.
  func apply(_ write: Write, body: NewBody?) -> Result<Outcome, StoreError> {
    switch write.kind {
    case .store(let new): store(new, body?.bytes ?? [])
    case .copy(.memory(_, let body), let new): store(new, body)
    case .copy, .grow, .keep: .success(.unchanged)
    case .freshen(let reference, let response, _): .success(freshen(reference, to: response))
    case .confirm(let confirmation): .success(confirm(confirmation))
    case .remove(let found): .success(remove(found))
    case .invalidate(let scope, let time): .success(.invalidated(invalidate(scope, at: time)))
    }
  }

  /// Holds a response, and drops the held responses that would have answered its request.
  private func store(_ new: NewResponse, _ body: [UInt8]) -> Result<Outcome, StoreError> {
    guard !invalidations.covers(new.response, askedAt: new.askedAt) else {
      return .failure(.invalidatedMeanwhile)
    }
    let key = new.response.key
    let entries = held?.value(for: key) ?? []
    let rivals = entries.map { Replacement.Rival($0.response, wasKnown: true) }
    let replacement = Replacement(new.response, forRequest: new.requestFields, among: rivals, role: new.role)
    var replaced = Set(replacement.replaced.map { entries[$0].number })
    replaced.formUnion(new.replacing.filter { $0.tier == .memory }.map(\.number))
    var response = new.response
    response.bodyLength = Int64(body.count)
    lastNumber += 1
    hold(Entry(number: lastNumber, response: response, body: body), inPlaceOf: replaced)
    return .success(.stored(isLasting: false))
  }

  private func freshen(_ reference: StoredReference, to response: StoredResponse) -> Outcome {
    guard case .memory(let number, let body) = reference else { return .unchanged }
    var response = response
    response.bodyLength = Int64(body.count)
    hold(Entry(number: number, response: response, body: body), inPlaceOf: [number])
    return .freshened(isLasting: false)
  }

  private func confirm(_ confirmation: Confirmation) -> Outcome {
    let result = confirmation.result()
    if result.storage.isStorable {
      _ = freshen(confirmation.found.reference, to: result.freshened.response)
    }
    return .confirmed(result, isLasting: false)
  }

  private func remove(_ found: StoredCandidate) -> Outcome {
    let key = found.response.key
    guard let held, found.reference.tier == .memory else { return .unchanged }
    let left = (held.remove(key) ?? []).filter { $0.number != found.reference.number }
    if !left.isEmpty { held.insert(left, for: key, cost: cost(of: left)) }
    return .removed
  }

  /// Removes the keys of a URI that belongs to no group.
  ///
  /// For any other scope, everything is removed, which is safe: the responses can be fetched again.
  private func invalidate(_ scope: InvalidationScope, at time: Int64) -> Invalidated {
    invalidations.add(scope, at: time)
    if case .remoteKey = scope { return Invalidated() }
    if case .key(let key) = scope, let held {
      let keys = keys(like: key, of: scope.server, in: held)
      let isInGroup = keys.contains { held.value(for: $0)?.contains { $0.response.head.hasGroups } == true }
      if !isInGroup {
        for key in keys { held.remove(key) }
        return Invalidated()
      }
    }
    held?.removeAll()
    return Invalidated()
  }

  /// The keys that differ from a key only in the credentials or in whether the server was verified.
  private func keys(
    like key: CacheKey, of server: String, in held: MemoryCache<CacheKey, [Entry]>
  ) -> [CacheKey] {
    guard holdsOtherRoutes else {
      return [CacheKey(method: key.method, normalizedURI: key.uri, server: server)]
    }
    return held.keys.filter {
      $0.uri == key.uri && $0.method == key.method && ServerRoute.server($0.server) == server
    }
  }

  private func hold(_ entry: Entry, inPlaceOf replaced: Set<Int64>) {
    let cache = held ?? MemoryCache(costLimit: costLimit)
    held = cache
    let key = entry.response.key
    holdsNamedTrust = holdsNamedTrust || ServerRoute.namesTrust(key.server)
    holdsOtherRoutes = holdsOtherRoutes || ServerRoute.server(key.server) != key.server
    var entries = (cache.remove(key) ?? []).filter { !replaced.contains($0.number) }
    let place = entries.firstIndex { $0.response.receivedAt <= entry.response.receivedAt } ?? entries.endIndex
    entries.insert(entry, at: place)
    if entries.count > Store.variantLimit { entries.removeLast() }
    cache.insert(entries, for: key, cost: cost(of: entries))
  }

  private func cost(of entries: [Entry]) -> Int {
    entries.reduce(0) { sum, entry in
      let record = EntryRecord(
        response: entry.response, storedAt: entry.response.receivedAt, bodyFile: nil, bodyChecksum: 0)
      return sum.addingReportingOverflow(Int(clamping: record.size)).partialValue
    }
  }
}
