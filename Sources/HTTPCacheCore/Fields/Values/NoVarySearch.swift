/// The differences between queries that do not change the response, by `No-Vary-Search`
/// (draft-ietf-httpbis-no-vary-search-10; as in browsers, `params` without a list means all parameters, of which `except` makes
/// exceptions).
package struct NoVarySearch: Sendable, Hashable {
  /// The parameters whose values tell two URLs apart.
  package enum Counted: Sendable, Hashable {
    /// All parameters except these.
    case allBut([String])
    /// Only these parameters.
    case only([String])
  }

  /// The parameters that count.
  package let counted: Counted

  /// Whether the order of parameters with different names does not matter.
  package let ignoresOrder: Bool

  /// Whether `except` stands without `params`, as in the draft; browsers want both, and ignore the field.
  package let isExceptAlone: Bool

  /// Reads the values of all lines of the field, joined by commas; nil if the value is invalid, so that the field
  /// counts as absent.
  package init?(_ text: String) {
    guard let members = StructuredField.dictionary(text) else { return nil }
    var (ignored, kept): ([String]?, [String]?) = (nil, nil)
    var (ignoresOrder, ignoresAll) = (false, false)
    for (key, member) in members {
      switch (key, member) {
      case ("key-order", .item(let item)):
        guard case .boolean(let truth) = item.value else { return nil }
        ignoresOrder = truth
      case ("params", .item(let item)):
        guard case .boolean(let truth) = item.value else { return nil }
        ignoresAll = truth
      case ("params", .innerList(let items)), ("except", .innerList(let items)):
        guard let names = Self.names(items) else { return nil }
        if key == "params" { ignored = names } else { kept = names }
      case ("key-order", _), ("except", _): return nil
      default: continue
      }
    }
    guard ignored == nil || kept == nil else { return nil }
    counted = (kept ?? (ignoresAll ? [] : nil)).map(Counted.only) ?? .allBut(ignored ?? [])
    self.ignoresOrder = ignoresOrder
    isExceptAlone = kept != nil && !ignoresAll
  }

  /// Whether queries are compared byte by byte, as without the field.
  package var isDefault: Bool { counted == .allBut([]) && !ignoresOrder }

  /// Whether two queries, without their `?`, lead to the same response; nil stands for a URL without a query.
  package func areEqual(_ one: String?, _ other: String?) -> Bool {
    guard !isDefault else { return one == other }
    return parameters(one ?? "") == parameters(other ?? "")
  }

  /// A parameter of `application/x-www-form-urlencoded`, decoded.
  private struct Parameter: Equatable {
    let name, value: String

    static func == (left: Self, right: Self) -> Bool {
      left.name.isSame(as: right.name) && left.value.isSame(as: right.value)
    }
  }

  /// The parameters that count, in the order in which they are compared.
  private func parameters(_ query: String) -> [Parameter] {
    let all = query.utf8.split(separator: 0x26).map { piece in
      let parts = piece.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
      return Parameter(name: Self.decoded(parts[0]), value: parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
    let counting = all.filter { parameter in
      switch counted {
      case .allBut(let names): !names.contains(where: parameter.name.isSame)
      case .only(let names): names.contains(where: parameter.name.isSame)
      }
    }
    guard ignoresOrder else { return counting }
    return counting.sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
  }

  private static func names(_ items: [StructuredField.Item]) -> [String]? {
    var names: [String] = []
    for item in items {
      guard case .string(let name) = item.value else { return nil }
      names.append(decoded(Substring(name).utf8))
    }
    return names
  }

  /// The text of form encoding: `+` is a space, `%41` is `A`, and bytes that are not UTF-8 become U+FFFD.
  private static func decoded(_ text: Substring.UTF8View) -> String {
    String(decoding: text.map { $0 == 0x2B ? 0x20 : $0 }.percentDecoded, as: UTF8.self)
  }
}
