/// What becomes of a response, in one plain sentence with the rule that decides it.
public struct Conclusion: Sendable, Hashable {
  /// What a cache gains from the response.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// It answers without a request to the origin.
    case reused
    /// It answers once the origin has confirmed it: a 304 saves the download.
    case confirmed
    /// It is stored, and downloaded in full at each use.
    case downloaded
    /// It may not be stored.
    case notStored
    /// It is a 304, which confirms what is stored.
    case confirmation
  }

  /// What a cache gains from the response.
  public let kind: Kind

  /// The reasons that decide; the sentence tells the first.
  public let deciding: [Reason]

  private let hasValidator: Bool

  /// Draws the conclusion from the decisions.
  ///
  /// - Parameters:
  ///   - head: the response.
  ///   - storage: whether it may be stored.
  ///   - reuse: whether it may answer the next equal request.
  public init(_ head: borrowing ResponseHead, storage: StorageDecision, reuse: ReuseDecision) {
    hasValidator = head.hasValidator
    func reasons(_ decision: [Reason], _ effect: Rule.Effect) -> [Reason] {
      decision.filter { $0.rule.effect == effect }
    }
    if head.status == 304 {
      (kind, deciding) = (.confirmation, reasons(storage.reasons, .forbids))
    } else if !storage.isStorable {
      (kind, deciding) = (.notStored, reasons(storage.reasons, .forbids))
    } else if reuse.outcome == .serve {
      (kind, deciding) = (.reused, reasons(reuse.reasons, .allows))
    } else if reuse.reasons.has(.forbids) {
      (kind, deciding) = (.downloaded, reasons(reuse.reasons, .forbids))
    } else if reuse.answer == .incomplete {
      let part = reuse.reasons.filter { [.partToComplete, .partNotEnough].contains($0.rule) }
      (kind, deciding) = (reuse.outcome == .complete ? .confirmed : .downloaded, part)
    } else {
      (kind, deciding) = (
        hasValidator ? .confirmed : .downloaded, reasons(reuse.reasons, .requiresValidation)
      )
    }
  }

  /// The sentence, without a full stop; what decides stands behind a colon.
  public var sentence: String {
    guard let first = deciding.first else { return "Stored" }
    switch kind {
    case .reused: return reused(first)
    case .confirmed: return confirmed(first)
    case .downloaded: return downloaded(first)
    case .notStored: return "Not stored: \(first.sentence)"
    case .confirmation: return "Confirmed: nothing has changed, and the body in the cache is used"
    }
  }

  /// Where the rule that decides is written down; nil where there is none.
  public var reference: String? {
    guard kind != .confirmation else { return "RFC 9110 §15.4.5" }
    guard let first = deciding.first else { return nil }
    let tellsSource: Set<Rule> = [.fresh, .stale]
    return tellsSource.contains(first.rule)
      ? first.source?.reference ?? first.rule.reference : first.rule.reference
  }

  /// What follows at the next use, as a sentence; nil where the first one says it.
  public var consequence: String? {
    guard kind == .confirmed, let first = deciding.first else { return nil }
    switch first.rule {
    case .partToComplete: return nil
    case .stale where first.amount != 0, .staleForbidden:
      return "The next use asks the origin; a 304 saves the download."
    default: return "A 304 saves the download."
    }
  }

  /// The reasons that decide beside the one that the sentence tells, without those that say the same again.
  public var others: [Reason] {
    switch kind {
    case .reused, .confirmation: []
    case .notStored: Array(deciding.dropFirst())
    // A response that every use asks about may be stale as well.
    case .confirmed, .downloaded: deciding.dropFirst().filter { ![.noLifetime, .stale].contains($0.rule) }
    }
  }

  private func reused(_ reason: Reason) -> String {
    switch reason.rule {
    case .fresh, .ttlOverride: "Stored and reused for \(reason.remaining): \(reason.origin)"
    case .staleWhileRevalidate:
      "Stored; stale for \(reason.age), and still reused at once: \(reason.shown) has it refreshed in the background"
    default: "Stored and reused: \(reason.sentence)"
    }
  }

  /// The cause of each use's question to the origin, in a few words.
  private func cause(_ reason: Reason) -> String {
    switch reason.rule {
    case .noLifetime: "no lifetime"
    case .noCache: "no-cache"
    case .stale: reason.origin
    default: reason.sentence
    }
  }

  private func confirmed(_ reason: Reason) -> String {
    switch reason.rule {
    case .stale where reason.amount != 0:
      "Stored, but stale for \(formatDuration(reason.overdue)): \(reason.origin)"
    case .noLifetime, .noCache, .stale: "Stored, but every use asks the origin first: \(cause(reason))"
    default: "Stored, but \(reason.sentence)"
    }
  }

  private func downloaded(_ reason: Reason) -> String {
    switch reason.rule {
    case .stale where reason.amount != 0:
      "Stored, but stale for \(formatDuration(reason.overdue)) and then downloaded in full: \(reason.origin), "
        + Self.lacksValidator
    case .noLifetime, .noCache, .stale:
      "Stored, but downloaded in full each time: \(cause(reason)), \(Self.lacksValidator)"
    case .varyStar, .storedByOlderVersion: "Stored, but never reused: \(reason.sentence)"
    default:
      reason.rule.effect == .requiresValidation
        ? "Stored, but downloaded in full: \(reason.sentence), \(Self.lacksValidator)"
        : "Stored, but \(reason.sentence)"
    }
  }

  private static let lacksValidator = "and no ETag or Last-Modified to ask with"
}

extension FreshnessLifetime.Source {
  /// Where the lifetime's source is defined; nil for a setting of the user.
  fileprivate var reference: String? {
    switch self {
    case .sMaxAge: "RFC 9111 §5.2.2.10"
    case .maxAge: "RFC 9111 §5.2.2.1"
    case .expires: "RFC 9111 §5.3"
    case .heuristic, .none: "RFC 9111 §4.2.2"
    case .cdnCacheControl: "RFC 9213 §2.1"
    case .ttl: nil
    }
  }
}
