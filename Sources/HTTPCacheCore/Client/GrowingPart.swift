/// The row of what has come of a long body, kept while the rest is on its way for the case that this process dies.
struct GrowingPart {
  /// Shorter bodies are asked for again: a row and a file for each would cost more than they spare.
  private static let leastLength: Int64 = 1 << 20

  /// The entry, once there is one.
  private(set) var id: EntryID?

  private let whole: StoredResponse
  /// What of the body lay in the store before.
  private let joinedLength: Int64
  private var triedLength: Int64

  /// Takes what is on its way; nil where it is short, or its rest could not be asked for.
  ///
  /// - Parameters:
  ///   - whole: the response as it is to be stored.
  ///   - joinedLength: how much of the body is stored already, as a part of its own.
  init?(of whole: StoredResponse, behind joinedLength: Int64) {
    guard whole.cutShort(after: Self.leastLength) != nil else { return nil }
    self.whole = whole
    self.joinedLength = joinedLength
    triedLength = joinedLength
  }

  /// Makes the row once enough is in the file; where that fails, it is tried again when more is there.
  ///
  /// - Parameters:
  ///   - body: the writer.
  ///   - exchange: what brings the bytes.
  ///   - replacing: the parts whose bytes are at the beginning of the file.
  mutating func follow(_ body: BodyWriter, of exchange: OriginExchange, replacing: [EntryID]) {
    let length = body.flushedLength
    guard id == nil, length > triedLength, let part = whole.cutShort(after: length) else { return }
    triedLength = length
    do throws(StoreError) {
      var arrival = exchange.arrival(part, body)
      arrival.replacing = replacing
      id = try exchange.fetch.client.cache.keepGrowing(arrival)
    } catch {
      // The response goes on as if nothing had been tried; what keeps it from being stored is said at its end.
    }
  }

  /// Drops the row; where that fails, what it names is still a part of what the origin sent.
  func drop(in cache: ClientCache) {
    guard let id else { return }
    do throws(StoreError) {
      try cache.remove(id)
    } catch {
      // On purpose: see above.
    }
  }
}
