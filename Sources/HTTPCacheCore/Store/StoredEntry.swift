/// Names one entry of one store; never given to another entry of it.
package struct EntryID: Sendable, Hashable {
  package let number: Int64

  package init(number: Int64) { self.number = number }
}

/// A stored response as the store keeps it, without its body's bytes.
package struct StoredEntry: Sendable {
  /// Where the body's bytes lie.
  package enum BodyLocation: Sendable, Hashable {
    /// In the database.
    case inline
    /// In a file of that name in the directory for bodies.
    case file(String)
  }

  package var response: StoredResponse

  /// The body, where it came along with the row and is what was stored; nil where it has to be fetched.
  package var inlineBody: [UInt8]?

  /// The rest of the row, which nobody changes: copies share it.
  private let row: Row

  private final class Row: Sendable {
    let id: EntryID
    let lastUsedAt: Instant
    let storedAt: Instant
    let bodyLocation: BodyLocation
    let bodyChecksum: UInt64
    let size: Int64
    let transferMilliseconds: Int64
    let uses: Int64

    init(
      _ id: EntryID, lastUsedAt: Instant, storedAt: Instant, _ bodyLocation: BodyLocation,
      bodyChecksum: UInt64,
      size: Int64, transferMilliseconds: Int64, uses: Int64
    ) {
      self.id = id
      self.lastUsedAt = lastUsedAt
      self.storedAt = storedAt
      self.bodyLocation = bodyLocation
      self.bodyChecksum = bodyChecksum
      self.size = size
      self.transferMilliseconds = transferMilliseconds
      self.uses = uses
    }
  }

  init(
    id: EntryID, response: StoredResponse, lastUsedAt: Instant, storedAt: Instant, bodyLocation: BodyLocation,
    bodyChecksum: UInt64, size: Int64, transferMilliseconds: Int64, uses: Int64
  ) {
    self.response = response
    row = Row(
      id, lastUsedAt: lastUsedAt, storedAt: storedAt, bodyLocation, bodyChecksum: bodyChecksum, size: size,
      transferMilliseconds: transferMilliseconds, uses: uses)
  }

  package var id: EntryID { row.id }

  /// The last recorded use, exact to a minute.
  package var lastUsedAt: Instant { row.lastUsedAt }

  /// When the entry was written; freshening leaves it.
  package var storedAt: Instant { row.storedAt }

  package var bodyLocation: BodyLocation { row.bodyLocation }

  /// The XXH64 of the body.
  package var bodyChecksum: UInt64 { row.bodyChecksum }

  /// The bytes this entry is accounted for.
  package var size: Int64 { row.size }

  /// How long it took to get it from the origin.
  package var transferMilliseconds: Int64 { row.transferMilliseconds }

  /// How often it has served.
  package var uses: Int64 { row.uses }
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
