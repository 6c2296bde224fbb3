import HTTPCacheCore

/// Sums by key in bounded memory.
///
/// The first `limit` keys in a fixed order have a row each, and what belongs to any other key is added to the row of a key that
/// stands for many. So no sum depends on the order in which keys come, or on how they are divided among several tables: a key
/// that is among the first in the end was among them all the time.
struct BoundedRows<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// How many keys have a row each: far more than a page has, but bounded for a hostile log.
  static var limit: Int { 10_000 }

  /// The rows, in the order in which their keys first came.
  private(set) var rows: [(key: Key, value: Value)] = []

  private var places: [Key: Int] = [:]

  /// Whether the rest is to be taken before another key has a row: seldom, since the rows are sorted for it.
  func isFull(for key: Key) -> Bool { rows.count >= 2 * Self.limit && places[key] == nil }

  /// Where the row of a key is; a new one begins with a value.
  mutating func place(of key: Key, orNew value: @autoclosure () -> Value) -> Int {
    if let place = places[key] { return place }
    places[key] = rows.count
    rows.append((key, value()))
    return rows.count - 1
  }

  subscript(place: Int) -> Value {
    get { rows[place].value }
    _modify { yield &rows[place].value }
  }

  /// The places of all rows.
  var indices: Range<Int> { rows.indices }

  /// Takes away the rows beyond the first `limit`, for the caller to add to the rows of keys that stand for many.
  ///
  /// - Parameter rank: the place of a key in the fixed order; nil for a key that stands for many, whose row stays.
  /// - Returns: the rows in the fixed order.
  mutating func takeRest<Rank: Comparable>(rank: (Key) -> Rank?) -> [(key: Key, value: Value)] {
    guard rows.count > Self.limit else { return [] }
    let ranked = rows.indices.compactMap { place in rank(rows[place].key).map { (rank: $0, place: place) } }
    guard ranked.count > Self.limit else { return [] }
    let rest = ranked.sorted { $0.rank < $1.rank }.dropFirst(Self.limit).map(\.place)
    let (all, left) = (rows, Set(rest))
    (rows, places) = ([], [:])
    for (place, row) in all.enumerated() where !left.contains(place) {
      _ = self.place(of: row.key, orNew: row.value)
    }
    return rest.map { all[$0] }
  }
}

/// The names of hosts that are counted together: those of the first party, and all others.
enum ManyHosts {
  private static let others = "*"

  /// The name that stands for a host among many.
  static func name(for host: String, _ site: Site?) -> String {
    guard let site, site.contains(host: host) else { return others }
    return own(site)
  }

  /// Whether a name stands for many hosts.
  static func isName(_ host: String, _ site: Site?) -> Bool {
    host == others || site.map { host == own($0) } == true
  }

  /// The hosts of a site, which contains this name, too.
  private static func own(_ site: Site) -> String { "\(others).\(site.name)" }
}

/// How many responses came from each host.
struct HostCounts: Sendable {
  private var counts = BoundedRows<String, Int>()

  mutating func add(_ host: String, _ count: Int = 1) {
    if counts.isFull(for: host) { fold() }
    counts[counts.place(of: host, orNew: 0)] += count
  }

  mutating func add(_ other: HostCounts) {
    for (host, count) in other.counts.rows { add(host, count) }
  }

  private mutating func fold() {
    let rest = counts.takeRest { ManyHosts.isName($0, nil) ? nil : $0 }
    for (host, count) in rest {
      counts[counts.place(of: ManyHosts.name(for: host, nil), orNew: 0)] += count
    }
  }

  /// The counts, sorted by the hosts.
  var sorted: [(host: String, count: Int)] {
    var whole = self
    whole.fold()
    return whole.counts.rows.map { ($0.key, $0.value) }.sorted { $0.host < $1.host }
  }

  /// The only host; nil if there are several, or none.
  var only: String? { counts.rows.count == 1 ? counts.rows.first?.key : nil }

  /// How many hosts there are.
  var words: String {
    let named = sorted.filter { !ManyHosts.isName($0.host, nil) }.count
    return (named < counts.rows.count ? "more than " : "") + named.counted("host")
  }
}
