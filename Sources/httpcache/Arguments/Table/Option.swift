import HTTPCacheCore

/// One option: everything that parsing, help, manual, completion, configuration and hints know of it.
///
/// A class, so that a list of options copies no declaration.
final class Option: Sendable {
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
    /// A subcommand, or the code of a finding or of a reason.
    case topic
    /// A URL that something is stored for.
    case storedURL
    /// A host that something is stored for.
    case host
  }

  /// What the option does.
  enum Effect: Sendable {
    /// It is read into the options.
    case reads(Reader)
    /// It asks for work in place of a subcommand's.
    case replaces(@Sendable (ParsedArguments, Given) throws(UsageError) -> Invocation)
    /// It names a file of further options.
    case configFile
    case help
    case version
    /// It holds anyway; curl's users write it by habit.
    case none
  }

  /// Reads an occurrence into the options.
  typealias Reader = @Sendable (inout Options, Given) throws(UsageError) -> Void

  /// The long spelling without the dashes, which never changes.
  let name: String

  /// The one-letter spelling.
  let short: Character?

  /// Further long names that curl has for it, without the dashes.
  let aliases: [String]

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

  /// The environment variable that is read where the option is not given.
  let environment: String?

  /// Whether the configuration file may set it.
  ///
  /// Only an option with a value may be set there: a flag could not be taken back on the command line.
  let isConfigurable: Bool

  /// The options that may not stand beside it, by their names; the other one need not name this one.
  let excludes: [String]

  /// Options of which one has to stand beside it; empty where it stands alone.
  let needs: [String]

  /// The error where none of them does, behind the option's spelling; nil to name them.
  let without: String?

  /// The hint of that error: a command line that works.
  let hint: String?

  /// The value with which it reads the standard input; nil for none.
  let standardInput: String?

  /// What `inspect` has to judge for the option to have an effect.
  let subjects: SubjectKinds

  /// Options of curl that are not here, with their dashes, and what to use instead of them.
  let insteadOf: (spellings: String, hint: String)?

  /// A value that the option takes, for tests; nil where `valueKind` tells one.
  let example: String?

  let effect: Effect

  init(
    _ name: String, short: Character? = nil, aliases: [String] = [], value argument: Argument = .none,
    _ help: String, default defaultText: String? = nil, isRepeatable: Bool = false,
    kind valueKind: ValueKind = .text, environment: String? = nil, isConfigurable: Bool = false,
    excludes: [String] = [], needs: [String] = [], without: String? = nil, hint: String? = nil,
    standardInput: String? = nil, subjects: SubjectKinds = .all,
    insteadOf: (spellings: String, hint: String)? = nil,
    example: String? = nil, effect: Effect = .none
  ) {
    self.name = name
    self.short = short
    self.aliases = aliases
    self.argument = argument
    self.help = help
    self.defaultText = defaultText
    self.isRepeatable = isRepeatable
    self.valueKind = valueKind
    self.environment = environment
    self.isConfigurable = isConfigurable
    self.excludes = excludes
    self.needs = needs
    self.without = without
    self.hint = hint
    self.standardInput = standardInput
    self.subjects = subjects
    self.insteadOf = insteadOf
    self.example = example
    self.effect = effect
  }
}

extension Option {
  /// The long spelling, with its dashes.
  var long: String { "--\(name)" }

  /// Whether a long name, without its dashes, is one of this option.
  func isNamed(_ text: some StringProtocol) -> Bool { name == text || aliases.contains { $0 == text } }

  /// The long spelling with its placeholder: `--policy POLICY`, `--max-stale[=S]`.
  var synopsis: String {
    switch argument {
    case .none: long
    case .required(let placeholder): "\(long) \(placeholder)"
    case .optional(let placeholder): "\(long)[=\(placeholder)]"
    }
  }

  /// What a reader needs besides the sentence: the values, whether it repeats, and what holds where it is not given.
  var remarks: [String] {
    var remarks: [String] = []
    if case .choice(let values) = valueKind { remarks.append("one of " + values.joined(separator: ", ")) }
    if !aliases.isEmpty { remarks.append("also " + aliases.map { "--\($0)" }.joined(separator: ", ")) }
    if isRepeatable { remarks.append("repeatable") }
    if let environment { remarks.append("else $\(environment)") }
    if let defaultText {
      remarks.append(environment == nil ? "default: \(defaultText)" : "else \(defaultText)")
    }
    return remarks
  }

  /// The whole sentence, with its remarks in brackets.
  var meaning: String { remarks.isEmpty ? help : "\(help) [\(remarks.joined(separator: "; "))]" }

  /// Reads an occurrence into the options.
  func read(_ given: Given, into options: inout Options) throws(UsageError) {
    if case .reads(let reader) = effect { try reader(&options, given) }
  }
}

extension Option.Effect {
  /// A flag.
  static func sets(_ apply: @escaping @Sendable (inout Options) -> Void) -> Self {
    .reads { options, _ in apply(&options) }
  }

  /// A value of a form, which `apply` puts where it belongs.
  static func value<Value>(
    _ form: @escaping @Sendable @autoclosure () -> ValueForm<Value>,
    _ apply: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Self {
    .reads { (options, given) throws(UsageError) in apply(&options, try given.read(form())) }
  }

  /// A value that may be left out.
  static func optionalValue<Value>(
    _ form: @escaping @Sendable @autoclosure () -> ValueForm<Value>,
    _ apply: @escaping @Sendable (inout Options, Value?) -> Void
  ) -> Self {
    .reads { (options, given) throws(UsageError) in
      apply(&options, given.value == nil ? nil : try given.read(form()))
    }
  }

  /// A path or another text that only libcurl has to know, under the name of its option.
  static func libcurl(_ name: String) -> Self {
    value(.path) { $0.connection.transfer.set(CurlSetting(name, .text($1))) }
  }

  /// A size that only libcurl has to know.
  static func libcurl(sizes names: String...) -> Self {
    value(.size) { options, size in
      for name in names { options.connection.transfer.set(CurlSetting(name, .offset(size))) }
    }
  }

  /// A flag that only libcurl has to know.
  static func libcurl(_ settings: CurlSetting...) -> Self {
    .sets { options in for setting in settings { options.connection.transfer.set(setting) } }
  }
}

/// Options that belong together, under the title that they have in help texts.
struct OptionSection: Sendable {
  let title: String
  let options: [Option]

  /// What `inspect` has to judge for them to have an effect.
  let subjects: SubjectKinds

  /// A command line with one of them, for who gives one without it.
  let example: String?

  init(
    _ title: String, subjects: SubjectKinds = .all, example: String? = nil,
    @OptionList _ options: () -> [Option]
  ) {
    self.title = title
    self.subjects = subjects
    self.example = example
    self.options = options()
  }
}

/// Puts options together, one below the other; the compiler reads each by itself.
@resultBuilder
enum OptionList {
  static func buildExpression(_ option: Option) -> [Option] { [option] }
  static func buildExpression(_ options: [Option]) -> [Option] { options }
  static func buildBlock(_ parts: [Option]...) -> [Option] { parts.flatMap(\.self) }
}

/// Kinds of what `inspect` judges.
struct SubjectKinds: OptionSet, Sendable {
  let rawValue: Int

  static let live = Self(rawValue: 1)
  static let headers = Self(rawValue: 2)
  static let stored = Self(rawValue: 4)
  static let recordings = Self(rawValue: 8)
  static let summaries = Self(rawValue: 16)

  /// All that has responses.
  static let responses: Self = [.live, .headers, .stored, .recordings]
  static let all: Self = [.live, .headers, .stored, .recordings, .summaries]

  /// What stands in an error behind "goes with".
  var words: String {
    contains(.recordings)
      ? "responses" : self == .live ? "--live" : self == .headers ? "--headers" : "--headers or --live"
  }
}
