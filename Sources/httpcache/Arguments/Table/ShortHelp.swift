/// The help that fits a screen: the options that people use, in groups.
///
/// `OptionTable` has every option, with its whole sentence.
struct ShortHelp: Sendable {
  /// A line: one option or a few, with their placeholders, and what they are for.
  typealias Line = (label: String, meaning: String)

  let title: String
  let lines: [Line]

  private init(_ title: String, _ lines: [Line]) { (self.title, self.lines) = (title, lines) }

  /// The groups of a subcommand, or of the program if `command` is nil.
  static func groups(of command: CommandName?) -> [ShortHelp] {
    switch command {
    case .fetch: fetch
    case .inspect: inspect
    case .revalidate: revalidate
    case .trim: trim
    case .stats: stats
    case .help: help
    case nil: program
    }
  }

  private static let program = [
    ShortHelp(
      "Everywhere",
      [
        ("--cache-dir DIR", "where the cache lives"),
        ("--capacity SIZE", "how large it may grow, else 1G; 0 turns it off"),
        ("--shared", "behave, and judge, as a shared cache such as a CDN"),
        ("--json", "print one JSON object for each response, one a line"),
        ("-q, -v", "print less, or more"),
      ]),
    ShortHelp(
      "In place of a subcommand",
      [
        ("--show-config", "the settings in effect, and where each comes from"),
        ("--generate-completion SHELL", "what bash, zsh or fish loads to complete"),
        ("--version", "the version; with -v also the build"),
      ]),
  ]

  private static let fetch = [
    ShortHelp(
      "Request",
      [
        ("-X METHOD, -d DATA", "the method; a body, of which @FILE is a file"),
        ("-H FIELD", "a request field 'Name: value'; @FILE has several"),
        ("-u USER:PASS, -b FILE", "credentials; cookies, also as NAME=VALUE"),
        ("--input-file FILE", "more URLs, one a line; --sitemap URL has a site's"),
        ("-Z N, --retry N", "transfers at once (8); tries after a failure (0)"),
        ("-m S, -x URL, -k", "seconds at most; a proxy; no check of certificates"),
        ("--no-location", "do not follow redirects, as curl without -L"),
        ("--compressed", "ask for compressed content, and decode it"),
      ]),
    ShortHelp(
      "Output",
      [
        ("-o FILE, -O", "write the body to FILE, or to one named as the URL"),
        ("--output-dir DIR", "write each body to a file there"),
        ("-i, -I", "print the head before the body; send HEAD"),
        ("-f", "exit with 1 where the status is 400 or more"),
        ("-w FORMAT, --json", "print a line for each URL, as curl does; JSON Lines"),
      ]),
    ShortHelp(
      "Cache",
      [
        ("--explain, -v", "say what is decided and why; show the wire"),
        ("--policy POLICY", "reload, revalidate, cache-only, cache-else-load …"),
        ("--max-age S, --ttl S", "take no older one; what is stored is fresh for S"),
        ("--stale-if-unreachable", "serve what is stored if the origin is not there"),
        ("--storage PLACE", "where it may be kept: disk, memory or never"),
        ("--expect CHECK", "exit with 1 unless it holds, such as source=cache"),
        ("--remote URL", "a cache that several machines share"),
      ]),
  ]

  private static let inspect = [
    ShortHelp(
      "Subjects",
      [
        ("URL...", "all that is stored for it"),
        ("--live URL...", "the answer to a request made now; nothing is stored"),
        ("-H FIELD, -u USER:PASS", "with --live: a request field; credentials"),
        ("--headers FILE", "heads as curl -sI prints them; - reads a pipe"),
        ("--har FILE, --jsonl FILE", "a browser's log; one response a line"),
        ("--all", "everything stored"),
      ]),
    ShortHelp(
      "More requests of --live",
      [
        ("--assets, --sitemap URL", "what a page loads; every page of a site"),
        ("--probe", "try validators, codings, ranges, a missing file"),
        ("--repeat N, --map-key", "whether a CDN answers; what is in its key"),
        ("--against URL", "ask another deployment, too, and compare"),
      ]),
    ShortHelp(
      "Judgement",
      [
        ("--shared, --as LIST", "as a shared cache; as nginx, Varnish, a CDN or all"),
        ("--fail-on SEVERITY", "exit with 1 from error, warning or info on"),
        ("--expect CHECK", "exit with 1 unless it holds, such as 'lifetime>=1h'"),
        ("--expect-file FILE", "checks by URL pattern, for a whole site"),
        ("--baseline FILE", "fail only beyond what --write-baseline FILE wrote"),
        ("--within D", "ask until every check holds, for so long at most"),
        ("--url URL, --at TIME", "whose head --headers has; judge as of then"),
      ]),
    ShortHelp(
      "Report",
      [
        ("--format FORMAT", "summary, table, json, html, markdown, junit, sarif …"),
        ("--recipe SERVER", "the server's lines that send what is advised"),
        ("-q, -v, --wire", "the last line; every reason; connections and heads"),
      ]),
  ]

  private static let revalidate = [
    ShortHelp(
      "Selection",
      [
        ("URL...", "what is stored for these URLs"),
        ("--stale, --all", "what is stale; everything stored"),
        ("--host HOST", "responses of this host"),
      ]),
    ShortHelp(
      "Request",
      [
        ("--dry-run", "print the conditional requests; nothing is sent"),
        ("--head", "ask with HEAD, then fetch what has changed"),
        ("-H FIELD, -u USER:PASS", "a request field 'Name: value'; credentials"),
        ("-Z N, --retry N", "transfers at once (8); tries after a failure (0)"),
        ("-m S, -x URL, -k", "seconds at most; a proxy; no check of certificates"),
        ("--json, -v", "print JSON Lines; show the wire"),
      ]),
  ]

  private static let trim = [
    ShortHelp(
      "Selection",
      [
        ("--older-than D", "responses from more than D ago, such as 30d"),
        ("--unused-for D", "responses that have answered nothing for D"),
        ("--stale, --all", "stale responses; all responses"),
        ("--host HOST", "responses of this host; --group NAME of a group"),
        ("--url GLOB", "responses with this URL, such as '*.css'"),
        ("--status N", "responses with this status"),
      ]),
    ShortHelp(
      "Limits",
      [
        ("--to SIZE", "then the least recently used, until it is so small"),
        ("--max-entries N", "then the least recently used, until N are left"),
        ("--dry-run", "print what would be removed; nothing is removed"),
      ]),
  ]

  private static let stats = [
    ShortHelp(
      "View",
      [
        ("--by WHAT", "count by host, type, status …"),
        ("--top N", "the first N; without --by, the largest and most used"),
        ("--since TIME", "only what happened since then, such as -7d"),
        ("--html FILE, --json", "a page of charts; JSON"),
      ]),
    ShortHelp(
      "Upkeep",
      [
        ("--verify, --repair", "name what is damaged; remove it"),
        ("--reset", "set the counters to zero; what is stored stays"),
      ]),
  ]

  private static let help = [
    ShortHelp(
      "What",
      [
        ("SUBCOMMAND", "the options that people use; --all prints every one"),
        ("CODE", "what a finding or reason means, and what to write"),
        ("--all", "without a subcommand, everything"),
      ])
  ]
}
