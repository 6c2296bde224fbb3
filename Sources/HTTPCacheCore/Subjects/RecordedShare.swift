/// A few entries of a recording, in their order, which any thread may read.
package protocol RecordedShare: Sendable {
  /// How many entries it has.
  var count: Int { get }

  /// By how many seconds the origins are ahead of the recorder; nil where the clocks agree, or nothing tells.
  var clockOffset: Seconds? { get }

  /// The page that the recording is of; nil where nothing tells.
  var page: TargetURI? { get }

  /// Reads every entry.
  ///
  /// - Parameters:
  ///   - now: the time of receipt where an entry says none.
  ///   - judgesForeign: whether URLs of other schemes than http and https are judged.
  ///   - visit: gets each entry, for its own.
  func forEachEntry(now: Instant, judgesForeign: Bool, _ visit: (consuming RecordedEntry) -> Void)
}

extension RecordedShare {
  /// None, as in recordings that are not of a page.
  package var page: TargetURI? { nil }
}

/// One entry of a recording, judged or not.
package enum RecordedEntry: Sendable {
  /// A response to judge.
  case subject(Subject)
  /// An entry that holds none.
  case skipped(SkippedEntry)
  /// A line that can't be read: its number from 1, and why.
  case unreadable(line: Int, cause: String)
}
