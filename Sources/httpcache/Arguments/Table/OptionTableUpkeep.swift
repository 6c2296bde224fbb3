import HTTPCacheCore

extension OptionTable {
  /// Which stored responses `revalidate` asks about.
  static let revalidateSelection = OptionSection(
    "Selection",
    [
      .init(.all, nil, "everything stored"),
      .init(.stale, nil, "only what is stale"),
      .init(.host, nil, value: .required("HOST"), "what is stored for a host", kind: .host),
    ])

  /// How `revalidate` asks.
  static let revalidateRequest = OptionSection(
    "Request",
    [
      .init(.dryRun, nil, "print the conditional requests that would be sent; nothing is asked"),
      .init(
        .head, nil,
        "ask with HEAD instead of a conditional GET; what has changed is got then, as the URL Loading System does"
      ),
      .init(
        .header, "H", value: .required("FIELD|@FILE|@-"),
        "a request field 'Name: value' for every request; @FILE and @- read fields, one a line",
        isRepeatable: true),
    ] + parallel)

  /// Which stored responses `trim` removes; several conditions have to hold together.
  static let trimSelection = OptionSection(
    "Selection",
    [
      .init(.olderThan, nil, value: .required("D"), "those whose cache date is longer ago"),
      .init(.newerThan, nil, value: .required("D"), "those whose cache date is not so long ago"),
      .init(.unusedFor, nil, value: .required("D"), "those that answered no request for so long"),
      .init(.stale, nil, "those that are stale"),
      .init(.host, nil, value: .required("HOST"), "those of a host", kind: .host),
      .init(
        .url, nil, value: .required("GLOB"),
        "those whose URL is this; * and ? stand for other characters, [...] for one of several",
        kind: .storedURL),
      .init(.status, nil, value: .required("N"), "those with this status"),
      .init(.all, nil, "all of them"),
    ])

  /// How far `trim` goes.
  static let trimAction = OptionSection(
    "Limits",
    [
      .init(
        .to, nil, value: .required("SIZE"),
        "then the least recently used, until the store is no larger than this",
        default: "the capacity, unless another option is given"),
      .init(
        .maxEntries, nil, value: .required("N"),
        "then the least recently used, until there are no more than so many"),
      .init(.dryRun, nil, "name what would go; nothing is removed"),
    ])

  /// What `stats` shows.
  static let statsView = OptionSection(
    "View",
    [
      .init(
        .by, nil, value: .required("WHAT"), "count by a property", isRepeatable: true,
        kind: .choice(Breakdown.Dimension.spellings)),
      .init(
        .top, nil, value: .required("N"),
        "the first so many of each count; alone, the largest and the most used responses"),
      .init(
        .since, nil, value: .required("TIME"), "count only what happened from then on; as in inspect --at"),
      .init(
        .html, nil, value: .required("FILE"), "write a page of charts that needs nothing else", kind: .file),
    ])

  /// What `stats` looks after.
  static let statsUpkeep = OptionSection(
    "Upkeep",
    [
      .init(.reset, nil, "set the counters of hits and savings to zero; what is stored stays"),
      .init(.verify, nil, "read everything stored and name what is damaged; then the exit code is 1"),
      .init(.repair, nil, "remove what --verify names, and nothing else"),
    ])
}
