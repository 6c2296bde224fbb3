/// A change to what is stored, and why; a fetch changes a storage in no other way.
package struct StoreChange: Sendable {
  /// What is changed.
  package enum Kind: Sendable {
    /// Stores a response, with the body that was kept.
    case store(NewResponse)
    /// Stores a response, with a copy of another entry's body.
    case copy(StoredReference, NewResponse)
    /// Stores a response of a cache that is shared with others, with the body that was opened; nil lets go of the body.
    case keep(StoredReference, NewResponse?)
    /// Gives an entry the fields and times of an answer that confirms it.
    case confirm(Confirmation)
    /// Gives an entry other fields and times, and leaves its body. The time counts as a use.
    case freshen(StoredReference, to: StoredResponse, at: Instant)
    /// Removes an entry; one that is gone already is passed over.
    case remove(StoredReference)
    /// Removes all responses of a scope. Answers that were asked for before the time, in microseconds since 1970, are not
    /// stored afterwards.
    case invalidate(InvalidationScope, at: Int64)
  }

  package let kind: Kind

  /// Why, for the user; nil where a decision says it already.
  package let reason: Reason?

  package init(_ kind: Kind, because reason: Reason? = nil) {
    self.kind = kind
    self.reason = reason
  }
}

/// What became of a change.
package enum ChangeOutcome: Sendable {
  /// The response is stored; whether it outlives this process.
  case stored(isLasting: Bool)
  /// The entry was freshened; whether it outlives this process.
  case freshened(isLasting: Bool)
  /// What a confirming answer makes of the entry, and whether that was written to where it outlives this process.
  case confirmed(Confirmation.Result, isLasting: Bool)
  /// The entry is not there any more.
  case removed
  /// So many responses of a scope are not there any more.
  case invalidated(Invalidated)
  /// The entry was gone, or nothing may be written.
  case unchanged
}

/// What an invalidation did.
package struct Invalidated: Sendable, Hashable {
  /// How many responses went.
  package var count = 0
  /// How many stay, since they were got from another server.
  package var passedOver = 0

  package init(count: Int = 0, passedOver: Int = 0) {
    self.count = count
    self.passedOver = passedOver
  }

  /// Adds what happened in another place.
  package static func + (left: Invalidated, right: Invalidated) -> Invalidated {
    Invalidated(count: left.count + right.count, passedOver: left.passedOver + right.passedOver)
  }
}

/// A response that is to be stored, with what a storage has to know to decide what it takes the place of.
package struct NewResponse: Sendable {
  /// Head, key and times; the storage sets the length of the body.
  package var response: StoredResponse
  /// Where it may be kept.
  package var place = StoragePolicy.disk
  /// The fields of the request that it answers.
  package var requestFields: FieldSection
  /// The cache's role.
  package var role: CacheRole
  /// When it was asked for, in microseconds since 1970: it is not stored where it was made invalid since.
  package var askedAt: Int64
  /// What was stored under its key when it was asked for.
  package var known: [StoredCandidate]
  /// Entries that it takes the place of in any case, such as the parts that it was joined with.
  package var replacing: [StoredReference] = []
  /// The response as it may also lie in a cache that is shared with others; nil where it may not.
  package var shared: StoredResponse?

  package init(
    _ response: StoredResponse, requestFields: FieldSection, role: CacheRole, askedAt: Int64,
    known: [StoredCandidate]
  ) {
    self.response = response
    self.requestFields = requestFields
    self.role = role
    self.askedAt = askedAt
    self.known = known
  }
}

/// Where an answer came from, as the kept figures count it.
package enum AnswerSource: UInt8, Sendable {
  /// From the storage, without asking.
  case hit = 1
  /// From the network.
  case miss = 2
  /// From the storage, after the origin confirmed it.
  case revalidation = 3
  /// Not an answer: a body came from a cache that is shared with others.
  case remoteHit = 4
  /// Not an answer: that cache had nothing that was of use.
  case remoteMiss = 5
  /// Not an answer: that cache could not be asked.
  case remoteFailure = 6
  /// Not an answer: a body was written to that cache.
  case remoteWrite = 7

  /// Whether it is something that a cache which is shared with others did.
  package var isRemote: Bool { rawValue >= Self.remoteHit.rawValue }
}
