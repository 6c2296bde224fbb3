import HTTPCacheCore

/// Every setting that the configuration may hold, with its value and the source of the value, for `--show-config`.
struct ConfiguredValues {
  /// One setting.
  struct Row: Sendable {
    let key: String
    let value: String
    let source: String
    /// The origin that a header field is for.
    var origin: String?
  }

  /// The path of the configuration file, which need not exist; nil if no variable gives one.
  let path: String?

  /// Why no value comes from the file; nil if the file was read.
  let absence: String?

  private(set) var rows: [Row] = []

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let file = arguments.defaults.file
    path = arguments.defaults.path
    absence = file != nil ? nil : arguments.has("no-config") ? "not read" : "not there"
    let global = try Options.global(of: arguments)
    for option in OptionTable.configurable {
      if let given = arguments.occurrences.last(where: { $0.name == option.name })
        ?? arguments.defaults.given(option), let value = given.value
      {
        try Options.check(given)
        rows.append(Row(key: option.name, value: value, source: given.spelling))
      } else {
        let text = option.name == "cache-dir" ? global.cacheDirectory : option.defaultText
        rows.append(Row(key: option.name, value: text ?? "none", source: "default"))
      }
    }
    for place in file?.fieldPlaces ?? [] {
      rows.append(
        Row(
          key: place.field.name, value: place.field.redaction, source: place.source, origin: place.origin))
    }
  }
}
