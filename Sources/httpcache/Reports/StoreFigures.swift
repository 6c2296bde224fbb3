import HTTPCacheCore

/// All figures that `stats` shows.
struct StoreFigures {
  let directory: String
  let capacity: Int64
  let totals: StoreTotals
  let activity: Activity

  let since: Instant?
  let now: Instant
  let breakdowns: [Breakdown]

  /// How many groups of each breakdown, and how many entries of each list, `stats` shows; nil for all groups.
  let top: Int?

  let largest: [StoredEntry]
  let mostUsed: [StoredEntry]

  /// The figures of each day; empty unless `stats` writes a page of charts.
  let days: [(day: Instant, activity: Activity)]

  /// Reads only the figures that the options ask for; without a store, all figures are zero.
  init(_ store: Store?, options: StatsOptions, global: GlobalOptions, now: Instant) throws(StoreError) {
    directory = try global.storeDirectory()
    capacity = global.capacity
    self.now = now
    since = options.since
    let isPage = options.html != nil
    top = options.top ?? (isPage ? 12 : nil)
    totals = try store?.totals() ?? StoreTotals()
    activity = try store?.activity(since: options.since) ?? Activity()
    var dimensions = options.dimensions
    if isPage { dimensions += Breakdown.Dimension.allCases.filter { !dimensions.contains($0) } }
    var breakdowns: [Breakdown] = []
    for dimension in dimensions {
      guard let store else { break }
      breakdowns.append(try Breakdown(of: store, by: dimension, now: now, role: global.role))
    }
    self.breakdowns = breakdowns
    let count = isPage || options.dimensions.isEmpty ? top : nil
    largest = try count.flatMap { count throws(StoreError) in try store?.top(.largest, count: count) } ?? []
    mostUsed = try count.flatMap { count throws(StoreError) in try store?.top(.mostUsed, count: count) } ?? []
    days = isPage ? try store?.activityByDay() ?? [] : []
  }
}
