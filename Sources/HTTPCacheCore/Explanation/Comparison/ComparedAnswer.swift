/// The parts of a response that are compared with those of another response: its effect on a cache.
struct ComparedAnswer {
  private let status: Int
  private let location: String?
  private let isStorable, isReusable: Bool
  private let lifetime: FreshnessLifetime
  private let validators: [String]
  private let vary: Set<String>
  private let directives: [String: String]

  /// By how many seconds lifetimes that come from dates may differ.
  private static let tolerance: Seconds = 2

  /// Takes the parts from a response and from the decisions about it.
  init(
    _ request: RequestHead, _ head: ResponseHead, isStorable: Bool, isReusable: Bool,
    _ lifetime: FreshnessLifetime
  ) {
    status = head.status
    (self.isStorable, self.isReusable, self.lifetime) = (isStorable, isReusable, lifetime)
    location = Self.location(request, head)
    var validators: [String] = []
    if let tag = head.entityTag { validators.append(tag.isWeak ? "a weak ETag" : "a strong ETag") }
    if head.fields.contains("Last-Modified") { validators.append("Last-Modified") }
    self.validators = validators
    vary = Set(head.fields.members("Vary").map(\.asciiLowercased))
    directives = Dictionary(
      head.cacheControl.directives.map { ($0.name, Self.meaning(of: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The meaning of an argument: seconds as a number, field names in any order and case.
  private static func meaning(of directive: Directive) -> String {
    guard let argument = directive.argument else { return "" }
    if let seconds = Int64(argument) { return "=\(seconds)" }
    guard ["private", "no-cache"].contains(directive.name) else { return "=\(argument)" }
    let names = argument.split { $0 == "," || $0 == " " || $0 == "\t" }.map(\.asciiLowercased)
    return "=" + Set(names).sorted().joined(separator: ", ")
  }

  /// The target of a redirect; only its path, if the origin stays the same.
  private static func location(_ request: RequestHead, _ head: ResponseHead) -> String? {
    switch head.redirectTarget(from: request.target) {
    case nil: return nil
    case .failure: return "no http or https URL"
    case .success(let target):
      guard target.isSameOrigin(as: request.target) else { return target.absolute }
      return String(target.absolute.dropFirst(target.origin.count))
    }
  }

  /// The differences from another answer, in the order of the parts.
  func differences(from other: ComparedAnswer) -> [Difference] {
    var found: [Difference] = []
    func add(_ part: Difference.Part, _ here: String, _ there: String) {
      found.append(Difference(part: part, here: here, there: there))
    }
    if status != other.status { add(.status, "\(status)", "\(other.status)") }
    if location != other.location {
      add(.location, location?.asCode ?? "no redirect", other.location?.asCode ?? "no redirect")
    }
    if isStorable != other.isStorable { add(.storable, storing, other.storing) }
    // Heuristic lifetimes follow the times of files, which differ between deployments.
    let areGuesses = lifetime.source == .heuristic && other.lifetime.source == .heuristic
    if isReusable != other.isReusable, !areGuesses { add(.reusable, reuse, other.reuse) }
    if !areGuesses, !hasSameLifetime(as: other) { add(.lifetime, lifetimeText, other.lifetimeText) }
    if validators != other.validators { add(.validators, validatorText, other.validatorText) }
    if vary != other.vary { add(.vary, varyText, other.varyText) }
    if directives != other.directives {
      add(.directives, directiveText(unlike: other), other.directiveText(unlike: self))
    }
    return found
  }

  private var storing: String { isStorable ? "may be stored" : "may not be stored" }
  private var reuse: String { isReusable ? "reused without asking" : "not reused without asking" }
  private var validatorText: String { validators.isEmpty ? "none" : validators.asList }
  private var varyText: String { vary.isEmpty ? "none" : vary.sorted().map(\.asCode).asList }

  private var lifetimeText: String {
    lifetime.seconds.map { "\(formatDuration($0)) (\(lifetime.source.rawValue))" } ?? "none"
  }

  /// Whether the lifetimes are the same; those that come from dates may differ a little, since dates have whole
  /// seconds.
  private func hasSameLifetime(as other: ComparedAnswer) -> Bool {
    guard let own = lifetime.seconds, let others = other.lifetime.seconds else {
      return lifetime.seconds == other.lifetime.seconds
    }
    let isByDate = [lifetime.source, other.lifetime.source].contains { $0 == .expires }
    let distance = max(own, others).subtractingSaturated(min(own, others))
    return distance <= (isByDate ? Self.tolerance : 0)
  }

  /// The directives that the other response lacks, or has with another value.
  private func directiveText(unlike other: ComparedAnswer) -> String {
    let own = directives.filter { other.directives[$0.key] != $0.value }.map { $0.key + $0.value }.sorted()
    return own.isEmpty ? "without them" : own.joined(separator: ", ").asCode
  }
}

extension Verdict {
  /// The parts that are compared; nil if a recording lacks the fields that decide.
  private var compared: ComparedAnswer? {
    guard let isStorable, let isReusable else { return nil }
    return ComparedAnswer(
      subject.request, subject.stored.head, isStorable: isStorable, isReusable: isReusable, freshness.lifetime
    )
  }

  /// The differences from the counterpart.
  func differences(from counterpart: Counterpart) -> [Difference] {
    var other = Subject(
      origin: subject.origin, request: counterpart.request, stored: counterpart.stored,
      bodyLength: counterpart.bodyLength)
    other.isFromServer = subject.isFromServer
    let verdict = Verdict(other, now: counterpart.now, settings: settings)
    guard let compared, let others = verdict.compared else { return [] }
    let content = counterpart.contents.flatMap { contentDifference(from: verdict, $0) }
    return compared.differences(from: others) + (content.map { [$0] } ?? [])
  }

  /// The verdict with its differences from the counterpart of its subject, and the findings about them.
  func comparedWithCounterpart() -> Verdict {
    guard let counterpart = subject.counterpart else { return self }
    var verdict = self
    verdict.differences = differences(from: counterpart)
    let place = counterpart.place(beside: subject.request.target)
    var found = verdict.differences.map { $0.finding(place) }
    if case .unknown(let why)? = counterpart.contents?.outcome(place) {
      found.append(Finding(.contentNotCompared, "The content is not compared: \(why)."))
    }
    verdict.findings = (findings + found).worstFirst
    return verdict
  }
}
