/// What the cache of one browser goes by in an answer: whether it keeps it, for how long it asks nobody, and what it asks with.
///
/// It is made of the decisions for a private cache. A browser does otherwise than `fetch` where this table says so; each row was
/// measured in Chromium 156, started anew on the same profile between two visits:
///
/// | | `fetch` | a browser's cache |
/// | --- | --- | --- |
/// | who asked | part of the key | not part of it |
/// | one URL with Vary | each variant is kept | the last answer alone; for another value it asks with the tag of what it has |
/// | stale-while-revalidate | stale, and refreshed behind | the same for a file; for the page that is opened it asks |
/// | 300, 301, 308 and 410 without a lifetime | as RFC 9111 guesses | kept for good |
/// | a guess from Last-Modified | where RFC 9111 allows one | for a 200, a 203 or a part, not beside must-revalidate |
/// | stale-while-revalidate of a redirect or an error | as for a 200 | asks |
/// | Pragma: no-cache in an answer | no meaning | asks each time |
/// | what is asked about | whatever has a validator | a 200 or a part |
///
/// Partitions of the cache by the site on top, and the history of a tab, are left out.
package struct BrowserAnswer: Sendable, Hashable {
  struct Traits: OptionSet, Sendable, Hashable {
    let rawValue: UInt16

    /// The cache keeps it.
    static let stored = Self(rawValue: 1)
    /// Each use asks the origin, whatever the lifetime.
    static let asks = Self(rawValue: 2)
    /// It has something to ask with.
    static let hasValidator = Self(rawValue: 4)
    /// The origin confirms it, whatever was observed of its validators.
    static let confirmed = Self(rawValue: 8)
    /// The origin, asked with its validators, sends it again.
    static let refused = Self(rawValue: 16)
    /// It matches no request: `Vary: *`.
    static let variesByAll = Self(rawValue: 32)
    /// A lifetime, or a prohibition, came with this very answer: for a 304, which may leave out what it does not change.
    static let hasOwnControl = Self(rawValue: 64)
    /// It empties the cache of its origin.
    static let clearsOrigin = Self(rawValue: 128)
    /// No rule gives a lifetime.
    static let lacksLifetime = Self(rawValue: 256)
    /// It says how old it is, which counts for what a 304 confirms, too.
    static let hasOwnAge = Self(rawValue: 512)
  }

  var traits: Traits

  /// The seconds from its request for which it answers unasked; 0 or less if it came stale.
  var left: Int32

  /// How old it was when it came, in seconds.
  var age: Int32 = 0

  /// The seconds beyond `left` for which it answers once and is refreshed behind.
  var window: Int32

  /// A hash of its entity tag, and of its Last-Modified; 0 for none.
  var tag: UInt32
  var modified: UInt32

  /// Hashes of the names in Vary, 0 for none, and of the values that the request had of these fields.
  var names: UInt32 = 0
  var values: UInt32 = 0

  private static let keptForGood = [300, 301, 308, 410]

  /// Reads an answer with these fields, in place of those that came.
  init(
    _ subject: Subject, head: ResponseHead, storage: StorageDecision? = nil,
    validation: ObservedValidation? = nil
  ) {
    var head = head
    let (isInterim, isConfirmation) = (head.isInterim, head.status == 304)
    // A 304 confirms a response that the cache has with these fields, and so does an answer to HEAD.
    if isConfirmation { head.status = 200 }
    let control = head.cacheControl(for: .private)
    let lifetime = FreshnessLifetime(
      head, under: control, receivedAt: subject.stored.receivedAt, role: .private)
    let isCleared = Invalidation.clearsOrigin(subject.request.target, head)
    traits = isCleared ? .clearsOrigin : []
    if !isCleared, !isInterim {
      let isStorable = storage?.isStorable ?? Self.isStorable(head, of: subject, isConfirmation)
      if isStorable { traits.insert(.stored) }
    }
    if control.isUnqualified("no-cache") || head.hasPragmaNoCache { traits.insert(.asks) }
    if head.nominatedNames.contains("*") { traits.insert(.variesByAll) }
    if control.isPresent || head.has(.expires) { traits.insert(.hasOwnControl) }
    if head.has(.age) {
      traits.insert(.hasOwnAge)
      age = Int32(clamping: head.ageValue)
    }
    (tag, modified) = (0, 0)
    if head.status == 200 || head.status == 206, head.hasValidator {
      traits.insert(.hasValidator)
      tag = head.entityTag.map { UInt32(hashOf: $0.opaque) } ?? 0
      modified = head.fields.first("Last-Modified").map { UInt32(hashOf: $0) } ?? 0
    }
    switch validation {
    case .confirmed?: traits.insert(.confirmed)
    case .refused?: traits.insert(.refused)
    case nil: break
    }
    let isGuessed = [200, 203, 206].contains(head.status) && !control.contains("must-revalidate")
    if let seconds = lifetime.seconds, isGuessed || lifetime.source != .heuristic {
      // What the browser's cache answered has grown old there, and came with no more than its Age.
      let stored = subject.stored
      let delay = max(0, stored.receivedAt - stored.requestedAt)
      let age =
        subject.isFromServer
        ? currentAge(
          head, requestedAt: stored.requestedAt, receivedAt: stored.receivedAt, now: stored.receivedAt)
          - delay : head.ageValue
      self.age = Int32(clamping: age)
      left = Int32(clamping: seconds.subtractingSaturated(age))
    } else {
      let isKept = Self.keptForGood.contains(head.status)
      left = isKept ? .max : 0
      if !isKept { traits.insert(.lacksLifetime) }
    }
    let unasked = head.unaskedSpan(lifetime, under: control, role: .private)
    window = Int32(clamping: unasked.subtractingSaturated(lifetime.seconds ?? 0))
    if window < 0 || head.status >= 300 { window = 0 }
  }

  private static func isStorable(_ head: ResponseHead, of subject: Subject, _ isConfirmation: Bool) -> Bool {
    var request = isConfirmation ? subject.unforcedRequest.unconditional : subject.unforcedRequest
    if request.method == "HEAD" { request.method = "GET" }
    let exchange = Exchange(request: request, head: head, isRecorded: subject.isRecorded)
    return StorageDecision(exchange, settings: Settings(role: .private)).isStorable
  }

  /// The answer that is in the cache once this 304 has confirmed an older one: what the 304 leaves out stays.
  func freshening(_ older: BrowserAnswer) -> BrowserAnswer {
    var fresh = self
    if !traits.contains(.hasOwnControl) {
      (fresh.left, fresh.window) = (older.left, older.window)
      if !traits.contains(.hasOwnAge) {
        fresh.age = older.age
      } else if older.left < .max, !older.traits.contains(.lacksLifetime) {
        fresh.left = Int32(clamping: Int64(older.left) + Int64(older.age) - Int64(age))
      }
      let kept: Traits = [.asks, .lacksLifetime, .stored]
      fresh.traits.subtract(kept)
      fresh.traits.formUnion(older.traits.intersection(kept))
    }
    if tag == 0 { fresh.tag = older.tag }
    if modified == 0 { fresh.modified = older.modified }
    fresh.traits.formUnion(older.traits.intersection([.hasValidator, .variesByAll]))
    return fresh
  }

  /// Whether this stored answer is one to the request of another one, as far as Vary tells (RFC 9111 §4.1).
  func isSelected(asBy other: BrowserAnswer) -> Bool {
    names == 0 || names != other.names || values == other.values
  }

  /// The same, found by the request of another answer.
  func selected(as other: BrowserAnswer) -> BrowserAnswer {
    var answer = self
    (answer.names, answer.values) = (other.names, other.values)
    return answer
  }

  /// Whether this answer to HEAD describes what is stored: no validator of both differs (RFC 9111 §4.3.5).
  func describes(_ stored: BrowserAnswer) -> Bool {
    (tag == 0 || stored.tag == 0 || tag == stored.tag)
      && (modified == 0 || stored.modified == 0 || modified == stored.modified)
  }

  /// The same, asked about with a validator that the origin honours.
  var withValidator: BrowserAnswer {
    var answer = self
    answer.traits.insert(.confirmed)
    return answer
  }
}

extension ResponseHead {
  /// Whether `Pragma` says no-cache, which browsers take for that of Cache-Control.
  fileprivate var hasPragmaNoCache: Bool {
    has(.pragma)
      && fields.combined("Pragma").map { ListSyntax.members(of: $0) }?.contains {
        $0.equalsIgnoringASCIICase("no-cache")
      } == true
  }
}

extension UInt32 {
  /// A hash of a value, never 0, which stands for none.
  init(hashOf value: some Hashable) {
    var hasher = Hasher()
    hasher.combine(value)
    self = Swift.max(1, UInt32(truncatingIfNeeded: hasher.finalize()))
  }
}
