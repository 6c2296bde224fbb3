/// What an answer does to other stored responses: unsafe methods, groups and Clear-Site-Data (RFC 9111 §4.4).
struct Consequences {
  private let fetch: Fetch
  private let sent: RequestHead

  init(_ fetch: Fetch, _ sent: RequestHead) {
    self.fetch = fetch
    self.sent = sent
  }

  /// Drops what the answer makes invalid; each kind is noted with how many went.
  func apply(_ head: ResponseHead) {
    guard !fetch.request.settings.isCacheOff else { return }
    do throws(StoreError) {
      try invalidate(head)
      let groups = Invalidation.groups(sent, answeredBy: head)
      if !groups.isEmpty {
        let count = try fetch.client.cache.removeGroups(groups, ofOrigin: sent.target.origin)
        fetch.note(
          Reason(
            .groupInvalidated, field: "Cache-Group-Invalidation", value: groups.joined(separator: ", "),
            amount: Int64(count)))
      }
      if Invalidation.clearsOrigin(sent.target, head) {
        let origin = sent.target.origin
        let count = try fetch.client.cache.removeAll(ofOrigin: origin)
        fetch.note(
          Reason(.siteDataCleared, field: "Clear-Site-Data", value: origin, amount: Int64(count)))
      }
    } catch {
      fetch.warn(error)
    }
  }

  /// Drops the targets' responses, and those that share a group with one of them (RFC 9875 §2).
  private func invalidate(_ head: ResponseHead) throws(StoreError) {
    for target in Invalidation.targets(sent, answeredBy: head) {
      let key = CacheKey(target: target)
      let groups = Set(
        try fetch.client.cache.responses(for: key).flatMap { CacheGroups.names($0.response.head) })
      var count = try fetch.client.cache.removeAll(for: key)
      if !groups.isEmpty {
        count += try fetch.client.cache.removeGroups(groups.sorted(), ofOrigin: target.origin)
      }
      fetch.note(Reason(.invalidatedByUnsafeMethod, value: target.absolute, amount: Int64(count)))
    }
  }
}
