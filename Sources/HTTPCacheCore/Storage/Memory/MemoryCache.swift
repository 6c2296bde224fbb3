/// Values by key in memory, bounded by a total cost and a count; the least recently used values are evicted first.
///
/// Every operation takes constant time, apart from evictions. The cache has no lock: use it from one thread or
/// isolation domain.
public final class MemoryCache<Key: Hashable, Value> {
  private struct Slot {
    var key: Key
    var value: Value
    var cost: Int
    var newer: Int
    var older: Int
  }

  /// The greatest sum of costs, in the caller's unit; a cache with 0 or less holds nothing.
  public let costLimit: Int

  /// The greatest number of values; a cache with 0 or less holds nothing.
  public let countLimit: Int

  /// The sum of the costs of all values held.
  public private(set) var totalCost = 0

  private var places: [Key: Int] = [:]
  private var slots: [Slot?] = []
  private var free: [Int] = []
  private var newest = -1
  private var oldest = -1

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - costLimit: the greatest sum of costs.
  ///   - countLimit: the greatest number of values; unbounded by default.
  public init(costLimit: Int, countLimit: Int = .max) {
    self.costLimit = costLimit
    self.countLimit = countLimit
  }

  /// The number of values held.
  public var count: Int { places.count }

  /// The value of a key, which becomes the most recently used.
  ///
  /// - Parameter key: the key that it was inserted under.
  /// - Returns: nil if there is none, or it was evicted.
  public func value(for key: Key) -> Value? {
    guard let place = places[key], let slot = slots[place] else { return nil }
    unlink(place)
    linkAsNewest(place)
    return slot.value
  }

  /// Inserts a value, or replaces the one under its key, and evicts values that no longer fit.
  ///
  /// - Parameters:
  ///   - value: the value to hold.
  ///   - key: the key to find it by.
  ///   - cost: the cost of the value; a negative cost counts as 0.
  /// - Returns: false if the value alone costs more than the limit; the key then has no value.
  @discardableResult
  public func insert(_ value: Value, for key: Key, cost: Int = 1) -> Bool {
    remove(key)
    let cost = max(0, cost)
    guard cost <= costLimit, countLimit > 0 else { return false }
    // Evict before adding: the sum then stays within the limit and can't overflow.
    while totalCost > costLimit - cost || places.count >= countLimit {
      guard oldest >= 0, let slot = slots[oldest] else { break }
      remove(slot.key)
    }
    let slot = Slot(key: key, value: value, cost: cost, newer: -1, older: -1)
    let place = free.popLast() ?? slots.count
    if place == slots.count { slots.append(slot) } else { slots[place] = slot }
    places[key] = place
    totalCost += cost
    linkAsNewest(place)
    return true
  }

  /// Removes the value of a key.
  ///
  /// - Parameter key: the key that it was inserted under.
  /// - Returns: the value that was held; nil if there was none.
  @discardableResult
  public func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key), let slot = slots[place] else { return nil }
    unlink(place)
    slots[place] = nil
    free.append(place)
    totalCost -= slot.cost
    return slot.value
  }

  /// The keys of all values that are held, in any order.
  var keys: some Collection<Key> { places.keys }

  /// Removes everything, as under memory pressure.
  public func removeAll() {
    places = [:]
    slots = []
    free = []
    (newest, oldest, totalCost) = (-1, -1, 0)
  }

  private func linkAsNewest(_ place: Int) {
    slots[place]?.newer = -1
    slots[place]?.older = newest
    if newest >= 0 { slots[newest]?.newer = place }
    newest = place
    if oldest < 0 { oldest = place }
  }

  private func unlink(_ place: Int) {
    guard let slot = slots[place] else { return }
    if slot.newer >= 0 { slots[slot.newer]?.older = slot.older } else { newest = slot.older }
    if slot.older >= 0 { slots[slot.older]?.newer = slot.newer } else { oldest = slot.newer }
  }
}

extension MemoryCache {
  /// The share of a machine's memory a cache may take: 20%, or 10% if there are 512 MB or less.
  ///
  /// - Parameter physicalMemory: the machine's memory, in bytes; below 0 counts as 0.
  /// - Returns: a cost limit in bytes.
  public static func defaultCostLimit(physicalMemory: Int) -> Int {
    let memory = max(0, physicalMemory)
    return memory <= 512 << 20 ? memory / 10 : memory / 5
  }
}
