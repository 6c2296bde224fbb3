import HTTPCacheCore

extension Options {
  /// The header section of a request: the program's own fields, and the user's, which replace them.
  ///
  /// A field of `-H` replaces every other field of its name, and `Name:` removes it. Fields that are configured for the
  /// origin, if the request is sent to it (`isSent`), replace the program's own, but not fields that other options
  /// give, such as `-A` and `-u`. `encodings` is the value of Accept-Encoding, `directives` are for Cache-Control, and
  /// `range` has no unit.
  func requestFields(
    for target: TargetURI, isSent: Bool = true, encodings: String? = nil, directives: [String] = [],
    range: String? = nil
  ) -> FieldSection {
    let configured = isSent ? originFields[target.origin] ?? [] : []
    var own: [FieldLine] = []
    let agent = connection.userAgent ?? VersionText.userAgent
    if !agent.isEmpty { own.append(FieldLine(name: "User-Agent", rawValue: agent.originalBytes)) }
    own.append(FieldLine("Accept", "*/*"))
    if let referer = connection.referer, !referer.isEmpty {
      own.append(FieldLine(name: "Referer", rawValue: referer.originalBytes))
    }
    if let encodings { own.append(FieldLine("Accept-Encoding", encodings)) }
    if let credentials = connection.credentials(for: target) {
      own.append(FieldLine("Authorization", credentials.basic))
    }
    if let token = connection.bearer {
      own.removeAll { $0.isNamed("Authorization") }
      own.append(FieldLine("Authorization", "Bearer \(token)"))
    }
    if let cookies = connection.cookies {
      own.append(FieldLine(name: "Cookie", rawValue: cookies.originalBytes))
    }
    var named = Set(fields.map(\.name.asciiLowercased))
    var kept: [FieldLine] = []
    if !configured.isEmpty {
      let told =
        (connection.userAgent == nil ? [] : ["user-agent"])
        + ["referer", "authorization", "cookie"].filter { name in own.contains { $0.isNamed(name) } }
      kept = configured.filter { !named.union(told).contains($0.name.asciiLowercased) }
      named.formUnion(kept.map(\.name.asciiLowercased))
    }
    var lines = own.filter { !named.contains($0.name.asciiLowercased) } + kept
    for case .field(let line) in fields { lines.append(line) }
    if !directives.isEmpty { lines.append(FieldLine("Cache-Control", directives.joined(separator: ", "))) }
    if let range {
      lines.removeAll { $0.isNamed("Range") }
      lines.append(FieldLine("Range", "bytes=\(range)"))
    }
    return FieldSection(lines)
  }
}

extension UserCredentials {
  /// The credentials as Basic sends them (RFC 7617 §2).
  fileprivate var basic: String { "Basic \(Base64.encoded(revealed.originalBytes))" }
}

extension TransferOptions {
  /// These options, extended so that libcurl does not send the fields that the user removed with `Name:`.
  func without(_ arguments: [FieldArgument]) -> TransferOptions {
    var options = self
    for case .removal(let name) in arguments {
      // libcurl removes Host only in this spelling.
      options.unwantedFields.append(name.equalsIgnoringASCIICase("Host") ? "Host" : name)
    }
    return options
  }
}

extension FetchRequest {
  /// Lets libcurl log in the user by the schemes of the options.
  ///
  /// The request keeps its Authorization field for Basic, by which the cache tells users apart; libcurl sends its own.
  mutating func logIn(_ connection: ConnectionOptions) {
    guard !connection.authentication.isEmpty, let credentials = connection.credentials(for: head.target),
      head.fields.first("Authorization") == credentials.basic
    else { return }
    login = credentials.revealed
  }

  /// The user's fields that may go to every origin, since browsers send them to every origin that a page loads from.
  private static let fieldsForAll: Set = [
    "accept", "accept-encoding", "accept-language", "cache-control", "pragma", "proxy-authorization",
    "user-agent",
  ]

  /// Removes what only a URL that is vouched for may get; later redirects do not add it again.
  ///
  /// That are credentials, as on a redirect to another origin, and the user's own fields (`arguments`), any of which
  /// may hold a token. Fields that are configured for the URL's own origin stay, unless another origin led back to it.
  mutating func dropCredentials(unlessVouched named: NamedTarget, _ arguments: [FieldArgument]) {
    guard !named.isVouched else { return }
    (login, cookies) = (nil, .none)
    let bound = originFields[head.target.origin] ?? []
    let names = Set(arguments.map(\.name.asciiLowercased)).subtracting(Self.fieldsForAll)
    head.fields.lines.removeAll { line in
      bound.contains(line)
        ? named.isReturn : line.isForOneOrigin || names.contains(line.name.asciiLowercased)
    }
    let left = named.origins.subtracting(named.isReturn ? [] : [head.target.origin])
    for origin in left where originFields[origin] != nil { originFields[origin] = nil }
  }
}
