import HTTPCacheCore

/// A number of responses, and the bytes of their bodies.
struct Tally: Equatable, JSONShaped {
  private(set) var count = 0
  private(set) var bytes: Int64 = 0

  static let shape = JSONShape<Self>([.count("count", \.count), .bytes("bytes", \.bytes)])

  /// The same where requests are counted.
  static let ofRequests = JSONShape<Self>([.count("requests", \.count), .bytes("bytes", \.bytes)])

  mutating func add(bytes: Int64) {
    count += 1
    self.bytes = self.bytes.addingSaturated(bytes)
  }

  mutating func add(_ other: Tally) {
    count += other.count
    bytes = bytes.addingSaturated(other.bytes)
  }
}
