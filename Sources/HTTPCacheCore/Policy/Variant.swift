extension StoredResponse {
  /// The field names that the response's `Vary` nominates, in lower case; `*` stands as itself (RFC 9110 §12.5.5).
  package var nominatedNames: [String] { head.nominatedNames }

  /// Whether the response may be selected for a request: all nominated fields match (RFC 9111 §4.1).
  ///
  /// - Parameter request: the presented request.
  /// - Returns: false for `Vary: *`, and where a field is there in one request and not in the other.
  package func matches(_ request: RequestHead) -> Bool {
    guard head.fields.contains("Vary") else { return true }
    let names = Set(nominatedNames)
    return !names.contains("*") && isSelected(by: request, names)
  }

  /// Whether this one and another are answers to the same request, so that the newer takes the older's place.
  ///
  /// - Parameters:
  ///   - other: the newer response.
  ///   - request: the request that it answers.
  /// - Returns: true where both nominate the same fields, and this one would be selected but for `*`.
  func isSameVariant(as other: StoredResponse, for request: RequestHead) -> Bool {
    let names = Set(nominatedNames)
    return names == Set(other.nominatedNames) && isSelected(by: request, names)
  }

  private func isSelected(by request: RequestHead, _ names: Set<String>) -> Bool {
    names.isEmpty || selectingFields.selectingValues(names) == request.fields.selectingValues(names)
  }
}

extension ResponseHead {
  /// The members of `Vary`, in lower case.
  package var nominatedNames: [String] {
    fields.contains("Vary") ? fields.members("Vary").map(\.asciiLowercased) : []
  }

  /// The lines of a request that this response's `Vary` nominates, to be kept beside it (RFC 9111 §4.1).
  ///
  /// - Parameter request: the request that got the response.
  /// - Returns: the nominated lines in their order.
  package func selectingFields(of request: RequestHead) -> FieldSection {
    guard fields.contains("Vary") else { return FieldSection() }
    let names = Set(nominatedNames)
    guard !names.isEmpty else { return FieldSection() }
    return FieldSection(request.fields.lines.filter { names.contains($0.name.asciiLowercased) })
  }
}

extension FieldSection {
  /// The fields with the given names as a variant is told by them; one that is absent is not in it.
  ///
  /// Goes over the lines once: a server chooses how many names there are, and whoever made a log how many lines.
  fileprivate func selectingValues(_ names: Set<String>) -> [String: SelectingValue] {
    var found: [String: [FieldLine]] = [:]
    for line in lines {
      let name = line.name.asciiLowercased
      if names.contains(name) { found[name, default: []].append(line) }
    }
    return Dictionary(uniqueKeysWithValues: found.map { ($0.key, SelectingValue($0.key, $0.value)) })
  }
}
