import HTTPCacheCore

/// The header section of a request as it goes out: the program's own fields under those of the user.
enum RequestFields {
  /// Puts the fields together.
  ///
  /// - Parameters:
  ///   - arguments: `-H` in order; the user's value replaces the program's own, `Name:` takes it away.
  ///   - configured: fields that the configuration has for this origin; the command line outranks them.
  ///   - connection: `-A`, `-e`, and what else goes into a field.
  ///   - credentials: `-u`; the user's own Authorization field outranks it.
  ///   - encodings: what Accept-Encoding asks for; nil for none.
  ///   - directives: request directives for `Cache-Control`.
  ///   - range: `-r`, without the unit.
  /// - Returns: the section, the program's own fields first.
  static func section(
    _ arguments: [FieldArgument], configured: [FieldLine] = [], connection: ConnectionOptions,
    credentials: UserCredentials?,
    encodings: String? = nil,
    directives: [String] = [], range: String? = nil
  ) -> FieldSection {
    var own: [FieldLine] = []
    let agent = connection.userAgent ?? VersionText.userAgent
    if !agent.isEmpty { own.append(FieldLine(name: "User-Agent", rawValue: agent.originalBytes)) }
    own.append(FieldLine("Accept", "*/*"))
    if let referer = connection.referer, !referer.isEmpty {
      own.append(FieldLine(name: "Referer", rawValue: referer.originalBytes))
    }
    if let encodings { own.append(FieldLine("Accept-Encoding", encodings)) }
    if let credentials { own.append(FieldLine("Authorization", basic(credentials))) }
    if let token = connection.bearer {
      own.removeAll { $0.isNamed("Authorization") }
      own.append(FieldLine("Authorization", "Bearer \(token)"))
    }
    if let cookies = connection.cookies {
      own.append(FieldLine(name: "Cookie", rawValue: cookies.originalBytes))
    }
    var named = Set(arguments.map(\.name.asciiLowercased))
    var kept: [FieldLine] = []
    if !configured.isEmpty {
      let told =
        (connection.userAgent == nil ? [] : ["user-agent"])
        + ["referer", "authorization", "cookie"].filter { name in own.contains { $0.isNamed(name) } }
      kept = configured.filter { !named.union(told).contains($0.name.asciiLowercased) }
      named.formUnion(kept.map(\.name.asciiLowercased))
    }
    var lines = own.filter { !named.contains($0.name.asciiLowercased) } + kept
    for case .field(let line) in arguments { lines.append(line) }
    if !directives.isEmpty { lines.append(FieldLine("Cache-Control", directives.joined(separator: ", "))) }
    if let range {
      lines.removeAll { $0.isNamed("Range") }
      lines.append(FieldLine("Range", "bytes=\(range)"))
    }
    return FieldSection(lines)
  }

  /// The credentials as Basic sends them (RFC 7617 §2).
  fileprivate static func basic(_ credentials: UserCredentials) -> String {
    "Basic \(Base64.encoded(credentials.revealed.originalBytes))"
  }
}

extension TransferOptions {
  /// The options, with the fields that the user took away with `Name:` unwanted.
  func without(_ arguments: [FieldArgument]) -> TransferOptions {
    var options = self
    for case .removal(let name) in arguments {
      // libcurl knows this one in this spelling only.
      options.unwantedFields.append(name.equalsIgnoringASCIICase("Host") ? "Host" : name)
    }
    return options
  }
}

extension FetchRequest {
  /// Lets the user log in as the options say.
  ///
  /// The request keeps the field of Basic, which tells who asks; libcurl sends its own in that field's place.
  mutating func logIn(_ connection: ConnectionOptions) {
    guard !connection.authentication.isEmpty, let credentials = connection.credentials(for: head.target),
      head.fields.first("Authorization") == RequestFields.basic(credentials)
    else { return }
    login = credentials.revealed
  }
  /// The fields of the user that a browser, too, sends to every origin that a page loads from.
  private static let fieldsForAll: Set = [
    "accept", "accept-encoding", "accept-language", "cache-control", "pragma", "proxy-authorization",
    "user-agent",
  ]

  /// Takes away what only the origin may see that the user named, as a redirect to another origin does, and the user's own
  /// fields, of which any may hold a token.
  ///
  /// - Parameters:
  ///   - arguments: the user's fields.
  ///   - own: the fields that are configured for the request's own origin; they stay.
  mutating func dropCredentials(_ arguments: [FieldArgument], but own: [FieldLine]) {
    login = nil
    let names = Set(arguments.map(\.name.asciiLowercased)).subtracting(Self.fieldsForAll)
    head.fields.lines.removeAll {
      !own.contains($0)
        && (Credentials.include($0.name) && !$0.isNamed(FieldLine.proxyAuthorization) || $0.isNamed("Host")
          || names.contains($0.name.asciiLowercased))
    }
  }
}
