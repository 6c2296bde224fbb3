import HTTPCacheCore

/// The entries of the log that others are held beside, by method and URL; those of one URL in their order.
final class OtherLog {
  private var entries: [String: [Counterpart]] = [:]
  /// How many entries of a URL have been held beside those of the judged log.
  private var used: [String: Int] = [:]
  private var judgedOnly: Set<String> = []

  private static func key(_ request: RequestHead) -> String {
    "\(request.method) \(request.target.normalized)"
  }

  /// Adds an entry of it.
  ///
  /// - Parameters:
  ///   - subject: the entry.
  ///   - at: the time to judge as of; that of its receipt where nil.
  func add(_ subject: Subject, at: JudgedAt?) {
    entries[Self.key(subject.request), default: []].append(
      Counterpart(
        request: subject.request, stored: subject.stored, bodyLength: subject.bodyLength,
        now: at?.instant(for: subject.stored) ?? subject.stored.receivedAt))
  }

  /// The entry that one of the judged log is held beside: the first of one URL beside the first, and so on.
  func counterpart(of subject: Subject) -> Counterpart? {
    let key = Self.key(subject.request)
    guard let known = entries[key] else {
      judgedOnly.insert(key)
      return nil
    }
    let number = used[key, default: 0]
    used[key] = number + 1
    return number < known.count ? known[number] : nil
  }

  /// What only one of the logs has, as a sentence; nil where both have the same URLs.
  func remark(_ name: String) -> String? {
    let others = entries.keys.count { used[$0] == nil }
    guard !judgedOnly.isEmpty || others > 0 else { return nil }
    func urls(_ count: Int) -> String { "\(count) \(count == 1 ? "URL" : "URLs")" }
    return
      "compared with \(name): \(urls(judgedOnly.count)) only in the judged log, \(urls(others)) only in the other"
  }
}

/// Entries of a log, each with the one that it is held beside.
struct PairedShare: RecordedShare {
  private let entries: [RecordedEntry]
  let clockOffset: Seconds?
  let page: TargetURI?

  var count: Int { entries.count }

  /// Reads a share, and finds the entries beside it, in the order of the log.
  ///
  /// - Parameters:
  ///   - share: the entries.
  ///   - log: where those beside them are.
  ///   - now: the time of receipt where an entry says none.
  ///   - judgesForeign: whether URLs of other schemes than http and https are judged.
  init(_ share: HARShare, _ log: OtherLog, now: Instant, judgesForeign: Bool) {
    var entries: [RecordedEntry] = []
    share.forEachEntry(now: now, judgesForeign: judgesForeign) { entry in
      if case .subject(var subject) = entry {
        subject.counterpart = log.counterpart(of: subject)
        entries.append(.subject(subject))
      } else {
        entries.append(entry)
      }
    }
    self.entries = entries
    clockOffset = share.clockOffset
    page = share.page
  }

  func forEachEntry(now: Instant, judgesForeign: Bool, _ visit: (consuming RecordedEntry) -> Void) {
    for entry in entries { visit(entry) }
  }
}
