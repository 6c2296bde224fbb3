/// A message beside the report, on stderr.
enum Message: Hashable, Sendable {
  /// A line about the run, in which foreign text is escaped already.
  case line(String)
  /// A warning, which may hold foreign text.
  case warning(String)
  /// An error, and how to mend it, or nil; both may hold foreign text.
  case error(String, hint: String? = nil)
}
