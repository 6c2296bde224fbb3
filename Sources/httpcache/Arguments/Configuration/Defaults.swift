import HTTPCacheCore

/// What holds where the command line says nothing: the environment, and below it the configuration file.
struct Defaults: Equatable, Sendable {
  /// A value and who set it.
  struct Value: Equatable, Sendable {
    /// As it was written.
    let text: String

    /// Who wrote it, as errors name it: `$HTTPCACHE_CAPACITY`, or `/home/me/.config/httpcache/config:3`.
    let source: String
  }

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

  /// A value as it was written; nil where neither a variable nor the file gives one.
  func value(_ name: OptionName) -> Value? {
    if let variable = name.environment, let text = environment?[variable], !text.isEmpty {
      return Value(text: text, source: "$\(variable)")
    }
    return file?.values[name]
  }

  /// A value, understood; nil where neither a variable nor the file gives one.
  func value<Value>(_ name: OptionName, as form: ValueForm<Value>) throws(UsageError) -> Value? {
    guard let value = value(name) else { return nil }
    return try form.read(value.text, from: value.source)
  }
}

extension ParsedArguments {
  /// The same with the defaults of this process: its environment, and the file unless `--no-config` is given.
  func withDefaults(of environment: ProcessEnvironment) throws(UsageError) -> ParsedArguments {
    let file = has(.noConfig) ? nil : try ConfigurationFile.read(environment: environment)
    return with(Defaults(environment: environment, file: file))
  }
}
