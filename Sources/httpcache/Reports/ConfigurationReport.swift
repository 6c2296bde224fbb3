import HTTPCacheCore

/// What `--show-config` prints: every setting, its value, and where that comes from.
struct ConfigurationReport {
  /// One setting.
  private struct Row {
    let key: String
    let value: String
    let source: String
    /// The origin that a header field is for.
    var origin: String?
  }

  private let path: String?
  /// Why nothing comes from the file; nil where something may.
  private let absence: String?
  private var rows: [Row] = []

  /// Collects the settings.
  ///
  /// - Parameters:
  ///   - arguments: of the command line, with their defaults.
  ///   - file: nil where there is none.
  ///   - environment: the variables that are set.
  /// - Throws: the first value that cannot be understood.
  init(
    _ arguments: ParsedArguments, file: ConfigurationFile?, environment: ProcessEnvironment
  ) throws(UsageError) {
    path = ConfigurationReader.path(environment: environment)
    absence = file != nil ? nil : arguments.has(.noConfig) ? "not read" : "not there"
    let global = try GlobalOptions(arguments, environment: environment)
    let options = CommandName.allCases.flatMap { OptionTable.options(for: $0) }
    for name in ConfigurationKey.names {
      if let given = arguments.last(name), let value = given.value {
        rows.append(Row(key: name.rawValue, value: value, source: given.spelling))
      } else if let value = arguments.defaults.value(name) {
        try ConfigurationKey.check(name, value.text, source: value.source)
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

  /// For a person: three columns.
  var text: String {
    let keyWidth = 18
    let valueWidth = min(36, (rows.map { Escaping.escaped($0.value).count }.max() ?? 0) + 2)
    var lines = ["file".rightPadded(keyWidth) + fileText]
    var origin: String?
    for row in rows {
      if let found = row.origin, found != origin {
        lines += ["", "[\(found)]"]
        origin = found
      }
      let value = Escaping.escaped(row.value)
      lines.append(
        Escaping.escaped(row.key).rightPadded(keyWidth - 1) + " " + value.rightPadded(valueWidth - 2) + "  "
          + Escaping.escaped(row.source))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For a program: one object a setting.
  var json: [UInt8] {
    rows.flatMap { row in
      JSONWriter.line { writer in
        writer.member("key", row.key)
        writer.member("value", row.value)
        writer.member("source", row.source)
        writer.member("origin", row.origin)
      }
    }
  }

  private var fileText: String {
    guard let path else { return "none: neither $XDG_CONFIG_HOME nor $HOME is set" }
    return Escaping.escaped(path) + (absence.map { " (\($0))" } ?? "")
  }
}
