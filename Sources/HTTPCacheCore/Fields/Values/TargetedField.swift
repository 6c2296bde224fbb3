extension CacheControl {
  /// Whether the directives are those of `CDN-Cache-Control`.
  var isTargeted: Bool { fieldName == TargetedField.name }
}

/// `CDN-Cache-Control`, a structured dictionary of cache directives for shared caches (RFC 9213).
enum TargetedField {
  static let name = "CDN-Cache-Control"

  /// Reads the field.
  ///
  /// - Parameter fields: the response's section.
  /// - Returns: nil where it is absent, empty or not a dictionary, which counts as absent (§2.1).
  static func read(_ fields: FieldSection) -> CacheControl? {
    guard let text = fields.combined(name), let members = StructuredField.dictionary(text), !members.isEmpty
    else { return nil }
    var directives: [Directive] = []
    var ignored: [String] = []
    for (key, member) in members.map({ ($0.key, $0.member) }) {
      if let directive = directive(key, member) {
        directives.append(directive)
      } else if member.item?.value != .boolean(false) {
        ignored.append(key)
      }
    }
    return CacheControl(
      targetedField: name, directives: directives,
      malformed: ignored.isEmpty
        ? []
        : ListSyntax.members(of: text).filter { member in ignored.contains { member.hasPrefix("\($0)=") } })
  }

  /// A member as a directive; nil where its value has a type that the directive does not take.
  ///
  /// A restriction counts even with a value that it does not take, since the sender most likely meant it.
  private static func directive(_ name: String, _ member: StructuredField.Member) -> Directive? {
    let value = member.item?.value
    if value == .boolean(false) { return nil }
    switch name {
    case "max-age", "s-maxage", "stale-while-revalidate", "stale-if-error":
      guard case .integer(let seconds)? = value else { return nil }
      return Directive(name: name, argument: String(seconds), isQuoted: false)
    case "no-cache", "private":
      guard case .string(let names)? = value else {
        return Directive(name: name, argument: nil, isQuoted: false)
      }
      return Directive(name: name, argument: names, isQuoted: true)
    case "public", "immutable":
      return value == .boolean(true) ? Directive(name: name, argument: nil, isQuoted: false) : nil
    default:
      return Directive(name: name, argument: nil, isQuoted: false)
    }
  }
}
