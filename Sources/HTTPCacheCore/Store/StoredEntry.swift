/// Names one entry of one store; never given to another entry of it.
package struct EntryID: Sendable, Hashable {
  package let number: Int64

  package init(number: Int64) { self.number = number }
}

/// A stored response as the store keeps it, without its body's bytes.
package struct StoredEntry: Sendable, Hashable {
  /// Where the body's bytes lie.
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

  /// When the entry was written; freshening leaves it.
  package let storedAt: Instant

  package let bodyLocation: BodyLocation

  /// The XXH64 of the body.
  package let bodyChecksum: UInt64

  /// The bytes this entry is accounted for.
  package let size: Int64

  /// How long it took to get it from the origin.
  package let transferMilliseconds: Int64

  /// How often it has served.
  package let uses: Int64

  /// The body, where it came along with the row and is what was stored; nil where it has to be fetched.
  package var inlineBody: [UInt8]?
}

/// What a store holds in all.
package struct StoreTotals: Sendable, Hashable {
  package let entries: Int64

  /// The bytes the entries are accounted for.
  package let bytes: Int64

  /// How many of them are bodies in files of their own, in whole blocks.
  package let fileBytes: Int64

  package init(entries: Int64, bytes: Int64, fileBytes: Int64) {
    self.entries = entries
    self.bytes = bytes
    self.fileBytes = fileBytes
  }
}
