import HTTPCacheCore

/// Splits a command line into subcommand, options with their values, and operands, as GNU programs do.
///
/// Long names are never completed: a script that relied on a prefix would break when an option is added.
struct Scanner {
  private(set) var wantsHelp = false
  private(set) var wantsVersion = false
  private(set) var command: CommandName?
  private(set) var occurrences: [Given] = []
  private(set) var operands: [String] = []

  /// The values that other users of the machine must not read: each is the last `count` bytes of the argument at
  /// `place`.
  private(set) var secrets: [(place: Int, count: Int)] = []

  private let argumentCount: Int
  private var rest: ArraySlice<String>

  /// The file of `--config` that is being read; nil outside one.
  private var configName: String?

  /// Scans the arguments, without the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    argumentCount = arguments.count
    rest = arguments[...]
    var isReadingOptions = true
    while let argument = rest.popFirst() {
      if isReadingOptions, argument == "--" {
        isReadingOptions = false
      } else if isReadingOptions, argument.hasPrefix("--") {
        try readLong(argument.dropFirst(2))
      } else if isReadingOptions, argument.hasPrefix("-"), argument != "-" {
        try readShort(argument.dropFirst())
      } else if command == nil {
        command = try Self.command(argument)
      } else {
        operands.append(argument)
      }
    }
  }

  /// Reads `name` or `name=value`, without the dashes.
  private mutating func readLong(_ text: Substring) throws(UsageError) {
    let (name, value) = text.cut(at: "=")
    let attached = value.map(String.init)
    let spelling = "--\(name)"
    // `--help` without a subcommand takes the options of the subcommand of its name.
    let isHelp = command == nil && wantsHelp
    guard
      let option = OptionTable.option(of: command, where: { $0.isNamed(name) })
        ?? (isHelp ? OptionTable.option(of: .help, where: { $0.isNamed(name) }) : nil)
    else {
      throw unknown(spelling) { $0.isNamed(name) }
    }
    switch option.argument {
    case .none:
      if option.name == "json", let data = attached ?? rest.first, ForeignSpellings.isJSON(data) {
        throw UsageError("--json takes no value: it asks for machine output", hint: ForeignSpellings.json)
      }
      guard attached == nil else { throw UsageError("option \(spelling) takes no value") }
      try add(option, spelling, nil)
    case .optional: try add(option, spelling, attached)
    case .required:
      if let attached {
        try add(option, spelling, attached)
      } else {
        try add(option, spelling, nextValue(of: option, spelling))
      }
    }
  }

  /// Reads bundled one-letter options, without the dash; the text after a letter that takes a value is its value.
  private mutating func readShort(_ text: Substring) throws(UsageError) {
    var letters = text
    while let letter = letters.unicodeScalars.popFirst().map(Character.init) {
      let spelling = "-\(letter)"
      guard let option = OptionTable.option(of: command, where: { $0.short == letter }) else {
        if OptionTable.option(of: command, where: { $0.name == text }) != nil {
          throw UsageError("unknown option -\(text)", hint: "did you mean --\(text)?")
        }
        throw unknown(spelling) { $0.short == letter }
      }
      if case .required = option.argument {
        let value = letters.isEmpty ? try nextValue(of: option, spelling) : String(letters)
        try add(option, spelling, value)
        return
      }
      try add(option, spelling, nil)
    }
  }

  private mutating func nextValue(
    of option: Option, _ spelling: String, _ what: String = "a value"
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else {
      throw UsageError("option \(spelling) needs \(what)", hint: option.synopsis)
    }
    let isOption = value.hasPrefix("--") && OptionTable.option(of: command) { $0.long == value } != nil
    guard !isOption else {
      throw UsageError(
        "option \(spelling) needs \(what), and \(value) is an option",
        hint: "\(option.synopsis); \(option.long)=\(value) if that is the value")
    }
    return value
  }

  private mutating func add(
    _ option: Option, _ spelling: String, _ value: String?
  ) throws(UsageError) {
    switch option.effect {
    case .configFile: try readConfig(InputSource(path: value ?? ""))
    case .help: wantsHelp = true
    case .version: wantsVersion = true
    case .reads, .replaces, .none:
      if let value, configName == nil, option.isSecret(value) {
        secrets.append((argumentCount - rest.count - 1, value.originalBytes.count))
      }
      let second = option.takesTwo ? try nextValue(of: option, spelling, "a second value") : nil
      occurrences.append(Given(option: option, spelling: spelling, value: value, second: second))
    }
  }

  /// Reads options and URLs from a file of curl's form, as if the command line had them in place of `--config`.
  private mutating func readConfig(_ source: InputSource) throws(UsageError) {
    let name = source.path ?? "standard input"
    guard configName == nil else { throw UsageError("a file of --config names no other") }
    let outside = rest
    configName = name
    for line in try ConfigLines(source.bytes(), name: name).lines {
      do throws(UsageError) {
        try read(line)
      } catch {
        throw UsageError("\(name):\(line.number): \(error.message)", hint: error.hint)
      }
    }
    (rest, configName) = (outside, nil)
  }

  private mutating func read(_ line: ConfigLines.Line) throws(UsageError) {
    rest = []
    let isShort = line.option.hasPrefix("-") && !line.option.hasPrefix("--")
    let long = line.option.hasPrefix("--") ? line.option.dropFirst(2) : line.option[...]
    if long == "url" {
      guard let value = line.value else { throw UsageError("option url needs a value") }
      operands.append(value)
    } else if isShort {
      rest = line.value.map { [$0] } ?? []
      try readShort(line.option.dropFirst())
      guard rest.isEmpty else { throw UsageError("option \(line.option) takes no value") }
    } else {
      try readLong(line.value.map { "\(long)=\($0)" } ?? long)
    }
  }

  /// The error for an option that the subcommand does not have, with the most likely correction as its hint.
  private func unknown(
    _ spelling: String, isSame: (Option) -> Bool
  ) -> UsageError {
    if let hint = ForeignSpellings.hint(forOption: spelling) {
      return UsageError("unknown option \(spelling)", hint: hint)
    }
    let owners = CommandName.allCases.filter { OptionTable.options(for: $0).contains(where: isSame) }
    if let owner = owners.first {
      guard let command else {
        return UsageError(
          "option \(spelling) before the subcommand", hint: "httpcache \(owner.rawValue) \(spelling) …")
      }
      return UsageError(
        "\(command.rawValue) has no option \(spelling)",
        hint: "it is an option of \(owners.map(\.rawValue).joined(separator: ", "))")
    }
    if command != nil, Invocation.section.options.contains(where: isSame) {
      return UsageError("\(spelling) stands in place of a subcommand", hint: "httpcache \(spelling) …")
    }
    if ForeignSpellings.commandsLikeCurl.contains(command), let hint = OptionTable.hint(forCurl: spelling) {
      return UsageError("curl's \(spelling) is not an option of httpcache", hint: hint)
    }
    let names = OptionTable.options(for: command).map(\.long)
    let hint = spelling.hasPrefix("--") ? Suggestion.hint(for: spelling, in: names) : nil
    return UsageError("unknown option \(spelling)", hint: hint)
  }

  private static func command(_ text: String) throws(UsageError) -> CommandName {
    if CommandName(rawValue: text) == nil, text.contains(where: { ":/.".contains($0) }) {
      throw UsageError(
        "a URL needs a subcommand before it", hint: "httpcache fetch \(URLArgument.withoutUserInfo(text))")
    }
    return try subcommand(text)
  }

  static func subcommand(_ name: String) throws(UsageError) -> CommandName {
    if let command = CommandName(rawValue: name) { return command }
    let names = CommandName.allCases.map(\.rawValue)
    throw UsageError(
      "unknown subcommand \(name)",
      hint: ForeignSpellings.hint(forSubcommand: name) ?? Suggestion.hint(for: name, in: names)
        ?? "the subcommands are \(names.joined(separator: ", "))")
  }
}
