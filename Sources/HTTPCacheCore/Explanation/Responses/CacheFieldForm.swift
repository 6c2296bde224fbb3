/// The form of fields in which sites and vendors have their caches say what they did, whatever names they give them.
enum CacheFieldForm {
  /// How such names end.
  static let endings = ["status", "state", "cache", "result", "lookup", "hit"]

  /// Parts of the names of fields in which caches within an application speak, which stand behind the answer and not on its way.
  static let ofApplications = [
    "drupal", "redis", "object", "query", "opcode", "rack", "memcache", "session", "nextjs",
    "middleware",
  ]

  /// The words with which such values begin, by what the cache did; each may have `tcp_` before it, as Squid's log has it.
  static let words: [(state: EdgeReport.State, words: [String])] = [
    (.hit, ["hit", "hit-fresh", "mem_hit", "ims_hit", "remote_hit", "prerender"]),
    (.stale, ["stale", "updating", "hitstale", "refresh_fail_hit"]),
    (
      .revalidated,
      ["revalidated", "revalidate", "refreshhit", "refresh_hit", "refresh_unmodified", "expired_hit"]
    ),
    (.miss, ["miss", "expired", "refresh", "hit-stale", "refresh_miss", "refresh_modified", "expired_miss"]),
    (
      .bypass,
      [
        "bypass", "pass", "hit-for-pass", "hitpass", "dynamic", "skip", "skipped", "nocache", "uncacheable",
        "notcacheable", "disabled",
      ]
    ),
  ]

  /// Words that say it only where the name ends in `hit`.
  static let answers: [(state: EdgeReport.State, words: [String])] = [
    (.hit, ["true", "yes", "1"]), (.miss, ["false", "no", "0"]),
  ]

  private static let table = words.reduce(into: [String: EdgeReport.State]()) { table, row in
    for word in row.words { table[word] = row.state }
  }

  /// How many such fields of one head are read.
  private static let most = 8

  /// The names of the fields of this form, in their order, but for those that are known by name; `…-Lookup`, which says whether
  /// something was stored and not what was done with it, only where no other field of the head tells a state.
  static func names(in head: ResponseHead) -> [String] {
    var names: [String] = []
    head.fields.pairs.withCursor { cursor in
      while names.count < most, let line = cursor.next() {
        guard KnownField(line) == nil, isOfForm(line) else { continue }
        let name = String(decoding: line.first, as: UTF8.self)
        if !names.contains(where: name.equalsIgnoringASCIICase) { names.append(name) }
      }
    }
    guard names.contains(where: isLookup) else { return names }
    let rest = names.filter { !isLookup($0) }
    return rest.isEmpty && !EdgeReport.isKnown(head) ? names : rest
  }

  private static func isLookup(_ name: String) -> Bool { name.asciiLowercased.hasSuffix("lookup") }

  /// Whether the name of a line is of this form; each line of each response that is judged comes here.
  private static func isOfForm(_ line: BytePairs.Pair) -> Bool {
    guard line.first.count > 4, let last = line.first.last, [0x65, 0x70, 0x73, 0x74].contains(last | 0x20)
    else { return false }
    let name = String(decoding: line.first, as: UTF8.self).asciiLowercased
    return name.holds("cache") && endings.contains(where: name.hasSuffix)
      && !ofApplications.contains(where: name.holds)
  }

  /// What the member of one cache in the value of such a field says; nil if it begins with no word of the table.
  static func state(ofMember member: String, in name: String) -> EdgeReport.State? {
    let bytes = member.utf8.drop { $0 == 0x20 }
    let text = String(Substring(bytes.prefix { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }))
      .asciiLowercased
    let word = text.hasPrefix("tcp_") ? String(text.dropFirst(4)) : text
    if let state = table[word] { return state }
    // What is behind a hyphen says where, or how: `HIT-CLUSTER`.
    if let state = word.parts(between: "-").first.flatMap({ table[$0] }) { return state }
    guard name.asciiLowercased.hasSuffix("hit") else { return nil }
    return answers.first { $0.words.contains(text) }?.state
  }
}
