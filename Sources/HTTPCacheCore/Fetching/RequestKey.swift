extension FetchRequest {
  /// What the answer is found by.
  package var key: CacheKey { key(of: head.target) }

  /// What the answer to the same request for another target would be found by.
  func key(of target: TargetURI) -> CacheKey {
    guard transfer.choosesServer || head.fields.contains("Host") else { return CacheKey(target: target) }
    var route = transfer.route(to: target)
    route.host = head.otherHost
    return CacheKey(target: target, server: route.text)
  }

  /// What tells it apart from others whose answers are not for it: the key and the credentials.
  var flight: Flight {
    Flight(
      key: key,
      credentials: head.identifiesUser ? head.fields.lines.filter { Credentials.include($0.name) } : [])
  }
}

/// What requests in flight have in common that one answer serves.
package struct Flight: Hashable, Sendable {
  let key: CacheKey
  let credentials: [FieldLine]
}

extension TransferOptions {
  /// Whether any option may lead a request to another server than the one that its URI names.
  fileprivate var choosesServer: Bool {
    isInsecure || unixSocket != nil || !resolve.isEmpty || !connectTo.isEmpty
  }

  /// Where a request for a target is led, as libcurl reads these options.
  fileprivate func route(to target: TargetURI) -> ServerRoute {
    var route = ServerRoute()
    route.isUnverified = isInsecure && target.scheme == "https"
    if let unixSocket {
      route.unixSocket = unixSocket
      return route
    }
    var (host, port) = (target.host, String(target.port))
    // The first entry counts that names the host and says where to go instead.
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

  /// The addresses that `--resolve` gives a host: of several entries the last, and one for `*` only where no other is.
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

  /// Splits at colons; those inside an IPv6 address's brackets, and behind the last part, do not count.
  package static func parts(_ entry: String, count: Int) -> [String] {
    var parts = [""]
    var isBracketed = false
    for character in entry {
      if character == "[" { isBracketed = true }
      if character == "]" { isBracketed = false }
      if character == ":", !isBracketed, parts.count < count {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
