/// A look that says what text means.
enum Style: String, Sendable, CaseIterable {
  case good = "32"
  case bad = "31"
  case warn = "33"
  case dim = "2"
  case strong = "1"

  /// The text between the codes that turn the look on and off (ECMA-48 SGR).
  func applied(to text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }

  /// Whether a stream gets colour.
  ///
  /// - Parameters:
  ///   - choice: what `--color` says.
  ///   - isTerminal: whether the stream is one.
  ///   - environment: `NO_COLOR` counts where it is set and not empty; `TERM=dumb` knows no colours.
  /// - Returns: true where it does.
  static func isUsed(_ choice: ColorChoice, isTerminal: Bool, environment: ProcessEnvironment) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}
