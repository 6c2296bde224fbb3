import HTTPCacheCore

/// The options of `stats`, understood and free of contradictions.
struct StatsOptions: Equatable, Sendable {
  /// What to count by, in the order asked for.
  let dimensions: [Breakdown.Dimension]

  /// How many of each; nil for all.
  let top: Int?

  /// From when on the counters count; nil for ever.
  let since: Instant?

  /// Where the page of charts goes.
  let html: String?

  let isReset: Bool
  let isVerified: Bool
  let isRepaired: Bool

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: of `stats`.
  ///   - now: what an offset in `--since` counts from.
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments, now: Instant) throws(UsageError) {
    try arguments.refuseOperands()
    dimensions = try arguments.values(.by, as: .choice("a property"))
    top = try arguments.value(.top, as: .count(1...1_000_000))
    since = try arguments.value(.since, as: .time(now: now))
    html = try arguments.value(.html, as: .path)
    isReset = arguments.has(.reset)
    isRepaired = arguments.has(.repair)
    isVerified = arguments.has(.verify) || isRepaired
    if isVerified {
      for option in [OptionName.by, .top, .since, .html, .reset] {
        try arguments.refuse(arguments.has(.verify) ? .verify : .repair, with: option)
      }
    }
  }
}
