/// What is stored for a request, and what is to be done with it before anybody is asked.
struct Plan {
  /// All that is stored under the request's key.
  let stored: [ClientCache.Found]
  /// What of it may be used: in a shared cache nothing that one may not store.
  let candidates: [ClientCache.Found]
  /// Whether any of it may answer.
  let decision: ReuseDecision
  /// The request that asks the origin whether it still holds; nil where that is not the question.
  let question: RequestHead?

  private let head: RequestHead
  private let settings: Settings
  private let now: Instant

  /// Decides.
  ///
  /// - Parameters:
  ///   - request: what is asked for.
  ///   - stored: all that is stored under its key.
  ///   - now: the time to decide as of.
  init(_ request: FetchRequest, stored: [ClientCache.Found], now: Instant) {
    (head, settings) = (request.head, request.settings)
    self.stored = stored
    self.now = now
    let (candidates, bar) = Self.usable(stored, for: request)
    self.candidates = candidates
    let responses = candidates.map(\.response)
    decision = ReuseDecision(
      request.head, candidates: responses, bar: bar, now: now, settings: request.settings)
    let selected = decision.selected.map { responses[$0] }
    question = decision.outcome == .validate ? Self.question(request.head, selected, of: responses) : nil
  }

  /// What may be used of what is stored, and why something may not.
  private static func usable(
    _ stored: [ClientCache.Found], for request: FetchRequest
  ) -> (candidates: [ClientCache.Found], bar: Reason?) {
    let role = request.settings.role
    guard role == .shared || request.transfer.isInsecure, !stored.isEmpty else { return (stored, nil) }
    var bar: Reason?
    var candidates = stored.filter { found in
      let reason = StorageRules.bar(found.response, in: role)
      if reason != nil { bar = reason }
      return reason == nil
    }
    // An answer that came unverified takes the place of older verified ones for requests like the one that got it.
    let key = request.key
    let newest = candidates.filter {
      $0.response.key == key && $0.response.matches(request.head, role: role)
    }.map(\.response.receivedAt).max()
    if let newest { candidates.removeAll { $0.response.key != key && $0.response.receivedAt <= newest } }
    return (candidates, bar)
  }

  /// Whether it would be the same if it were made of a request at another time.
  func holds(for request: FetchRequest, now: Instant) -> Bool {
    self.now == now && settings == request.settings && head == request.head
  }

  /// A request with the validators of all that is stored for it.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - selected: the response that it is about; nil where it is about none.
  ///   - candidates: all that is stored under its key.
  /// - Returns: the request itself where there is nothing to ask after.
  static func question(
    _ request: RequestHead, _ selected: StoredResponse?, of candidates: [StoredResponse]
  ) -> RequestHead {
    guard !candidates.isEmpty, request.method == "GET" || request.method == "HEAD" else { return request }
    return Validation.conditional(request, selected: selected, candidates: candidates)
  }
}
