/// What an answer does to other stored responses: unsafe methods, groups and Clear-Site-Data (RFC 9111 §4.4).
struct Consequences {
  private let fetch: Fetch
  private let sent: RequestHead
  private var time: Int64?

  init(_ fetch: Fetch, _ sent: RequestHead) {
    self.fetch = fetch
    self.sent = sent
  }

  /// Drops what the answer makes invalid; each kind is noted with how many went.
  ///
  /// - Returns: when, in microseconds; nil where it makes nothing invalid.
  mutating func apply(_ head: ResponseHead) -> Int64? {
    guard !fetch.request.settings.isCacheOff else { return nil }
    do throws(StoreError) {
      try invalidate(head)
      let groups = Invalidation.groups(sent, answeredBy: head)
      let (origin, server) = (sent.target.origin, fetch.request.key.server)
      if !groups.isEmpty {
        try invalidate(
          [.groups(groups, origin: origin, server: server)], .groupInvalidated,
          field: "Cache-Group-Invalidation", value: groups.joined(separator: ", "))
      }
      if Invalidation.clearsOrigin(sent.target, head) {
        try invalidate(
          [.origin(origin, server: server)], .siteDataCleared, field: "Clear-Site-Data", value: origin)
      }
    } catch {
      fetch.warn(error)
    }
    return time
  }

  /// Drops the targets' responses, and those that share a group with one of them (RFC 9875 §2).
  private mutating func invalidate(_ head: ResponseHead) throws(StoreError) {
    for target in Invalidation.targets(sent, answeredBy: head) {
      let key = fetch.request.key(of: target)
      let groups = Set(
        try fetch.client.cache.responses(for: key).flatMap { CacheGroups.names($0.response.head) })
      var scopes = [InvalidationScope.key(key)]
      if !groups.isEmpty {
        scopes.append(.groups(groups.sorted(), origin: target.origin, server: key.server))
      }
      try invalidate(scopes, .invalidatedByUnsafeMethod, field: nil, value: target.absolute)
    }
  }

  private mutating func invalidate(
    _ scopes: [InvalidationScope], _ rule: Rule, field: String?, value: String
  ) throws(StoreError) {
    var (count, passedOver) = (0, 0)
    let now = fetch.client.microseconds()
    time = now
    for scope in scopes {
      let invalidated = try fetch.client.cache.invalidate(scope, at: now)
      count += invalidated.count
      passedOver += invalidated.passedOver
    }
    fetch.note(
      Reason(
        rule, field: field, value: value, amount: Int64(count),
        otherAmount: passedOver > 0 ? Int64(passedOver) : nil))
  }
}

extension OriginExchange {
  /// Drops what the answer makes invalid; the answer itself is newer than that.
  func applyConsequences(_ head: ResponseHead) {
    var consequences = Consequences(fetch, sending)
    if let time = consequences.apply(head) { askedAt = max(askedAt, time + 1) }
  }
}
