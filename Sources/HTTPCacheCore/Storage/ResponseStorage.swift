/// Where responses are stored: on disk, in memory, or elsewhere.
///
/// A storage belongs to one thread, and answers on that thread, at once or later. Only the storage that found a candidate
/// can open or change it. Errors are answers, and never end a fetch that the network can serve.
package protocol ResponseStorage: AnyObject {
  /// Whether changes are kept.
  var isWritable: Bool { get }

  /// Whether nothing is stored yet.
  var isNew: Bool { get }

  /// Looks up what is stored under a key, in any order.
  func lookUp(_ query: StorageQuery, then: @escaping (Result<StorageAnswer, StoreError>) -> Void)

  /// Lets the storage look up some of the next queries ahead of time.
  ///
  /// - Parameters:
  ///   - count: how many requests wait.
  ///   - milliseconds: a time by a clock that never goes back.
  ///   - queries: gives the queries of a range of the waiting requests; 0 is the next one.
  func prefetch(waiting count: Int, now milliseconds: Int, _ queries: (Range<Int>) -> [StorageQuery])

  /// Opens the body of an entry, verified as far as it can be; `gone` where it was removed meanwhile.
  func open(_ reference: StoredReference, then: @escaping (Result<StoredBody, StoreError>) -> Void)

  /// Begins a body that may be stored; nil where nothing may be written.
  func makeBody(_ place: StoragePolicy) throws(StoreError) -> NewBody?

  /// Makes writes in order. It may hold them back to make them together with others; a `grow` is made at once.
  ///
  /// - Parameters:
  ///   - writes: the changes.
  ///   - body: the body of the response that is stored; it belongs to the storage from now on, unless it grows.
  ///   - then: gets the outcome of each write, once all outlive this process.
  func apply(
    _ writes: [Write], body: NewBody?,
    then: @escaping ([Result<Outcome, StoreError>]) -> Void)

  /// How many changes are held back, and whether they are enough to be written now.
  var pending: (count: Int, isEnough: Bool) { get }

  /// Writes the changes that are held back.
  func flush()

  /// Does work early that the end would have to wait for; called when few requests are left.
  func prepareEnd()

  /// Gives the storage a worker, whose thread does its work from now on.
  func work(on worker: Worker)

  /// Notes an answer for the statistics; it may be written later, with others.
  func note(_ use: Use)

  /// Writes the answers that were noted.
  func flushNotes()

  /// Says which responses of another storage belong to what was made invalid here since they were asked for.
  func findInvalidated(_ responses: [StoredResponse], then: @escaping ([Bool]) -> Void)

  /// Tells it that all fetches are answered; what it has left to do may take a bounded time.
  ///
  /// - Returns: whether anything is left.
  func finishBehind() -> Bool
}

/// What a storage has for a query.
package struct StorageAnswer: Sendable {
  /// What is stored under the key.
  package var stored: [StoredCandidate]
  /// The plan for it; nil where the fetch decides.
  package var plan: ReusePlan?
  /// Why the storage can't be used; nil where it can, or is off.
  package var failure: StoreError?
  /// What the user should be told once about the storage.
  package var notice: String?
  /// What the lookup led to, besides what was found.
  package var note: Reason?
  /// Whether another cache behind this storage may have responses under the key.
  package var isElsewhere = false
  /// When something was made invalid last, in microseconds since 1970; nil where that was not looked up.
  package var latestInvalidation: Int64?

  package init(
    stored: [StoredCandidate], plan: ReusePlan? = nil, failure: StoreError? = nil, notice: String? = nil
  ) {
    self.stored = stored
    self.plan = plan
    self.failure = failure
    self.notice = notice
  }
}
