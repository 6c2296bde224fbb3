/// The entries and bytes in the store for each value of a property.
package struct Breakdown: Sendable, Hashable {
  /// The property by which a breakdown groups the entries.
  package enum Dimension: String, Sendable, CaseIterable {
    /// The host of the URL.
    case host
    /// The media type, without parameters.
    case type
    case status
    /// How long the entry stays fresh, or that it is stale.
    case freshness
    /// The time since the cache date.
    case age
    /// The bytes of the body.
    case size
  }

  /// Entries that have a property in common.
  package struct Group: Sendable, Hashable {
    /// The host, type or status, or a range such as `1h-1d`; empty if there is none.
    package let name: String
    package let entries: Int64
    /// The bytes by which the entries count towards the capacity.
    package let bytes: Int64

    package init(name: String, entries: Int64, bytes: Int64) {
      self.name = name
      self.entries = entries
      self.bytes = bytes
    }
  }

  package let dimension: Dimension

  /// The groups: ranges in ascending order; hosts, types and statuses in descending order of their bytes.
  package let groups: [Group]

  /// Counts the entries of a store by a property.
  ///
  /// Age and freshness are the values at `now`; freshness also depends on the `role` of the cache.
  ///
  /// - Throws: the error of the database.
  package init(of store: Store, by dimension: Dimension, now: Instant, role: CacheRole) throws(StoreError) {
    let database = store.database
    let ranges = Self.ranges(dimension)
    let value = Self.value(of: dimension, now: now, role: role)
    let key: String =
      switch dimension {
      case .host: "substr(v, 1, instr(v || '/', '/') - 1)"
      case .type, .status: "v"
      case .freshness, .age, .size: Self.rangeNumber(ranges)
      }
    var sums: [String: Group] = [:]
    try database.read { (connection) throws(StoreError) in
      guard database.isCurrent else { return }
      // SQLite's `sum` fails if damaged sizes overflow. `total` adds real numbers, and the cast clamps the
      // result.
      try connection.run(
        """
        SELECT \(key) AS k, count(*), CAST(total(size) AS INTEGER) FROM (SELECT \(value) AS v, size FROM entries) GROUP BY k
        """
      ) { row in
        let found = row.text(0) ?? row.integer(0).map(String.init) ?? ""
        let name =
          switch dimension {
          case .host: NormalizedURI.host(ofAuthority: found)
          case .type, .status: found
          case .freshness, .age, .size: Int(found).flatMap { $0 < ranges.count ? ranges[$0].name : nil } ?? ""
          }
        let known = sums[name] ?? Group(name: name, entries: 0, bytes: 0)
        sums[name] = Group(
          name: name, entries: known.entries.addingSaturated(row.integer(1) ?? 0),
          bytes: known.bytes.addingSaturated(row.integer(2) ?? 0))
        return true
      }
    }
    self.dimension = dimension
    groups =
      ranges.isEmpty
      ? sums.values.sorted { ($0.bytes, $1.name) > ($1.bytes, $0.name) } : ranges.compactMap { sums[$0.name] }
  }

  /// The SQL expression for the property of an entry.
  private static func value(of dimension: Breakdown.Dimension, now: Instant, role: CacheRole) -> String {
    switch dimension {
    case .host: "substr(uri, instr(uri, '://') + 3)"
    case .type: "type"
    case .status: "status"
    case .freshness: (role == .shared ? "fresh_until_shared" : "fresh_until") + " - \(now.epoch)"
    case .age: "\(now.epoch) - received_at"
    case .size: "body_length"
    }
  }

  /// The ranges of a numeric property, in ascending order; each holds the values below its `end`.
  private static func ranges(_ dimension: Dimension) -> [(name: String, end: Int64)] {
    switch dimension {
    case .host, .type, .status: []
    case .freshness:
      [
        ("stale", 1), ("fresh <1m", 60), ("fresh 1m-1h", 3600), ("fresh 1h-1d", 86_400),
        ("fresh 1d-7d", 604_800), ("fresh 7d-30d", 2_592_000), ("fresh >30d", .max),
      ]
    case .age:
      [
        ("<1m", 60), ("1m-1h", 3600), ("1h-1d", 86_400), ("1d-7d", 604_800), ("7d-30d", 2_592_000),
        ("30d-1y", 31_536_000), (">1y", .max),
      ]
    case .size:
      [
        ("<1K", 1 << 10), ("1K-4K", 4 << 10), ("4K-16K", 16 << 10), ("16K-64K", 64 << 10),
        ("64K-256K", 256 << 10),
        ("256K-1M", 1 << 20), ("1M-16M", 16 << 20), (">16M", .max),
      ]
    }
  }

  private static func rangeNumber(_ ranges: [(name: String, end: Int64)]) -> String {
    let cases = ranges.dropLast().enumerated().map { "WHEN v < \($1.end) THEN \($0)" }
    return "CASE \(cases.joined(separator: " ")) ELSE \(ranges.count - 1) END"
  }
}
