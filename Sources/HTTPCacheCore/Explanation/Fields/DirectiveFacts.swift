/// Facts about the directives of a response, computed once for all checks.
struct DirectiveFacts: Sendable, Hashable {
  /// The known directives that are present, with or without an argument.
  private(set) var names: [DirectiveName] = []

  /// Whether `no-cache` is present without field names.
  private(set) var isNoCache = false

  /// Whether `private` is present without field names.
  private(set) var isPrivate = false

  /// Whether every directive is known, occurs once, and follows the grammar and its definition.
  private(set) var areOrdinary = true

  init(_ control: CacheControl) {
    for directive in control.directives {
      guard let name = DirectiveName(rawValue: directive.name), !names.contains(name) else {
        areOrdinary = false
        continue
      }
      if directive.hasSpaceAroundEquals || !Self.isOrdinary(directive, name) { areOrdinary = false }
      names.append(name)
    }
    isNoCache = names.contains(.noCache) && control.isUnqualified("no-cache")
    isPrivate = names.contains(.private) && control.isUnqualified("private")
  }

  /// Whether the argument, or its absence, fits the definition of the directive.
  private static func isOrdinary(_ directive: Directive, _ name: DirectiveName) -> Bool {
    switch name.argument {
    case .nothing: return directive.argument == nil
    case .fieldNames: return !directive.lacksValue
    case .seconds:
      guard case .seconds(_, isOverflow: false) = DeltaSeconds(directive.argument) else { return false }
      return !directive.isQuoted
    }
  }
}

/// A directive that responses have (RFC 9111 §5.2.2, RFC 5861, RFC 8246).
enum DirectiveName: String, CaseIterable, Sendable {
  case maxAge = "max-age"
  case sMaxAge = "s-maxage"
  case staleWhileRevalidate = "stale-while-revalidate"
  case staleIfError = "stale-if-error"
  case noStore = "no-store"
  case `public`
  case mustRevalidate = "must-revalidate"
  case proxyRevalidate = "proxy-revalidate"
  case mustUnderstand = "must-understand"
  case noTransform = "no-transform"
  case immutable
  case noCache = "no-cache"
  case `private`

  private static let all = allCases

  /// Finds a directive by its name; the compiler's `init` would take twice as long.
  init?(rawValue name: String) {
    let found = Self.all.first { $0.rawValue.utf8.count == name.utf8.count && $0.rawValue == name }
    guard let found else { return nil }
    self = found
  }

  /// The part after the equals sign.
  enum Argument { case seconds, fieldNames, nothing }

  /// The argument that the directive's definition requires or allows.
  var argument: Argument {
    switch self {
    case .maxAge, .sMaxAge, .staleWhileRevalidate, .staleIfError: .seconds
    case .noCache, .private: .fieldNames
    default: .nothing
    }
  }
}
