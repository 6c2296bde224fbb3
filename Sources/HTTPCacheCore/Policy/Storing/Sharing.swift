/// How a fetch uses the remote cache, which several users share.
public enum RemoteMode: String, Sendable, CaseIterable {
  /// The fetch reads it.
  case read
  /// The fetch reads it, and writes the responses that a shared cache may store.
  case readWrite = "read-write"
}

/// Decides whether a stored response may also be written to the remote cache, and in which form.
///
/// The remote cache gets less than RFC 9111 permits: no response to a request with credentials, even if `public`
/// would allow it (§3.5).
package struct Sharing: Sendable, Hashable {
  /// The response as the remote cache may get it; nil if the response stays in this user's cache.
  package let response: StoredResponse?

  /// Why the response is written to the remote cache or is not, for the user.
  package let reason: Reason

  /// Decides on a response in the form in which this user's cache stores it, so that omitted fields are not shared
  /// either.
  ///
  /// `exchange` has the head as it was received, and `place` says where this user's cache keeps the response.
  package init(_ stored: StoredResponse, of exchange: Exchange, place: StoragePolicy = .disk) {
    if let words = Self.obstacle(stored, of: exchange, place) {
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

  /// Why the remote cache can't be asked, since it must not learn of the request; nil if it may be asked.
  package static func obstacle(_ request: RequestHead, server: String) -> String? {
    for line in request.fields.lines where line.isCredential || mayHoldCredential(line) {
      return "the request carries \(line.name), which may be a credential"
    }
    if request.hasOtherCredentials { return "the request carries credentials" }
    // Use the normalised form, in which no letter of a name is percent-encoded.
    if let name = CredentialName.parameter(of: request.target.normalized) {
      return "\(name) in the URL may be a credential"
    }
    for (part, _) in ServerRoute.parts(of: server) {
      switch part {
      case .unverified: return "the connection is not verified (-k)"
      case .unixSocket: return "a socket leads to another server on each machine"
      case .certificate: return "the request shows a certificate of its user"
      case .trustedDirectory: return "a directory has other trusted certificates on each machine (--capath)"
      case .pinnedKeyAlone: return "the certificate of the connection is not verified (-k)"
      case .host, .connectTo, .address, .trustedCertificates, .pinnedKey: continue
      case nil: return "it is not known which server answered"
      }
    }
    return nil
  }

  private static func obstacle(
    _ stored: StoredResponse, of exchange: Exchange, _ place: StoragePolicy
  ) -> String? {
    let head = exchange.head
    guard place == .disk else { return "it is kept in memory only" }
    guard head.status != 206, stored.head.status != 206 else { return "it is a part of the whole" }
    if let words = obstacle(exchange.request, server: stored.key.server) { return words }
    if let words = credential(in: stored) { return "\(words) may be a credential" }
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

  /// The settings of a shared cache by RFC 9111, whatever the settings of this user's cache.
  private static let settings = Settings(role: .shared)

  /// The part of a response that may be a credential, in words for a sentence; nil if there is none.
  private static func credential(in stored: StoredResponse) -> String? {
    for line in stored.selectingFields.lines where line.isCredential || mayHoldCredential(line) {
      return "\(line.name), by which it is selected,"
    }
    for line in stored.head.fields.lines {
      if CredentialName.matches(line.name) { return line.name }
      if mayHoldCredential(line) { return "what \(line.name) holds" }
    }
    return nil
  }

  /// Whether the value of a field may hold a credential: in a URL, or after the name of an authentication scheme (RFC
  /// 9110 §11.4).
  private static func mayHoldCredential(_ line: FieldLine) -> Bool {
    if line.isSealed || CredentialName.parameter(of: line.value) != nil { return true }
    if CredentialName.hasUserInformation(line.rawValue) { return true }
    let word = line.value.prefix { $0 != " " }
    return word.count < line.value.count
      && ["basic", "bearer", "digest", "dpop", "negotiate", "ntlm", "token"].contains(word.asciiLowercased)
  }
}

extension Sharing {
  /// A response of the remote cache, without the fields that a shared cache must not store.
  ///
  /// Nil if a shared cache must not store the response, or its Content-Length contradicts the length of its body.
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
