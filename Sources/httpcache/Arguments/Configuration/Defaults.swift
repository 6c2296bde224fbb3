import HTTPCacheCore

/// What holds where the command line says nothing: the environment, and below it the configuration file.
struct Defaults: Equatable, Sendable {
  /// Read lazily: merging environment and file for each hit would cost more than all other options.
  let environment: ProcessEnvironment?

  /// What the file says; nil where there is none, or it is not read.
  let file: ConfigurationFile?

  /// Where the file is, or would be; nil where nothing says.
  var path: String? { environment.flatMap(ConfigurationFile.path) }

  /// Header fields for origins, from the file only.
  var originFields: [String: [FieldLine]] { file?.originFields ?? [:] }

  /// No environment and no file.
  static let none = Defaults(environment: nil, file: nil)

  /// Puts the environment over the file.
  ///
  /// - Parameters:
  ///   - environment: the variables that are set; an empty one counts as not set.
  ///   - file: what the file says; nil where there is none.
  init(environment: ProcessEnvironment?, file: ConfigurationFile?) {
    self.environment = environment
    self.file = file
  }

  /// An option as the environment or the file gives it; nil where neither does.
  func given(_ option: Option) -> Given? {
    if let variable = option.environment, let text = environment?[variable], !text.isEmpty {
      return Given(option: option, spelling: "$\(variable)", value: text, isDefault: true)
    }
    return file?.values[option.name]
  }
}

extension ParsedArguments {
  /// The same with the defaults of this process: its environment, and the file unless `--no-config` is given.
  func withDefaults(of environment: ProcessEnvironment) throws(UsageError) -> ParsedArguments {
    let file = has("no-config") ? nil : try ConfigurationFile.read(environment: environment)
    return with(Defaults(environment: environment, file: file))
  }
}
