import HTTPCacheCore

/// What caches on the way said that they did with many requests, by product and kind of file.
///
/// Its memory is bounded: there are only as many products as the program knows, and six kinds of files.
struct EdgeSums: Equatable, Sendable {
  /// Requests, and the bytes of the bodies of their answers, by what a cache did.
  struct Counts: Equatable, JSONShaped {
    /// Answered from its store, fresh or stale.
    var hits = Tally()
    /// Asked further on, also where that confirmed what was stored.
    var misses = Tally()
    /// Passed on without a look into its store.
    var passes = Tally()

    /// The counts by their names in JSON, in the order of all reports.
    static let members: [(name: StaticString, path: any WritableKeyPath<Self, Tally> & Sendable)] = [
      ("hits", \.hits), ("misses", \.misses), ("passes", \.passes),
    ]

    static let shape = JSONShape<Self>(members.map { .object($0.name, $0.path, Tally.ofRequests) })

    var requests: Int { hits.count + misses.count + passes.count }

    /// The hits of all requests, from 0 to 1.
    var hitRatio: Double { requests > 0 ? Double(hits.count) / Double(requests) : 0 }

    mutating func add(_ state: EdgeReport.State, bytes: Int64) {
      switch state {
      case .hit, .stale: hits.add(bytes: bytes)
      case .miss, .revalidated: misses.add(bytes: bytes)
      case .bypass: passes.add(bytes: bytes)
      case .unknown: break
      }
    }
  }

  /// The counts of one product.
  struct Row: Equatable, JSONShaped {
    fileprivate(set) var product = ""

    /// The counts by the place of the kind in `EdgeSums.kinds`.
    fileprivate(set) var kinds = [Counts](repeating: Counts(), count: EdgeSums.kinds.count)

    var all: Counts { kinds.reduce(into: Counts()) { $0.add($1) } }

    /// The counts of the kinds of which there were requests.
    var named: [(kind: String, counts: Counts)] {
      zip(EdgeSums.kinds, kinds).compactMap { $1.requests > 0 ? ($0, $1) : nil }
    }

    static let shape = JSONShape<Self>([
      .text("product", \.product),
      .written { Counts.shape.write($0.all, to: &$1) },
      .map("kinds", { $0.named.map { ($0.kind, $0.counts) } }, { $2.add($1, of: $0) }),
      .written { row, writer in
        writer.key("hit_ratio")
        writer.value(share: row.all.hitRatio)
      },
    ])

    init() {}

    fileprivate init(product: String) { self.product = product }

    /// Adds the counts of one kind of file; one that this version does not know counts as another.
    fileprivate mutating func add(_ counts: Counts, of kind: String) {
      kinds[EdgeSums.kinds.firstIndex(of: kind) ?? EdgeSums.kinds.count - 1].add(counts)
    }
  }

  /// The kinds of files that are told apart, in the order of all reports.
  private static let assetKinds = AssetKind.allCases

  /// The names of the kinds; the last one is for all others.
  static let kinds: [String] = assetKinds.map(\.rawValue)

  /// The most products that are told apart, where a file of a summary names them.
  private static let most = 100

  /// The rows in the order in which the products were met.
  private var rows: [Row] = []

  var isEmpty: Bool { rows.isEmpty }

  /// The rows, the product with the most requests first.
  var sorted: [Row] {
    rows.sorted { ($1.all.requests, $0.product) < ($0.all.requests, $1.product) }
  }

  /// Adds what the fields of a response, or of the answers to a repeated request, say.
  mutating func add(_ verdict: Verdict) {
    let bytes = verdict.subject.bodyLength ?? 0
    var kind: Int?
    verdict.forEachEdgeReport { product, state in
      let place = kind ?? Self.place(of: verdict.kind)
      kind = place
      guard let row = index(of: product) else { return }
      rows[row].kinds[place].add(state, bytes: bytes)
    }
  }

  mutating func add(_ other: EdgeSums) {
    for row in other.rows { add(row) }
  }

  /// Adds the counts of one product.
  mutating func add(_ row: Row) {
    for (kind, counts) in row.named { add(counts, of: kind, by: row.product) }
  }

  /// Adds the counts of one kind of file.
  mutating func add(_ counts: Counts, of kind: String, by product: String) {
    if let row = index(of: product) { rows[row].add(counts, of: kind) }
  }

  private mutating func index(of product: String) -> Int? {
    if let index = rows.firstIndex(where: { $0.product == product }) { return index }
    guard rows.count < Self.most else { return nil }
    rows.append(Row(product: product))
    return rows.count - 1
  }

  private static func place(of kind: AssetKind) -> Int {
    assetKinds.firstIndex(of: kind) ?? assetKinds.count - 1
  }
}
