import HTTPCacheCore

/// The answer to a shell's completion script: the words that fit at the cursor.
///
/// Each line is a word and, after a tab, its meaning. `:files` and `:directories` tell the shell to complete paths.
enum Completion {
  /// Finds stored URLs, or hosts if the kind is `.host`, by their beginning.
  typealias StoredNames = (CompletionRequest, Option.ValueKind, String) -> [String]

  /// The lines for a command line's words up to the cursor, without the program's name; the last word may be empty.
  static func text(_ words: [String], stored: StoredNames) -> String {
    lines(CompletionRequest(words), stored).map { "\($0)\n" }.joined()
  }

  private static func lines(_ request: CompletionRequest, _ stored: StoredNames) -> [String] {
    switch request.place {
    case .nothing: []
    case .subcommand: commands(request.current)
    case .option:
      OptionTable.options(for: request.command).filter { $0.long.hasPrefix(request.current) }
        .map { "\($0.long)\t\($0.help.prefix { $0 != ";" })" }
    case .value(let kind, let prefix):
      values(kind, String(request.current.dropFirst(prefix.count)), request, stored).map {
        $0.hasPrefix(":") ? $0 : prefix + $0
      }
    }
  }

  private static func commands(_ current: String) -> [String] {
    CommandName.allCases.filter { $0.rawValue.hasPrefix(current) }.map { "\($0.rawValue)\t\($0.summary)" }
  }

  private static func values(
    _ kind: Option.ValueKind, _ current: String, _ request: CompletionRequest, _ stored: StoredNames
  ) -> [String] {
    switch kind {
    case .text: []
    case .file: [":files"]
    case .directory: [":directories"]
    case .choice(let values), .suggestion(let values): values.filter { $0.hasPrefix(current) }
    case .topic: commands(current) + CodeHelp.names.filter { $0.hasPrefix(current) }
    case .storedURL, .host: stored(request, kind, current)
    }
  }
}
