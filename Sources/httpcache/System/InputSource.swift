/// Where text is read from.
enum InputSource: Equatable, Sendable {
  case standardInput
  case file(String)

  /// The path; nil for the standard input.
  var path: String? {
    switch self {
    case .standardInput: nil
    case .file(let path): path
    }
  }

  /// Reads a path; `-` is the standard input.
  init(path: String) { self = path == "-" ? .standardInput : .file(path) }
}

/// One part of a request body, as `--data` takes it.
enum BodyPart: Equatable, Sendable {
  case text(String)
  case input(InputSource)

  /// Reads `DATA`, `@FILE` or `@-`.
  init(_ argument: String) {
    self = argument.hasPrefix("@") ? .input(InputSource(path: String(argument.dropFirst()))) : .text(argument)
  }

  /// Whether the part comes from the standard input.
  var isStandardInput: Bool { self == .input(.standardInput) }
}

extension ValueForm where Value == InputSource {
  static var input: Self { .init("a path") { $0.isEmpty ? nil : InputSource(path: $0) } }
}
