/// The subcommands; the raw value is what the user writes.
enum CommandName: String, CaseIterable, Sendable {
  case fetch, inspect, revalidate, trim, stats, help

  /// The arguments after the name in a usage line.
  var synopsis: String {
    switch self {
    case .fetch: "[options] URL..."
    case .inspect: "[options] SUBJECT..."
    case .revalidate: "[options] [URL...]"
    case .trim, .stats: "[options]"
    case .help: "[--all] [SUBCOMMAND|CODE]"
    }
  }

  /// The kind of its operands, for completion.
  var operandKind: Option.ValueKind {
    switch self {
    case .fetch, .inspect, .revalidate: .storedURL
    case .trim, .stats: .text
    case .help: .topic
    }
  }

  /// A sentence about the subcommand, without capital and full stop.
  var summary: String {
    switch self {
    case .fetch: "get a URL through the cache"
    case .inspect: "explain why a response is, or is not, stored, fresh and reusable"
    case .revalidate: "ask the origin whether stored responses are still good"
    case .trim: "remove stored responses"
    case .stats: "say what the cache holds and what it saved"
    case .help: "print the help of a subcommand, or explain the code of a finding or reason"
    }
  }

  /// Command lines that can be copied and run, each with its purpose.
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
    case .revalidate:
      [
        ("ask about everything that is stale", "httpcache revalidate --stale"),
        ("see what would be asked", "httpcache revalidate --dry-run https://example.com/"),
      ]
    case .trim:
      [
        ("remove what was not used for a month", "httpcache trim --unused-for 30d"),
        ("see what would be removed to make it 100 MB", "httpcache trim --dry-run --to 100M"),
      ]
    case .stats:
      [
        ("the largest hosts", "httpcache stats --by host --top 10"),
        ("read everything stored, and name what is damaged", "httpcache stats --verify"),
      ]
    case .help:
      [
        ("the options of inspect that people use", "httpcache help inspect"),
        ("every option of fetch", "httpcache help fetch --all"),
        ("what a finding means, and what to write", "httpcache help max-age-invalid"),
      ]
    }
  }
}
