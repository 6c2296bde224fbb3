import HTTPCacheCore

/// What the scripts of the shells ask for: the words that may stand at the cursor.
///
/// Each line is a word, and after a tab what it means. `:files` and `:directories` tell the shell to complete paths.
enum Completion {
  /// Finds names that only the cache knows, from how they begin.
  typealias StoredNames = (CompletionRequest, String) -> [String]

  /// The answer to a script.
  ///
  /// - Parameters:
  ///   - words: of the command line up to the cursor, without the program's name; the last may be empty.
  ///   - urls: finds stored URLs.
  ///   - hosts: finds the hosts of stored URLs.
  /// - Returns: the lines, each with a newline.
  static func text(_ words: [String], urls: StoredNames, hosts: StoredNames) -> String {
    lines(CompletionRequest(words), urls, hosts).map { "\($0)\n" }.joined()
  }

  private static func lines(
    _ request: CompletionRequest, _ urls: StoredNames, _ hosts: StoredNames
  ) -> [String] {
    switch request.place {
    case .nothing: []
    case .subcommand: commands(request.current)
    case .option:
      OptionTable.options(for: request.command).filter { $0.long.hasPrefix(request.current) }
        .map { "\($0.long)\t\($0.help.prefix { $0 != ";" })" }
    case .value(let kind, let prefix):
      values(kind, String(request.current.dropFirst(prefix.count)), request, urls, hosts).map {
        $0.hasPrefix(":") ? $0 : prefix + $0
      }
    }
  }

  private static func commands(_ current: String) -> [String] {
    CommandName.allCases.filter { $0.rawValue.hasPrefix(current) }.map { "\($0.rawValue)\t\($0.summary)" }
  }

  private static func values(
    _ kind: Option.ValueKind, _ current: String, _ request: CompletionRequest,
    _ urls: StoredNames, _ hosts: StoredNames
  ) -> [String] {
    switch kind {
    case .text: []
    case .file: [":files"]
    case .directory: [":directories"]
    case .choice(let values), .suggestion(let values): values.filter { $0.hasPrefix(current) }
    case .subcommand: commands(current)
    case .topic: commands(current) + CodeHelp.names.filter { $0.hasPrefix(current) }
    case .storedURL: urls(request, current)
    case .host: hosts(request, current)
    }
  }
}
