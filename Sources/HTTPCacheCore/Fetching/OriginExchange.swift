/// One request to the origin on behalf of a fetch, and what is known of its answer.
struct OriginExchange: Sendable {
  private let asked: Asked
  /// The request as it is sent.
  var sending: RequestHead { asked.sending }
  /// What it is about.
  var inquiry: Inquiry { asked.inquiry }
  /// What was stored under the key when it was asked.
  var known: [StoredCandidate]
  var retries: Retries

  /// Whether a transfer is under way.
  var isUnderWay = false
  var times = ExchangeTimes(requestedAt: Instant(epoch: 0), receivedAt: Instant(epoch: 0), askedAt: 0)
  /// The final head, once it has come.
  var head: ResponseHead?
  var role = Role.undecided
  /// The answer as it would be stored; nil for an answer that is not shown.
  var answer: StorableAnswer?
  /// Why no more of the body can go out.
  var interruption: BodyInterruption?
  /// How the transfer ended, while something else is still waited for.
  var end: Result<ReceivedBody, TransferFailure>?
  /// What the storage was asked for the sake of the body that is coming.
  var question: Question?
  /// Whether another exchange decided what is stored now, so that nothing follows from this one.
  var isOvertaken = false

  /// What is asked of the storage while the body is coming.
  enum Question: Sendable {
    /// To open the parts that the answer is joined with.
    case open(PartJoin)
    /// To keep the body.
    case keep
  }

  /// What the answer is good for, known when its head is there.
  enum Role: Sendable {
    case undecided
    /// It goes to the user.
    case answer
    /// It is a redirect that is followed: stored perhaps, but not shown.
    case passedOn
    /// It is the rest of a stored part: both go to the user as one.
    case rest
    /// It confirms what is stored.
    case notModified
    /// It is an error that a stale response stands in for.
    case standInWanted(FailureDecision)
    /// It is of no use, and the whole has to be asked for.
    case useless
    /// It is a passing trouble; the request is made again.
    case transient(afterSeconds: Double)
  }

  /// What never changes of an exchange, shared by its copies: it is read often.
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

  /// One more attempt.
  var again: OriginExchange {
    var again = self
    (again.head, again.role, again.answer) = (nil, .undecided, nil)
    (again.interruption, again.end, again.question) = (nil, nil, nil)
    return again
  }

  /// Whether nothing of the answer has gone out yet.
  var isUndelivered: Bool {
    switch role {
    case .answer, .passedOn, .rest: false
    case .undecided, .notModified, .transient, .standInWanted, .useless: true
    }
  }
}

/// A transfer that brought no whole answer, and what there is of the body.
struct TransferFailure: Error {
  let error: TransportError
  let body: ReceivedBody
}
