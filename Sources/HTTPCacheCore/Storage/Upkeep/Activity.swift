/// Counts of the cache's answers in a span of time.
package struct Activity: Sendable, Hashable {
  /// Answers for which the origin was not asked.
  package var hits: Int64 = 0
  /// Answers that came from the network.
  package var misses: Int64 = 0
  /// Stored answers that the origin confirmed.
  package var revalidations: Int64 = 0
  /// Bytes of bodies that were served from the store.
  package var bytesNotTransferred: Int64 = 0
  /// Milliseconds that hits saved, compared with downloading again.
  package var millisecondsSaved: Int64 = 0
  /// Counts of the remote cache's answers and transfers.
  package var remote = Remote()

  /// Counts of a remote cache's answers and transfers in a span of time.
  package struct Remote: Sendable, Hashable {
    /// Bodies that came from the remote cache.
    package var hits: Int64 = 0
    /// Lookups there that found nothing of use.
    package var misses: Int64 = 0
    /// Requests to it that failed.
    package var errors: Int64 = 0
    /// Bytes of the bodies that came from there.
    package var bytes: Int64 = 0
    /// Bodies that were written there.
    package var writes: Int64 = 0
    /// Bytes of the bodies that were written there.
    package var bytesWritten: Int64 = 0

    package init() {}
  }

  package init() {}

  /// All answers.
  package var answers: Int64 { hits.addingSaturated(misses).addingSaturated(revalidations) }

  /// Hits among all answers, from 0 to 1; nil if there were none.
  package var hitRatio: Double? {
    let all = answers
    return all > 0 ? min(1, Double(hits) / Double(all)) : nil
  }

  /// Adds one answer, or one operation of a remote cache.
  mutating func add(_ use: Use) {
    switch use.kind {
    case .hit: hits += 1
    case .miss: misses += 1
    case .revalidation: revalidations += 1
    case .remoteHit:
      remote.hits += 1
      remote.bytes = remote.bytes.addingSaturated(use.bytesNotTransferred)
    case .remoteMiss: remote.misses += 1
    case .remoteFailure: remote.errors += 1
    case .remoteWrite:
      remote.writes += 1
      remote.bytesWritten = remote.bytesWritten.addingSaturated(use.bytesNotTransferred)
    }
    guard !use.kind.isRemote else { return }
    bytesNotTransferred = bytesNotTransferred.addingSaturated(use.bytesNotTransferred)
    millisecondsSaved = millisecondsSaved.addingSaturated(use.millisecondsSaved)
  }
}

/// One answer, or one operation of a remote cache, as the kept figures count it.
package struct Use: Sendable, Hashable {
  package let kind: UseKind
  package let at: Instant
  /// The entry that served; nil for a miss.
  package let entry: EntryID?
  package let bytesNotTransferred: Int64
  package let millisecondsSaved: Int64

  package init(
    _ kind: UseKind, at: Instant, entry: EntryID? = nil, bytesNotTransferred: Int64 = 0,
    millisecondsSaved: Int64 = 0
  ) {
    self.kind = kind
    self.at = at
    self.entry = entry
    self.bytesNotTransferred = bytesNotTransferred
    self.millisecondsSaved = millisecondsSaved
  }

  /// An answer of an entry on disk, which took `elapsed` milliseconds; if the entry's transfer took longer, the
  /// difference counts as saved.
  package init(
    _ kind: UseKind, at: Instant, by entry: StoredEntry?, bytes: Int64, elapsed: Int64
  ) {
    self.init(
      kind, at: at, entry: entry?.id, bytesNotTransferred: bytes,
      millisecondsSaved: entry.map { max(0, $0.transferMilliseconds.subtractingSaturated(elapsed)) } ?? 0)
  }
}
