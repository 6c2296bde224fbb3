/// Decides which stored responses an unsafe request invalidates (RFC 9111 §4.4).
package enum Invalidation {
  /// The URIs whose stored responses are removed: the target, and `Location` and `Content-Location` of the same
  /// origin; none for a safe method, and for a response that is neither 2xx nor 3xx.
  package static func targets(_ request: RequestHead, answeredBy head: ResponseHead) -> [TargetURI] {
    guard !isSafe(request.method), (200..<400).contains(head.status) else { return [] }
    var targets = [request.target]
    for name in ["Location", "Content-Location"] {
      // Only http URIs are stored.
      guard let reference = head.fields.first(name), let target = try? request.target.resolving(reference),
        target.origin == request.target.origin, !targets.contains(target)
      else { continue }
      targets.append(target)
    }
    return targets
  }

  /// The groups that the response to an unsafe request invalidates (RFC 9875 §3).
  ///
  /// Unlike for URIs, error responses count too, since the origin names the groups itself.
  package static func groups(_ request: RequestHead, answeredBy head: ResponseHead) -> [String] {
    isSafe(request.method) ? [] : CacheGroups.names(head, field: "Cache-Group-Invalidation")
  }

  /// Whether `Clear-Site-Data` asks to remove all responses of the origin, by `"cache"` or `"*"`.
  ///
  /// Only a secure origin or a host of this machine may ask. Like browsers, ignores the field if one of its members
  /// has no quotes.
  package static func clearsOrigin(_ target: TargetURI, _ head: ResponseHead) -> Bool {
    guard head.fields.contains("Clear-Site-Data"), target.isTrustworthy else { return false }
    let members = head.fields.lines(named: "Clear-Site-Data").flatMap { ListSyntax.members(of: $0.value) }
    let areQuoted = members.allSatisfy { $0.utf8.count > 1 && $0.first == "\"" && $0.last == "\"" }
    return areQuoted && members.contains { $0 == "\"cache\"" || $0 == "\"*\"" }
  }

  /// The changes for everything that a response invalidates, each with its reason.
  ///
  /// `server` is the route to the server that responded, as in `CacheKey`, and `time` is when the response arrived,
  /// in microseconds since 1970.
  package static func changes(
    _ request: RequestHead, answeredBy head: ResponseHead, server: String, at time: Int64
  ) -> [Write] {
    var changes = targets(request, answeredBy: head).map { target in
      Write(
        .invalidate(.key(CacheKey(target: target, server: server)), at: time),
        because: Reason(.invalidatedByUnsafeMethod, value: target.absolute))
    }
    let origin = request.target.origin
    let groups = groups(request, answeredBy: head)
    if !groups.isEmpty {
      changes.append(
        Write(
          .invalidate(.groups(groups, origin: origin, server: server), at: time),
          because: Reason(
            .groupInvalidated, field: "Cache-Group-Invalidation", value: groups.joined(separator: ", "))))
    }
    if clearsOrigin(request.target, head) {
      changes.append(
        Write(
          .invalidate(.origin(origin, server: server), at: time),
          because: Reason(.siteDataCleared, field: "Clear-Site-Data", value: origin)))
    }
    return changes
  }

  /// Whether a method is safe, by the IANA registry of methods of 2026-06-17; an unknown one counts as unsafe (RFC 9110
  /// §9.2.1, RFC 10008 for QUERY).
  package static func isSafe(_ method: String) -> Bool {
    ["GET", "HEAD", "OPTIONS", "PRI", "PROPFIND", "QUERY", "REPORT", "SEARCH", "TRACE"].contains(method)
  }
}

/// The stored responses that a response invalidates; all came from the server that sent it, verified or not.
package enum InvalidationScope: Sendable, Hashable {
  /// The responses under a key, and the responses that share a group with one of them (RFC 9875 §2).
  case key(CacheKey)
  /// The responses in any of the groups of an origin (RFC 9875).
  case groups([String], origin: String, server: String)
  /// All responses of an origin (Clear Site Data §3.1).
  case origin(String, server: String)
  /// The responses under a key in the remote cache; the local storage removes nothing.
  case remoteKey(CacheKey)

  /// The route to the server, without the client's certificate and without whether the server's certificate was
  /// verified.
  package var server: String {
    switch self {
    case .key(let key), .remoteKey(let key): ServerRoute.server(key.server)
    case .groups(_, _, let server), .origin(_, let server): ServerRoute.server(server)
    }
  }

  /// The names under which an invalidation is noted, so that a response that was requested before it is not stored
  /// after it.
  package var names: [String] {
    switch self {
    case .key(let key), .remoteKey(let key): [Self.name(ofURI: key.uri)]
    case .groups(let groups, let origin, _): groups.map { Self.name(ofGroup: $0, origin: origin) }
    case .origin(let origin, _): [Self.name(ofOrigin: origin)]
    }
  }

  /// The names of all scopes that a response belongs to.
  package static func names(covering response: StoredResponse) -> [String] {
    let origin = NormalizedURI.origin(response.key.uri)
    return [name(ofURI: response.key.uri), name(ofOrigin: origin)]
      + CacheGroups.names(response.head).map { name(ofGroup: $0, origin: origin) }
  }

  private static func name(ofURI uri: String) -> String { "uri " + uri }
  private static func name(ofOrigin origin: String) -> String { "origin " + origin }
  private static func name(ofGroup group: String, origin: String) -> String { "group \(origin) \(group)" }
}

/// The groups that a response belongs to (`Cache-Groups`, RFC 9875 §2).
package enum CacheGroups {
  /// The most groups of one field that are read.
  static let limit = 128

  /// The names in `Cache-Groups` or `Cache-Group-Invalidation`, which are case-sensitive; none if the field is not a
  /// list of strings.
  package static func names(_ head: ResponseHead, field: String = "Cache-Groups") -> [String] {
    guard let text = head.fields.combined(field), let names = StructuredField.strings(text) else { return [] }
    var seen: Set<String> = []
    return Array(names.filter { seen.insert($0).inserted }.prefix(limit))
  }
}
