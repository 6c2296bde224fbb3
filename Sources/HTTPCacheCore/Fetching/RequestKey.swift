extension FetchRequest {
  /// The key under which the response is stored (RFC 9111 §2).
  package var key: CacheKey { key(of: head.target) }

  /// The key of the same request for another target.
  func key(of target: TargetURI) -> CacheKey {
    guard transfer.choosesServer || transfer.sendsNoHost || head.fields.contains("Host") else {
      return CacheKey(target: target)
    }
    var route = transfer.route(to: target)
    route.host = transfer.sendsNoHost ? "" : head.otherHost
    return CacheKey(target: target, server: route.text)
  }

  /// The flight of the request: equal for all requests that one response may answer.
  var flight: Flight { flight(under: key) }

  /// The flight of the request, for a caller that has computed the key.
  func flight(under key: CacheKey) -> Flight {
    Flight(
      key: key,
      credentials: head.identifiesUser ? head.fields.lines.filter { $0.isCredential } : [])
  }
}

/// Identifies equal requests in flight, by key and credentials; one response may answer them all.
package struct Flight: Hashable, Sendable {
  let key: CacheKey
  let credentials: [FieldLine]
}

extension TransferOptions {
  /// Whether an option may send a request to another server than its URI names, or say whom the user believes.
  fileprivate var choosesServer: Bool {
    isInsecure || trust != nil || certificate != nil || unixSocket != nil || !resolve.isEmpty
      || !connectTo.isEmpty
  }

  /// Whether the user removed `Host`, so that another site on the same server may answer.
  fileprivate var sendsNoHost: Bool { unwantedFields.contains("Host") }

  /// The server that a request for a target goes to, as libcurl reads these options.
  fileprivate func route(to target: TargetURI) -> ServerRoute {
    var route = ServerRoute()
    route.isUnverified = isInsecure && target.scheme == "https"
    if target.scheme == "https" {
      route.certificate = certificate
      route.trustedCertificates = trust?.certificates
      route.trustedDirectory = trust?.directory
      route.pinnedKey = trust?.pinnedKey
    }
    if let unixSocket {
      route.unixSocket = unixSocket
      return route
    }
    var (host, port) = (target.host, String(target.port))
    // The first entry that matches the host and the port, and changes at least one of them, counts.
    for entry in connectTo {
      let parts = Self.parts(entry, count: 4)
      guard parts.count == 4, parts[0].isEmpty || parts[0].asciiLowercased == host,
        parts[1].isEmpty || parts[1] == port, !parts[2].isEmpty || !parts[3].isEmpty
      else { continue }
      if !parts[2].isEmpty { host = parts[2].asciiLowercased }
      if !parts[3].isEmpty { port = parts[3] }
      if host != target.host || port != String(target.port) { route.connectTo = "\(host):\(port)" }
      break
    }
    route.addresses = addresses(of: host, port: port)
    return route
  }

  /// The addresses that `resolve` gives a host: those of the host's last entry, or else of the last entry for `*`.
  private func addresses(of host: String, port: String) -> String? {
    var found: (exact: String?, any: String?)
    for entry in resolve {
      let parts = Self.parts(entry, count: 3)
      guard parts.count == 3, parts[1] == port else { continue }
      let name = parts[0].asciiLowercased
      if name == host || name == "+" + host { found.exact = parts[2] }
      if name == "*" || name == "+*" { found.any = parts[2] }
    }
    return found.exact ?? found.any
  }

  /// Splits at colons, except inside the brackets of an IPv6 address and in the last part.
  package static func parts(_ entry: String, count: Int) -> [String] {
    var parts = [""]
    var isBracketed = false
    for character in entry.unicodeScalars {
      if character == "[" { isBracketed = true }
      if character == "]" { isBracketed = false }
      if character == ":", !isBracketed, parts.count < count {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(character)
      }
    }
    return parts
  }
}
