extension ResponseHead {
  /// The header section as it may be stored (RFC 9111 §3.1), and the names of fields left out against habit.
  ///
  /// - Parameter settings: role and whether credentials are kept.
  /// - Returns: the lines that stay, and in lower case the names that went though an origin means them to last:
  ///   credentials, `no-cache="…"` and `private="…"`.
  package func storable(settings: Settings) -> (head: ResponseHead, omitted: [String]) {
    let control = cacheControl(for: settings.role)
    let isShared = settings.role == .shared
    let qualified = control.fieldNames("no-cache") + (isShared ? control.fieldNames("private") : [])
    let hopByHop = fields.hopByHopNames
    var omitted: [String] = []
    var stored = self
    stored.fields.lines.removeAll { line in
      if hopByHop.contains(where: line.isNamed) || Self.proxyFields.contains(where: line.isNamed) {
        return true
      }
      let isOmitted =
        qualified.contains(where: line.isNamed)
        || (!settings.keepsCredentials && Credentials.include(line.name))
      guard isOmitted else { return false }
      let name = line.name.asciiLowercased
      if !omitted.contains(name) { omitted.append(name) }
      return true
    }
    if !settings.keepsCredentials { stored.removeUserInformation() }
    return (stored, omitted)
  }

  /// Leaves the user information of URIs out: it may be a password.
  private mutating func removeUserInformation() {
    for (index, line) in fields.lines.enumerated()
    where line.isNamed("Location") || line.isNamed("Content-Location") {
      let value = UserInformation.removed(from: line.rawValue)
      if value != line.rawValue { fields.lines[index] = FieldLine(name: line.name, rawValue: value) }
    }
  }

  /// Fields of a client's proxy, never stored (§3.1).
  private static let proxyFields = [
    "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
  ]
}

extension FieldSection {
  /// The names of all fields, in lower case.
  var names: Set<String> { Set(lines.map(\.name.asciiLowercased)) }

  /// The names, in lower case, of fields for one connection only: `Connection`, what it lists, and those that
  /// RFC 9110 §7.6.1 names.
  package var hopByHopNames: [String] {
    let listed = lines(named: "Connection").flatMap { ListSyntax.members(of: $0.value) }
    return listed.map(\.asciiLowercased) + [
      "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]
  }
}
