/// Counts of the cache's responses in a span of time.
package struct Activity: Sendable, Hashable {
  /// Responses for which the origin was not asked.
  package var hits: Int64 = 0
  /// Responses that came from the network.
  package var misses: Int64 = 0
  /// Stored responses that the origin validated.
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
    /// Lookups in the remote cache that found no usable response.
    package var misses: Int64 = 0
    /// Requests to the remote cache that failed.
    package var errors: Int64 = 0
    /// Bytes of the bodies that came from the remote cache.
    package var bytes: Int64 = 0
    /// Bodies that were written to the remote cache.
    package var writes: Int64 = 0
    /// Bytes of the bodies that were written to the remote cache.
    package var bytesWritten: Int64 = 0

    package init() {}
  }

  package init() {}

  /// All responses.
  package var answers: Int64 { hits.addingSaturated(misses).addingSaturated(revalidations) }

  /// The share of hits in all responses, from 0 to 1; nil if there were no responses.
  package var hitRatio: Double? {
    let all = answers
    return all > 0 ? min(1, Double(hits) / Double(all)) : nil
  }

  /// Adds one response, or one operation of a remote cache.
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

/// One response, or one operation of a remote cache, for the kept figures.
package struct Use: Sendable, Hashable {
  package let kind: UseKind
  package let at: Instant
  /// The entry that was served; nil for a miss.
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

  /// Makes the use of a response that took `elapsed` milliseconds; if the transfer of its entry on disk took longer,
  /// the difference counts as saved.
  package init(
    _ kind: UseKind, at: Instant, by entry: StoredEntry?, bytes: Int64, elapsed: Int64
  ) {
    self.init(
      kind, at: at, entry: entry?.id, bytesNotTransferred: bytes,
      millisecondsSaved: entry.map { max(0, $0.transferMilliseconds.subtractingSaturated(elapsed)) } ?? 0)
  }
}
