import HTTPCacheCore

/// The entries of the log of `--against-har`, by method and URL, in the order of the log.
///
/// A file that names its version and that only the judged log has is compared with a file of its family.
final class OtherLog {
  private var entries: [String: [Counterpart]] = [:]
  /// How many entries of a method and URL were compared with entries of the judged log.
  private var used: [String: Int] = [:]
  private var judgedOnly: Set<String> = []
  /// The URLs of GET requests, by family, and the URL to compare with for each URL that only the judged log has.
  private var names = FamilyNames()
  private var likes: [String: TargetURI] = [:]

  private static func key(_ method: String, _ target: TargetURI) -> String {
    "\(method) \(target.normalized)"
  }

  private static func kind(_ subject: Subject) -> AssetKind {
    AssetKind(promisedBy: subject.request.target, subject.stored.head)
  }

  /// Adds an entry, which is judged as of `at`, or as of its receipt if `at` is nil.
  func add(_ subject: Subject, at: JudgedAt?) {
    let (method, target) = (subject.request.method, subject.request.target)
    let key = Self.key(method, target)
    if method == "GET", entries[key] == nil { names.add(target, kind: Self.kind(subject)) }
    entries[key, default: []].append(
      Counterpart(
        request: subject.request, stored: subject.stored, bodyLength: subject.bodyLength,
        now: at?.instant(for: subject.stored) ?? subject.stored.receivedAt))
  }

  /// The entry to compare with an entry of the judged log: for each method and URL, the first with the first, and so
  /// on.
  func counterpart(of subject: Subject) -> Counterpart? {
    let (method, target) = (subject.request.method, subject.request.target)
    var key = Self.key(method, target)
    if entries[key] == nil, method == "GET",
      let other = likes[key]
        ?? Family(releasesOf: target, kind: Self.kind(subject)).flatMap({ names.take($0) })
    {
      likes[key] = other
      key = Self.key(method, other)
    }
    guard let known = entries[key] else {
      judgedOnly.insert(key)
      return nil
    }
    let number = used[key, default: 0]
    used[key] = number + 1
    return number < known.count ? known[number] : nil
  }

  /// Whether the logs have no URL in common, so that nothing was compared.
  var isUnused: Bool { used.isEmpty }

  /// How many URLs only one of the logs has, as a sentence; nil if both have the same URLs.
  func remark(_ name: String) -> String? {
    let others = entries.keys.count { used[$0] == nil }
    guard !judgedOnly.isEmpty || others > 0 else { return nil }
    return "compared with \(name): \(judgedOnly.count.counted("URL")) only in the judged log, "
      + "\(others.counted("URL")) only in the other"
  }
}

/// Entries of the judged log, each with the entry of the other log that it is compared with.
struct PairedChunk: RecordedChunk {
  private let entries: [RecordedEntry]
  let clockOffset: Seconds?
  let page: TargetURI?
  let isOfOneBrowser: Bool

  var count: Int { entries.count }

  /// Reads a chunk and finds each entry's counterpart at once, since that depends on the order of the log.
  ///
  /// `now` is the time of receipt of an entry that has none. `judgesForeign` allows schemes other than http and https.
  init(_ chunk: HARChunk, _ log: OtherLog, now: Instant, judgesForeign: Bool) {
    var entries: [RecordedEntry] = []
    chunk.forEachEntry(now: now, judgesForeign: judgesForeign) { entry in
      if case .subject(let subject, var context) = entry {
        context.counterpart = log.counterpart(of: subject)
        entries.append(.subject(subject, context))
      } else {
        entries.append(entry)
      }
    }
    self.entries = entries
    clockOffset = chunk.clockOffset
    page = chunk.page
    isOfOneBrowser = chunk.isOfOneBrowser
  }

  func forEachEntry(now: Instant, judgesForeign: Bool, _ visit: (consuming RecordedEntry) -> Void) {
    for entry in entries { visit(entry) }
  }
}
