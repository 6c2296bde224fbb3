/// How a fetch uses the cache that it shares with others, behind its own.
public enum RemoteMode: String, Sendable, CaseIterable {
  /// It reads.
  case read
  /// It reads, and writes what a shared cache may store.
  case readWrite = "read-write"
}

/// What decides on sharing besides a response and its request.
package struct SharingUse: Sendable, Hashable {
  /// Whether the request has credentials beside its fields.
  package var isAuthenticated: Bool
  /// Where this user's cache may keep the response.
  package var place = StoragePolicy.disk

  package init(isAuthenticated: Bool) { self.isAuthenticated = isAuthenticated }
}

/// Whether a response may also lie in a cache that several users share, and in which form.
///
/// Such a cache gets less than RFC 9111 permits: no answer to a request with credentials, even where `public` would allow it
/// (§3.5).
package struct Sharing: Sendable, Hashable {
  /// The response as it may lie there; nil where it stays in this user's cache.
  package let response: StoredResponse?

  /// What the user is told.
  package let reason: Reason

  /// Decides on a response that is about to be stored.
  ///
  /// - Parameters:
  ///   - stored: the response as this user's cache stores it: what is left out there does not leave either.
  ///   - head: the head as it was received.
  ///   - request: the request that it answers.
  ///   - use: what else decides.
  package init(
    _ stored: StoredResponse, of head: ResponseHead, answering request: RequestHead, _ use: SharingUse
  ) {
    if let words = Self.obstacle(stored, of: head, answering: request, use) {
      response = nil
      reason = Reason(.remoteNotWritten, value: words)
      return
    }
    var shared = stored
    shared.head = stored.head.storable(settings: Self.settings).head
    shared.userInfo = [:]
    for name in [StoredResponse.cacheDateName, StoredResponse.framingName] {
      shared.userInfo[name] = stored.userInfo[name]
    }
    response = shared
    reason = Reason(.remoteWritten)
  }

  /// Why a request must not be made known to a cache that others share, whose answers it does not get either; nil where it
  /// may.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - server: the route of its cache key.
  ///   - isAuthenticated: whether the request has credentials beside its fields.
  /// - Returns: half a sentence.
  package static func obstacle(
    _ request: RequestHead, server: String, isAuthenticated: Bool
  ) -> String? {
    for line in request.fields.lines where Credentials.include(line.name) || mayHoldCredential(line) {
      return "the request carries \(line.name), which may be a credential"
    }
    if isAuthenticated { return "the request carries credentials" }
    // In the normalised form no letter of a name is percent-encoded.
    if let name = CredentialName.parameter(of: request.target.normalized) {
      return "\(name) in the URL may be a credential"
    }
    for (part, _) in ServerRoute.parts(of: server) {
      switch part {
      case .unverified: return "the connection is not verified (-k)"
      case .unixSocket: return "a socket leads to another server on each machine"
      case .certificate: return "the request shows a certificate of its user"
      case .host, .connectTo, .address: continue
      case nil: return "it is not known which server answered"
      }
    }
    return nil
  }

  private static func obstacle(
    _ stored: StoredResponse, of head: ResponseHead, answering request: RequestHead, _ use: SharingUse
  ) -> String? {
    guard use.place == .disk else { return "it is kept in memory only" }
    guard head.status != 206, stored.head.status != 206 else { return "it is a part of the whole" }
    if let words = obstacle(request, server: stored.key.server, isAuthenticated: use.isAuthenticated) {
      return words
    }
    if let words = credential(in: stored) { return "\(words) may be a credential" }
    let exchange = Exchange(request: request, head: head)
    let decision = StorageDecision(exchange, settings: settings)
    if !decision.isStorable {
      return decision.reasons.first { $0.rule.effect == .forbids }?.sentence ?? "no rule allows it"
    }
    let control = head.cacheControl(for: .shared)
    if head.fields.contains("Set-Cookie"), !control.contains("public"), !control.contains("s-maxage") {
      return "it sets a cookie, and has neither public nor s-maxage"
    }
    return nil
  }

  /// A shared cache by the RFC's rules, whatever those of this user's cache are.
  private static let settings = Settings(role: .shared)

  /// What of a response may be a credential though it has none of the fields that are known to carry one; nil for nothing.
  private static func credential(in stored: StoredResponse) -> String? {
    for line in stored.selectingFields.lines where Credentials.include(line.name) || mayHoldCredential(line) {
      return "\(line.name), by which it is selected,"
    }
    for line in stored.head.fields.lines {
      if CredentialName.isOne(line.name) { return line.name }
      if mayHoldCredential(line) { return "what \(line.name) holds" }
    }
    return nil
  }

  /// Whether the value of a field may hold a credential: in a URL, or behind the name of a scheme (RFC 9110 §11.4).
  private static func mayHoldCredential(_ line: FieldLine) -> Bool {
    if line.isSealed || CredentialName.parameter(of: line.value) != nil { return true }
    if CredentialName.hasUserInformation(line.rawValue) { return true }
    let word = line.value.prefix { $0 != " " }
    return word.count < line.value.count
      && ["basic", "bearer", "digest", "dpop", "negotiate", "ntlm", "token"].contains(word.asciiLowercased)
  }
}

extension Sharing {
  /// A response that such a cache has, as far as it may lie there; nil for one that a shared cache must not have, and for
  /// one whose fields contradict its body.
  ///
  /// - Parameters:
  ///   - found: the response.
  ///   - request: what it is to answer.
  /// - Returns: the response without the fields that may not lie there.
  package static func accepted(_ found: StoredResponse, for request: RequestHead) -> StoredResponse? {
    var asked = request
    asked.method = "GET"
    asked.fields.remove("Cache-Control")
    asked.fields.remove("Range")
    let length = found.head.fields.first("Content-Length")
    guard StorageDecision(Exchange(request: asked, head: found.head), settings: settings).isStorable,
      length == nil || length.flatMap({ Int64($0) }) == found.bodyLength
    else { return nil }
    var accepted = found
    accepted.head = found.head.storable(settings: settings).head
    return accepted
  }
}
