/// A task that a fetch gives its driver.
///
/// Each case names the events that answer it, if any do.
package enum FetchAction: Sendable {
  /// Reads the cookies that the session has for a URL: `cookies`.
  case getCookies(TargetURI)
  /// Has the session keep the cookies that a response of a URL sets.
  case setCookies(ResponseHead, from: TargetURI)
  /// Looks up stored responses: `found` or `lookupFailed`. Where an equal request of the flight is being transferred,
  /// waits for its end instead: `awaited`.
  case lookUp(StorageQuery, following: Flight?)
  /// Opens one body or two: `opened` or `notOpened`.
  case open(StoredReference, StoredReference? = nil)
  /// Shows the reader the last head of `Fetch.result`.
  case showHead
  /// Gives the reader stored bytes: `passed` or `interrupted`.
  case passStored(StoredPiece)
  /// Asks the origin: `head` and then `received`, or `failed`.
  case send(RequestHead)
  /// Keeps the body of the answer: `keeping` or `notKeeping`, later perhaps `keepingFailed`.
  case keep(BodyKeeping)
  /// Has the body of the answer take its route; perhaps `interrupted`.
  case passBody(BodyRoute)
  /// Drops the bytes that were kept of the body.
  case discardBody
  /// Changes stored responses: `changed`. A response that is stored gets the body that was kept.
  case change([Write])
  /// Waits: `waited`.
  case wait(seconds: Double)
  /// Ends the transfer, if one is under way: `failed`. The reader gets no more bytes.
  case stopTransfer
  /// Notes an answer for the statistics, with the entry that served, if any.
  case note(UseKind, StoredReference?)
  /// Has another fetch confirm or replace a response that is served stale; the caller does not wait for it (RFC 5861 §3).
  case refresh(FetchRequest)
  /// Lets equal requests that wait for this one go on.
  case leave(CacheStatus.Forward?)
  /// Ends the fetch; its result is complete.
  case finish
}

/// How the body of an answer is kept.
package struct BodyKeeping: Sendable {
  /// In memory or on disk.
  let place: StoragePolicy
  /// The most bytes that are kept.
  let limit: Int64
  /// Whether the whole is too large, so that only its beginning is kept for the case that the transfer is cut short.
  let isBeginning: Bool
  /// Stored bytes that precede the new ones.
  let before: StoredPiece?
  /// Stored bytes that follow the new ones.
  let after: StoredPiece?
  /// The response whose part is stored while its body grows; nil where no part may be stored.
  let growing: NewResponse?
}

/// Where the bytes of an answer go, besides into the storage.
package struct BodyRoute: Sendable {
  /// Whether the reader gets them.
  let isForReader: Bool
  /// How many bytes the head names: with fewer or more of them the answer is not whole; nil where libcurl checks that
  /// itself.
  let length: Int64?
  /// The digest that the head names of them; nil for none.
  var digest: PromisedDigest?
  /// Stored bytes that the reader gets before them.
  var before: StoredPiece?
  /// Stored bytes that the reader gets after them.
  var after: StoredPiece?
}

/// Bytes of a stored body.
package struct StoredPiece: Sendable, Hashable {
  /// The entry that has the body.
  let reference: StoredReference
  /// Which bytes, counted from the first that is stored.
  let range: ClosedRange<Int64>
}
