import HTTPCacheCore

extension Rule.Effect {
  /// The sign before a reason, and its look: `+` allows, `-` forbids, `?` asks the origin, `.` notes.
  var mark: (symbol: String, style: Style) {
    switch self {
    case .allows: ("+", .good)
    case .forbids: ("-", .bad)
    case .requiresValidation: ("?", .warn)
    case .notes: (".", .dim)
    }
  }
}
