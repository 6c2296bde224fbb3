import HTTPCacheCore

/// Collects answers, and makes of them expectations that each of them meets.
struct ExpectationDraft {
  /// An entry of an expectation file.
  struct Entry: Equatable {
    let pattern: String
    let checks: [String]
    let isShared: Bool
  }

  /// What is kept of an answer.
  private struct Answer {
    let url: String
    let pattern: String
    let hasExtension: Bool
    let status: Int
    let isStorable: Bool?
    let lifetime: Seconds?
    let isImmutable: Bool
    let hasValidator: Bool
  }

  private var answers: [Answer] = []
  private var isShared = false

  /// More than a site's expectations are made of; what comes later is left out.
  private static let most = 50_000

  /// Takes an answer to GET.
  mutating func add(_ verdict: Verdict) {
    let (target, head) = (verdict.subject.request.target, verdict.subject.stored.head)
    guard answers.count < Self.most, verdict.subject.request.method == "GET", !head.isInterim else { return }
    isShared = verdict.settings.role == .shared
    let own = URLFamily.pattern(of: target)
    let name = target.path.split(separator: "/").last ?? ""
    let hasExtension = !target.path.hasSuffix("/") && name.contains(".")
    let source = verdict.freshness.lifetime.source
    answers.append(
      Answer(
        url: target.absolute, pattern: hasExtension ? URLFamily.directory(ofPattern: own) : own,
        hasExtension: hasExtension, status: head.status, isStorable: verdict.isStorable,
        lifetime: [.heuristic, .none, .ttl].contains(source)
          ? nil : verdict.freshness.lifetime.seconds.map { Self.rounded($0, isExact: source != .expires) },
        isImmutable: head.cacheControl.contains("immutable"), hasValidator: head.hasValidator))
  }

  /// The entries by pattern, each with what all answers meet whose URLs it covers.
  var entries: [Entry] {
    Set(answers.map(\.pattern)).sorted().compactMap { text in
      let pattern = URLPattern(text)
      let covered = answers.filter { pattern.matches($0.url) }
      let checks = Self.checks(covered)
      return checks.isEmpty ? nil : Entry(pattern: text, checks: checks, isShared: isShared)
    }
  }

  /// The checks that all answers meet.
  private static func checks(_ answers: [Answer]) -> [String] {
    guard let first = answers.first else { return [] }
    var checks: [String] = []
    func all(_ holds: (Answer) -> Bool) -> Bool { answers.allSatisfy(holds) }
    if all({ $0.status == first.status }) {
      checks.append("status=\(first.status)")
    } else if all({ $0.status < 400 }) {
      checks.append("status<400")
    }
    if all({ $0.isStorable == true }) { checks.append("storable") }
    if all({ $0.isStorable == false }) { checks.append("not-storable") }
    let lifetimes = answers.compactMap(\.lifetime)
    if lifetimes.count == answers.count, let least = lifetimes.min(), all({ $0.isStorable == true }) {
      if least > 0 {
        checks.append("lifetime>=\(duration(least))")
      } else if lifetimes.allSatisfy({ $0 == 0 }) {
        checks.append("lifetime=0")
      }
    }
    if all(\.isImmutable) { checks.append("directive=immutable") }
    if all({ $0.hasValidator && $0.isStorable == true }) { checks.append("validator") }
    return checks
  }

  /// A lifetime as it will be met tomorrow: one that comes of two dates moves by seconds.
  private static func rounded(_ seconds: Seconds, isExact: Bool) -> Seconds {
    guard !isExact else { return seconds }
    for unit in [Seconds(86_400), 3600, 60] where seconds > 2 * unit { return (seconds - 2) / unit * unit }
    return max(0, seconds - 2)
  }

  /// A duration as checks take it.
  private static func duration(_ seconds: Seconds) -> String {
    for (unit, letter) in [(Seconds(86_400), "d"), (3600, "h"), (60, "m")] where seconds % unit == 0 {
      return "\(seconds / unit)\(letter)"
    }
    return "\(seconds)"
  }
}
