import HTTPCacheCore

/// A few stored responses, in the order of their keys.
struct StoredChunk: RecordedChunk {
  private static let countLimit = 128

  private var entries: [(stored: StoredResponse, request: RequestHead)] = []

  var count: Int { entries.count }

  var clockOffset: Seconds? { nil }

  var isFull: Bool { count >= Self.countLimit }

  /// Adds a response, with a request for its URL that has the fields of the options.
  mutating func add(_ stored: StoredResponse, request: RequestHead) { entries.append((stored, request)) }

  func forEachEntry(now: Instant, judgesForeign: Bool, _ visit: (consuming RecordedEntry) -> Void) {
    for (stored, request) in entries {
      visit(.subject(Subject(stored: stored, for: request), SubjectContext()))
    }
  }
}
