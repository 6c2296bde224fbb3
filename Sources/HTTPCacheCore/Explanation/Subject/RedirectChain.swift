/// The redirects that a request led through, as one of them sees it.
package struct RedirectChain: Sendable {
  /// The redirects, in their order.
  private let hops: [Subject]

  /// The number of this redirect, from 0 on.
  let place: Int

  /// The request that the last redirect led to, and the status of its answer; nil if it was not sent, or not answered.
  private let end: (request: RequestHead, status: Int)?

  /// The number of the redirect to which the last one led back, and whether the request would have been the same as before;
  /// nil if the chain goes in no circle.
  let circle: (start: Int, isSame: Bool)?

  package init(
    _ hops: [Subject], place: Int, end: (request: RequestHead, status: Int)?,
    circle: (start: Int, isSame: Bool)?
  ) {
    (self.hops, self.place, self.end, self.circle) = (hops, place, end, circle)
  }

  /// The redirects of the circle; empty if there is none.
  var circling: ArraySlice<Subject> { circle.map { hops[min($0.start, hops.count)...] } ?? [] }

  /// The later request of the chain for the URL of this redirect that browsers would answer with it unasked, with the number of
  /// redirects until then and the status of the answer; nil if there is none.
  var comingBack: (redirects: Int, status: Int)? {
    guard hops.indices.contains(place) else { return nil }
    let redirect = hops[place]
    var later = hops[(place + 1)...].map { (request: $0.request, status: $0.stored.head.status) }
    if let end { later.append(end) }
    for (index, (request, status)) in later.enumerated() where redirect.redirects(request) {
      return (index + 1, status)
    }
    return nil
  }
}

extension Subject {
  /// Whether a browser that has this redirect answers a request with it, unasked (RFC 9111 §4).
  ///
  /// A permanent one without a lifetime is kept for as long as the browser likes. A browser binds what it has to no
  /// credentials but those that Vary names. `passed` are the seconds from its receipt to that request.
  func redirects(_ later: RequestHead, after passed: Seconds = 0) -> Bool {
    let head = receivedHead ?? stored.head
    guard [301, 302, 303, 307, 308].contains(head.status), !head.cacheControl.isUnqualified("no-cache"),
      request.method == "GET", later.method == "GET",
      later.target.normalized == request.target.normalized
    else { return false }
    let names = Set(head.nominatedNames)
    func plain(_ request: RequestHead) -> RequestHead {
      var fields = request.fields
      fields.lines.removeAll { $0.isCredential && !names.contains($0.name.asciiLowercased) }
      return RequestHead(method: request.method, target: request.target, fields: fields).unconditional
    }
    var settings = Settings()
    let lifetime = FreshnessLifetime(head, receivedAt: stored.receivedAt, role: .private)
    if head.isPermanent, lifetime.source == .none { settings.ttl = 86_400 }
    let first = plain(request)
    let answer = StoredResponse(
      key: CacheKey(target: request.target), head: head, selectingFields: first.fields.only(names),
      requestedAt: stored.requestedAt, receivedAt: stored.receivedAt)
    guard
      StorageDecision(Exchange(request: first, head: head, isRecorded: true), settings: Settings()).isStorable
    else { return false }
    let reuse = ReuseDecision(
      nextAfter: plain(later), stored: answer, now: stored.receivedAt + passed, settings: settings)
    return reuse.outcome == .serve && !reuse.refreshes
  }
}
