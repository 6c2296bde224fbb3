/// Stores a keyed digest in place of each request credential that `Vary` names: the digest tells variants apart and
/// does not show the credential.
struct CredentialSeal: KeptTable {
  let database: Database

  static let name = "credential_key"

  /// The table of the cache's one key.
  static let table = """
    CREATE TABLE IF NOT EXISTS credential_key (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL)
    """

  /// The fields with one digest for all lines of a credential; a sealed field stays as it is.
  private static func sealed(_ fields: FieldSection, of uri: String, key: [UInt8]) -> FieldSection {
    var sealed = FieldSection()
    for line in fields.lines {
      guard Credentials.include(line.name), !line.isSealed else {
        sealed.append(line)
        continue
      }
      guard !sealed.contains(line.name) else { continue }
      sealed.append(digest(of: line.name, in: fields, of: uri, key: key))
    }
    return sealed
  }

  /// The fields, with the request's own lines in place of each digest that they match.
  private static func unsealed(
    _ fields: FieldSection, by request: FieldSection, of uri: String, key: [UInt8]
  ) -> FieldSection {
    FieldSection(
      fields.lines.flatMap { line in
        let own = request.lines(named: line.name)
        guard line.isSealed, !own.isEmpty,
          digest(of: line.name, in: request, of: uri, key: key).rawValue == line.rawValue
        else { return [line] }
        return own
      })
  }

  /// The digest covers the URI, so that it does not show whether two URIs were requested with the same credential.
  private static func digest(
    of name: String, in fields: FieldSection, of uri: String, key: [UInt8]
  ) -> FieldLine {
    let value = SelectingValue(name, fields.lines(named: name))
    let message = Array(uri.utf8) + [0] + Array(name.asciiLowercased.utf8) + [0] + value.canonical
    return FieldLine(name: name, rawValue: [FieldLine.sealMark] + SHA256.hmac(key: key, message))
  }

  /// The response with digests in place of the credentials among its selecting fields; unchanged if the options keep
  /// credentials.
  func sealed(_ response: StoredResponse) throws(StoreError) -> StoredResponse {
    guard response.selectingFields.hasOpenCredentials, !database.options.keepsCredentials,
      let key = try credentialKey(isMade: true)
    else {
      return response
    }
    var sealed = response
    sealed.selectingFields = Self.sealed(
      response.selectingFields, of: response.key.uri, key: key)
    return sealed
  }

  func unsealed(
    _ entries: [StoredEntry], forRequest fields: FieldSection
  ) throws(StoreError) -> [StoredEntry] {
    guard StoredEntry.areSealed(entries), let key = try credentialKey(isMade: false) else { return entries }
    return entries.map { entry in
      var entry = entry
      entry.response.selectingFields = Self.unsealed(
        entry.response.selectingFields, by: fields, of: entry.response.key.uri, key: key)
      return entry
    }
  }

  /// The key of this cache; nil if it has none, unless `isMade` makes one.
  private func credentialKey(isMade: Bool) throws(StoreError) -> [UInt8]? {
    if database.credentialKey == nil { database.credentialKey = try readCredentialKey() }
    guard database.credentialKey == nil, isMade else { return database.credentialKey }
    try database.write { (connection) throws(StoreError) in
      try connection.execute(Self.table)
      // Another process may have stored a key first.
      let key = (0..<32).map { _ in UInt8.random(in: 0...255) }
      try connection.run("INSERT OR IGNORE INTO credential_key VALUES (1, ?1)", [.blob(key)])
    }
    database.credentialKey = try readCredentialKey()
    return database.credentialKey
  }

  private func readCredentialKey() throws(StoreError) -> [UInt8]? {
    try database.read { (connection) throws(StoreError) in
      guard try Self.isThere(in: connection) else { return nil }
      return try connection.first("SELECT key FROM credential_key") { $0.blob(0) }
    } ?? nil
  }
}

extension FieldSection {
  /// Whether the fields hold a credential in clear.
  var hasOpenCredentials: Bool {
    !isEmpty && lines.contains { Credentials.include($0.name) && !$0.isSealed }
  }
}

extension StoredEntry {
  /// Whether any of the entries has a digest in place of a credential.
  static func areSealed(_ entries: [StoredEntry]) -> Bool {
    entries.contains { entry in
      let fields = entry.response.selectingFields
      return !fields.isEmpty && fields.lines.contains(where: \.isSealed)
    }
  }
}
