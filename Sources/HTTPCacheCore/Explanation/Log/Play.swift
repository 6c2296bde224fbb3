/// One request of a log with its answer, as far as a browser's cache goes by them.
package struct Play: Sendable {
  /// How the request went in the log.
  package enum Kind: UInt8, Sendable {
    /// The network brought an answer to a GET.
    case loaded
    /// A 304 came.
    case confirmed
    /// The browser's cache answered.
    case cached
    /// An answer to HEAD.
    case head
    /// An answer to another method, which no cache keeps.
    case other
    /// No request: another one made what is stored under this URL invalid.
    case invalidation
  }

  let kind: Kind

  /// Whether the browser's memory answered, although nothing was fresh.
  var isFromMemory = false

  /// Whether the answer says that there is nothing under the URL: 404 or 410.
  let isGone: Bool

  /// Whether the status is 200.
  let isWhole: Bool

  /// Whether it is the page that was opened, and not what a page loads.
  let isOpened: Bool

  /// For how many seconds what the browser's cache answered had been there.
  let resident: UInt32

  /// The URL's place in the replay.
  var url: Int32 = -1

  /// The next play of the same URL; -1 for none.
  var next: Int32 = -1

  /// The place of the object that the URL names by a signature, or by a time; -1 for a URL without either.
  var object: Int32 = -1

  /// When the request was sent, in milliseconds since 1970, and how long the exchange took.
  var start: Int64
  var took: UInt32

  var end: Int64 { start + Int64(took) }

  /// The answer; for a 304 and for what the browser's cache answered, with the fields that it had in the cache then.
  var answer: BrowserAnswer

  /// The bytes of the body; -1 if unknown, and where there was none.
  var bytes: Int64

  /// Reads a request and its answer; `storage` is the decision on it, nil if that is still to be made.
  init(_ subject: Subject, _ context: SubjectContext, _ storage: StorageDecision?) {
    let request = subject.request
    let status = subject.stored.head.status
    switch request.method {
    case "GET": kind = !subject.isFromServer ? .cached : status == 304 ? .confirmed : .loaded
    case "HEAD": kind = .head
    default: kind = .other
    }
    (isGone, isWhole) = (status == 404 || status == 410, status == 200)
    isOpened = subject.isOpened
    let stored = subject.stored
    resident =
      kind == .cached
      ? UInt32(
        clamping: currentAge(
          stored.head, requestedAt: stored.requestedAt, receivedAt: stored.receivedAt, now: stored.receivedAt)
          - stored.head.ageValue) : 0
    if let span = context.span {
      (start, took) = (span.start, UInt32(clamping: span.end - span.start))
    } else {
      start = stored.requestedAt.epoch.milliseconds
      took = UInt32(clamping: stored.receivedAt.epoch.milliseconds.subtractingSaturated(start))
    }
    answer = BrowserAnswer(
      subject, head: subject.stored.head, storage: storage, validation: context.validation)
    bytes = kind == .head || request.method == "OPTIONS" ? 0 : subject.bodyLength ?? -1
  }

  /// Makes the play of a request that made what is stored under another URL invalid.
  init(invalidatingAt play: Play, url: Int32) {
    (kind, isGone, isWhole, isOpened, resident) = (.invalidation, false, false, false, 0)
    self.url = url
    (start, took, bytes, answer) = (play.start, play.took, 0, play.answer)
  }
}

/// What became of a request of a visit.
package enum VisitOutcome: Sendable, Hashable {
  /// The browser's cache answered.
  case cached
  /// A 304 came.
  case confirmed
  /// The body was loaded.
  case loaded
  /// The browser's cache answered, and a request behind it brought the body, or a 304 if it is confirmed.
  case refreshed(isConfirmed: Bool)

  /// Whether the network brings the body.
  package var loads: Bool {
    switch self {
    case .loaded, .refreshed(isConfirmed: false): true
    case .cached, .confirmed, .refreshed(isConfirmed: true): false
    }
  }
}

/// What a browser's cache has under one URL, while a log and then a visit are played.
struct BrowserEntry: Sendable {
  private(set) var answer: BrowserAnswer?

  /// When it came or was confirmed last, in milliseconds since 1970.
  private(set) var end: Int64 = 0

  /// Whether the visit itself has loaded it.
  private(set) var isOfVisit = false

  /// When it was asked for, from which its lifetime counts (RFC 9111 §4.2.3), in milliseconds since 1970.
  private var since: Int64 = 0

  /// Until when it answers unasked, in milliseconds since 1970.
  var freshUntil: Int64 { since.addingSaturated(Int64(answer?.left ?? 0) * 1000) }

  private var staleUntil: Int64 { freshUntil.addingSaturated(Int64(answer?.window ?? 0) * 1000) }

  /// Forgets what is stored.
  mutating func clear() { answer = nil }

  /// Begins a visit: what it loads is told from what is there.
  mutating func beginVisit() { isOfVisit = false }

  /// Whether what is stored answers unasked at a time.
  func isFresh(at time: Int64) -> Bool {
    guard let answer, !answer.traits.contains(.asks), !answer.traits.contains(.variesByAll) else {
      return false
    }
    return time < freshUntil
  }

  /// Whether what is stored answers at a time, fresh or while it is refreshed.
  func answers(at time: Int64) -> Bool {
    guard let answer, !answer.traits.contains(.asks), !answer.traits.contains(.variesByAll) else {
      return false
    }
    return time < staleUntil
  }

  /// Takes what a request of the log left in the cache; `answer` may have other fields than came.
  mutating func take(_ play: Play, _ answer: BrowserAnswer) {
    switch play.kind {
    case .loaded: store(play, answer)
    case .confirmed:
      // What was there before the log began is in the cache with these fields.
      let older = self.answer
      if older == nil || !answer.traits.contains(.stored) { return store(play, answer) }
      self.answer = answer
      date(by: play)
    case .cached:
      guard self.answer == nil else { return }
      store(play, answer)
      since -= Int64(play.resident) * 1000
    case .head, .other, .invalidation: pass(play)
    }
  }

  private mutating func store(_ play: Play, _ answer: BrowserAnswer, after: Int64 = 0) {
    self.answer = answer.traits.contains(.stored) ? answer : nil
    date(by: play, after: after)
  }

  private mutating func date(by play: Play, after: Int64 = 0) {
    (since, end) = (play.start.addingSaturated(after), play.end.addingSaturated(after))
  }

  /// Takes what a request does to what is stored that brings nothing to store itself.
  private mutating func pass(_ play: Play, after: Int64 = 0) {
    switch play.kind {
    case .invalidation: clear()
    case .head where play.isGone: clear()
    case .head:
      guard let stored = answer, play.isWhole else { return }
      guard play.answer.describes(stored) else { return clear() }
      answer = play.answer.freshening(stored).selected(as: stored)
      date(by: play, after: after)
      if answer?.traits.contains(.stored) == false { clear() }
    case .loaded, .confirmed, .cached, .other: break
    }
  }

  /// Plays a request again, so many milliseconds after its own time.
  ///
  /// `answer` is what the log has for it, `isHonoured` what conditions showed of the validators of the URL; nil if there were
  /// none.
  mutating func play(
    _ play: Play, _ answer: BrowserAnswer, after: Int64, isHonoured: Bool?
  ) -> VisitOutcome {
    let sent = play.start.addingSaturated(after)
    guard play.kind.rawValue <= Play.Kind.cached.rawValue else {
      pass(play, after: after)
      return .loaded
    }
    if isOfVisit, play.isFromMemory { return .cached }
    guard let stored = self.answer else { return load(play, answer, after) }
    // The load is still under way.
    if isOfVisit, sent < end { return .cached }
    let traits = stored.traits
    guard !traits.contains(.variesByAll), stored.isSelected(asBy: answer) else {
      // A date alone can't tell one variant from another.
      let isSame = stored.tag != 0 && stored.tag == answer.tag
      guard isSame, isConfirmed(stored, isHonoured) else { return load(play, answer, after) }
      self.answer = stored.selected(as: answer)
      date(by: play, after: after)
      return .confirmed
    }
    if !traits.contains(.asks), sent < freshUntil { return .cached }
    let isBehind = !play.isOpened && !traits.contains(.asks) && sent < staleUntil
    guard isConfirmed(stored, isHonoured) else {
      let outcome = load(play, answer, after)
      return isBehind ? .refreshed(isConfirmed: false) : outcome
    }
    date(by: play, after: after)
    return isBehind ? .refreshed(isConfirmed: true) : .confirmed
  }

  private func isConfirmed(_ stored: BrowserAnswer, _ isHonoured: Bool?) -> Bool {
    if stored.traits.contains(.confirmed) { return true }
    if stored.traits.contains(.refused) { return false }
    return isHonoured ?? stored.traits.contains(.hasValidator)
  }

  private mutating func load(_ play: Play, _ answer: BrowserAnswer, _ after: Int64) -> VisitOutcome {
    store(play, answer, after: after)
    isOfVisit = true
    return .loaded
  }
}

/// When a request was sent and answered by the clock of its recorder, in milliseconds since 1970.
package struct ExchangeSpan: Sendable, Hashable {
  let start, end: Int64
}
