extension StoredResponse {
  /// The field names in the response's `Vary`, in lower case; `*` is kept as it is (RFC 9110 §12.5.5).
  package var nominatedNames: [String] { head.nominatedNames }

  /// Whether the response may be selected for a request: the fields in `Vary` match (RFC 9111 §4.1), and so do the
  /// credentials if the response is bound to them.
  ///
  /// False for `Vary: *`, and if only one of the two requests has a field.
  package func matches(_ request: RequestHead, role: CacheRole = .private) -> Bool {
    guard head.has(.vary) else {
      // Most responses have no `Vary`.
      if selectingFields.isEmpty, !request.identifiesUser { return true }
      return matchesCredentials(of: request.fields, role: role) && hasAcceptedCoding(for: request.fields)
    }
    let names = Set(nominatedNames)
    return !names.contains("*") && isSelected(by: request.fields, names)
      && matchesCredentials(of: request.fields, role: role) && hasAcceptedCoding(for: request.fields)
  }

  /// Whether `No-Vary-Search` makes the response answer a key with another query
  /// (draft-ietf-httpbis-no-vary-search §7); a part answers its own URI only.
  package func answersOtherQuery(of other: CacheKey) -> Bool {
    guard key.uri != other.uri, key.path == other.path, key.method == other.method, head.status != 206,
      ServerRoute.reaches(other.server, key.server),
      let rule = head.fields.combined("No-Vary-Search").flatMap(NoVarySearch.init)
    else { return false }
    return rule.areEqual(key.query.map(String.init), other.query.map(String.init))
  }

  /// Whether a newer response to a request replaces this one: it does if this response matches the request, or would
  /// match without `Vary: *`.
  func isSuperseded(byRequest fields: FieldSection, role: CacheRole) -> Bool {
    isSelected(by: fields, Set(nominatedNames).subtracting(["*"]))
      && matchesCredentials(of: fields, role: role) && hasAcceptedCoding(for: fields)
  }

  /// Whether a request accepts the content coding; also true if the response is coded although its own request did
  /// not ask for that.
  ///
  /// A server that codes on demand should send `Vary: Accept-Encoding`, but not every server does (RFC 9110 §12.5.3).
  func hasAcceptedCoding(for request: FieldSection) -> Bool {
    // If `Vary` names the field, its values have been compared already.
    !selectingFields.contains("Accept-Encoding") || nominatedNames.contains("accept-encoding")
      || ContentCodings(request).accept(head)
  }

  /// Whether a request has the credentials that the response is bound to; true if it is bound to none.
  ///
  /// A shared cache may also use a response that was requested without credentials for a request with some
  /// (RFC 9111 §3.5).
  func matchesCredentials(of request: FieldSection, role: CacheRole) -> Bool {
    // Most requests have no credentials.
    if selectingFields.isEmpty, !request.identifiesUser { return true }
    guard head.isBoundToCredentials(role: role) else { return true }
    if role == .shared, !selectingFields.identifiesUser { return true }
    return hasCredentials(of: request)
  }

  /// Whether a request may have come from another user than the request that got the response, so that `SharedReuse`
  /// decides.
  ///
  /// In a private cache, that is every request with other credentials than the request that got the response. A
  /// shared cache may give all users a response to a request without credentials; it may reuse a response to a
  /// request with Authorization only by RFC 9111 §3.5, even for equal credentials.
  func isShared(for request: FieldSection, role: CacheRole) -> Bool {
    if selectingFields.isEmpty, !request.identifiesUser { return false }
    if role == .shared {
      guard selectingFields.identifiesUser else { return false }
      if selectingFields.contains("Authorization") { return true }
    }
    return !hasCredentials(of: request)
  }

  private func isSelected(by request: FieldSection, _ names: Set<String>) -> Bool {
    names.isEmpty || selectingFields.only(names).selectsLike(request.only(names))
  }

  /// Whether a request has the same credentials as the request that got this response, each of them.
  private func hasCredentials(of request: FieldSection) -> Bool {
    selectingFields.identifying.selectsLike(request.identifying)
  }
}

extension ResponseHead {
  /// The lines of a request that are stored with the response to select it, in their order: the fields in `Vary` (RFC
  /// 9111 §4.1), the credentials if they matter to other users' requests, and `Accept-Encoding` if it led to a
  /// content coding.
  package func selectingFields(of request: RequestHead) -> FieldSection {
    let names = selectingNames(for: request)
    return names.isEmpty ? FieldSection() : request.fields.only(names)
  }

  /// The names of the fields that select the response for a request.
  package func selectingNames(for request: RequestHead) -> Set<String> {
    var names = Set(nominatedNames)
    if !fields.contentCodings.isEmpty, request.fields.contains("Accept-Encoding"),
      ContentCodings(request.fields).accept(self)
    {
      names.insert("accept-encoding")
    }
    if request.identifiesUser, isPersonal {
      names.formUnion(request.fields.identifyingNames.map(\.asciiLowercased))
    }
    return names
  }

  /// Whether a newer head of the same response selects by the same fields.
  func hasSameSelectingNames(as other: ResponseHead, for request: RequestHead) -> Bool {
    selectingNames(for: request) == other.selectingNames(for: request)
  }

  /// The name of a credential that `Vary` lists and the request has; nil if there is none.
  func nominatedCredential(of request: RequestHead) -> String? {
    let names = Set(nominatedNames.filter { Credentials.areIn(fieldNamed: $0) })
    guard !names.isEmpty else { return nil }
    return request.fields.firstName { names.contains($0.lowercasedName) }
  }
}

extension FieldSection {
  /// Whether both have the same fields with the same values.
  fileprivate func selectsLike(_ other: FieldSection) -> Bool {
    // Usually the lines are the same, byte for byte.
    self == other || selectingValues == other.selectingValues
  }

  /// The value of each field, for telling variants apart.
  ///
  /// Each line is read once: the number of names in `Vary` and of lines in a recorded request is not trusted.
  fileprivate var selectingValues: [String: SelectingValue] {
    var found: [String: [FieldLine]] = [:]
    for line in lines { found[line.name.asciiLowercased, default: []].append(line) }
    return Dictionary(uniqueKeysWithValues: found.map { ($0.key, SelectingValue($0.key, $0.value)) })
  }
}
