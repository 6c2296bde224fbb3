/// Stored responses with their bodies in the memory of one process, found as in a `Store`.
///
/// Bounded by the bytes of heads and bodies; the least recently used keys go first. For one thread at a time.
package final class MemoryTier {
  package struct Entry: Sendable {
    package let response: StoredResponse
    package let body: [UInt8]

    package init(response: StoredResponse, body: [UInt8]) {
      self.response = response
      self.body = body
    }
  }

  private let costLimit: Int

  /// Made when something is first held: a hit from the disk has no use for it.
  private var held: MemoryCache<CacheKey, [Entry]>?

  /// - Parameter costLimit: the bytes that may be held.
  package init(costLimit: Int) { self.costLimit = costLimit }

  /// All variants under a key, the newest received first.
  package func responses(for key: CacheKey) -> [Entry] { held?.value(for: key) ?? [] }

  /// Holds a response, in place of those that its request would have been given.
  ///
  /// - Parameters:
  ///   - response: what to hold.
  ///   - body: its body.
  ///   - fields: of the request that it answers; nil for those that it was selected by.
  ///   - role: the cache's.
  /// - Returns: false where it is too large to be held.
  @discardableResult
  package func insert(
    _ response: StoredResponse, body: [UInt8], forRequest fields: FieldSection? = nil,
    role: CacheRole = .private
  ) -> Bool {
    let rivals = responses(for: response.key).map { Replacement.Rival($0.response, wasKnown: true) }
    let replaced = Replacement(
      response, forRequest: fields ?? response.selectingFields, among: rivals, role: role
    ).replaced
    return insert(response, body: body, inPlaceOf: Set(replaced))
  }

  /// Holds a freshened response in place of what it was.
  package func replace(_ old: StoredResponse, with new: StoredResponse, body: [UInt8]) {
    let entries = responses(for: new.key)
    insert(new, body: body, inPlaceOf: Set(entries.indices.filter { entries[$0].response == old }))
  }

  @discardableResult
  private func insert(_ response: StoredResponse, body: [UInt8], inPlaceOf replaced: Set<Int>) -> Bool {
    let cache = held ?? MemoryCache(costLimit: costLimit)
    held = cache
    var response = response
    response.bodyLength = Int64(body.count)
    var entries = (cache.remove(response.key) ?? []).enumerated().filter { !replaced.contains($0.offset) }
      .map(\.element)
    let place = entries.firstIndex { $0.response.receivedAt <= response.receivedAt } ?? entries.endIndex
    entries.insert(Entry(response: response, body: body), at: place)
    if entries.count > Store.variantLimit { entries.removeLast() }
    return cache.insert(entries, for: response.key, cost: Self.cost(of: entries))
  }

  /// Removes all variants under a key.
  ///
  /// - Returns: how many there were.
  @discardableResult
  package func removeAll(for key: CacheKey) -> Int { held?.remove(key)?.count ?? 0 }

  package func removeAll() { held?.removeAll() }

  private static func cost(of entries: [Entry]) -> Int {
    entries.reduce(0) { sum, entry in
      let record = EntryRecord(
        response: entry.response, storedAt: entry.response.receivedAt, bodyFile: nil, bodyChecksum: 0)
      return sum.addingReportingOverflow(Int(clamping: record.size)).partialValue
    }
  }
}
