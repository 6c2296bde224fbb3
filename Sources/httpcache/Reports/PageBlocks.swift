import HTTPCacheCore

/// How good something is, or how much it matters; each form of a page has its own means to show it.
enum Look: Sendable { case strong, good, warn, bad, dim }

/// A sentence on a page, with where it is written down.
struct PageSentence: Sendable {
  /// The effect of the rule that it tells; nil for a sentence that tells no rule.
  var effect: Rule.Effect?

  let text: String

  /// The section that says so; nil if none does.
  var reference: String?

  init(_ text: String) { self.text = text }

  init(_ reason: Reason) {
    (effect, text, reference) = (reason.rule.effect, reason.sentence, reason.rule.reference)
  }
}

/// What becomes of a response in a cache: the sentence of a conclusion, and the other rules that decide it.
struct PageOutcome: Sendable {
  /// The cache that is meant, before the sentence; empty for a private cache that follows the RFC.
  let judge: String

  let sentence: String
  let reference: String?

  /// What follows for the next use; nil if the sentence says enough.
  let consequence: String?

  let look: Look
  let others: [PageSentence]

  init(_ conclusion: Conclusion, judge: String = "") {
    self.judge = judge
    (sentence, reference, consequence) = (conclusion.sentence, conclusion.reference, conclusion.consequence)
    look = conclusion.kind.words.look
    others = conclusion.others.map(PageSentence.init)
  }
}

/// A name with what it stands for, such as a line of a message.
struct PageLine: Sendable {
  let name: String
  let value: String

  /// What stands behind it in brackets; nil for nothing.
  var note: String?
}

/// Sentences below a title.
struct PageSection: Sendable {
  let title: String
  let sentences: [PageSentence]
}

/// A table whose first column names each row.
struct PageTable: Sendable {
  let title: String
  let columns: [String]
  let rows: [[String]]
}

/// The first items of a list, and how many there are; a form that shows fewer says "and N more".
struct PageList: Sendable {
  let items: [String]
  let count: Int
}

/// The part of a freshness lifetime that is left, as a bar.
struct PageBar: Sendable {
  let isFresh: Bool

  /// From 0 to 1.
  let share: Double

  /// When it ends, or ended; nil if it is unknown.
  let expiresAt: Instant?

  /// The age and the lifetime in words.
  let words: String

  /// Nil without a lifetime, or if another rule decides: the lifetime then tells nothing.
  init?(_ verdict: Verdict) {
    let freshness = verdict.freshness
    guard verdict.isStorable == true, verdict.conclusion.isByLifetime,
      let lifetime = freshness.lifetime.seconds, lifetime > 0
    else { return nil }
    isFresh = freshness.state == .fresh
    share = 1 - min(1, max(0, Double(freshness.age) / Double(lifetime)))
    expiresAt = freshness.expiresAt
    words = formatAge(freshness.age, of: lifetime)
  }

  var state: String { isFresh ? "fresh" : "stale" }
}

extension String {
  /// The words joined with no-break spaces, so that a form which breaks lines keeps them on one.
  var unbroken: String { replacing(text: " ", by: "\u{A0}") }
}
