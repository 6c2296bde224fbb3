/// Where responses are stored: on disk, in memory, or elsewhere.
///
/// A storage belongs to one thread. It answers at once or later, on that thread; what it gives are candidates, which only
/// it can open or change. Trouble is answered, and never ends a fetch that the network can serve.
package protocol ResponseStorage: AnyObject {
  /// Whether changes are kept.
  var isWritable: Bool { get }

  /// Whether nothing can have been stored yet.
  var isNew: Bool { get }

  /// Looks up what is stored under a key, in any order.
  func lookUp(_ query: StorageQuery, then: @escaping (Result<StorageAnswer, StoreError>) -> Void)

  /// Has some of what will be looked up next looked up ahead, where that saves time.
  ///
  /// - Parameters:
  ///   - count: how many requests wait.
  ///   - milliseconds: a time by a clock that never goes back.
  ///   - queries: gives some of those that wait, counted from the next one.
  func prefetch(waiting count: Int, now milliseconds: Int, _ queries: (Range<Int>) -> [StorageQuery])

  /// Opens the body of an entry, verified as far as it can be; `gone` where it was removed meanwhile.
  func open(_ reference: StoredReference, then: @escaping (Result<StoredBody, StoreError>) -> Void)

  /// Begins a body that may be stored; nil where nothing may be.
  func makeBody(_ place: StoragePolicy) throws(StoreError) -> NewBody?

  /// Keeps what has been written of a body as a part, which grows with it; nil where that is not possible here.
  func keepGrowing(_ part: NewResponse, _ body: NewBody) throws(StoreError) -> StoredReference?

  /// Makes changes, in order, together with others that are made at about the same time.
  ///
  /// - Parameters:
  ///   - changes: what is changed.
  ///   - body: of the response that is stored; the storage's from now on.
  ///   - then: called once all of them have survived this process, with what became of each.
  func apply(
    _ changes: [StoreChange], body: NewBody?,
    then: @escaping ([Result<ChangeOutcome, StoreError>]) -> Void)

  /// How many changes wait for others, and whether they are so many that they should not.
  var pending: (count: Int, isEnough: Bool) { get }

  /// Makes the changes that wait.
  func flush()

  /// Does what need not be done at the end, when little is left to do.
  func prepareEnd()

  /// Gives it a worker to do its work beside this thread.
  func work(on worker: Worker)

  /// Notes an answer for the figures that are kept, with others.
  func note(_ use: StorageUse)

  /// Writes down what was noted.
  func flushNotes()
}

/// What a storage has for a query.
package struct StorageAnswer: Sendable {
  /// What is stored under the key.
  package var stored: [StoredCandidate]
  /// What is to be done with it, where that has been decided already.
  package var plan: ReusePlan?
  /// Why the storage can't be used; nil where it can, or is off.
  package var failure: StoreError?
  /// What a person should be told of the storage once.
  package var notice: String?

  package init(
    stored: [StoredCandidate], plan: ReusePlan? = nil, failure: StoreError? = nil, notice: String? = nil
  ) {
    self.stored = stored
    self.plan = plan
    self.failure = failure
    self.notice = notice
  }
}

/// One answer, for the figures that are kept.
package struct StorageUse: Sendable {
  package let kind: AnswerSource
  package let at: Instant
  /// The entry that served; nil for an answer of the network.
  package let reference: StoredReference?
  /// Bytes that were served from the storage.
  package let bytes: Int64
  /// How long the fetch took, in milliseconds.
  package let elapsed: Int64

  package init(
    _ kind: AnswerSource, at: Instant, reference: StoredReference?, bytes: Int64, elapsed: Int64
  ) {
    self.kind = kind
    self.at = at
    self.reference = reference
    self.bytes = bytes
    self.elapsed = elapsed
  }
}
