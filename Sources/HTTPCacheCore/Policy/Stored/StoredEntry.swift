/// Names one entry of a store; the store never gives the number to another entry.
package struct EntryID: Sendable, Hashable {
  package let number: Int64

  package init(number: Int64) { self.number = number }
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

  /// The values, shared by copies: an entry is handed on many times, and seldom changed.
  private var row: Row

  private final class Row: Sendable {
    let id: EntryID
    let response: StoredResponse
    let lastUsedAt: Instant
    let storedAt: Instant
    let bodyLocation: BodyLocation
    let bodyChecksum: UInt64
    let size: Int64
    let transferMilliseconds: Int64
    let uses: Int64
    let inlineBody: [UInt8]?

    init(
      _ id: EntryID, _ response: StoredResponse, lastUsedAt: Instant, storedAt: Instant,
      _ bodyLocation: BodyLocation,
      bodyChecksum: UInt64,
      size: Int64, transferMilliseconds: Int64, uses: Int64, inlineBody: [UInt8]?
    ) {
      self.id = id
      self.response = response
      self.lastUsedAt = lastUsedAt
      self.storedAt = storedAt
      self.bodyLocation = bodyLocation
      self.bodyChecksum = bodyChecksum
      self.size = size
      self.transferMilliseconds = transferMilliseconds
      self.uses = uses
      self.inlineBody = inlineBody
    }

    /// The row with another response and inline body.
    func with(_ response: StoredResponse, inlineBody: [UInt8]?) -> Row {
      Row(
        id, response, lastUsedAt: lastUsedAt, storedAt: storedAt, bodyLocation, bodyChecksum: bodyChecksum,
        size: size, transferMilliseconds: transferMilliseconds, uses: uses, inlineBody: inlineBody)
    }
  }

  package init(
    id: EntryID, response: StoredResponse, lastUsedAt: Instant, storedAt: Instant, bodyLocation: BodyLocation,
    bodyChecksum: UInt64, size: Int64, transferMilliseconds: Int64, uses: Int64, inlineBody: [UInt8]? = nil
  ) {
    row = Row(
      id, response, lastUsedAt: lastUsedAt, storedAt: storedAt, bodyLocation, bodyChecksum: bodyChecksum,
      size: size, transferMilliseconds: transferMilliseconds, uses: uses, inlineBody: inlineBody)
  }

  /// The entry as a lookup gives it to a fetch.
  package var candidate: StoredCandidate { StoredCandidate(response, .disk(self)) }

  package var response: StoredResponse {
    get { row.response }
    set { row = row.with(newValue, inlineBody: inlineBody) }
  }

  /// The body, where the lookup read and verified it along with the row; nil where `open` has to read it.
  package var inlineBody: [UInt8]? {
    get { row.inlineBody }
    set { row = row.with(response, inlineBody: newValue) }
  }

  package var id: EntryID { row.id }

  /// The last recorded use, exact to a minute.
  package var lastUsedAt: Instant { row.lastUsedAt }

  /// When the entry was written; freshening does not change this time.
  package var storedAt: Instant { row.storedAt }

  package var bodyLocation: BodyLocation { row.bodyLocation }

  /// The XXH64 of the body.
  package var bodyChecksum: UInt64 { row.bodyChecksum }

  /// The bytes that this entry counts for in the size of the store.
  package var size: Int64 { row.size }

  /// How long it took to get it from the origin.
  package var transferMilliseconds: Int64 { row.transferMilliseconds }

  /// How often it has served.
  package var uses: Int64 { row.uses }
}
