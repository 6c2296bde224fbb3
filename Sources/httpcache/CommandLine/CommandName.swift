/// The subcommands; the raw value is what the user writes.
enum CommandName: String, CaseIterable, Sendable {
  case fetch, inspect, help

  /// What stands after the name in a usage line.
  var synopsis: String {
    switch self {
    case .fetch: "[options] URL..."
    case .inspect: "[options] SUBJECT..."
    case .help: "[SUBCOMMAND]"
    }
  }

  /// What the subcommand does, without capital and full stop.
  var summary: String {
    switch self {
    case .fetch: "get a URL through the cache"
    case .inspect: "explain why a response is, or is not, stored, fresh and reusable"
    case .help: "print the help of a subcommand"
    }
  }

  /// Command lines that work as they stand, each with what it does.
  var examples: [(purpose: String, line: String)] {
    switch self {
    case .fetch:
      [
        ("get a page, and say where it came from and why", "httpcache fetch --explain https://example.com/"),
        (
          "fail unless the second request is answered from the cache",
          "httpcache fetch --expect source=cache https://example.com/ >/dev/null"
        ),
      ]
    case .inspect:
      [
        ("judge the header fields that an origin sends now", "httpcache inspect --live https://example.com/"),
        (
          "judge what curl printed, and ask for an hour of freshness",
          "curl -sI https://a.example/ | httpcache inspect --headers - --expect 'ttl>=1h'"
        ),
      ]
    case .help:
      [
        ("every option of fetch", "httpcache help fetch"),
        ("a short list of them", "httpcache fetch -h"),
      ]
    }
  }
}
