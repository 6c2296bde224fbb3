import HTTPCacheCore

/// Keeps values of one's own in memory, and forgets those that were used least recently.
func remember() {
  let cache = MemoryCache<String, String>(costLimit: 10, countLimit: 2)
  for (word, cost) in [("one", 3), ("two", 3), ("three", 5)] {
    cache.insert(word.uppercased(), for: word, cost: cost)
    _ = cache.value(for: "one")
  }
  print("\(cache.count) kept: \(cache.value(for: "one") ?? "-"), \(cache.value(for: "two") ?? "-")")
}
