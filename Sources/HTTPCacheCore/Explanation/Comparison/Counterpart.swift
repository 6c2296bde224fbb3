/// The response to the same request from another deployment, or in another log.
package struct Counterpart: Sendable {
  package let request: RequestHead

  /// The response and its times.
  package let stored: StoredResponse

  /// The bytes of the body; nil if unknown.
  package let bodyLength: Int64?

  /// The time to judge it as of.
  package let now: Instant

  /// The results of the probe of its cache's key; empty if the key was not probed.
  package let key: [KeyRow]

  /// The server that was asked, as host and port, if it is not that of the URL; nil otherwise.
  package let server: String?

  /// The content of both answers; nil if it is not compared.
  package let contents: ContentPair?

  package init(
    request: RequestHead, stored: StoredResponse, bodyLength: Int64?, now: Instant, key: [KeyRow] = [],
    server: String? = nil, contents: ContentPair? = nil
  ) {
    (self.request, self.stored, self.bodyLength, self.now) = (request, stored, bodyLength, now)
    (self.key, self.server, self.contents) = (key, server, contents)
  }
}

extension Counterpart {
  /// The place of the other answer, in words: without the path, so that equal differences have equal sentences.
  func place(beside target: TargetURI) -> String {
    let isElsewhere = !request.target.isSameOrigin(as: target)
    let place = isElsewhere ? "at \(request.target.origin)" : server == nil ? "in the other log" : "at"
    guard let server else { return place }
    return isElsewhere ? "\(place), from \(server)" : "\(place) \(server)"
  }

  /// Whether the other deployment lacks a file that names its version, which it has under another name, or not yet, or no more.
  func lacksVersion(of facts: Facts) -> Bool {
    [404, 410].contains(stored.head.status) && (200...299).contains(facts.subject.stored.head.status)
      && facts.isVersionedFile && facts.naming.version?.form != .query
  }
}
