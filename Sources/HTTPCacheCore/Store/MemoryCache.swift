/// Values in memory, bounded by cost and count; the least recently used go first.
///
/// For one thread, or under a lock of the caller's. Nothing is limited unless a limit is given.
public final class MemoryCache<Key: Hashable, Value> {
  private final class Node {
    let key: Key
    var value: Value
    var cost: Int
    var newer: Node?
    weak var older: Node?

    init(_ key: Key, _ value: Value, cost: Int) {
      self.key = key
      self.value = value
      self.cost = cost
    }
  }

  /// The most that all values may cost together, in the caller's unit; nil for no limit.
  public let costLimit: Int?

  /// The most values; nil for no limit.
  public let countLimit: Int?

  /// What all values cost together.
  public private(set) var totalCost = 0

  private var nodes: [Key: Node] = [:]
  private var oldest: Node?
  private var newest: Node?

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - costLimit: the most that all values may cost together; nil for no limit.
  ///   - countLimit: the most values; nil for no limit.
  public init(costLimit: Int? = nil, countLimit: Int? = nil) {
    self.costLimit = costLimit
    self.countLimit = countLimit
  }

  /// How many values there are.
  public var count: Int { nodes.count }

  /// The value of a key, which counts as a use.
  ///
  /// - Parameter key: the key.
  /// - Returns: nil where there is none.
  public func value(for key: Key) -> Value? {
    guard let node = nodes[key] else { return nil }
    unlink(node)
    link(node)
    return node.value
  }

  /// Keeps a value, in place of the key's former one; what no longer fits goes.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: its key.
  ///   - cost: in the caller's unit, 0 or more; a value that costs more than the limit is not kept.
  public func insert(_ value: Value, for key: Key, cost: Int) {
    remove(key)
    let node = Node(key, value, cost: max(0, cost))
    nodes[key] = node
    totalCost += node.cost
    link(node)
    while let oldest, totalCost > costLimit ?? .max || count > countLimit ?? .max { remove(oldest.key) }
  }

  /// Forgets a key.
  ///
  /// - Parameter key: the key.
  public func remove(_ key: Key) {
    guard let node = nodes.removeValue(forKey: key) else { return }
    totalCost -= node.cost
    unlink(node)
  }

  /// Forgets everything, as under memory pressure.
  public func removeAll() {
    // One by one: a long chain that goes at once would be freed by recursion.
    while let oldest { remove(oldest.key) }
  }

  private func link(_ node: Node) {
    node.older = newest
    newest?.newer = node
    newest = node
    if oldest == nil { oldest = node }
  }

  private func unlink(_ node: Node) {
    if oldest === node { oldest = node.newer }
    if newest === node { newest = node.older }
    node.older?.newer = node.newer
    node.newer?.older = node.older
    node.newer = nil
    node.older = nil
  }

  deinit { removeAll() }
}
