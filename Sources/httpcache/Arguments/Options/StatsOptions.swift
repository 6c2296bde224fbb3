import HTTPCacheCore

/// The options of `stats`: the figures to show, and whether to reset, verify or repair the cache.
struct StatsOptions: Sendable {
  /// The properties to count by, in the order given.
  fileprivate(set) var dimensions: [Breakdown.Dimension] = []

  /// How many rows of each count are shown; nil for all.
  fileprivate(set) var top: Int?

  /// The time from which the counters are summed; nil for all time.
  fileprivate(set) var since: Instant?

  /// The file for the page of charts; nil for none.
  fileprivate(set) var html: String?

  fileprivate(set) var isReset = false
  fileprivate(set) var isVerified = false
  fileprivate(set) var isRepaired = false

  private static let figures = ["by", "top", "since", "html", "reset"]

  static let view = OptionSection("View") {
    Option(
      "by", value: "WHAT", "count by a property", isRepeatable: true,
      effect: .choice("a property") { $0.stats.dimensions.append($1) })
    Option(
      "top", value: "N",
      "show the first N of each count; without --by, the largest and the most used responses", example: "10",
      effect: .value(.count(1...1_000_000)) { $0.stats.top = $1 })
    Option(
      "since", value: "TIME", "count only what happened since then; TIME is written as in inspect --at",
      example: "-7d",
      effect: .reads { (options, given) throws(UsageError) in
        options.stats.since = try given.read(.time(now: options.now))
      })
    Option(
      "html", value: "FILE", "write one self-contained page of charts", effect: .file { $0.stats.html = $1 })
  }

  static let upkeep = OptionSection("Upkeep") {
    Option(
      "reset", "set the counters of hits and savings to zero; what is stored stays",
      effect: .sets { $0.stats.isReset = true })
    Option(
      "verify", "read everything stored and name what is damaged; exit with 1 if anything is",
      excludes: figures, effect: .sets { $0.stats.isVerified = true })
    Option(
      "repair", "remove what --verify names, and nothing else", excludes: figures,
      effect: .sets { options in
        options.stats.isVerified = true
        options.stats.isRepaired = true
      })
  }
}
