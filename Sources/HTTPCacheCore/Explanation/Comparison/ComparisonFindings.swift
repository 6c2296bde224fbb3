extension Facts {
  /// By how many seconds lifetimes that come from dates may differ.
  private static let dateTolerance: Seconds = 2

  /// The differences from another response in the effect on a cache, in the order of the parts.
  private func effects(unlike other: Facts) -> [Difference] {
    var found: [Difference] = []
    func add(_ part: Difference.Part, _ words: (Facts) -> String) {
      found.append(Difference(part, here: words(self), there: words(other)))
    }
    func compare<Value: Equatable>(
      _ part: Difference.Part, _ value: (Facts) -> Value, _ words: (Value) -> String
    ) {
      if value(self) != value(other) { add(part) { words(value($0)) } }
    }
    let (status, otherStatus) = (subject.stored.head.status, other.subject.stored.head.status)
    if status != otherStatus {
      let isOfOtherClass = status / 100 != otherStatus / 100
      found.append(
        Difference(.status, here: "\(status)", there: "\(otherStatus)", isOfOtherClass: isOfOtherClass))
      // An error in place of a page differs in everything else, too, and for that one cause.
      if isOfOtherClass { return found }
    }
    if location(withHost: false) != other.location(withHost: false) {
      add(.location) { $0.location(withHost: true)?.asCode ?? "no redirect" }
    }
    compare(.storable, \.storage.isStorable) { $0 ? "may be stored" : "may not be stored" }
    // Heuristic lifetimes follow the times of files, which differ between deployments.
    if freshness.lifetime.source != .heuristic || other.freshness.lifetime.source != .heuristic {
      // How long a cache on the way has had its answer is no matter of the deployment.
      let isByAge = hasSameLifetime(as: other) && freshness.state != other.freshness.state
      if !isByAge { compare(.reusable, \.isReusable) { "\($0 ? "" : "not ")reused without asking" } }
      if !hasSameLifetime(as: other) {
        add(.lifetime) { facts in
          let lifetime = facts.freshness.lifetime
          return lifetime.seconds.map { "\(formatDuration($0)) (\(lifetime.source.rawValue))" } ?? "none"
        }
      }
    }
    compare(.validators, \.validators) { $0.isEmpty ? "none" : $0.asList }
    compare(.vary, \.selectingFields) {
      $0.isEmpty ? "none" : $0.sorted().map(\.asCode).asList
    }
    let fields = ["Cache-Control"] + TargetedField.names
    let pairs = fields.map { name in
      let (here, there) = (directives(of: name), other.directives(of: name))
      let ticking = countingDown(here, there, in: other)
      return (
        name: name, here: here.filter { !ticking.contains($0.key) },
        there: there.filter { !ticking.contains($0.key) }
      )
    }.filter { $0.here != $0.there }
    if !pairs.isEmpty {
      found.append(
        Difference(
          .directives, here: pairs.map { words($0.name, $0.here, besides: $0.there) }.asList,
          there: pairs.map { words($0.name, $0.there, besides: $0.here) }.asList))
    }
    return found
  }

  /// The names in Vary, in any order and case; beside `*` the others mean nothing.
  private var selectingFields: Set<String> {
    let names = Set(subject.stored.head.fields.members("Vary").map(\.asciiLowercased))
    return names.contains("*") ? ["*"] : names
  }

  /// The target of a redirect; only its path, if the origin stays the same.
  ///
  /// Each deployment may redirect to its own https: without `withHost`, a target on the same host has no host.
  private func location(withHost: Bool) -> String? {
    switch subject.stored.head.redirectTarget(from: subject.request.target) {
    case nil: return nil
    case .failure: return "no http or https URL"
    case .success(let target):
      let path = String(target.absolute.dropFirst(target.origin.count))
      if target.isSameOrigin(as: subject.request.target) { return path }
      let staysOnHost = !withHost && target.host == subject.request.target.host
      return staysOnHost ? "\(target.scheme):\(target.port)\(path)" : target.absolute
    }
  }

  /// Whether the lifetimes are the same; lifetimes from dates may differ a little, since dates have whole
  /// seconds.
  private func hasSameLifetime(as other: Facts) -> Bool {
    let (here, there) = (freshness.lifetime, other.freshness.lifetime)
    guard let own = here.seconds, let others = there.seconds else { return here.seconds == there.seconds }
    let isByDate = here.source == .expires || there.source == .expires
    return Self.distance(own, others) <= (isByDate ? Self.dateTolerance : 0)
      || areExplicit(here, there) && endsAsOne(own, others, in: other)
  }

  private func areExplicit(_ here: FreshnessLifetime, _ there: FreshnessLifetime) -> Bool {
    here.source.isExplicit && there.source.isExplicit
  }

  private static func distance(_ one: Seconds, _ other: Seconds) -> Seconds {
    max(one, other).subtractingSaturated(min(one, other))
  }

  /// Whether two lifetimes end at one moment: the later answer has the rest of the lifetime of the earlier one.
  private func endsAsOne(_ own: Seconds, _ others: Seconds, in other: Facts) -> Bool {
    let later = (other.generatedAt ?? other.receivedAt) - (generatedAt ?? receivedAt)
    return later != 0 && Self.distance(own.subtractingSaturated(later), others) <= Self.dateTolerance
  }

  /// The directives whose seconds count down to one moment in both answers.
  private func countingDown(_ here: [String: String], _ there: [String: String], in other: Facts) -> Set<
    String
  > {
    Set(
      ["max-age", "s-maxage"].filter { name in
        guard let own = here[name], let others = there[name], own != others,
          let own = Seconds(own.dropFirst()), let others = Seconds(others.dropFirst())
        else { return false }
        return endsAsOne(own, others, in: other)
      })
  }

  /// The kinds of validators.
  private var validators: [String] {
    let head = subject.stored.head
    let tag = head.entityTag.map { $0.isWeak ? "a weak ETag" : "a strong ETag" }
    return [tag, head.fields.contains("Last-Modified") ? "Last-Modified" : nil].compactMap(\.self)
  }

  /// The meaning of the argument of each directive in `Cache-Control` or a targeted field; of two of one name, the first
  /// counts.
  private func directives(of name: String) -> [String: String] {
    let head = subject.stored.head
    let control = name == "Cache-Control" ? head.cacheControl : TargetedField.read(head.fields, name)
    return Dictionary(
      (control?.directives ?? []).map { ($0.name, Self.meaning(of: $0)) },
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

  /// The directives of a field that the other response lacks, or has with another value.
  private func words(_ name: String, _ own: [String: String], besides others: [String: String]) -> String {
    let texts = own.filter { others[$0.key] != $0.value }.map { $0.key + $0.value }.sorted()
    let words = texts.isEmpty ? "without them" : texts.joined(separator: ", ").asCode
    return name == "Cache-Control" ? words : "\(name) \(words)"
  }

  /// Whether the two visitors asked for different things, so that their answers can't be compared.
  ///
  /// One answer then confirms what its visitor had, or is the part that its visitor asked for; the other is the whole.
  private func isOfOtherVisit(than other: Facts) -> Bool {
    let (here, there) = (subject.stored.head.status, other.subject.stored.head.status)
    let asksForPart = subject.request.fields.contains("Range")
    return switch Set([here, there]) {
    case [200, 304], [206, 304]: true
    case [200, 206]: asksForPart != other.subject.request.fields.contains("Range")
    default: false
    }
  }

  /// The other deployment's answer, or the other log's, as a case of its own; nil if there is none to compare with.
  fileprivate func other(_ counterpart: Counterpart) -> Facts? {
    let other = Subject(
      origin: subject.origin, request: counterpart.request, stored: counterpart.stored,
      bodyLength: counterpart.bodyLength, isFromServer: subject.isFromServer)
    guard !subject.lacksFields, !other.lacksFields else { return nil }
    let directed = head.targets.map(other.directed) ?? other
    return Facts(directed, SubjectContext(), settings: settings, now: counterpart.now)
  }

  /// The differences from the counterpart; none if a recording lacks the fields that decide, if only one of the visitors had
  /// the response, or part of it, already, or where the other side has no file of this version.
  func differences(from counterpart: Counterpart) -> [Difference] {
    guard let other = other(counterpart), !counterpart.lacksVersion(of: self), !isOfOtherVisit(than: other)
    else { return [] }
    let content = counterpart.contents.flatMap { contentDifference(from: other, $0) }
    return effects(unlike: other) + (content.map { [$0] } ?? [])
  }
}

/// What differs between the judged answer and its counterpart.
enum ComparisonFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .differsStatus, .differsLocation, .differsContent, .differsStoring, .differsLifetime, .differsReuse,
    .differsValidators, .differsDirectives, .differsVary,
  ]

  static let asksForChanges = false

  static func command(finding code: Finding.Code) -> String? { "inspect --live --against" }

  static func find(in facts: Facts) -> [Finding] {
    guard let counterpart = facts.context.counterpart else { return [] }
    let place = counterpart.place(beside: facts.subject.request.target)
    let raised =
      counterpart.server == nil ? nil : facts.other(counterpart).flatMap { RaisedLifetime(facts, $0) }
    return facts.differences.map { difference in
      difference.finding(place, by: [.lifetime, .directives].contains(difference.part) ? raised : nil)
    }
  }

  static func remarks(in facts: Facts) -> [Reason] {
    guard let counterpart = facts.context.counterpart,
      case .unknown(let why)? = counterpart.contents?.outcome(
        counterpart.place(beside: facts.subject.request.target))
    else { return [] }
    return [Reason(.contentNotCompared, value: why)]
  }
}
