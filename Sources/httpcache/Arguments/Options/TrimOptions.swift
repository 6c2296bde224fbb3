import HTTPCacheCore

/// Which stored responses `trim` removes.
struct TrimOptions: Sendable {
  /// The responses that are removed whatever the limits are; nil if only limits are given.
  private(set) var selection: EntrySelection?

  /// The conditions of the options; a response is selected if all of them hold.
  fileprivate var conditions = EntrySelection()
  fileprivate var isAll = false

  /// How large the store may be afterwards, in bytes.
  fileprivate(set) var bytes: Int64?

  /// How many responses may be left.
  fileprivate(set) var entries: Int64?

  /// The longest pattern, in bytes.
  ///
  /// SQLite takes 50,000 at most, and `[` of an IPv6 address is passed to it as `[[]`.
  private static let urlPatternLimit = 49_152

  /// Sets the responses to remove; without selection and limits, those that exceed the capacity.
  mutating func settle(_ options: Options) {
    conditions.role = options.global.role
    conditions.host = options.host
    if options.isOnlyStale { conditions.staleAt = options.now }
    selection = conditions.isRestricted || isAll ? conditions : nil
    if bytes == nil, selection == nil, entries == nil { bytes = options.global.capacity }
  }

  static let selection = OptionSection("Selection") {
    Option(
      "older-than", value: "D", "responses whose cache date is more than D ago", example: "30d",
      effect: .value(.durationWithUnit) { $0.trim.conditions.cachedBefore = $0.now + -$1 })
    Option(
      "newer-than", value: "D", "responses whose cache date is less than D ago", example: "1h",
      effect: .value(.durationWithUnit) { $0.trim.conditions.cachedAfter = $0.now + -$1 })
    Option(
      "unused-for", value: "D", "responses that have answered no request for D", example: "30d",
      effect: .value(.durationWithUnit) { $0.trim.conditions.unusedSince = $0.now + -$1 })
    Option("stale", "stale responses", effect: .sets { $0.isOnlyStale = true })
    Option(
      "host", value: "HOST", "responses of this host", kind: .host, effect: .value(.host) { $0.host = $1 })
    Option(
      "group", value: "NAME", "responses whose Cache-Groups names this group (RFC 9875); with --host",
      needs: ["host"], needsHint: "httpcache trim --host example.com --group NAME", example: "scripts",
      effect: .value(.text) { $0.trim.conditions.group = $1 })
    Option(
      "url", value: "GLOB",
      "responses with this URL; * stands for any characters, ? for one, [...] for one of several",
      kind: .storedURL, example: "*.css",
      effect: .reads { (options, given) throws(UsageError) in
        let length = given.value?.utf8.count ?? 0
        guard length <= urlPatternLimit else {
          throw UsageError("--url: a pattern of \(length) bytes; it may have \(urlPatternLimit)")
        }
        let url = try given.read(.storedURL)
        (options.trim.conditions.url, options.trim.conditions.urlPattern) = (url.url, url.pattern)
      })
    Option(
      "status", value: "N", "responses with this status", example: "404",
      effect: .value(.count(100...999)) { $0.trim.conditions.status = $1 })
    Option("all", "all responses", effect: .sets { $0.trim.isAll = true })
  }

  static let limits = OptionSection("Limits") {
    Option(
      "to", value: "SIZE", "then remove the least recently used until the store is no larger than this",
      default: "the capacity, unless another option is given", example: "100M",
      effect: .value(.sizeWithUnit) { $0.trim.bytes = $1 })
    Option(
      "max-entries", value: "N", "then remove the least recently used until at most N are left",
      example: "100", effect: .value(.count(0...Int.max)) { $0.trim.entries = Int64($1) })
    Option("dry-run", "print what would be removed; nothing is removed", effect: .sets { $0.isDryRun = true })
  }
}

extension ValueForm where Value == Int64 {
  /// A size that has its unit: without one, `--to 500` for 500 MB would remove nearly everything, for good.
  fileprivate static var sizeWithUnit: Self {
    .init("a size with its unit", hint: "such as 500M: units are B, K, M and G") { text in
      Units.hasUnit(text) ? Units.size(text) : nil
    }
  }

  /// A duration that has its unit.
  fileprivate static var durationWithUnit: Self {
    .init("a duration with its unit", hint: "such as 30d: units are s, m, h, d and y") { text in
      Units.hasUnit(text) ? Units.duration(text) : nil
    }
  }
}

extension ValueForm where Value == String {
  /// A host as in a URL, in its canonical form.
  static var host: Self {
    .init("a host", hint: "such as example.com, without scheme and port") { text in
      let isOne = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x2F }
      let hasPort = text.contains(":") && !text.hasPrefix("[")
      return isOne && !hasPort ? HostName.canonical(text.asciiLowercased) : nil
    }
  }
}
