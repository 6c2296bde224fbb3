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

  /// The values, by the option that they stand for.
  private(set) var values: [OptionName: Value]

  /// Header fields for origins, from the file only.
  let originFields: [String: [FieldLine]]

  /// Nothing says anything.
  static let none = Defaults(environment: [:], file: nil)

  /// Puts the environment over the file.
  ///
  /// - Parameters:
  ///   - environment: the variables that are set; an empty one counts as not set.
  ///   - file: what the file says; nil where there is none.
  init(environment: [String: String], file: ConfigurationFile?) {
    values = file?.values ?? [:]
    originFields = file?.originFields ?? [:]
    for name in OptionName.withEnvironment {
      guard let variable = name.environment, let text = environment[variable], !text.isEmpty else { continue }
      values[name] = Value(text: text, source: "$\(variable)")
    }
  }

  /// A value, understood; nil where nobody says anything.
  func value<Value>(_ name: OptionName, as form: ValueForm<Value>) throws(UsageError) -> Value? {
    guard let value = values[name] else { return nil }
    return try form.read(value.text, from: value.source)
  }
}
