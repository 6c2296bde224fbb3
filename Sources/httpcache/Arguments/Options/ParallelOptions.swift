import HTTPCacheCore

/// How many requests are sent at once, how often each is tried again, and how far redirects are followed.
struct ParallelOptions: Sendable {
  /// The number of `--parallel`; nil unless given.
  fileprivate var named: Int?

  /// Whether each request waits for the one before unless `--parallel` is given, since responses set cookies for it.
  var isInTurn = false

  /// How many transfers run at once.
  var transfers: Int { named ?? (isInTurn ? 1 : 8) }
  fileprivate(set) var connectionsPerHost = 6
  fileprivate(set) var retries = RetryPolicy()

  /// The defaults, for help texts.
  private static let standard = ParallelOptions()

  /// The options that `fetch`, `inspect --live` and `revalidate` share.
  @OptionList static var options: [Option] {
    Option(
      "parallel", short: "Z", value: "N", "how many transfers run at once", default: "\(standard.transfers)",
      environment: "HTTPCACHE_PARALLEL", isConfigurable: true,
      insteadOf: (
        "--parallel-immediate --parallel-max --parallel-max-host",
        "-Z N makes N transfers at once, --max-per-host N to one host"
      ), example: "4", effect: .value(.count(1...1_000)) { $0.parallel.named = $1 })
    Option(
      "max-per-host", value: "N", "how many connections one host gets at most",
      default: "\(standard.connectionsPerHost)", isConfigurable: true, example: "2",
      effect: .value(.count(1...1_000)) { $0.parallel.connectionsPerHost = $1 })
    Option(
      "retry", value: "N", "try again after a transient failure, up to N times",
      default: "\(standard.retries.limit)", isConfigurable: true, example: "3",
      effect: .value(.count(0...1_000)) { $0.parallel.retries.limit = $1 })
    Option(
      "retry-delay", value: "S", "wait S seconds before each retry",
      default: "1, and twice as long each time", example: "0.5",
      effect: .value(.seconds) { $0.parallel.retries.delay = $1 })
    Option(
      "retry-max-time", value: "S", "start no retry later than S seconds after the first try", example: "60",
      effect: .value(.seconds) { $0.parallel.retries.maxTime = $1 })
    Option(
      "retry-connrefused", "try again after a refused connection, too",
      effect: .sets { $0.parallel.retries.includesRefused = true })
    Option(
      "retry-all-errors", "try again after every failure of the network",
      effect: .sets { $0.parallel.retries.includesAllErrors = true })
  }

  static let ofFetch = OptionSection("Redirects and transfers") {
    Option(
      "location", short: "L",
      "follow redirects; this is the default, and the last of -L and --no-location counts",
      insteadOf: (
        "--location-trusted",
        "credentials are not sent to another origin; fetch that URL with them by itself"
      ), effect: .sets { $0.isFollowing = true })
    Option("no-location", "do not follow redirects", effect: .sets { $0.isFollowing = false })
    Option(
      "max-redirects", aliases: ["max-redirs"], value: "N", "how many redirects to follow",
      default: "\(Options.standardRedirects)", example: "3",
      effect: .value(.count(0...1_000)) { $0.redirectLimit = $1 })
    options
    Option(
      "compressed", "ask for a compressed response and decode it", effect: .sets { $0.isCompressed = true })
  }
}
