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
    let hopByHop = fields.namesForConnection
    var omitted: [String] = []
    var fields = fields
    fields.removeLines { line in
      if Self.neverStored.contains(line) || hopByHop.contains(where: { line.isNamed($0) }) { return true }
      let isOmitted =
        qualified.contains(where: { line.isNamed($0) })
        || (!settings.keepsCredentials && Self.credentials.contains(line))
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

  /// Leaves the user information of URIs out: it may be a password.
  private mutating func removeUserInformation() {
    guard fields.contains("Location") || fields.contains("Content-Location") else { return }
    for (index, line) in fields.lines.enumerated()
    where line.isNamed("Location") || line.isNamed("Content-Location") {
      let value = UserInformation.removed(from: line.rawValue)
      if value != line.rawValue { fields.lines[index] = FieldLine(name: line.name, rawValue: value) }
    }
  }

  /// Fields for one connection, and those of a client's proxy (§3.1).
  private static let neverStored = FieldNames(
    FieldSection.hopByHopNames + [
      "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ])

  private static let credentials = FieldNames(Credentials.fieldNames)
}

extension FieldSection {
  /// The names of all fields, in lower case.
  var names: Set<String> { Set(lines.map(\.name.asciiLowercased)) }

  /// The names, in lower case, of fields for one connection only: `Connection`, what it lists, and those that
  /// RFC 9110 §7.6.1 names.
  package var hopByHopNames: [String] {
    members("Connection").map(\.asciiLowercased) + Self.hopByHopNames
  }

  /// Those that are for one connection whatever `Connection` lists.
  fileprivate static let hopByHopNames = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}
