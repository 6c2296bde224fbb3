/// The conditions that an entry has to meet; a condition that is nil selects every entry.
package struct EntrySelection: Sendable, Hashable {
  /// The host of the URL, in lower case; the scheme and the port do not matter.
  package var host: String?
  /// The name of a group of the response (`Cache-Groups`, RFC 9875); the origin does not matter.
  package var group: String?
  /// A pattern for the normalised URI: `*` matches any characters, `?` one, and `[…]` one of a set.
  package var urlPattern: String?
  /// A normalised URI; with a pattern, an entry of either is selected.
  package var url: String?
  package var status: Int?
  /// The cache date is before this moment.
  package var cachedBefore: Instant?
  /// The cache date is after this moment.
  package var cachedAfter: Instant?
  /// The last use is before this moment.
  package var unusedSince: Instant?
  /// The response is stale at this moment.
  package var staleAt: Instant?
  /// The role of the cache in which `staleAt` applies.
  package var role = CacheRole.private

  package init() {}

  /// Whether any condition is set.
  package var isRestricted: Bool { sql.condition != "1" }

  /// The SQL condition and its values; most conditions let SQLite use an index.
  var sql: (condition: String, values: [SQLiteValue]) {
    var conditions: [String] = []
    var values: [SQLiteValue] = []
    func add(_ condition: String, _ new: [SQLiteValue]) {
      conditions.append(condition)
      values += new
    }
    if let host {
      // A URI of the host has `/` or, before a port, `:` after the host. A range for each lets SQLite use the
      // index.
      let ranges = ["http://", "https://"].flatMap { scheme in
        [("/", "0"), (":", ";")].map { (scheme + host + $0.0, scheme + host + $0.1) }
      }
      add(
        "(" + ranges.map { _ in "uri >= ? AND uri < ?" }.joined(separator: " OR ") + ")",
        ranges.flatMap { [.text($0.0), .text($0.1)] })
    }
    if let group {
      add("id IN (SELECT entry_groups.id FROM entry_groups WHERE name = ?)", [.text(group)])
    }
    if urlPattern != nil || url != nil {
      var (either, eitherValues): ([String], [SQLiteValue]) = ([], [])
      if let urlPattern {
        let prefix = String(urlPattern.prefix { !"*?[".contains($0) })
        either.append(prefix.isEmpty ? "uri GLOB ?" : "uri >= ? AND uri < ? AND uri GLOB ?")
        if !prefix.isEmpty { eitherValues += [.text(prefix), .text(prefix + "\u{10FFFF}")] }
        eitherValues.append(.text(Self.glob(urlPattern)))
      }
      if let url {
        either.append("uri = ?")
        eitherValues.append(.text(url))
      }
      add("(" + either.joined(separator: " OR ") + ")", eitherValues)
    }
    if let status {
      add(
        status == 200 ? "status = 200" : "status = ? AND status <> 200",
        status == 200 ? [] : [.integer(Int64(status))])
    }
    if let cachedBefore { add("received_at < ?", [.integer(cachedBefore.epoch)]) }
    if let cachedAfter { add("received_at > ?", [.integer(cachedAfter.epoch)]) }
    if let unusedSince { add("last_used_at < ?", [.integer(unusedSince.epoch)]) }
    if let staleAt {
      add((role == .shared ? "fresh_until_shared" : "fresh_until") + " <= ?", [.integer(staleAt.epoch)])
    }
    return (conditions.isEmpty ? "1" : conditions.joined(separator: " AND "), values)
  }

  /// The pattern for SQLite's GLOB, with the opening bracket of an IPv6 address escaped.
  private static func glob(_ pattern: String) -> String {
    guard let scheme = pattern.firstPlace(of: "://["), !pattern[..<scheme.lowerBound].contains("/") else {
      return pattern
    }
    return pattern[..<scheme.lowerBound] + "://[[]" + pattern[scheme.upperBound...]
  }
}
