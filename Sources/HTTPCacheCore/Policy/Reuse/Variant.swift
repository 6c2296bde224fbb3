extension StoredResponse {
  /// The field names that the response's `Vary` nominates, in lower case; `*` stands as itself (RFC 9110 §12.5.5).
  package var nominatedNames: [String] { head.nominatedNames }

  /// Whether the response may be selected for a request: all fields match that `Vary` nominates (RFC 9111 §4.1), and
  /// so do the credentials where the response is bound to them.
  ///
  /// - Parameters:
  ///   - request: the presented request.
  ///   - role: the cache's; private unless told.
  /// - Returns: false for `Vary: *`, and where a field is there in one request and not in the other.
  package func matches(_ request: RequestHead, role: CacheRole = .private) -> Bool {
    guard head.fields.contains("Vary") else {
      // Nearly always there is nothing to compare.
      if selectingFields.isEmpty, !request.identifiesUser { return true }
      return matchesCredentials(of: request.fields, role: role)
    }
    let names = Set(nominatedNames)
    return !names.contains("*") && isSelected(by: request.fields, names)
      && matchesCredentials(of: request.fields, role: role)
  }

  /// Whether a newer answer to a request takes this one's place: where the request would be given this one, as `matches`
  /// says, and also where only `Vary: *` keeps it from that.
  func isSuperseded(byRequest fields: FieldSection, role: CacheRole) -> Bool {
    isSelected(by: fields, Set(nominatedNames).subtracting(["*"]))
      && matchesCredentials(of: fields, role: role)
  }

  /// Whether a request has the credentials that the response was got with, where it has to.
  ///
  /// A shared cache may also give what was got without credentials to a request with some (RFC 9111 §3.5).
  func matchesCredentials(of request: FieldSection, role: CacheRole) -> Bool {
    // Nearly always there are none.
    if selectingFields.isEmpty, !request.identifiesUser { return true }
    guard head.isBoundToCredentials(role: role) else { return true }
    if role == .shared, !selectingFields.identifiesUser { return true }
    return isSelected(by: request, Credentials.identifying)
  }

  private func isSelected(by request: FieldSection, _ names: Set<String>) -> Bool {
    names.isEmpty || selectingFields.selectingValues(names) == request.selectingValues(names)
  }
}

extension ResponseHead {
  /// The members of `Vary`, in lower case.
  package var nominatedNames: [String] {
    fields.contains("Vary") ? fields.members("Vary").map(\.asciiLowercased) : []
  }

  /// The lines of a request that the response is told apart from others by, to be kept beside it: those that `Vary`
  /// nominates (RFC 9111 §4.1), and the credentials where the response is bound to them.
  ///
  /// - Parameter request: the request that got the response.
  /// - Returns: the lines in their order.
  package func selectingFields(of request: RequestHead) -> FieldSection {
    let names = selectingNames(for: request)
    guard !names.isEmpty else { return FieldSection() }
    return FieldSection(request.fields.lines.filter { names.contains($0.name.asciiLowercased) })
  }

  /// The names of the lines that count for a request.
  package func selectingNames(for request: RequestHead) -> Set<String> {
    let names = Set(nominatedNames)
    // A response that is bound in a cache of either kind: both may lie in one directory.
    guard request.identifiesUser, isBoundToCredentials() || isBoundToCredentials(role: .shared) else {
      return names
    }
    return names.union(Credentials.identifying)
  }

  /// Whether another head, of the same response, has it told apart from others by the same fields.
  func hasSameSelectingNames(as other: ResponseHead, for request: RequestHead) -> Bool {
    selectingNames(for: request) == other.selectingNames(for: request)
  }

  /// The credential of a request that `Vary` nominates; nil where it nominates none that the request has.
  func nominatedCredential(of request: RequestHead) -> String? {
    guard fields.contains("Vary") else { return nil }
    let names = Set(nominatedNames)
    return request.fields.lines.first {
      Credentials.include($0.name) && names.contains($0.name.asciiLowercased)
    }?.name
  }
}

extension FieldSection {
  /// The fields with the given names as a variant is told by them; one that is absent is not in it.
  ///
  /// Goes over the lines once: a server chooses how many names there are, and the maker of a log how many lines.
  fileprivate func selectingValues(_ names: Set<String>) -> [String: SelectingValue] {
    var found: [String: [FieldLine]] = [:]
    for line in lines {
      let name = line.name.asciiLowercased
      if names.contains(name) { found[name, default: []].append(line) }
    }
    return Dictionary(uniqueKeysWithValues: found.map { ($0.key, SelectingValue($0.key, $0.value)) })
  }
}
