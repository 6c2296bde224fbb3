extension Terminal {
  /// Writes a message to stderr.
  func say(_ message: Message) {
    switch message {
    case .line(let text): say("httpcache: \(text)")
    case .warning(let text): warning(text)
    case .error(let text, let hint): error(text, hint: hint)
    }
  }
}
