/// What users of other programs write, and what it is called here.
enum Habits {
  /// The hint for an option that does not exist.
  ///
  /// - Parameter spelling: with its dashes.
  /// - Returns: nil where it is no known habit.
  static func hint(forOption spelling: String) -> String? {
    switch spelling {
    case "-s", "--silent": "-q says less"
    case "-S", "--show-error": "errors are always told; -q says less of the rest"
    case "--offline": "fetch --policy cache-only answers from the cache and opens no connection"
    case "--no-cache", "--refresh": "fetch --policy reload asks the origin; --storage never keeps nothing"
    case "--force": "fetch --policy reload asks the origin, whatever is stored"
    case "--clear", "--flush", "--purge": "httpcache trim --all removes all that is stored"
    case "--list", "--ls": "httpcache inspect --all --format table lists what is stored"
    default: nil
    }
  }

  /// The hint for a subcommand that does not exist; nil where it is no known habit.
  static func hint(forSubcommand name: String) -> String? {
    switch name {
    case "ls", "list", "dump": "httpcache inspect --all --format table lists what is stored"
    case "clear", "clean", "flush", "purge", "rm", "remove", "delete":
      "httpcache trim --all removes all that is stored"
    case "prune", "gc": "httpcache trim removes what goes beyond the capacity"
    case "get", "curl", "download": "httpcache fetch URL"
    case "explain", "check", "show", "lint": "httpcache inspect --live URL"
    case "refresh", "update", "validate": "httpcache revalidate URL"
    case "info", "status", "size": "httpcache stats"
    default: nil
    }
  }
}
