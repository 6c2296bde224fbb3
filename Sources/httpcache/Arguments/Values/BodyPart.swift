/// One part of a request body, from `--data`, `--data-binary`, `--data-raw` or `--data-urlencode`.
enum BodyPart: Equatable, Sendable {
  /// The bytes of a part, or the input that has them.
  enum Content: Equatable, Sendable {
    case text(String)
    case input(InputSource)

    /// Reads `DATA`, `@FILE` or `@-`.
    init(_ argument: String) {
      self =
        argument.hasPrefix("@") ? .input(InputSource(path: String(argument.dropFirst()))) : .text(argument)
    }
  }

  /// `--data`: the line ends and NUL bytes of a file are left out.
  case form(Content)
  /// `--data-binary` and `--data-raw`: sent unchanged.
  case binary(Content)
  /// `--data-urlencode`: percent-encoded, and sent as `NAME=CONTENT` unless the name is empty.
  case encoded(name: String, Content)

  /// Reads `CONTENT`, `=CONTENT`, `NAME=CONTENT`, `@FILE` or `NAME@FILE`, as curl does.
  static func encoded(_ text: String) -> BodyPart {
    guard let mark = text.firstIndex(where: { $0 == "=" || $0 == "@" }) else {
      return .encoded(name: "", .text(text))
    }
    let (name, rest) = (String(text[..<mark]), String(text[mark...].dropFirst()))
    return .encoded(name: name, text[mark] == "=" ? .text(rest) : .input(InputSource(path: rest)))
  }

  /// Whether the part comes from the standard input.
  var isStandardInput: Bool {
    switch self {
    case .form(let content), .binary(let content), .encoded(_, let content): content == .input(.standardInput)
    }
  }
}
