import HTTPCacheCore

/// Which stored responses `revalidate` asks about, and how.
struct RevalidateOptions: Sendable {
  fileprivate(set) var isAll = false
  fileprivate(set) var asksWithHead = false

  static let selection = OptionSection("Selection") {
    Option("all", "everything stored", effect: .sets { $0.revalidate.isAll = true })
    Option("stale", "stale responses", effect: .sets { $0.isOnlyStale = true })
    Option(
      "host", value: "HOST", "responses of this host", kind: .host, effect: .value(.host) { $0.host = $1 })
  }

  static let request = OptionSection("Request") {
    Option("dry-run", "print the conditional requests; nothing is sent", effect: .sets { $0.isDryRun = true })
    Option(
      "head",
      "ask with HEAD instead of a conditional GET, then fetch what has changed; as the URL Loading System does",
      effect: .sets { $0.revalidate.asksWithHead = true })
    Option(
      "header", short: "H", value: "FIELD|@FILE|@-",
      "a request field 'Name: value' for every request; @FILE and @- read fields, one a line",
      isRepeatable: true, standardInput: "@-", example: "A: b", effect: ContentOptions.readsField)
    ParallelOptions.options
  }

  /// Throws if nothing selects stored responses, if URLs come with another selection, and for `--negotiate`.
  func check(_ options: Options, _ arguments: ParsedArguments) throws(UsageError) {
    guard !options.urls.isEmpty || options.isOnlyStale || isAll || options.host != nil else {
      throw UsageError(
        "revalidate needs a URL, --all, --stale or --host", hint: "httpcache revalidate --stale")
    }
    for name in ["all", "host"] where !options.urls.isEmpty {
      if let given = arguments.last(name) {
        throw UsageError("\(given.spelling) and a URL exclude each other")
      }
    }
    if options.connection.authentication == .negotiate {
      throw UsageError(
        "--negotiate goes with fetch and inspect --live only", hint: "its responses are not stored")
    }
  }
}
