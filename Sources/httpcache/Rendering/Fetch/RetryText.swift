import HTTPCacheCore

/// The line on stderr for each wait of `--retry`.
struct RetryText {
  private let terminal: Terminal
  private let isShown: Bool

  /// Makes the lines for the options; `-q` and `-s` show none.
  init(_ options: Options, _ terminal: Terminal) {
    self.terminal = terminal
    isShown = !options.global.isQuiet && !options.connection.isSilent
  }

  func write(_ wait: RetryWait) {
    guard isShown else { return }
    terminal.say("httpcache: \(Escaping.withoutPasswords(Self.line(wait)))")
  }

  /// The line, in which foreign text is not escaped.
  static func line(_ wait: RetryWait) -> String {
    "\(wait.target.absolute): \(wait.cause); tried again in \(seconds(wait.seconds)) s"
      + " (\(wait.number) of \(wait.limit))"
  }

  /// Seconds with one decimal place at most: `0.5`, `2`.
  private static func seconds(_ seconds: Double) -> String {
    let tenths = Int64(saturating: (seconds * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
