extension ResponseHead {
  /// The header section without the fields that must not be stored (RFC 9111 §3.1).
  ///
  /// `omitted` names, in lower case, the removed fields that are worth a note: credentials, and fields that
  /// `no-cache="…"` or `private="…"` lists.
  package func storable(settings: Settings) -> (head: ResponseHead, omitted: [String]) {
    let qualified = listedNames(for: settings.role)
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

  /// The names of the fields that `no-cache="…"`, and in a shared cache `private="…"`, keep from being stored.
  private func listedNames(for role: CacheRole) -> [String] {
    let control = cacheControl(for: role)
    return control.fieldNames("no-cache") + (role == .shared ? control.fieldNames("private") : [])
  }

  /// Whether a directive keeps a field from being stored that an older head of the response has.
  package func listsFields(of older: ResponseHead) -> Bool {
    CacheRole.allCases.contains { role in
      listedNames(for: role).contains { older.fields.contains($0) && !fields.contains($0) }
    }
  }

  /// The head without the fields that its own directives keep from being stored, as after an update by a newer head.
  func withoutListedFields(_ settings: Settings) -> ResponseHead {
    let names = listedNames(for: settings.role).filter(fields.contains)
    guard !names.isEmpty else { return self }
    var head = self
    for name in names { head.fields.remove(name) }
    return head
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

  /// Fields for one connection, even if `Connection` does not list them (RFC 9110 §7.6.1).
  fileprivate static let hopByHopNames = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}
