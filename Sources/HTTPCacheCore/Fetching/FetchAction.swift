/// What a fetch wants to be done next.
///
/// An action that is answered by events says by which.
package enum FetchAction: Sendable {
  /// Looks up what is stored: `found` or `lookupFailed`. Where an equal request of the flight is being transferred its
  /// end is waited for instead: `awaited`.
  case lookUp(StorageQuery, sharing: Flight?)
  /// Opens one body or two: `opened` or `notOpened`.
  case open(StoredReference, StoredReference? = nil)
  /// Shows the reader the last head of `Fetch.result`.
  case showHead
  /// Gives the reader bytes of the body that was opened: `passed` or `interrupted`.
  case passStored(ClosedRange<Int64>)
  /// Asks the origin: `head` and then `received`, or `failed`.
  case send(RequestHead)
  /// Keeps the body that comes: `keeping` or `notKeeping`, later perhaps `keepingFailed`.
  case keep(BodyKeeping)
  /// Says where the body goes that comes; perhaps `interrupted`.
  case passBody(BodyRoute)
  /// Gives up what is kept of the body.
  case discardBody
  /// Changes what is stored; a response to be stored has the body that was kept: `changed`.
  case change([StoreChange])
  /// Waits: `waited`.
  case wait(seconds: Double)
  /// Ends the transfer: `failed`.
  case stopTransfer
  /// Notes an answer for the figures that are kept; the entry that served, if any.
  case note(AnswerSource, StoredReference?)
  /// Has another fetch confirm or replace a response that is served stale; the caller does not wait for it (RFC 5861 §3).
  case refresh(FetchRequest)
  /// Lets equal requests go on that wait for this one.
  case leave(CacheStatus.Forward?)
  /// Nothing more; the result is complete.
  case finish
}

/// How the body of an answer is kept.
package struct BodyKeeping: Sendable {
  /// In memory or on disk.
  let place: StoragePolicy
  /// How many bytes are kept at most.
  let limit: Int64
  /// Whether only the beginning is kept, in case the transfer is cut short: the whole is too large.
  let isBeginning: Bool
  /// What lies in the storage and comes before the new bytes.
  let before: StoredPiece?
  /// What lies in the storage and comes behind them.
  let after: StoredPiece?
  /// The response of which a part is kept while it grows; nil where no part may be stored.
  let growing: NewResponse?
}

/// Where the bytes of an answer go, besides to where they are kept.
package struct BodyRoute: Sendable {
  /// Whether the reader gets them.
  let isForReader: Bool
  /// Stored bytes that the reader gets before them.
  var before: StoredPiece?
  /// Stored bytes that the reader gets behind them.
  var after: StoredPiece?
}

/// Bytes of a stored body.
package struct StoredPiece: Sendable, Hashable {
  /// The entry.
  let reference: StoredReference
  /// Which bytes, counted from the first that is stored.
  let range: ClosedRange<Int64>
}
