/// Identifies one entry of a store, which never gives the number to another entry.
package struct EntryID: Sendable, Hashable {
  package let number: Int64
}

/// A row of the store on disk: a response, and where its body is.
package struct StoredEntry: Sendable {
  package let id: EntryID
  package var response: StoredResponse

  /// The last recorded use, exact to a minute.
  package let lastUsedAt: Instant

  /// When the entry was written; freshening does not change this time.
  package let storedAt: Instant

  /// The name of the body's file in the directory for bodies; nil for a body in the database.
  package let bodyFile: String?

  /// The XXH64 of the body.
  package let bodyChecksum: UInt64

  /// The bytes that this entry counts for in the size of the store.
  package let size: Int64

  /// How long the transfer from the origin took, in milliseconds.
  package let transferMilliseconds: Int64

  /// How often the entry has answered.
  package let uses: Int64

  /// The body, if the lookup has read and verified it with the row; nil if `open` has to read it.
  package var inlineBody: [UInt8]?

  /// The entry as a candidate for a fetch.
  package var candidate: StoredCandidate { StoredCandidate(response, .disk(self)) }
}
