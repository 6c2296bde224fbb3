import HTTPCacheCore

/// Collects responses, and derives expectations that all of them meet.
struct ExpectationDraft {
  /// The facts of a response from which the draft derives checks.
  private struct ResponseFacts {
    let target: TargetURI
    /// The pattern that the response adds to the file; nil for a response that only has to meet the checks of others.
    let pattern: String?
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
    let source = verdict.freshness.lifetime.source
    var shared = verdict.settings
    shared.role = .shared
    responses.append(
      ResponseFacts(
        target: target,
        pattern: !addsPattern ? nil : hasExtension ? URLFamily.directory(ofPattern: own) : own,
        status: head.status, isStorable: verdict.isStorable,
        isShareable: Self.isShareable(
          Verdict(verdict.subject, verdict.context, now: verdict.now, settings: shared)),
        lifetime: [.heuristic, .none, .ttl].contains(source)
          ? nil : verdict.freshness.lifetime.seconds.map { Self.bounds($0, isExact: source != .expires) },
        naming: URLNaming(verdict),
        isStatic: AssetKind(head, at: target).map { $0 != .page } ?? false,
        isImmutable: head.cacheControl.contains("immutable"),
        isRevalidatedEachTime: verdict.isRevalidatedEachTime, hasValidator: head.hasValidator))
  }

  /// Whether a shared cache of any kind may store the response.
  private static func isShareable(_ verdict: Verdict) -> Bool? {
    verdict.isStorable.map { $0 || verdict.otherSharing != nil }
  }

  /// The entries by pattern, each with the checks that all responses with a matching URL meet.
  var entries: [ExpectationFile.Proposal] {
    let patterns = Set(responses.compactMap(\.pattern).map(hosts.written)).sorted()
    let index = URLPatternIndex(patterns)
    var covered: [[Int]] = Array(repeating: [], count: patterns.count)
    for (place, answer) in responses.enumerated() {
      for pattern in index.matches(answer.target) { covered[pattern].append(place) }
    }
    return zip(patterns, covered).flatMap { pattern, places in
      let some = places.map { responses[$0] }
      let checks = Self.checks(some)
      var entries =
        checks.isEmpty ? [] : [ExpectationFile.Proposal(pattern: pattern, checks: checks, isShared: isShared)]
      // Shared caches may never store a response such as one user's page, even if browsers may.
      if some.allSatisfy({ $0.isShareable == false && !$0.isStatic }), !checks.contains("not-storable") {
        entries.append(ExpectationFile.Proposal(pattern: pattern, checks: ["not-storable"], isShared: true))
      }
      return entries
    }
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
    if isUnversioned, all(\.isRevalidatedEachTime) { checks.append("revalidated-each-time") }
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
