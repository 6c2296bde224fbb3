/// A few entries of a recording, in their order, which any thread may read.
package protocol RecordedChunk: Sendable {
  /// The number of entries.
  var count: Int { get }

  /// By how many seconds the origins are ahead of the recorder; nil if the clocks agree, or this is unknown.
  var clockOffset: Seconds? { get }

  /// The page whose loading was recorded; nil if it is unknown.
  var page: TargetURI? { get }

  /// Whether one browser made the requests, so that a later one shows what became of an earlier answer.
  var isOfOneBrowser: Bool { get }

  /// Reads every entry, and passes it to `visit`.
  ///
  /// The time of receipt is `now` if an entry has none. With `judgesForeign`, URLs of other schemes than http and
  /// https are judged, too.
  func forEachEntry(now: Instant, judgesForeign: Bool, _ visit: (consuming RecordedEntry) -> Void)
}

extension RecordedChunk {
  /// Nil by default: most recordings are not of a page.
  package var page: TargetURI? { nil }

  /// False by default: an origin's log has the requests of many.
  package var isOfOneBrowser: Bool { false }
}

/// One entry of a recording, judged or not.
package enum RecordedEntry: Sendable {
  /// A response to judge, with what else the recording shows of it.
  case subject(Subject, SubjectContext)
  /// An entry without a response to judge.
  case skipped(SkippedEntry)
  /// A line that can't be read: its number from 1, and why.
  case unreadable(line: Int, cause: String)
}
