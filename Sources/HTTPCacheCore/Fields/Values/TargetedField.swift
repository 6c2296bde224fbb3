extension CacheControl {
  /// Whether the directives come from a targeted field, such as `CDN-Cache-Control`.
  var isTargeted: Bool { fieldName != "Cache-Control" }
}

/// The fields that some caches obey instead of `Cache-Control`: structured dictionaries of cache directives (RFC
/// 9213), and `Surrogate-Control`.
package enum TargetedField {
  /// The field for every CDN.
  static let name = "CDN-Cache-Control"
  /// A field of 2001 with a syntax of its own (Edge Architecture Specification); obeyed only by caches that are
  /// configured with its name.
  static let surrogate = "Surrogate-Control"

  /// The names of targeted fields in use, in their usual case.
  package static let names = [
    name, "Cloudflare-CDN-Cache-Control", "Netlify-CDN-Cache-Control", "Vercel-CDN-Cache-Control",
    "Akamai-Cache-Control", surrogate,
  ]

  /// The targeted fields of RFC 9213 in use, which some shared cache may obey wherever they are present.
  static let standard: [KnownField] = [
    .cdnCacheControl, .cloudflareCDNCacheControl, .netlifyCDNCacheControl, .vercelCDNCacheControl,
    .akamaiCacheControl,
  ]

  /// Whether a name may be that of a targeted field.
  package static func isTargeted(_ name: String) -> Bool {
    let name = name.asciiLowercased
    return name.utf8.count <= 64 && name.utf8.allSatisfy(\.isTokenCharacter)
      && (name.hasSuffix("-cache-control") || name == surrogate.asciiLowercased)
  }

  /// The first field of a list that can be read.
  static func first(of names: [String], in fields: FieldSection) -> CacheControl? {
    for name in names {
      if let control = read(fields, name) { return control }
    }
    return nil
  }

  /// Reads one field; nil if it is absent, empty or not a dictionary, which counts as absent (§2.1).
  static func read(_ fields: FieldSection, _ name: String) -> CacheControl? {
    if name == surrogate { return surrogateControl(fields) }
    guard let text = fields.combined(name), let members = StructuredField.dictionary(text), !members.isEmpty
    else { return nil }
    var directives: [Directive] = []
    var ignored: [String] = []
    // Parameters mean nothing here (§2.1): `public; max-age=600` is `public`.
    var parametrized: [String] = []
    for (key, member) in members {
      if member.item?.parameters.isEmpty == false { parametrized.append(key) }
      if let directive = directive(key, member) {
        directives.append(directive)
      } else if member.item?.value != .boolean(false) {
        ignored.append(key)
      }
    }
    return CacheControl(
      targetedField: name, directives: directives,
      malformed: ignored.isEmpty && parametrized.isEmpty
        ? []
        : ListSyntax.members(of: text).filter { member in
          ignored.contains { member.hasPrefix("\($0)=") }
            || member.contains(";")
              && parametrized.contains { member.hasPrefix("\($0);") || member.hasPrefix("\($0)=") }
        })
  }

  /// Reads the directives of `Surrogate-Control` for every cache (Edge Architecture Specification §3).
  ///
  /// A directive with a target is left out, since it is for that cache alone. `max-age=60+30` lets a stale response
  /// serve for 30 s more.
  private static func surrogateControl(_ fields: FieldSection) -> CacheControl? {
    guard let text = fields.combined(surrogate) else { return nil }
    let members = ListSyntax.members(of: text).filter { !$0.contains(";") }
    guard !members.isEmpty else { return nil }
    var directives: [Directive] = []
    var malformed: [String] = []
    func add(_ name: String, _ argument: String?) {
      directives.append(Directive(name: name, argument: argument, isQuoted: false))
    }
    for member in members {
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      switch (parts[0].asciiLowercased, parts.count) {
      case ("no-store", 1): add("no-store", nil)
      case ("max-age", 2):
        let spans = parts[1].split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        add("max-age", spans[0])
        if spans.count > 1 {
          add("stale-while-revalidate", spans[1])
          add("stale-if-error", spans[1])
        }
      case ("content", 2), ("no-store-remote", 1): continue
      default: malformed.append(member)
      }
    }
    return CacheControl(targetedField: surrogate, directives: directives, malformed: malformed)
  }

  /// A member as a directive; nil if its value has a type that the directive does not take.
  ///
  /// A restricting directive counts even with a value of another type, since the sender most likely meant it.
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
