import HTTPCacheCore

/// Every setting that the configuration may hold, its value, and where that comes from: what `--show-config` prints.
struct ConfiguredValues {
  /// One setting.
  struct Row: Sendable {
    let key: String
    let value: String
    let source: String
    /// The origin that a header field is for.
    var origin: String?
  }

  /// Where the file is, or would be; nil where nothing says.
  let path: String?

  /// Why nothing comes from the file; nil where something may.
  let absence: String?

  private(set) var rows: [Row] = []

  /// Collects the settings.
  ///
  /// - Parameter arguments: of the command line, with their defaults.
  /// - Throws: the first value that cannot be understood.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    let file = arguments.defaults.file
    path = arguments.defaults.path
    absence = file != nil ? nil : arguments.has(.noConfig) ? "not read" : "not there"
    let global = try GlobalOptions(arguments)
    let options = CommandName.allCases.flatMap { OptionTable.options(for: $0) }
    for setting in ConfigurationFile.settings {
      let name = setting.name
      if let given = arguments.last(name), let value = given.value {
        rows.append(Row(key: name.rawValue, value: value, source: given.spelling))
      } else if let value = arguments.defaults.value(name) {
        try setting.check(value.text, value.source)
        rows.append(Row(key: name.rawValue, value: value.text, source: value.source))
      } else {
        let text = name == .cacheDir ? global.cacheDirectory : options.first { $0.name == name }?.defaultText
        rows.append(Row(key: name.rawValue, value: text ?? "none", source: "default"))
      }
    }
    for place in file?.fieldPlaces ?? [] {
      rows.append(
        Row(
          key: place.field.name, value: place.field.redaction, source: place.source, origin: place.origin))
    }
  }
}
