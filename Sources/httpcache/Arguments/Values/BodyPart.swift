/// One part of a request body, as `--data` and its kin take it.
enum BodyPart: Equatable, Sendable {
  /// Where its bytes are.
  enum Content: Equatable, Sendable {
    case text(String)
    case input(InputSource)

    /// Reads `DATA`, `@FILE` or `@-`.
    init(_ argument: String) {
      self =
        argument.hasPrefix("@") ? .input(InputSource(path: String(argument.dropFirst()))) : .text(argument)
    }
  }

  /// `--data`: of a file, line ends and NUL are left out.
  case form(Content)
  /// `--data-binary` and `--data-raw`: as it is.
  case binary(Content)
  /// `--data-urlencode`: percent-encoded, behind a name where there is one.
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
