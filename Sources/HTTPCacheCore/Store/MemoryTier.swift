/// Responses that are kept in the memory of one process: `--storage memory`.
package final class MemoryTier {
  private let cache: MemoryCache<CacheKey, [Entry]>

  /// A response with its body.
  package struct Entry {
    package let response: StoredResponse
    package let body: [UInt8]
  }

  /// Makes an empty tier.
  ///
  /// - Parameter costLimit: bytes of bodies and heads.
  package init(costLimit: Int) { cache = MemoryCache(costLimit: costLimit) }

  /// The limit where the user gives none: a fifth of the machine's memory, a tenth where it has 512 MB or less.
  ///
  /// - Parameter physicalMemory: bytes.
  /// - Returns: bytes.
  package static func defaultCostLimit(physicalMemory: Int64) -> Int {
    Int(clamping: physicalMemory / (physicalMemory <= 512 << 20 ? 10 : 5))
  }

  /// All variants under a key, the newest first.
  package func responses(for key: CacheKey) -> [Entry] { cache.value(for: key) ?? [] }

  /// Keeps a response in place of the variant with the same selecting fields.
  package func insert(_ response: StoredResponse, body: [UInt8]) {
    let others = responses(for: response.key).filter {
      $0.response.selectingFields != response.selectingFields
    }
    let entries = [Entry(response: response, body: body)] + others
    let cost = entries.reduce(0) { cost, entry in
      entry.response.head.fields.lines.reduce(cost + entry.body.count) {
        $0 + $1.name.utf8.count + $1.rawValue.count
      }
    }
    cache.insert(entries, for: response.key, cost: cost)
  }

  /// Forgets all variants under a key.
  package func removeAll(for key: CacheKey) { cache.remove(key) }
}
