/// A task that a fetch gives its driver.
///
/// Each case names, after the colon, the events that follow it, if any do.
package enum FetchAction: Sendable {
  /// Reads the cookies that the session has for a URL: `cookies`.
  case getCookies(TargetURI)
  /// Has the session keep the cookies that a response of a URL sets.
  case setCookies(ResponseHead, from: TargetURI)
  /// Looks up stored responses: `found`. If an equal request of the flight is being transferred, waits for its end
  /// instead: `awaited`.
  case lookUp(StorageQuery, following: Flight?)
  /// Opens one body or two: `opened` or `notOpened`.
  case open(StoredReference, StoredReference? = nil)
  /// Shows the reader the last head of `Fetch.result`.
  case showHead
  /// Gives the reader stored bytes: `passed` or `interrupted`.
  case passStored(StoredPiece)
  /// Asks the origin: `head` if a response begins, and then `ended`.
  case send(RequestHead)
  /// Keeps the body of the response: `keeping` or `notKeeping`, later perhaps `keepingFailed`.
  case keep(BodyKeeping)
  /// Sends the body of the response on its route; perhaps `interrupted`.
  case passBody(BodyRoute)
  /// Has the reader give back what it got of the last response, of which nothing has gone further.
  case revoke
  /// Drops the bytes that were kept of the body.
  case discardBody
  /// Changes stored responses: `changed`. If a response is stored, it gets the kept body.
  case change([Write])
  /// Waits before the next attempt: `waited`.
  case wait(RetryWait)
  /// Ends the transfer, if one is under way: `ended`. The reader gets no more bytes.
  case stopTransfer
  /// Counts a response in the statistics, with the entry that served it, if any.
  case note(UseKind, StoredReference?)
  /// Starts a fetch that validates or replaces a response served stale; the caller does not wait for it (RFC 5861
  /// §3).
  case refresh(FetchRequest)
  /// Lets the equal requests go on that wait for this one.
  case leave(CacheStatus.Forward?)
  /// Ends the fetch; its result is complete.
  case finish
}

/// How the body of a response is kept.
package struct BodyKeeping: Sendable {
  /// In memory or on disk.
  let place: StoragePolicy
  /// The most bytes that are kept.
  let limit: Int64
  /// Whether the whole body is too large to be stored, so that only its beginning is kept, in case the transfer is
  /// cut short.
  let isBeginning: Bool
  /// Stored bytes that precede the received bytes.
  let before: StoredPiece?
  /// Stored bytes that follow the received bytes.
  let after: StoredPiece?
  /// The response whose part is stored while its body grows; nil if no part may be stored.
  let growing: NewResponse?
  /// The digest that the head gives for all kept bytes together; nil for none, and for bytes that the reader gets all.
  let digest: PromisedDigest?
}

/// Where the bytes of a response go, besides into the storage.
package struct BodyRoute: Sendable {
  /// Whether the reader gets them.
  let isForReader: Bool
  /// The body's length by its head, in bytes: with fewer or more of them the response is not whole; nil if libcurl
  /// checks the length itself.
  let length: Int64?
  /// The digest that the head gives for the bytes; nil for none.
  var digest: PromisedDigest?
  /// The digest that the head gives for all bytes that the reader gets, the stored ones included; nil for none.
  var wholeDigest: PromisedDigest?
  /// Stored bytes that the reader gets before the origin's bytes.
  var before: StoredPiece?
  /// Stored bytes that the reader gets after the origin's bytes.
  var after: StoredPiece?
}
