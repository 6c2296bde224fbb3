/// A command line that could not be understood: exit code 2, nothing was done.
///
/// Both texts may hold what the user typed, as it was typed; `Terminal.error` makes it harmless.
struct UsageError: Error, Equatable {
  /// One line, no full stop: printed after `httpcache: error: `.
  let message: String

  /// What the reader can do about it; nil where nothing helps.
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
