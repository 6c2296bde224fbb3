import HTTPCacheCore

/// Collects responses, and derives expectations that all of them meet: of the families that they are, and of each that stands
/// alone.
struct ExpectationDraft {
  /// The facts of a response from which the draft derives checks.
  private struct ResponseFacts {
    let member: FamilyMember
    let target: TargetURI
    /// Whether it adds an entry to the file; else it only has to meet those of others.
    let addsEntry: Bool
    let isPage: Bool
    let status: Int
    let isStorable: Bool?
    /// Whether a shared cache may store the response.
    let isShareable: Bool?
    let lifetime: LifetimeBounds?
    let naming: URLNaming
    /// Whether the response is a script, a style sheet, a font or an image.
    let isStatic: Bool
    let isImmutable: Bool
    let isRevalidatedEachTime: Bool
    let hasValidator: Bool
  }

  /// What some responses have in common.
  private struct Checks: Hashable {
    var own: [String] = []
    /// Whether no shared cache may store any of them, which `own` does not say.
    var isNeverShared = false

    /// Whether another one asks for all that this one asks for.
    func isIn(_ other: Self) -> Bool {
      own.allSatisfy(other.own.contains) && (!isNeverShared || other.isNeverShared)
    }
  }

  /// What an entry is for.
  private struct Place: Hashable {
    let pattern: String
    let selector: FamilySelector
  }

  private var responses: [ResponseFacts] = []
  private var hosts = SubjectHosts()
  private var isShared = false

  /// The responses with an error, which no expectation is made of: it would hold only as long as they are broken.
  private(set) var broken: [(status: Int, method: String, url: String)] = []

  /// The most responses that the draft collects; it ignores later responses.
  private static let most = 50_000

  /// Adds a response.
  ///
  /// Only a response to GET that is no error adds an entry, but entries are met by requests of every method, so that their checks
  /// have to hold for the others, too.
  mutating func add(_ verdict: Verdict) {
    let (subject, head) = (verdict.subject, verdict.subject.stored.head)
    guard responses.count < Self.most, !head.isInterim else { return }
    let isBroken = head.status >= 400
    if isBroken { broken.append((head.status, subject.request.method, subject.urlText)) }
    let member = FamilyMember(verdict)
    isShared = verdict.settings.role == .shared
    let addsEntry = subject.request.method == "GET" && !isBroken
    if addsEntry { hosts.add(subject.request.target) }
    var shared = verdict.settings
    shared.role = .shared
    responses.append(
      ResponseFacts(
        member: member, target: subject.request.target, addsEntry: addsEntry && !member.isUnique,
        isPage: verdict.kind == .page, status: head.status, isStorable: verdict.isStorable,
        isShareable: Self.isShareable(Verdict(subject, verdict.context, now: verdict.now, settings: shared)),
        lifetime: LifetimeBounds(verdict), naming: URLNaming(verdict), isStatic: verdict.kind.isPartOfPage,
        isImmutable: head.cacheControl.contains("immutable"),
        isRevalidatedEachTime: verdict.isRevalidatedEachTime, hasValidator: head.hasValidator))
  }

  /// Whether a shared cache of any kind may store the response.
  private static func isShareable(_ verdict: Verdict) -> Bool? {
    verdict.isStorable.map { $0 || verdict.otherSharing != nil }
  }

  /// The patterns that the former rule makes of today's URLs, on their host and on any.
  var formerPatterns: Set<String> {
    Set(
      responses.filter(\.addsEntry).flatMap { response in
        [URLFamily.pattern(of: response.target), URLFamily.pathPattern(of: response.target)].flatMap { own in
          [own, URLFamily.directory(ofPattern: own)] + (URLFamily.siblings(ofPattern: own).map { [$0] } ?? [])
        }
      })
  }

  /// The entries, each with the checks that all responses meet that it is for.
  ///
  /// A page that keeps to more than its family has an entry of its own beside it.
  var entries: [ExpectationFile.Members] {
    let adding = responses.indices.filter { responses[$0].addsEntry }
    let families = Families(adding.map { responses[$0].member }, leastDepth: 1) { members in
      Self.checks(members.map { responses[adding[$0]] })
    }
    var places: [Place] = []
    var seen: Set<Place> = []
    func add(_ place: Place) {
      if seen.insert(place).inserted { places.append(place) }
    }
    /// The family of a page, where it has one.
    var familyOfPage: [Int: Place] = [:]
    for found in families.found {
      let place = Place(
        pattern: hosts.written(found.family.pattern),
        selector: found.isAlone ? alone(responses[adding[found.members[0]]]) : found.family.selector)
      add(place)
      if !found.isAlone, found.family.selector.kind == .page {
        for member in found.members { familyOfPage[adding[member]] = place }
      }
    }
    let known = Set(adding.map { responses[$0].member }.filter { !$0.traits.isUnknown }.map(\.url))
    for index in adding where responses[index].member.standsAlone {
      let member = responses[index].member
      // Of a 304 without a type, another answer of the same URL tells more.
      guard !member.traits.isUnknown || !known.contains(member.url) else { continue }
      add(Place(pattern: hosts.written(member.url), selector: alone(responses[index])))
    }
    let checks = checks(of: places)
    var found = zip(places, checks).map { ($0, $1) }
    // Where nothing else holds of one URL, its status does.
    let bare = found.filter {
      $0.1 == Checks() && $0.0.selector.kind != nil && !URLPattern($0.0.pattern).hasWildcards
    }.map { Place(pattern: $0.0.pattern, selector: FamilySelector()) }
    found += zip(bare, self.checks(of: bare))
    let byPlace = Dictionary(zip(places, checks), uniquingKeysWith: { first, _ in first })
    var pages: [Place: [Int]] = [:]
    for (index, family) in familyOfPage {
      pages[
        Place(pattern: hosts.written(responses[index].member.url), selector: family.selector), default: []
      ]
      .append(index)
    }
    for (place, members) in pages {
      let own = Self.checks(members.map { responses[$0] }, asksForStatus: false)
      guard let family = familyOfPage[members[0]].flatMap({ byPlace[$0] }), !own.isIn(family) else {
        continue
      }
      found.append((place, own))
    }
    return found.flatMap { proposals($0, $1) }.sorted { Self.order($0) < Self.order($1) }
  }

  private static func order(_ entry: ExpectationFile.Members) -> (String, String, String) {
    let versioned = entry.selector.isVersioned.map { $0 ? "2" : "1" } ?? ""
    return (
      entry.pattern, (entry.selector.kind?.rawValue ?? "") + versioned, entry.isShared == true ? "1" : ""
    )
  }

  /// What the entry of one URL alone names: its kind where its extension tells it, else only its status is asked for.
  private func alone(_ response: ResponseFacts) -> FamilySelector {
    AssetKind(named: response.target) == nil ? FamilySelector() : response.member.selector
  }

  /// The checks of places: those that all responses meet that the places are for.
  private func checks(of places: [Place]) -> [Checks] {
    let index = URLPatternIndex(places.map { URLPattern($0.pattern) })
    var covered: [[Int]] = Array(repeating: [], count: places.count)
    for (number, response) in responses.enumerated() {
      for place in index.matches(response.target) where places[place].selector.selects(response.member.traits)
      {
        covered[place].append(number)
      }
    }
    return zip(places, covered).map { place, members in
      Self.checks(members.map { responses[$0] }, asksForStatus: place.selector.kind == nil)
    }
  }

  private func proposals(_ place: Place, _ checks: Checks) -> [ExpectationFile.Members] {
    func proposal(_ checks: [String], isShared: Bool) -> [ExpectationFile.Members] {
      [
        ExpectationFile.Members(
          pattern: place.pattern, selector: place.selector, checks: checks, isShared: isShared)
      ]
    }
    return (checks.own.isEmpty ? [] : proposal(checks.own, isShared: isShared))
      + (checks.isNeverShared ? proposal(["not-storable"], isShared: true) : [])
  }

  /// The checks that all responses meet.
  ///
  /// The present lifetime is the least for URLs that are named by their content, and the most for others.
  private static func checks(_ responses: [ResponseFacts], asksForStatus: Bool = false) -> Checks {
    guard let first = responses.first else { return Checks() }
    var checks: [String] = []
    func all(_ holds: (ResponseFacts) -> Bool) -> Bool { responses.allSatisfy(holds) }
    let isVersioned = all { $0.naming != .notByContent } && !all { $0.naming.version == nil }
    let isUnversioned = all { $0.naming.version == nil } && !all { $0.naming != .notByContent }
    if asksForStatus {
      if all({ $0.status == first.status }), first.status != 304 {
        checks.append("status=\(first.status)")
      } else if all({ $0.status < 400 }) {
        checks.append("status<400")
      }
    }
    if all({ $0.isStorable == true && $0.isStatic }) { checks.append("storable") }
    if all({ $0.isStorable == false && !$0.isStatic }) { checks.append("not-storable") }
    let lifetimes = responses.compactMap(\.lifetime)
    if lifetimes.count == responses.count, all({ $0.isStorable == true }) {
      if isVersioned {
        checks += LifetimeBounds.least(lifetimes).map { "lifetime>=\($0)" }.map { [$0] } ?? []
      }
      if isUnversioned {
        checks += LifetimeBounds.most(lifetimes).map { "lifetime<=\($0)" }.map { [$0] } ?? []
      }
    }
    // A page that is stored nowhere is asked for each time, too.
    let isAsked = all { $0.isRevalidatedEachTime || $0.isPage && $0.isStorable == false }
    if isUnversioned, isAsked, responses.contains(where: \.isRevalidatedEachTime) {
      checks.append("revalidated-each-time")
    }
    if isVersioned, all(\.isImmutable) { checks.append("directive=immutable") }
    if all({ $0.hasValidator && $0.isStorable == true }) { checks.append("validator") }
    // Shared caches may never store a response such as one user's page, even if browsers may.
    let isNeverShared = all { $0.isShareable == false && !$0.isStatic } && !checks.contains("not-storable")
    return Checks(own: checks, isNeverShared: isNeverShared)
  }
}

/// What a later answer may be held to by the lifetime of one that was judged.
private struct LifetimeBounds {
  private let least: Seconds
  private let most: Seconds
  private let countsDown: Bool

  /// The lifetimes that are written, as people choose them.
  private static let steps: [(seconds: Seconds, text: String)] = [
    (60, "1m"), (600, "10m"), (3600, "1h"), (86_400, "1d"), (2_592_000, "30d"), (31_536_000, "365d"),
  ]

  /// The least bound for a lifetime that counts down: a later answer has less of it left.
  private static let leastOfCountdown: Seconds = 2_592_000

  /// Nil without a lifetime that a field says.
  init?(_ verdict: Verdict) {
    let lifetime = verdict.freshness.lifetime
    guard ![.heuristic, .none, .ttl].contains(lifetime.source), let seconds = lifetime.seconds else {
      return nil
    }
    let stored = verdict.subject.stored
    countsDown = stored.head.countsDown(seconds, receivedAt: stored.receivedAt)
    // A lifetime from Expires and Date varies by seconds.
    let isExact = lifetime.source != .expires
    (least, most) = (isExact ? seconds : max(0, seconds - 2), seconds)
  }

  /// The bound that none of these lifetimes is below; nil if there is none.
  static func least(_ all: [Self]) -> String? {
    let least = all.map(\.least).min() ?? 0
    guard let step = steps.last(where: { $0.seconds <= least }) else { return nil }
    return all.contains(where: \.countsDown) && step.seconds < leastOfCountdown ? nil : step.text
  }

  /// The bound that none of these lifetimes is above; nil if there is none.
  static func most(_ all: [Self]) -> String? {
    let most = all.map(\.most).max() ?? 0
    return steps.first { $0.seconds >= most }?.text
  }
}
