import HTTPCacheCore

/// The values of options that the command line does not give: from the environment, else from the configuration file.
struct Defaults: Equatable, Sendable {
  /// Read lazily: merging environment and file at each cache hit would take longer than reading all other options.
  let environment: ProcessEnvironment?

  /// The configuration file; nil if there is none, or `--no-config` is given.
  let file: ConfigurationFile?

  /// The path of the file, which need not exist; nil if no variable gives one.
  var path: String? { environment.flatMap(ConfigurationFile.path) }

  /// Header fields for origins, from the file only.
  var originFields: [String: [FieldLine]] { file?.originFields ?? [:] }

  static let none = Defaults(environment: nil, file: nil)

  /// Whether an option that only some subcommands have may get a value.
  var maySetOwnOptions: Bool { file != nil || OptionTable.ownVariables.contains { environment?[$0] != nil } }

  /// An option with its value from the environment or else the file; nil if neither has one.
  ///
  /// An empty variable counts as not set.
  func given(_ option: Option) -> Given? {
    if let variable = option.environment, let text = environment?[variable], !text.isEmpty {
      return Given(option: option, spelling: "$\(variable)", value: text, isDefault: true)
    }
    return file?.values[option.name]
  }
}

extension ParsedArguments {
  /// A copy with the defaults of this process: its environment, and the file unless `--no-config` is given.
  func withDefaults(of environment: ProcessEnvironment) throws(UsageError) -> ParsedArguments {
    let file = has("no-config") ? nil : try ConfigurationFile.read(environment: environment)
    return with(Defaults(environment: environment, file: file))
  }
}
