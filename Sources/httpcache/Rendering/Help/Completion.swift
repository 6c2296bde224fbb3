import HTTPCacheCore

/// What the scripts of the shells ask for: the words that may stand at the cursor.
///
/// One line each: the word, and after a tab what it means. `:files` and `:directories` leave it to the shell.
enum Completion {
  /// How many stored URLs or hosts are offered.
  private static let limit = 200

  /// The answer to a script.
  ///
  /// - Parameters:
  ///   - words: of the command line up to the cursor, without the program's name; the last may be empty.
  ///   - environment: says where the cache is.
  /// - Returns: the lines, each with a newline.
  static func text(_ words: [String], environment: ProcessEnvironment) -> String {
    let request = CompletionRequest(words)
    return lines(request, environment: environment).map { "\($0)\n" }.joined()
  }

  private static func lines(_ request: CompletionRequest, environment: ProcessEnvironment) -> [String] {
    switch request.place {
    case .nothing: []
    case .subcommand: commands(request.current)
    case .option:
      OptionTable.options(for: request.command).filter { $0.long.hasPrefix(request.current) }
        .map { "\($0.long)\t\($0.help.prefix { $0 != ";" })" }
    case .value(let kind, let prefix):
      values(kind, String(request.current.dropFirst(prefix.count)), request, environment).map {
        $0.hasPrefix(":") ? $0 : prefix + $0
      }
    }
  }

  private static func commands(_ current: String) -> [String] {
    CommandName.allCases.filter { $0.rawValue.hasPrefix(current) }.map { "\($0.rawValue)\t\($0.summary)" }
  }

  private static func values(
    _ kind: OptionDeclaration.ValueKind, _ current: String, _ request: CompletionRequest,
    _ environment: ProcessEnvironment
  ) -> [String] {
    switch kind {
    case .text: []
    case .file: [":files"]
    case .directory: [":directories"]
    case .choice(let values), .suggestion(let values): values.filter { $0.hasPrefix(current) }
    case .subcommand: commands(current)
    case .storedURL:
      stored(request, environment) { (store) throws(StoreError) in
        try store.uris(beginningWith: current, count: limit)
      }
    case .host:
      stored(request, environment) { (store) throws(StoreError) in
        try store.hosts(beginningWith: current.asciiLowercased, count: limit)
      }
    }
  }

  /// Names from the cache that the command line means; none where there is no cache that can be read.
  private static func stored(
    _ request: CompletionRequest, _ environment: ProcessEnvironment,
    _ names: (Store) throws(StoreError) -> [String]
  ) -> [String] {
    do {
      let isConfigured = !request.occurrences.contains { $0.name == .noConfig }
      let file = isConfigured ? try ConfigurationReader.read(environment: environment) : nil
      let arguments = ParsedArguments(
        command: request.command ?? .stats, occurrences: request.occurrences.filter { $0.name == .cacheDir },
        defaults: Defaults(environment: environment, file: file))
      let global = try GlobalOptions(arguments, environment: environment)
      guard let store = try global.openExistingStore(isReadOnly: true) else { return [] }
      // A control character would be one of the shell's line.
      return try names(store).filter { name in name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }
    } catch {
      // A damaged cache is no matter for a user who is typing.
      return []
    }
  }
}
