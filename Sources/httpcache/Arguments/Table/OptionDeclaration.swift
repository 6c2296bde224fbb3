/// One option: all that parsing, `--help`, completion and the manual page know of it.
struct OptionDeclaration: Sendable {
  /// Whether a value follows, and the word that stands for it in help texts.
  enum Argument: Sendable, Equatable {
    case none
    case required(String)
    /// The value is given as `--name=value` only, so that an operand may follow the bare option.
    case optional(String)
  }

  /// What the value names, as far as a completion can make use of it.
  enum ValueKind: Sendable, Equatable {
    case text
    case file
    case directory
    /// One of these and no other.
    case choice([String])
    /// These, and more that cannot be listed.
    case suggestion([String])
    case subcommand
    /// A URL that something is stored for.
    case storedURL
    /// A host that something is stored for.
    case host
  }

  /// The name; its raw value is the long spelling without the dashes.
  let name: OptionName

  /// The one-letter spelling.
  let short: Character?

  /// Whether a value follows.
  let argument: Argument

  /// A sentence without capital and full stop; up to its first `;` it stands on its own, for `-h`.
  let help: String

  /// What holds where the option is not given, in words.
  let defaultText: String?

  /// Whether every occurrence counts; else the last one does.
  let isRepeatable: Bool

  /// What the value names.
  let valueKind: ValueKind

  init(
    _ name: OptionName, _ short: Character?, value argument: Argument = .none, _ help: String,
    default defaultText: String? = nil, isRepeatable: Bool = false,
    kind valueKind: ValueKind = .text
  ) {
    self.name = name
    self.short = short
    self.argument = argument
    self.help = help
    self.defaultText = defaultText
    self.isRepeatable = isRepeatable
    self.valueKind = valueKind
  }

  /// The environment variable that is read where the option is not given.
  var environment: String? { name.environment }

  /// The long spelling, with its dashes.
  var long: String { "--\(name.rawValue)" }

  /// Whether a long name, without its dashes, is one of this option.
  func isNamed(_ text: some StringProtocol) -> Bool {
    name.rawValue == text || name.aliases.contains { $0 == text }
  }

  /// The long spelling with its placeholder: `--policy POLICY`, `--max-stale[=S]`.
  var synopsis: String {
    switch argument {
    case .none: long
    case .required(let placeholder): "\(long) \(placeholder)"
    case .optional(let placeholder): "\(long)[=\(placeholder)]"
    }
  }
}

extension OptionDeclaration {
  /// What a reader needs besides the sentence: the values, whether it repeats, and what holds where it is not given.
  var remarks: [String] {
    var remarks: [String] = []
    if case .choice(let values) = valueKind { remarks.append("one of " + values.joined(separator: ", ")) }
    if !name.aliases.isEmpty {
      remarks.append("also " + name.aliases.map { "--\($0)" }.joined(separator: ", "))
    }
    if isRepeatable { remarks.append("repeatable") }
    if let environment { remarks.append("else $\(environment)") }
    if let defaultText {
      remarks.append(environment == nil ? "default: \(defaultText)" : "else \(defaultText)")
    }
    return remarks
  }

  /// The whole sentence, with its remarks in brackets.
  var meaning: String { remarks.isEmpty ? help : "\(help) [\(remarks.joined(separator: "; "))]" }
}

/// Options that belong together, under the title that they have in help texts.
struct OptionSection: Sendable {
  let title: String
  let options: [OptionDeclaration]

  init(_ title: String, _ options: [OptionDeclaration]) {
    self.title = title
    self.options = options
  }
}
