/// What else was observed of a subject than its one answer: other answers, its content, its page, other URLs of the run.
package struct SubjectContext: Sendable {
  /// The results of the probes of the response; empty if there were none.
  package var probes: [ProbeReport] = []

  /// The responses to the same request, sent repeatedly; nil if it was sent once.
  package var repetition: Repetition?

  /// The body as far as it was read, without its content coding; nil if it was not read.
  package var content: ObservedContent?

  /// The bytes of the body if it were coded as gzip; nil if it was not coded to see.
  package var gzipLength: Int64?

  /// The number of the page's assets, if its assets are judged too; nil otherwise.
  package var assets: AssetCount?

  /// The page that loads the response, if it is judged as an asset; nil otherwise.
  package var page: NamingPage?

  /// What the page loads the response as; nil if it is not known, or no script, style sheet or font.
  package var loadedAs: LoadedFile?

  /// What the other URLs of the run show of the names; nil if they are unknown.
  package var neighbours: URLNeighbours?

  /// The response to the same request elsewhere, with which this one is compared; nil if there is none.
  package var counterpart: Counterpart?

  /// What its body shows, as far as that was looked for.
  package var shown = BodyEvidence()

  /// The chain of redirects that the response is one of; nil if it is none, or its redirect is not followed.
  package var chain: RedirectChain?

  /// The redirect of the same URL earlier in the same log that a browser may use again; nil if there was none.
  package var redirectedBefore: RedirectedBefore?

  /// When the request was sent and answered, finer than the times of the subject; nil if the recording does not tell.
  package var span: ExchangeSpan?

  /// Whether a service worker of the page answered, so that no cache was asked.
  package var isByServiceWorker = false

  /// The decision on storing by a private cache, if the replay has made it; nil otherwise.
  var storage: StorageDecision?

  /// The number of the request in the replay of its log; nil if it was not played.
  package internal(set) var play: Int32?

  /// The earlier load of the same URL in the same log that was still fresh; nil if there was none.
  package var loadedBefore: LoadedBefore?

  /// The same object as an earlier one of the log, under another URL; nil if it is not.
  package var changingURL: ChangingURL?

  /// The bytes of its origin that the browser had in its cache when this answer emptied it; 0 if none, or unknown.
  package internal(set) var clearedBytes: Int64 = 0

  /// Whether a cache of the recorder may have answered at any time before, so that Date tells nothing of clocks.
  package var isOfUnknownTime = false

  /// Whether a check on the status holds, so that an error status is expected.
  package var isStatusExpected = false

  /// The field whose digest the content does not have; nil if it has each digest, or none was compared.
  package var wrongDigest: String?

  /// Findings about the recording that the judged response is the first to show, such as that of its clock.
  package var notes: [Finding] = []

  package init(
    repetition: Repetition? = nil, content: ObservedContent? = nil, neighbours: URLNeighbours? = nil,
    counterpart: Counterpart? = nil, notes: [Finding] = []
  ) {
    (self.repetition, self.content, self.neighbours) = (repetition, content, neighbours)
    (self.counterpart, self.notes) = (counterpart, notes)
  }

  /// What was measured of the confirmation of a stored response; nil if it was not.
  package var validation: ObservedValidation? { probes.lazy.compactMap(\.validation).first }

  /// Whether two users were seen to get the same content.
  var isSameForUsers: Bool { !probes.isEmpty && probes.contains(where: \.isSameForUsers) }

  /// Whether one user was seen to get what is another's, or could.
  var isOneUsers: Bool {
    !probes.isEmpty
      && probes.contains {
        $0.findings.contains { [.personalSharedCacheable, .edgeSharedPersonal].contains($0.code) }
      }
  }

  /// Whether the content has a tag without a coding, and lost it where it is coded.
  var isTagLostInCoding: Bool {
    !probes.isEmpty && probes.contains { $0.findings.contains { $0.code == .validatorLostInCoding } }
  }
}

extension SubjectContext {
  /// An answer that came after the judged one.
  struct LaterAnswer {
    let request: RequestHead
    let head: ResponseHead

    /// The report of the nearest cache.
    let edge: EdgeReport

    /// Whether a `private` in it was there when that cache stored the answer.
    let showsPrivate: Bool
  }

  /// The answers to the repeated request, and to the requests of the probes.
  func laterAnswers(to request: RequestHead) -> [LaterAnswer] {
    guard repetition != nil || !probes.isEmpty else { return [] }
    let answers = repetition?.answers ?? []
    let repeated = answers.map {
      LaterAnswer(request: request, head: $0.head, edge: $0.edge, showsPrivate: answers.count > 1)
    }
    return repeated
      + probes.flatMap(\.exchanges).compactMap { exchange in
        guard case .success(let answer) = exchange.result else { return nil }
        return LaterAnswer(
          request: exchange.request.head, head: answer.head, edge: EdgeReport(answer.head), showsPrivate: true
        )
      }
  }
}

/// What an origin did when it was asked, as caches ask, whether a stored response still holds (RFC 9111 §4.3.1).
package enum ObservedValidation: Sendable, Hashable {
  /// It answered 304.
  case confirmed
  /// No stored response is ever confirmed.
  case refused(Refusal)

  package enum Refusal: Sendable, Hashable, CaseIterable {
    /// All validators that came were sent back, and the content was sent again.
    case sentAgain
    /// The same content has another tag each time.
    case tagChanges
    /// The content changes each time.
    case contentChanges

    /// Why each use is a full download, as a clause after the cause.
    var clause: String {
      switch self {
      case .sentAgain: "and the origin, asked with its own validators, sent it again"
      case .tagChanges: "and its ETag is another one each time"
      case .contentChanges: "and its content is another one each time"
      }
    }
  }
}
