/// Where responses are stored: on disk, in memory, or elsewhere.
///
/// A storage belongs to one thread, and calls `then` on that thread, at once or later. Only the storage that found a
/// candidate can open or change it. Errors are passed as results, and never end a fetch that the network can serve.
package protocol ResponseStorage: AnyObject {
  /// Looks up the responses under a key, in any order.
  func lookUp(_ query: StorageQuery, then: @escaping (Result<StorageAnswer, StoreError>) -> Void)

  /// Opens the body of an entry, verified as far as possible; fails with `gone` if another process has removed the
  /// entry.
  func open(_ reference: StoredReference, then: @escaping (Result<StoredBody, StoreError>) -> Void)

  /// Begins a body that may be stored; nil if nothing may be written.
  func makeBody(_ place: StoragePolicy) throws(StoreError) -> NewBody?

  /// Makes writes in order; `then` gets the outcome of each.
  ///
  /// The storage may hold writes back to make them together with others; a `grow` is made at once. The body of the
  /// response to store belongs to the storage from now on, unless it grows.
  func apply(
    _ writes: [Write], body: NewBody?,
    then: @escaping ([Result<Outcome, StoreError>]) -> Void)

  /// Counts a use in the statistics; the storage may write it later, with others.
  func note(_ use: Use)

  /// Tells, for each response of another storage, whether an invalidation here that is later than its request covers
  /// it.
  func findInvalidated(_ responses: [StoredResponse], then: @escaping ([Bool]) -> Void)
}

/// The answer of a storage to a query.
package struct StorageAnswer: Sendable {
  /// The responses under the key.
  package var stored: [StoredCandidate]
  /// The decision on these responses, if the storage has made it ahead of time; nil if the fetch makes it.
  package var plan: ReusePlan?
  /// Why the storage can't be used; nil if it can, or is off.
  package var failure: StoreError?
  /// A message about the storage that the user should see once.
  package var notice: String?
  /// A further reason from the lookup, for the user.
  package var note: Reason?
  /// Whether a remote cache behind this storage may have responses under the key.
  package var isElsewhere = false
  /// The time of the latest invalidation, in microseconds since 1970; nil if that was not looked up.
  package var latestInvalidation: Int64?
}
