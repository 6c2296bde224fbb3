import HTTPCacheCore

/// What becomes of many responses in a cache, by their kind.
///
/// Its memory is bounded: there are only as many rows as kinds, and each tells some dozens of lifetimes apart.
struct KindSums: Equatable, Sendable {
  /// A kind of content, or an answer that has none of its own.
  enum Kind: Hashable, Sendable, CaseIterable {
    case content(AssetKind)
    case redirect, error

    static let allCases = AssetKind.allCases.map(Self.content) + [.redirect, .error]

    /// The name in JSON.
    var name: String {
      switch self {
      case .content(let kind): kind.rawValue
      case .redirect: "redirect"
      case .error: "error"
      }
    }
  }

  struct Key: Hashable, Sendable {
    let kind: Kind

    /// Whether the URL names a version; nil for a kind of which it does not matter.
    let isVersioned: Bool?

    /// The order of the rows: by kind, what is versioned first.
    static let all: [Self] = Kind.allCases.flatMap { kind -> [Self] in
      guard case .content(let content) = kind, content.isPartOfPage else {
        return [Self(kind: kind, isVersioned: nil)]
      }
      return [true, false].map { Self(kind: kind, isVersioned: $0) }
    }
  }

  /// What a returning browser does with a response.
  enum Treatment: Hashable, Sendable {
    /// It uses the response for so many seconds without asking.
    case kept(Seconds)
    /// The same for different times.
    case keptVariously
    /// It asks each time, and a 304 spares the body.
    case asked
    case loaded

    var isKept: Bool {
      switch self {
      case .kept, .keptVariously: true
      case .asked, .loaded: false
      }
    }

    /// A greater number for what asks less.
    fileprivate var rank: Int64 {
      switch self {
      case .kept(let seconds): max(0, seconds).addingSaturated(3)
      case .keptVariously: 2
      case .asked: 1
      case .loaded: 0
      }
    }

    /// The seconds; nil for all that is not kept for one time.
    var lifetime: Seconds? { if case .kept(let seconds) = self { seconds } else { nil } }
  }

  /// Some responses that are treated alike.
  struct Alike: Equatable, Sendable {
    let treatment: Treatment
    fileprivate(set) var count: Int
    /// The URL of the first of them; nil if a summary that was read does not tell.
    let first: String?
  }

  /// The responses of one kind.
  struct Row: Equatable, Sendable {
    fileprivate(set) var all = Tally()
    fileprivate(set) var reused = 0
    fileprivate(set) var confirmed = 0
    fileprivate(set) var loaded = 0

    /// The treatments in the order in which they were met.
    fileprivate var treatments: [Alike] = []

    /// The treatments that are told apart at most.
    private static let limit = 64

    /// The treatment of most of the responses, of as many the one that asks least; nil without any.
    var most: Alike? {
      treatments.max { ($0.count, $0.treatment.rank) < ($1.count, $1.treatment.rank) }
    }

    /// How many responses are treated otherwise than most.
    var differ: Int { all.count - (most?.count ?? 0) }

    /// The first response that is treated otherwise than most, with its treatment; nil if there is none, or it is not known.
    var firstOther: Alike? { treatments.first { $0.treatment != most?.treatment && $0.first != nil } }

    fileprivate mutating func add(_ treatment: Treatment, bytes: Int64, at url: String) {
      all.add(bytes: bytes)
      switch treatment {
      case .kept, .keptVariously: reused += 1
      case .asked: confirmed += 1
      case .loaded: loaded += 1
      }
      add(treatment, 1, first: url)
    }

    fileprivate mutating func add(_ treatment: Treatment, _ count: Int, first: String?) {
      guard count > 0 else { return }
      if let index = treatments.firstIndex(where: { $0.treatment == treatment }) {
        treatments[index].count += count
      } else if treatments.count < Self.limit {
        treatments.append(Alike(treatment: treatment, count: count, first: first))
      }
    }

    /// Adds the responses of another part of the same run.
    fileprivate mutating func add(_ other: Row) {
      all.add(other.all)
      reused += other.reused
      confirmed += other.confirmed
      loaded += other.loaded
      for alike in other.treatments { add(alike.treatment, alike.count, first: alike.first) }
    }

    /// Adds the responses of another run: where most of both are kept, but for different times, no time is that of most.
    fileprivate mutating func add(ofAnotherRun other: Row) {
      var other = other
      if let most, let others = other.most, most.treatment != others.treatment, most.treatment.isKept,
        others.treatment.isKept
      {
        forgetLifetimes()
        other.forgetLifetimes()
      }
      add(other)
    }

    private mutating func forgetLifetimes() {
      let kept = treatments.filter(\.treatment.isKept)
      treatments.removeAll { $0.treatment.isKept }
      guard !kept.isEmpty else { return }
      treatments.append(
        Alike(treatment: .keptVariously, count: kept.reduce(0) { $0 + $1.count }, first: kept.first?.first))
    }
  }

  private(set) var rows: [Key: Row] = [:]

  /// Whether it was read from a file, so that it is of another run than what is added to it.
  private var isRead = false

  var isEmpty: Bool { rows.isEmpty }

  /// The rows with responses, in their order.
  var sorted: [(key: Key, row: Row)] { Key.all.compactMap { key in rows[key].map { (key, $0) } } }

  /// Adds a judged response; one that was recorded without its fields is in no row.
  mutating func add(_ verdict: Verdict, bytes: Int64) {
    guard let treatment = Treatment(verdict) else { return }
    let key = Key(verdict)
    rows[key, default: Row()].add(treatment, bytes: bytes, at: verdict.subject.urlText)
  }

  mutating func add(_ other: Self) {
    for (key, row) in other.rows {
      guard rows[key] != nil else {
        rows[key] = row
        continue
      }
      if isRead || other.isRead { rows[key]?.add(ofAnotherRun: row) } else { rows[key]?.add(row) }
    }
    isRead = isRead || other.isRead
  }

  /// The rows as the file of a summary has them.
  var read: [Read] {
    sorted.map { key, row in
      var read = row.read
      (read.kind, read.isVersioned) = (key.kind.name, key.isVersioned)
      return read
    }
  }

  /// Adds a row that was read from a file; one of a kind that only another version has is passed over.
  mutating func add(_ read: Read) {
    guard
      let key = Key.all.first(where: { $0.kind.name == read.kind && $0.isVersioned == read.isVersioned })
    else { return }
    isRead = true
    rows[key] = Row(read)
  }
}

extension KindSums {
  /// A row as the file of a summary has it; one from elsewhere may contradict itself.
  struct Read: Equatable, JSONShaped {
    var kind = ""
    var isVersioned: Bool?
    var responses = 0
    var bytes: Int64 = 0
    var reused = 0
    var confirmed = 0
    var loaded = 0
    /// The seconds for which most of them are kept; nil where most are not kept, or not for one time.
    var lifetime: Seconds?
    var differ = 0

    static let shape = JSONShape<Self>([
      .text("kind", \.kind), .truth("versioned", \.isVersioned), .count("responses", \.responses),
      .bytes("bytes", \.bytes), .count("reused", \.reused), .count("confirmed", \.confirmed),
      .count("loaded", \.loaded), .number("lifetime", \.lifetime), .count("differ", \.differ),
    ])
  }
}

extension KindSums.Row {
  fileprivate init(_ read: KindSums.Read) {
    all = Tally(count: read.responses, bytes: read.bytes)
    (reused, confirmed, loaded) = (read.reused, read.confirmed, read.loaded)
    add(.asked, confirmed, first: nil)
    add(.loaded, loaded, first: nil)
    let alike = max(0, read.responses - read.differ)
    if let lifetime = read.lifetime {
      add(.kept(lifetime), alike, first: nil)
    } else if alike != confirmed, alike != loaded {
      add(.keptVariously, alike, first: nil)
    }
  }

  /// The row as the file of a summary has it.
  var read: KindSums.Read {
    KindSums.Read(
      responses: all.count, bytes: all.bytes, reused: reused, confirmed: confirmed, loaded: loaded,
      lifetime: most?.treatment.lifetime, differ: differ)
  }
}

extension KindSums.Key {
  /// The row of a judged response.
  init(_ verdict: Verdict) {
    let status = verdict.subject.stored.head.status
    let content = verdict.kind
    if status >= 400 {
      self.init(kind: .error, isVersioned: nil)
    } else if (300...399).contains(status), status != 304 {
      self.init(kind: .redirect, isVersioned: nil)
    } else {
      self.init(
        kind: .content(content), isVersioned: content.isPartOfPage ? verdict.namesVersion : nil)
    }
  }
}

extension KindSums.Treatment {
  /// What the conclusion on a response says; nil for one that was recorded without its fields.
  init?(_ verdict: Verdict) {
    switch verdict.conclusion.kind {
    case .reused, .part: self = .kept(verdict.roundedLifetime)
    case .confirmed, .confirmation: self = .asked
    case .downloaded, .notStored: self = .loaded
    case .unknown: return nil
    }
  }
}

extension Verdict {
  /// The lifetime; one that caches guess, or that a date gives, differs for each file, so only its greatest unit counts.
  fileprivate var roundedLifetime: Seconds {
    let lifetime = freshness.lifetime
    let seconds = lifetime.seconds ?? 0
    guard lifetime.source == .heuristic || lifetime.source == .expires else { return seconds }
    let unit: Seconds = [31_536_000, 86_400, 3_600, 60].first { seconds >= $0 } ?? 1
    return seconds - seconds % unit
  }
}
