import HTTPCacheCore

/// The declaration of one option, for parsing, help, manual, completion, configuration and hints.
///
/// It is a class, so that lists of options share the declarations.
final class Option: Sendable {
  /// Whether the option takes a value, and the placeholder for the value in help texts.
  enum Argument: Sendable, Equatable, ExpressibleByStringLiteral {
    case none
    case required(String)
    /// The value is given as `--name=value` only, so that an operand may follow the bare option.
    case optional(String)

    /// A placeholder alone means that the value is required.
    init(stringLiteral placeholder: String) { self = .required(placeholder) }
  }

  /// The kind of thing that the value names, for completion.
  enum ValueKind: Sendable, Equatable {
    case text
    case file
    case directory
    /// One of these values; the option takes no other value.
    case choice([String])
    /// One of these values, or a value that completion does not know.
    case suggestion([String])
    /// A subcommand, or the code of a finding or of a reason.
    case topic
    case storedURL
    case host
  }

  /// The effect of an option.
  enum Effect: Sendable {
    /// The reader stores the option in `Options`; `kind` is the kind of the option's value.
    case reads(Reader, kind: ValueKind = .text)
    /// The option replaces the subcommand, as `--show-config` does.
    case replaces(@Sendable (ParsedArguments, Given) throws(UsageError) -> Invocation)
    /// The option names a file of further options.
    case configFile
    case help
    case version
    /// The option changes nothing in `Options`.
    ///
    /// The program only asks whether the user gave it, as for `--no-config`, or it names the default, like
    /// `-g`.
    case none
  }

  typealias Reader = @Sendable (inout Options, Given) throws(UsageError) -> Void

  /// The long spelling, without its dashes; it never changes.
  let name: String

  let short: Character?

  /// Further long names that curl has for the option, without their dashes.
  let aliases: [String]

  let argument: Argument

  /// Whether a second value follows the first one.
  let takesTwo: Bool

  /// A sentence without capital and full stop; completion prints it up to its first `;`.
  let help: String

  /// The default of the option, in words.
  let defaultText: String?

  /// Whether every occurrence of the option counts; if false, only the last occurrence counts.
  let isRepeatable: Bool

  let valueKind: ValueKind

  /// The environment variable that sets the value if the user does not give the option.
  let environment: String?

  /// Whether the configuration file may set the option.
  ///
  /// It may set only options with a value: the command line could not take back a flag.
  let isConfigurable: Bool

  /// The names of options that the user may not combine with this option.
  ///
  /// If two options exclude each other, only one of them has to name the other.
  let excludes: [String]

  /// The names of options; the user has to give at least one of them with this option, unless the list is
  /// empty.
  let needs: [String]

  /// The words after the option's spelling in the error about missing `needs`; nil for words that name
  /// `needs`.
  let needsError: String?

  /// The hint of the error about missing `needs`: a command line that works.
  let needsHint: String?

  /// The value with which the option reads standard input; nil if no value does.
  let standardInput: String?

  /// The kinds of subjects of `inspect` on which the option has an effect.
  let subjects: SubjectKinds

  /// The options of curl that httpcache lacks, with their dashes, and a hint at their replacement.
  let insteadOf: (spellings: String, hint: String)?

  /// Whether a value is a secret, which the command line does not show to other users for longer than needed.
  let isSecret: @Sendable (String) -> Bool

  /// A valid value for tests; nil if the tests can choose a value by `valueKind`.
  let example: String?

  let effect: Effect

  init(
    _ name: String, short: Character? = nil, aliases: [String] = [], value argument: Argument = .none,
    takesTwo: Bool = false,
    _ help: String, default defaultText: String? = nil, isRepeatable: Bool = false,
    kind: ValueKind? = nil, environment: String? = nil, isConfigurable: Bool = false,
    excludes: [String] = [], needs: [String] = [], needsError: String? = nil, needsHint: String? = nil,
    standardInput: String? = nil, subjects: SubjectKinds = .all,
    insteadOf: (spellings: String, hint: String)? = nil,
    isSecret: @escaping @Sendable (String) -> Bool = { _ in false }, example: String? = nil,
    effect: Effect = .none
  ) {
    self.name = name
    self.short = short
    self.aliases = aliases
    self.argument = argument
    self.takesTwo = takesTwo
    self.help = help
    self.defaultText = defaultText
    self.isRepeatable = isRepeatable
    valueKind = kind ?? effect.valueKind
    self.environment = environment
    self.isConfigurable = isConfigurable
    self.excludes = excludes
    self.needs = needs
    self.needsError = needsError
    self.needsHint = needsHint
    self.standardInput = standardInput
    self.subjects = subjects
    self.insteadOf = insteadOf
    self.isSecret = isSecret
    self.example = example
    self.effect = effect
  }
}

extension Option {
  /// The long spelling, with its dashes.
  var long: String { "--\(name)" }

  /// Whether a text is a long name of this option, without its dashes.
  func isNamed(_ text: some StringProtocol) -> Bool { name == text || aliases.contains { $0 == text } }

  /// The long spelling with its placeholder: `--policy POLICY`, `--max-stale[=S]`.
  var synopsis: String {
    switch argument {
    case .none: long
    case .required(let placeholder): "\(long) \(placeholder)"
    case .optional(let placeholder): "\(long)[=\(placeholder)]"
    }
  }

  /// The remarks after `help`: values, aliases, "repeatable", environment variable and default.
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

  /// The whole of `help`, with the remarks in brackets.
  var meaning: String { remarks.isEmpty ? help : "\(help) [\(remarks.joined(separator: "; "))]" }

  func read(_ given: Given, into options: inout Options) throws(UsageError) {
    if case .reads(let reader, _) = effect { try reader(&options, given) }
  }
}

extension Option.Effect {
  fileprivate var valueKind: Option.ValueKind {
    if case .reads(_, let kind) = self { kind } else { .text }
  }

  /// A flag.
  static func sets(_ apply: @escaping @Sendable (inout Options) -> Void) -> Self {
    .reads { options, _ in apply(&options) }
  }

  /// A value that `form` reads and `apply` stores.
  static func value<Value>(
    _ form: @escaping @Sendable @autoclosure () -> ValueForm<Value>, kind: Option.ValueKind = .text,
    _ apply: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Self {
    .reads({ (options, given) throws(UsageError) in apply(&options, try given.read(form())) }, kind: kind)
  }

  /// The path of a file.
  static func file(_ apply: @escaping @Sendable (inout Options, String) -> Void) -> Self {
    value(.path, kind: .file, apply)
  }

  /// The path of a directory.
  static func directory(_ apply: @escaping @Sendable (inout Options, String) -> Void) -> Self {
    value(.path, kind: .directory, apply)
  }

  /// The path of a file that is read; `-` may stand for standard input.
  static func input(_ apply: @escaping @Sendable (inout Options, InputSource) -> Void) -> Self {
    value(.input, kind: .file, apply)
  }

  /// One of a closed set of values.
  static func choice<Value: Choice>(
    _ noun: String, _ apply: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Self {
    value(.choice(noun), kind: .choice(Value.spellings), apply)
  }

  /// A value that `read` reads, and `apply` stores.
  static func parsed<Value>(
    _ read: @escaping @Sendable (String) throws(UsageError) -> Value,
    _ apply: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Self {
    .reads { (options, given) throws(UsageError) in apply(&options, try read(given.value ?? "")) }
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

  /// A text, most often the path of a file, that goes to the libcurl option of this name only.
  static func libcurl(_ name: String, kind: Option.ValueKind = .file) -> Self {
    value(.path, kind: kind) { $0.connection.transfer.set(CurlSetting(name, .text($1))) }
  }

  /// A size that goes to these options of libcurl only.
  static func libcurl(sizes names: String...) -> Self {
    value(.size) { options, size in
      for name in names { options.connection.transfer.set(CurlSetting(name, .offset(size))) }
    }
  }

  /// A flag that only changes settings of libcurl.
  static func libcurl(_ settings: CurlSetting...) -> Self {
    .sets { options in for setting in settings { options.connection.transfer.set(setting) } }
  }
}

/// A group of options that help texts print under one title.
struct OptionSection: Sendable {
  let title: String
  let options: [Option]

  /// The kinds of subjects of `inspect` on which the options have an effect.
  let subjects: SubjectKinds

  /// A command line that works, as the hint of an error about an option that has no effect on the subject.
  let example: String?

  init(
    _ title: String, subjects: SubjectKinds = .all, example: String? = nil,
    @OptionList _ options: () -> [Option]
  ) {
    (self.title, self.options) = (title, options())
    (self.subjects, self.example) = (subjects, example)
  }
}

/// Collects the options of a section; the compiler type-checks each option by itself, which is fast.
@resultBuilder
enum OptionList {
  static func buildPartialBlock(first option: Option) -> [Option] { [option] }
  static func buildPartialBlock(first options: [Option]) -> [Option] { options }
  static func buildPartialBlock(accumulated options: consuming [Option], next option: Option) -> [Option] {
    options.append(option)
    return options
  }
  static func buildPartialBlock(accumulated options: consuming [Option], next more: [Option]) -> [Option] {
    options += more
    return options
  }
}

/// Kinds of subjects that `inspect` judges.
struct SubjectKinds: OptionSet, Sendable {
  let rawValue: Int

  static let live = Self(rawValue: 1)
  static let headers = Self(rawValue: 2)
  static let stored = Self(rawValue: 4)
  static let recordings = Self(rawValue: 8)
  static let summaries = Self(rawValue: 16)

  /// The kinds that consist of responses.
  static let responses: Self = [.live, .headers, .stored, .recordings]
  static let all: Self = [.live, .headers, .stored, .recordings, .summaries]

  /// The words after "goes with" in an error.
  var words: String {
    contains(.recordings)
      ? "responses" : self == .live ? "--live" : self == .headers ? "--headers" : "--headers or --live"
  }
}
