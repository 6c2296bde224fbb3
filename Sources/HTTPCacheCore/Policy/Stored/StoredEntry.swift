/// Names one entry of a store; the store never gives the number to another entry.
package struct EntryID: Sendable, Hashable {
  package let number: Int64
}

/// A row of the store on disk: a response, and where its body is.
package struct StoredEntry: Sendable {
  /// Where the bytes of the body are.
  package enum BodyLocation: Sendable, Hashable {
    /// In the database.
    case inline
    /// In a file of that name in the directory for bodies.
    case file(String)
  }

  package let id: EntryID
  package var response: StoredResponse

  /// The last recorded use, exact to a minute.
  package let lastUsedAt: Instant

  /// When the entry was written; freshening does not change this time.
  package let storedAt: Instant
  package let bodyLocation: BodyLocation

  /// The XXH64 of the body.
  package let bodyChecksum: UInt64

  /// The bytes that this entry counts for in the size of the store.
  package let size: Int64

  /// How long it took to get it from the origin.
  package let transferMilliseconds: Int64

  /// How often it has served.
  package let uses: Int64

  /// The body, where the lookup read and verified it along with the row; nil if `open` has to read it.
  package var inlineBody: [UInt8]?

  /// The entry as a lookup gives it to a fetch.
  package var candidate: StoredCandidate { StoredCandidate(response, .disk(self)) }
}
