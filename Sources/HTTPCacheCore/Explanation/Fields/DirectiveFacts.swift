/// Facts about the directives of a response, computed once for all checks.
struct DirectiveFacts: Sendable, Hashable {
  /// The known directives that are there, with or without an argument.
  private(set) var names: DirectiveNames = []

  /// Whether `no-cache` is there without field names.
  private(set) var isNoCache = false

  /// Whether `private` is there without field names.
  private(set) var isPrivate = false

  /// Whether every directive is known, occurs once, and follows the grammar and its definition.
  private(set) var areOrdinary = true

  /// Reads the directives.
  init(_ control: CacheControl) {
    for directive in control.directives {
      let name = DirectiveNames(directive.name)
      if name.isEmpty || names.contains(name) || directive.hasSpaceAroundEquals
        || !Self.isOrdinary(directive, name)
      {
        areOrdinary = false
      }
      names.insert(name)
    }
    isNoCache = names.contains(.noCache) && control.isUnqualified("no-cache")
    isPrivate = names.contains(.private) && control.isUnqualified("private")
  }

  /// Whether the directive has an argument as its definition wants it, or none.
  private static func isOrdinary(_ directive: Directive, _ name: DirectiveNames) -> Bool {
    if DirectiveNames.plain.contains(name) { return directive.argument == nil }
    guard DirectiveNames.withSeconds.contains(name) else { return true }
    guard case .seconds(_, isOverflow: false) = DeltaSeconds(directive.argument) else { return false }
    return !directive.isQuoted
  }
}

/// A set of the directives that responses have.
struct DirectiveNames: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  static let maxAge = Self(rawValue: 1 << 0)
  static let sMaxAge = Self(rawValue: 1 << 1)
  static let staleWhileRevalidate = Self(rawValue: 1 << 2)
  static let staleIfError = Self(rawValue: 1 << 3)
  static let noStore = Self(rawValue: 1 << 4)
  static let `public` = Self(rawValue: 1 << 5)
  static let mustRevalidate = Self(rawValue: 1 << 6)
  static let proxyRevalidate = Self(rawValue: 1 << 7)
  static let mustUnderstand = Self(rawValue: 1 << 8)
  static let noTransform = Self(rawValue: 1 << 9)
  static let immutable = Self(rawValue: 1 << 10)
  static let noCache = Self(rawValue: 1 << 11)
  static let `private` = Self(rawValue: 1 << 12)

  static let count = 13

  /// The directives with a number of seconds.
  static let withSeconds: Self = [.maxAge, .sMaxAge, .staleWhileRevalidate, .staleIfError]

  /// The directives that take no argument.
  static let plain: Self = [
    .noStore, .public, .mustRevalidate, .proxyRevalidate, .mustUnderstand, .noTransform, .immutable,
  ]
}

extension DirectiveNames {
  /// The directive of that name, in lower case; empty where it is not known.
  init(_ name: String) {
    // The length rules out most comparisons.
    self =
      switch name.utf8.count {
      case 6: name == "public" ? .public : []
      case 7: name == "max-age" ? .maxAge : name == "private" ? .private : []
      case 8:
        name == "no-cache" ? .noCache : name == "no-store" ? .noStore : name == "s-maxage" ? .sMaxAge : []
      case 9: name == "immutable" ? .immutable : []
      case 12: name == "no-transform" ? .noTransform : []
      case 14: name == "stale-if-error" ? .staleIfError : []
      case 15: name == "must-revalidate" ? .mustRevalidate : name == "must-understand" ? .mustUnderstand : []
      case 16: name == "proxy-revalidate" ? .proxyRevalidate : []
      case 22: name == "stale-while-revalidate" ? .staleWhileRevalidate : []
      default: []
      }
  }
}
