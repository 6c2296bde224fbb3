/// One request of a fetch to the origin, and the state of its response.
struct OriginExchange: Sendable {
  private let asked: Asked
  /// The request as it is sent.
  var sending: RequestHead { asked.sending }
  /// The stored responses that the request asks about.
  var inquiry: Inquiry { asked.inquiry }
  /// The responses that were stored under the key when the request was sent.
  var known: [StoredCandidate]
  var retries: Retries

  /// Whether a transfer is under way.
  var isUnderWay = false
  var times = ExchangeTimes.unknown
  /// The final head, once it has come.
  var head: ResponseHead?
  var role = Role.undecided
  /// The response as it would be stored; nil for a response that is not shown.
  var answer: StorableAnswer?
  /// Why the reader can get no more of the body.
  var interruption: BodyInterruption?
  /// How the transfer ended, kept while the fetch still waits for the storage.
  var end: Result<ReceivedBody, TransferFailure>?
  /// The changes that the response's head alone decides, until their outcome is known.
  var changesByHead: [Write]?
  /// The pending request to the storage; nil if none is pending.
  var question: Question?
  /// Whether a newer exchange has changed the stored responses, so that this one changes nothing more.
  var isOvertaken = false

  /// A request to the storage while the body arrives.
  enum Question: Sendable {
    /// Open the parts that the response is joined with.
    case open(PartJoin)
    /// Keep the body.
    case keep
  }

  /// The use of the response, which its head decides.
  enum Role: Sendable {
    case undecided
    /// The response goes to the reader.
    case answer
    /// A redirect that the fetch follows: perhaps stored, but its body is not shown.
    case passedOn
    /// The rest of a stored part: the reader gets both as one response.
    case rest
    /// A 304 that validates stored responses.
    case notModified
    /// An error, in whose place a stale response is served.
    case standInWanted(StandIn)
    /// A response that can't be used: the fetch asks for the whole response.
    case useless
    /// A transient failure: the request is made again.
    case transient(afterSeconds: Double)
  }

  /// The constant values of an exchange, in one object, so that copying the exchange is cheap.
  private final class Asked: Sendable {
    let sending: RequestHead
    let inquiry: Inquiry

    init(_ sending: RequestHead, _ inquiry: Inquiry) {
      self.sending = sending
      self.inquiry = inquiry
    }
  }

  init(sending: RequestHead, _ inquiry: Inquiry, retries: Retries) {
    asked = Asked(sending, inquiry)
    self.retries = retries
    known = inquiry.stored
  }

  /// Prepares another attempt.
  var again: OriginExchange {
    var again = self
    (again.head, again.role, again.answer) = (nil, .undecided, nil)
    (again.interruption, again.end, again.question) = (nil, nil, nil)
    return again
  }

  /// Whether the fetch waits for the storage before it can go on.
  var isWaitingForStorage: Bool { question != nil || changesByHead != nil }

  /// Whether the reader has got nothing of the response yet.
  var isUndelivered: Bool {
    switch role {
    case .answer, .passedOn, .rest: false
    case .undecided, .notModified, .transient, .standInWanted, .useless: true
    }
  }
}

/// A failed transfer, with the part of the body that arrived.
struct TransferFailure: Error {
  let error: TransportError
  let body: ReceivedBody
}

/// A stored response that could be served in place of a failing origin, and the decision whether it may be.
struct StandIn: Sendable {
  let found: StoredCandidate
  let decision: FailureDecision
}
