extension StoredResponse {
  /// The field names that the response's `Vary` nominates, in lower case; `*` stands as itself (RFC 9110 §12.5.5).
  package var nominatedNames: [String] { head.nominatedNames }

  /// Whether the response may be selected for a request: all nominated fields match (RFC 9111 §4.1).
  ///
  /// - Parameter request: the presented request.
  /// - Returns: false for `Vary: *`, and where a field is there in one request and not in the other.
  package func matches(_ request: RequestHead) -> Bool {
    nominatedNames.allSatisfy { name in
      name != "*" && selectingFields.selectingValue(name) == request.fields.selectingValue(name)
    }
  }

  /// Whether this one and another are answers to the same request, so that the newer takes the older's place.
  ///
  /// - Parameters:
  ///   - other: the newer response.
  ///   - request: the request that it answers.
  /// - Returns: true where both nominate the same fields, and this one would be selected but for `*`.
  func isSameVariant(as other: StoredResponse, for request: RequestHead) -> Bool {
    Set(nominatedNames) == Set(other.nominatedNames)
      && nominatedNames.allSatisfy {
        selectingFields.selectingValue($0) == request.fields.selectingValue($0)
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
    guard !names.isEmpty else { return FieldSection() }
    return FieldSection(request.fields.lines.filter { names.contains($0.name.asciiLowercased) })
  }
}

extension FieldSection {
  /// All lines of a field as a variant is told by them; nil where the field is absent.
  fileprivate func selectingValue(_ name: String) -> SelectingValue? {
    let lines = lines(named: name)
    return lines.isEmpty ? nil : SelectingValue(name, lines)
  }
}
