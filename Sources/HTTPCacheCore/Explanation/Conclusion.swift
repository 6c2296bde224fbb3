/// The use of a response for a cache, as one sentence, with the rule that decides.
package struct Conclusion: Sendable, Hashable {
  /// What a cache gains from the response.
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// The stored response answers without a request to the origin.
    case reused
    /// The stored response answers after validation: a 304 saves the download.
    case confirmed
    /// The response is stored, but downloaded in full at each use.
    case downloaded
    /// The response may not be stored.
    case notStored
    /// The response is a part, which answers requests for its bytes.
    case part
    /// The response is a 304 to GET or HEAD, which validates a stored response.
    case confirmation
    /// The response was recorded without the fields that decide.
    case unknown
  }

  package let kind: Kind

  /// The reasons that decide; the sentence gives the first.
  package let deciding: [Reason]

  /// Whether the origin can be expected to answer 304: the head has a validator, or a request that was made got a 304.
  private let isConfirmable: Bool

  /// The clause that says why a cache can't validate the response; used only if `isConfirmable` is false.
  private let lacking: String

  /// The bytes of a part, as `Content-Range` names them.
  private let range: String?

  /// The reasons why this cache does not store the response on disk, although the rules of RFC 9111 allow it.
  private let notes: [Reason]

  /// Whether the URL is another one each time, so that no cache finds the response again.
  private let isNeverFound: Bool

  /// Whether caches may keep the response without limit if it has no lifetime, since its status is permanent.
  private let isUnbounded: Bool

  /// The conclusion about a response that was recorded without its fields.
  package static let unknown = Conclusion()

  private init() {
    (kind, deciding, isConfirmable, notes) = (.unknown, [], false, [])
    (lacking, range, isUnbounded, isNeverFound) = ("", nil, false, false)
  }

  /// Draws the conclusion from the decision on storing and the decision on reuse for the next equal request.
  ///
  /// `observed` is how the origin answered its own validators, which counts more than that the head has validators;
  /// `isNeverFound` says that the URL is another one each time.
  package init(
    _ head: borrowing ResponseHead, storage: StorageDecision, reuse: ReuseDecision,
    observed: ObservedValidation? = nil, isNeverFound: Bool = false
  ) {
    isUnbounded = head.isPermanent
    self.isNeverFound = isNeverFound && storage.isStorable && head.status == 200
    switch observed {
    case .refused(let refusal): (isConfirmable, lacking) = (false, refusal.clause)
    case .confirmed: (isConfirmable, lacking) = (true, "")
    case nil:
      isConfirmable = head.hasValidator
      lacking =
        head.has(.etag)
        ? "and its ETag can't be used to ask with" : "and no ETag or Last-Modified to ask with"
    }
    range = head.status == 206 ? head.fields.first("Content-Range") : nil
    notes =
      storage.isStorable
      ? storage.reasons.filter {
        $0.rule == .headNotKept || $0.rule == .notKept || $0.rule == .notWhole || $0.rule == .keptInMemory
      }
      : []
    func reasons(_ decision: [Reason], _ effect: Rule.Effect) -> [Reason] {
      decision.filter { $0.rule.effect == effect }
    }
    if head.status == 304, !storage.reasons.cites(.methodNotStorable) {
      (kind, deciding) = (.confirmation, reasons(storage.reasons, .forbids))
    } else if !storage.isStorable {
      (kind, deciding) = (.notStored, reasons(storage.reasons, .forbids))
    } else if self.isNeverFound {
      (kind, deciding) = (.downloaded, [])
    } else if head.status == 206, !reuse.reasons.has(.forbids), !reuse.reasons.has(.requiresValidation) {
      (kind, deciding) = (.part, storage.reasons.filter { $0.rule == .partStorable })
    } else if reuse.outcome == .serve {
      (kind, deciding) = (.reused, reasons(reuse.reasons, .allows))
    } else if reuse.reasons.has(.forbids) {
      // The origin can still validate a response with `Vary: *`.
      let isConfirmed = isConfirmable && reuse.reasons.cites(.varyStar)
      (kind, deciding) = (isConfirmed ? .confirmed : .downloaded, reasons(reuse.reasons, .forbids))
    } else {
      (kind, deciding) = (
        isConfirmable ? .confirmed : .downloaded, reasons(reuse.reasons, .requiresValidation)
      )
    }
  }

  /// Whether the freshness lifetime decides, so that the remaining time matters.
  package var isByLifetime: Bool {
    guard [.reused, .confirmed, .downloaded].contains(kind), let rule = deciding.first?.rule else {
      return false
    }
    return [.fresh, .ttlOverride, .stale, .staleWhileRevalidate, .stalePermitted, .staleForbidden].contains(
      rule)
  }

  /// The sentence, without a full stop; the reason that decides follows a colon.
  package var sentence: String {
    guard kind != .unknown else { return "Not judged: it was recorded without its fields" }
    if let note = notes.first { return "A cache may store it, but \(note.sentence)" }
    if isNeverFound { return "Stored, but never found again: its URL is another one each time" }
    guard let first = deciding.first else { return stored }
    switch kind {
    case .part: return "\(stored): it answers requests for these bytes"
    case .reused: return reused(first)
    case .confirmed: return confirmed(first)
    case .downloaded: return downloaded(first)
    case .notStored: return "Not stored: \(first.sentence)"
    case .confirmation, .unknown: return "Confirmed: nothing has changed, and the body in the cache is used"
    }
  }

  /// The section of the specification that defines the deciding rule; nil if no section does.
  package var reference: String? {
    guard kind != .confirmation else { return "RFC 9110 §15.4.5" }
    if let note = notes.first { return note.rule.reference }
    if isNeverFound { return "RFC 9111 §2" }
    guard let first = deciding.first else { return nil }
    let tellsSource: Set<Rule> = [.fresh, .stale]
    return tellsSource.contains(first.rule)
      ? first.source?.reference ?? first.rule.reference : first.rule.reference
  }

  /// The sentence about the next use; nil if `sentence` already tells enough.
  package var consequence: String? {
    guard kind == .confirmed, notes.isEmpty, let first = deciding.first else { return nil }
    switch first.rule {
    case .stale where first.amount != 0, .staleForbidden:
      return "The next use asks the origin; a 304 saves the download."
    default: return "A 304 saves the download."
    }
  }

  /// The other deciding reasons, without repetitions of the first.
  package var others: [Reason] {
    switch kind {
    case .reused, .part, .confirmation, .unknown: []
    case .notStored: Array(deciding.dropFirst())
    // The first reason already makes each use ask the origin: leave out a missing lifetime and staleness.
    case .confirmed, .downloaded: deciding.dropFirst().filter { ![.noLifetime, .stale].contains($0.rule) }
    }
  }

  /// The beginning of a sentence about the stored response.
  private var stored: String { range.map { "Stored as a part (\($0))" } ?? "Stored" }

  private func reused(_ reason: Reason) -> String {
    switch reason.rule {
    case .fresh, .ttlOverride: "Stored and reused for \(reason.remaining): \(reason.origin)"
    case .staleWhileRevalidate:
      "Stored; stale \(reason.otherAmount == 0 ? "at once" : "for \(reason.age)"), and still reused at once: "
        + "\(reason.shown) has it refreshed in the background"
    default: "Stored and reused: \(reason.sentence)"
    }
  }

  /// The reason why each use asks the origin, in a few words.
  private func cause(_ reason: Reason) -> String {
    switch reason.rule {
    case .noLifetime: "no lifetime"
    case .noCache: "no-cache"
    case .varyStar: "Vary: *"
    // A heuristic lifetime of 0 counts as no lifetime.
    case .stale: reason.source == .heuristic ? "no lifetime" : reason.origin
    default: reason.sentence
    }
  }

  private func confirmed(_ reason: Reason) -> String {
    switch reason.rule {
    case .stale where reason.amount != 0:
      "\(stored), but stale for \(formatDuration(reason.overdue)): \(reason.origin)"
    case .noLifetime where isUnbounded: unbounded
    case .noLifetime, .noCache, .stale, .varyStar:
      "\(stored), but every use asks the origin first: \(cause(reason))"
    default: "\(stored), but \(reason.sentence)"
    }
  }

  private var unbounded: String {
    "\(stored), and kept as long as a cache likes: no lifetime; this cache asks the origin each time, Chromium never again"
  }

  private func downloaded(_ reason: Reason) -> String {
    switch reason.rule {
    case .stale where reason.amount != 0:
      "\(stored), but stale for \(formatDuration(reason.overdue)) and then downloaded in full: \(reason.origin), "
        + lacking
    case .noLifetime where isUnbounded: unbounded
    case .noLifetime, .noCache, .stale, .varyStar:
      "\(stored), but downloaded in full each time: \(cause(reason)), \(lacking)"
    case .storedByOlderVersion: "Stored, but never reused: \(reason.sentence)"
    default:
      reason.rule.effect == .requiresValidation
        ? "\(stored), but downloaded in full: \(reason.sentence), \(lacking)"
        : "\(stored), but \(reason.sentence)"
    }
  }
}

extension ResponseHead {
  /// Whether the status is permanent: caches may keep the response for long if it has no lifetime (RFC 9110
  /// §15).
  var isPermanent: Bool { [300, 301, 308, 410].contains(status) }
}

extension FreshnessLifetime.Source {
  /// The section that defines the lifetime's source; nil for a setting of the user.
  fileprivate var reference: String? {
    switch self {
    case .sMaxAge: "RFC 9111 §5.2.2.10"
    case .maxAge: "RFC 9111 §5.2.2.1"
    case .expires: "RFC 9111 §5.3"
    case .heuristic, .none: "RFC 9111 §4.2.2"
    case .targeted(TargetedField.surrogate): "Edge Architecture Specification §3"
    case .targeted: "RFC 9213 §2.1"
    case .ttl: nil
    }
  }
}
