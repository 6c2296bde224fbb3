extension ResponseHead {
  /// The header section without the fields that must not be stored (RFC 9111 §3.1).
  ///
  /// `omitted` names, in lower case, the removed fields that are worth a note: credentials, and fields that
  /// `no-cache="…"` or `private="…"` lists.
  package func storable(settings: Settings) -> (head: ResponseHead, omitted: [String]) {
    let control = cacheControl(for: settings.role)
    let isShared = settings.role == .shared
    let qualified = control.fieldNames("no-cache") + (isShared ? control.fieldNames("private") : [])
    let hopByHop = fields.namesForConnection
    var omitted: [String] = []
    var fields = fields
    fields.removeLines { line in
      if Self.neverStored.contains(line) || hopByHop.contains(where: { line.isNamed($0) }) { return true }
      let isOmitted =
        qualified.contains(where: { line.isNamed($0) })
        || (!settings.keepsCredentials && Credentials.areDefined(in: line))
      guard isOmitted else { return false }
      let name = line.lowercasedName
      if !omitted.contains(name) { omitted.append(name) }
      return true
    }
    var stored = self
    stored.fields = fields
    if !settings.keepsCredentials { stored.removeUserInformation() }
    return (stored, omitted)
  }

  /// Removes user information from URIs, since it may be a password.
  private mutating func removeUserInformation() {
    guard fields.contains("Location") || fields.contains("Content-Location") else { return }
    for (index, line) in fields.lines.enumerated()
    where line.isNamed("Location") || line.isNamed("Content-Location") {
      let value = UserInformation.removed(from: line.rawValue)
      if value != line.rawValue { fields.lines[index] = FieldLine(name: line.name, rawValue: value) }
    }
  }

  /// The fields for one connection, and the fields of proxies (§3.1).
  private static let neverStored = FieldNames(
    FieldSection.hopByHopNames + [
      "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ])
}

extension FieldSection {
  /// The names of all fields, in lower case.
  var names: Set<String> { Set(lines.map(\.name.asciiLowercased)) }

  /// The names, in lower case, of fields for one connection: `Connection`, the fields that it lists, and those of
  /// RFC 9110 §7.6.1.
  package var hopByHopNames: [String] {
    members("Connection").map(\.asciiLowercased) + Self.hopByHopNames
  }

  /// Fields for one connection, even if `Connection` does not list them.
  fileprivate static let hopByHopNames = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}
