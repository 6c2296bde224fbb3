import HTTPCacheCore

/// Collects responses, and derives expectations that all of them meet.
struct ExpectationDraft {
  /// The facts of a response from which the draft derives checks.
  private struct ResponseFacts {
    let target: TargetURI
    /// The pattern that the response adds to the file; nil for a response that only has to meet the checks of others.
    let pattern: String?
    /// The pattern of a page's siblings, which are one family with it; nil for other files.
    let siblings: String?
    let isPage: Bool
    let status: Int
    let isStorable: Bool?
    /// Whether a shared cache may store the response.
    let isShareable: Bool?
    let lifetime: (least: Seconds, most: Seconds)?
    let naming: URLNaming
    /// Whether the response is an asset such as a script, a style sheet, a font or an image.
    let isStatic: Bool
    let isImmutable: Bool
    let isRevalidatedEachTime: Bool
    let hasValidator: Bool
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
  /// Only a response to GET that is no error adds a pattern, but patterns match requests of every method and of any status,
  /// so that their checks have to hold for the others, too.
  mutating func add(_ verdict: Verdict) {
    let (target, head) = (verdict.subject.request.target, verdict.subject.stored.head)
    guard responses.count < Self.most, !head.isInterim else { return }
    let isBroken = head.status >= 400
    if isBroken { broken.append((head.status, verdict.subject.request.method, verdict.subject.urlText)) }
    let addsPattern = verdict.subject.request.method == "GET" && !isBroken
    isShared = verdict.settings.role == .shared
    if addsPattern { hosts.add(target) }
    let own = URLFamily.pattern(of: target)
    let name = target.path.split(separator: "/").last ?? ""
    let hasExtension = !target.path.hasSuffix("/") && name.contains(".")
    let isPage = verdict.kind == .page
    let source = verdict.freshness.lifetime.source
    var shared = verdict.settings
    shared.role = .shared
    responses.append(
      ResponseFacts(
        target: target,
        pattern: !addsPattern ? nil : hasExtension && !isPage ? URLFamily.directory(ofPattern: own) : own,
        siblings: addsPattern && isPage ? URLFamily.siblings(ofPattern: own) : nil, isPage: isPage,
        status: head.status, isStorable: verdict.isStorable,
        isShareable: Self.isShareable(
          Verdict(verdict.subject, verdict.context, now: verdict.now, settings: shared)),
        lifetime: [.heuristic, .none, .ttl].contains(source)
          ? nil : verdict.freshness.lifetime.seconds.map { Self.bounds($0, isExact: source != .expires) },
        naming: URLNaming(verdict),
        isStatic: verdict.kind.isPartOfPage,
        isImmutable: head.cacheControl.contains("immutable"),
        isRevalidatedEachTime: verdict.isRevalidatedEachTime, hasValidator: head.hasValidator))
  }

  /// Whether a shared cache of any kind may store the response.
  private static func isShareable(_ verdict: Verdict) -> Bool? {
    verdict.isStorable.map { $0 || verdict.otherSharing != nil }
  }

  /// The entries by pattern, each with the checks that all responses with a matching URL meet.
  ///
  /// Pages of one directory are one entry, which the next page has to meet, too; a page that keeps to more has an entry of its
  /// own beside it.
  var entries: [ExpectationFile.Proposal] {
    let families = self.families
    let patterns = Set(responses.compactMap(\.pattern).map(hosts.written) + families).sorted()
    let index = URLPatternIndex(patterns)
    var covered: [[Int]] = Array(repeating: [], count: patterns.count)
    for (place, answer) in responses.enumerated() {
      for pattern in index.matches(answer.target) { covered[pattern].append(place) }
    }
    // The pages with a family, by their own pattern.
    var wider: [String: String] = [:]
    for answer in responses {
      guard let pattern = answer.pattern, let siblings = answer.siblings.map(hosts.written) else { continue }
      // A pattern without an ending also matches what is no page: it is none of a family then.
      if let place = patterns.firstIndex(of: siblings), families.contains(siblings),
        !siblings.hasSuffix("/*") || covered[place].allSatisfy({ responses[$0].isPage })
      {
        wider[hosts.written(pattern)] = siblings
      }
    }
    let used = Set(wider.values)
    var found: [String: [ExpectationFile.Proposal]] = [:]
    for (pattern, places) in zip(patterns, covered)
    where !families.contains(pattern) || used.contains(pattern) {
      found[pattern] = proposals(pattern, places.map { responses[$0] }, isInFamily: wider[pattern] != nil)
    }
    return patterns.flatMap { pattern -> [ExpectationFile.Proposal] in
      guard let family = wider[pattern], family != pattern else { return found[pattern] ?? [] }
      let known = found[family] ?? []
      return (found[pattern] ?? []).filter { own in
        !known.contains { $0.isShared == own.isShared && own.checks.allSatisfy($0.checks.contains) }
      }
    }
  }

  /// The patterns of the directories with two pages or more.
  private var families: Set<String> {
    var members: [String: Set<String>] = [:]
    for answer in responses {
      guard let siblings = answer.siblings else { continue }
      members[hosts.written(siblings), default: []].insert(answer.target.pathAndQuery)
    }
    return Set(members.filter { $0.value.count > 1 }.keys)
  }

  /// The entries of a pattern for what it matches.
  private func proposals(
    _ pattern: String, _ some: [ResponseFacts], isInFamily: Bool
  ) -> [ExpectationFile.Proposal] {
    let isFamily = isInFamily || Set(some.map(\.target.pathAndQuery)).count > 1
    let checks = Self.checks(some).filter { !isFamily || !$0.hasPrefix("status") }
    var entries =
      checks.isEmpty ? [] : [ExpectationFile.Proposal(pattern: pattern, checks: checks, isShared: isShared)]
    // Shared caches may never store a response such as one user's page, even if browsers may.
    if some.allSatisfy({ $0.isShareable == false && !$0.isStatic }), !checks.contains("not-storable") {
      entries.append(ExpectationFile.Proposal(pattern: pattern, checks: ["not-storable"], isShared: true))
    }
    return entries
  }

  /// The checks that all responses meet.
  ///
  /// The present lifetime is the least for URLs that are named by their content, and the most for others. What may be
  /// named so counts as what stands beside it.
  private static func checks(_ responses: [ResponseFacts]) -> [String] {
    guard let first = responses.first else { return [] }
    var checks: [String] = []
    func all(_ holds: (ResponseFacts) -> Bool) -> Bool { responses.allSatisfy(holds) }
    let isVersioned = all { $0.naming != .notByContent } && !all { $0.naming.version == nil }
    let isUnversioned = all { $0.naming.version == nil } && !all { $0.naming != .notByContent }
    if all({ $0.status == first.status }) {
      checks.append("status=\(first.status)")
    } else if all({ $0.status < 400 }) {
      checks.append("status<400")
    }
    if all({ $0.isStorable == true && $0.isStatic }) { checks.append("storable") }
    if all({ $0.isStorable == false && !$0.isStatic }) { checks.append("not-storable") }
    let lifetimes = responses.compactMap(\.lifetime)
    if lifetimes.count == responses.count, all({ $0.isStorable == true }) {
      let (least, most) = (lifetimes.map(\.least).min() ?? 0, lifetimes.map(\.most).max() ?? 0)
      if isVersioned, least > 0 { checks.append("lifetime>=\(duration(least))") }
      if isUnversioned { checks.append("lifetime<=\(duration(most))") }
    }
    // A page that is stored nowhere is asked for each time, too.
    let isAsked = all { $0.isRevalidatedEachTime || $0.isPage && $0.isStorable == false }
    if isUnversioned, isAsked, responses.contains(where: \.isRevalidatedEachTime) {
      checks.append("revalidated-each-time")
    }
    if isVersioned, all(\.isImmutable) { checks.append("directive=immutable") }
    if all({ $0.hasValidator && $0.isStorable == true }) { checks.append("validator") }
    return checks
  }

  /// Bounds that the lifetimes of later responses meet, too: a lifetime from Expires and Date varies by
  /// seconds.
  private static func bounds(_ seconds: Seconds, isExact: Bool) -> (least: Seconds, most: Seconds) {
    guard !isExact else { return (seconds, seconds) }
    for unit in [Seconds(86_400), 3600, 60] where seconds > 2 * unit {
      return ((seconds - 2) / unit * unit, (seconds.addingSaturated(1) / unit).addingSaturated(1) * unit)
    }
    return (max(0, seconds - 2), seconds > 0 ? seconds + 2 : 0)
  }

  /// A duration as checks write it.
  private static func duration(_ seconds: Seconds) -> String {
    for (unit, letter) in [(Seconds(86_400), "d"), (3600, "h"), (60, "m")] where seconds % unit == 0 {
      return "\(seconds / unit)\(letter)"
    }
    return "\(seconds)"
  }
}
