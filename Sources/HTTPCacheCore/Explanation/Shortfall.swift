/// A check that does not hold, with the property that was found instead.
package struct Shortfall: Sendable, Hashable {
  /// The check as it was written.
  package let check: String

  package let observation: Observation

  /// The whole sentence, without a full stop.
  package var sentence: String { "\(check) does not hold: \(observation.explanation)" }
}

/// The property that a response has in place of the expected one.
package struct Observation: Sendable, Hashable {
  /// The property in words: `1 day`, `not storable`.
  package let found: String

  /// The field that the property comes from; nil if no field decides it.
  package private(set) var field: String?

  /// The part of the field that decides it, at most 200 characters; nil if there is no field.
  package private(set) var value: String?

  /// The property and the field that it comes from: `1 day, from Cache-Control: max-age=86400`.
  package var explanation: String {
    guard let field, let value else { return found }
    return "\(found), from \(field): \(value)"
  }

  /// The most characters of a field's value that a report shows; a longer value is cut.
  private static let longest = 200

  init(_ found: String, field: String? = nil, value: String? = nil) {
    self.found = found
    guard let field, let value else { return }
    let shown = UserInformation.redacted(in: value)
    self.field = field
    self.value = shown.count > Self.longest ? shown.prefix(Self.longest) + "…" : shown
  }

  /// A field as it was received, or a note that there is none.
  static func field(_ name: String, _ head: ResponseHead, _ found: String) -> Self {
    head.fields.combined(name).map { Self(found, field: name, value: $0) } ?? Self("no \(name)")
  }

  /// A field of any name; the value of a field with credentials is not shown.
  static func value(of name: String, _ head: ResponseHead, _ found: String) -> Self {
    guard head.fields.contains(name), Credentials.areIn(fieldNamed: name) else {
      return field(name, head, found)
    }
    return Self("\(found) of \(name), which is not shown")
  }

  /// The state that the nearest cache reports, and the field that says it.
  static func edge(_ edge: EdgeReport) -> Self {
    Self(
      edge.state == .unknown ? "unknown, since no field says what a cache did" : edge.state.rawValue,
      field: edge.field, value: edge.value)
  }

  /// The lifetime, and the field that gives it.
  static func lifetime(_ seconds: Seconds?, _ verdict: Verdict) -> Self {
    guard let seconds else { return Self("no lifetime") }
    let text = formatDuration(seconds)
    return switch verdict.freshness.lifetime.source {
    case .heuristic: from("\(text) (a guess)", verdict)
    case .ttl: Self("\(text) (set by the ttl option)")
    case .sMaxAge, .maxAge, .expires, .targeted, .none: from(text, verdict)
    }
  }

  /// The time that is left of the lifetime.
  static func timeLeft(_ seconds: Seconds?, _ verdict: Verdict) -> Self {
    guard let seconds else { return Self("no lifetime") }
    return from(
      seconds < 0
        ? "over since \(formatDuration(Int64(clamping: seconds.magnitude)))"
        : "\(formatDuration(seconds)) left", verdict)
  }

  /// Fresh or stale, with age and lifetime.
  static func state(_ verdict: Verdict) -> Self {
    let freshness = verdict.freshness
    guard let lifetime = freshness.lifetime.seconds else { return Self("stale, as it has no lifetime") }
    let words = "its age is \(formatDuration(freshness.age)) and its lifetime \(formatDuration(lifetime))"
    return from("\(freshness.state.rawValue), as \(words)", verdict)
  }

  /// The age, and the field that gives the greater part of it.
  static func age(_ verdict: Verdict) -> Self {
    let (stored, text) = (verdict.subject.stored, formatDuration(verdict.freshness.age))
    guard verdict.settings.ttl == nil else { return Self(text) }
    let apparent = stored.head.date(receivedAt: stored.receivedAt).map { stored.receivedAt - $0 } ?? 0
    let told = stored.head.ageValue
    guard max(apparent, told) > 0 else { return Self("\(text), since it was received") }
    return field(told >= apparent ? "Age" : "Date", stored.head, text)
  }

  /// The directive as it was received, or a note that there is none.
  ///
  /// If an argument was not expected, the directive with that argument; otherwise the first directive of the name.
  static func directive(_ name: String, argument: String?, _ head: ResponseHead) -> Self {
    let all = head.cacheControl.directives.filter { $0.name == name }
    let directive = all.first { argument != nil && $0.argument == argument } ?? all.first
    return field("Cache-Control", head, directive?.text ?? "no \(name)")
  }

  /// Why the response has no validator.
  static func validator(_ head: ResponseHead) -> Self {
    let name = ["ETag", "Last-Modified"].first { head.fields.contains($0) }
    guard let name else { return Self("neither ETag nor Last-Modified") }
    return field(name, head, "no usable validator")
  }

  /// The decision of another cache, and the reason for it.
  static func ofOtherCache(_ decision: CacheDecision?, _ verdict: Verdict) -> Self {
    guard let decision else { return Self("not known, since no field was recorded") }
    return Self(CacheComparison(decision, nil).sentence)
  }

  /// A decision, and the first reason for it.
  static func decided(_ found: String, by reasons: [Reason], _ verdict: Verdict) -> Self {
    let effects: [Rule.Effect] = found.hasPrefix("not") ? [.forbids, .requiresValidation] : [.allows]
    guard let reason = effects.lazy.compactMap({ effect in reasons.first { $0.rule.effect == effect } }).first
    else { return Self(found) }
    // A field of the request may be a credential: show only the sentence then.
    if let field = reason.field,
      let value = reason.value ?? verdict.subject.stored.head.fields.combined(field)
    {
      return Self(found, field: field, value: value)
    }
    return Self("\(found) (\(reason.sentence))")
  }

  /// Words about the lifetime, and the directive or field that gives it.
  private static func from(_ found: String, _ verdict: Verdict) -> Self {
    let head = verdict.subject.stored.head
    let control = head.cacheControl(for: verdict.settings.role)
    let directive: Directive?
    switch verdict.freshness.lifetime.source {
    case .maxAge: directive = control.first("max-age")
    case .sMaxAge: directive = control.first("s-maxage")
    case .targeted: directive = control.first("s-maxage") ?? control.first("max-age")
    case .expires: return field("Expires", head, found)
    case .heuristic: return field("Last-Modified", head, found)
    case .ttl, .none: return Self(found)
    }
    return Self(found, field: control.fieldName, value: directive?.text)
  }
}
