import HTTPCacheCore

/// The object of `stats --json`.
enum StatsJSON {
  /// The object.
  static func object(_ figures: StoreFigures) -> JSONText {
    let activity = figures.activity
    var members: [(String, JSONText)] = [
      ("entries", .int(figures.totals.entries)), ("bytes", .int(figures.totals.bytes)),
      ("capacity", .int(figures.capacity)), ("hits", .int(activity.hits)), ("misses", .int(activity.misses)),
      ("revalidations", .int(activity.revalidations)),
      ("bytes_not_transferred", .int(activity.bytesNotTransferred)),
      ("milliseconds_saved", .int(activity.millisecondsSaved)),
      ("since", .optional(figures.since.map(rfc3339))), ("cache_dir", .string(figures.directory)),
    ]
    if !figures.breakdowns.isEmpty {
      members.append(
        (
          "by",
          .object(figures.breakdowns.map { ($0.dimension.rawValue, .array(figures.shown($0).map(group))) })
        ))
    }
    if !figures.largest.isEmpty {
      members.append(("largest", .array(figures.largest.map(entry))))
      members.append(("most_used", .array(figures.mostUsed.map(entry))))
    }
    return .object(members)
  }

  private static func group(_ group: Breakdown.Group) -> JSONText {
    .object([("name", .string(group.name)), ("entries", .int(group.entries)), ("bytes", .int(group.bytes))])
  }

  private static func entry(_ entry: StoredEntry) -> JSONText {
    .object([
      ("url", .string(entry.response.key.uri)), ("status", .int(Int64(entry.response.head.status))),
      ("bytes", .int(entry.response.bodyLength)), ("uses", .int(entry.uses)),
      ("last_used", .string(rfc3339(entry.lastUsedAt))),
    ])
  }
}
