/// A stored response as the store keeps it, without its body's bytes.
package struct StoredEntry: Sendable {
  /// Where the body's bytes lie.
  package enum BodyLocation: Sendable, Hashable {
    /// In the database.
    case inline
    /// In a file of that name in the directory for bodies.
    case file(String)
  }

  /// All of it, shared by copies: an entry is handed on many times, and seldom changed.
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

    /// The same with another response.
    func with(_ response: StoredResponse, inlineBody: [UInt8]?) -> Row {
      Row(
        id, response, lastUsedAt: lastUsedAt, storedAt: storedAt, bodyLocation, bodyChecksum: bodyChecksum,
        size: size, transferMilliseconds: transferMilliseconds, uses: uses, inlineBody: inlineBody)
    }
  }

  init(
    id: EntryID, response: StoredResponse, lastUsedAt: Instant, storedAt: Instant, bodyLocation: BodyLocation,
    bodyChecksum: UInt64, size: Int64, transferMilliseconds: Int64, uses: Int64, inlineBody: [UInt8]? = nil
  ) {
    row = Row(
      id, response, lastUsedAt: lastUsedAt, storedAt: storedAt, bodyLocation, bodyChecksum: bodyChecksum,
      size: size, transferMilliseconds: transferMilliseconds, uses: uses, inlineBody: inlineBody)
  }

  /// The entry that a storage on disk gave as a candidate; nil for one of another storage.
  init?(_ reference: StoredReference) {
    guard let row = reference.record as? Row else { return nil }
    self.row = row
  }

  /// The entry as it is given to others.
  var candidate: StoredCandidate {
    StoredCandidate(response, StoredReference(.disk, number: id.number, record: row))
  }

  package var response: StoredResponse {
    get { row.response }
    set { row = row.with(newValue, inlineBody: inlineBody) }
  }

  /// The body, where it came along with the row and is what was stored; nil where it has to be fetched.
  package var inlineBody: [UInt8]? {
    get { row.inlineBody }
    set { row = row.with(response, inlineBody: newValue) }
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
