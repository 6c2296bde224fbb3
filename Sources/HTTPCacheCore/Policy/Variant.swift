extension StoredResponse {
  /// The field names that the response's `Vary` nominates, in lower case; `*` stands as itself (RFC 9110 §12.5.5).
  package var nominatedNames: [String] { head.nominatedNames }

  /// Whether the response may be selected for a request: all nominated fields match (RFC 9111 §4.1).
  ///
  /// - Parameter request: the presented request.
  /// - Returns: false for `Vary: *`, and where a field is there in one request and not in the other.
  package func matches(_ request: RequestHead) -> Bool {
    nominatedNames.allSatisfy { name in
      name != "*" && selectingFields.normalizedValue(name) == request.fields.normalizedValue(name)
    }
  }
}

extension ResponseHead {
  /// The members of `Vary`, in lower case.
  package var nominatedNames: [String] {
    fields.lines(named: "Vary").flatMap { ListSyntax.members(of: $0.value) }.map(\.asciiLowercased)
  }

  /// The lines of a request that this response's `Vary` nominates, to be kept beside it (RFC 9111 §4.1).
  ///
  /// - Parameter request: the request that got the response.
  /// - Returns: the nominated lines in their order.
  package func selectingFields(of request: RequestHead) -> FieldSection {
    let names = nominatedNames
    return FieldSection(request.fields.lines.filter { names.contains($0.name.asciiLowercased) })
  }
}

extension FieldSection {
  /// The members of all lines of a field, however they were spread and spaced; nil where the field is absent.
  fileprivate func normalizedValue(_ name: String) -> [String]? {
    let lines = lines(named: name)
    return lines.isEmpty ? nil : lines.flatMap { ListSyntax.members(of: $0.value) }
  }
}
