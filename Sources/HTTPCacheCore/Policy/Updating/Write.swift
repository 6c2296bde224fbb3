/// A change to the stored responses, with its reason; passed from the fetch down to the transaction that makes it.
package struct Write: Sendable {
  /// The kinds of changes.
  package enum Kind: Sendable {
    /// Stores a response, with the body that is given with the write.
    case store(NewResponse)
    /// Stores the beginning of a response as a part, which grows while the rest of the body arrives.
    case grow(NewResponse)
    /// Stores a response, with a copy of another entry's body.
    case copy(StoredReference, NewResponse)
    /// Stores a response of a remote cache locally, with the body that was opened to serve it; nil drops that body.
    case keep(StoredReference, NewResponse?)
    /// Freshens an entry with the fields and times of a 304, or of the 200 to HEAD.
    case confirm(Confirmation)
    /// Gives an entry new fields and times, and leaves its body; `at` counts as a use.
    case freshen(StoredReference, to: StoredResponse, at: Instant)
    /// Removes an entry; does nothing if another process has removed it.
    case remove(StoredCandidate)
    /// Removes all responses of a scope; responses requested before `at`, in microseconds since 1970, are not stored
    /// afterwards.
    case invalidate(InvalidationScope, at: Int64)
  }

  package let kind: Kind

  /// The reason to show the user; nil if a decision has it already.
  package let reason: Reason?

  package init(_ kind: Kind, because reason: Reason? = nil) {
    self.kind = kind
    self.reason = reason
  }

  /// The key whose entries the write changes; nil if it may change entries of any key.
  package var key: CacheKey? {
    switch kind {
    case .store(let new), .grow(let new), .copy(_, let new): new.response.key
    case .keep(_, let new): new?.response.key
    case .confirm(let confirmation): confirmation.found.response.key
    case .freshen(_, let response, _): response.key
    case .remove(let found): found.response.key
    case .invalidate: nil
    }
  }
}

/// The outcome of a write.
package enum Outcome: Sendable {
  /// The response is stored; a lasting one outlives this process. The note gives a further action of the storage.
  case stored(isLasting: Bool, note: Reason? = nil)
  /// The entry has the new fields and times; lasting ones outlive this process.
  case freshened(isLasting: Bool)
  /// The freshened entry; a lasting one outlives this process.
  case confirmed(Confirmation.Result, isLasting: Bool)
  /// The part is stored as this entry, and grows.
  case growing(StoredCandidate)
  /// The entry was removed.
  case removed
  /// The responses of a scope were removed.
  case invalidated(Invalidated)
  /// The entry was gone, or nothing may be written.
  case unchanged
}

/// The numbers of responses that an invalidation found.
package struct Invalidated: Sendable, Hashable {
  /// How many responses were removed.
  package var count = 0
  /// How many responses stay, since they came from another server.
  package var passedOver = 0
}

/// A response to store, with the values by which a storage decides which entries it replaces.
package struct NewResponse: Sendable {
  /// The response, whose time of receipt counts as the first use; the storage sets the length of its body.
  package var response: StoredResponse
  /// Where the response may be kept.
  package var place = StoragePolicy.disk
  /// The fields of the request that the response answers.
  package var requestFields: FieldSection
  package var role: CacheRole
  /// When the response was requested, in microseconds since 1970: an invalidation since then keeps it from being
  /// stored.
  package var askedAt: Int64
  /// The responses that were stored under the key when the response was requested; nil if it may replace any stored
  /// now.
  package var known: [StoredCandidate]?
  /// Entries that the response replaces in any case, such as the parts that it was joined with.
  package var replacing: [StoredReference] = []
  /// The exchange with the origin that brought the whole response; nil for a part, and for a response from a storage.
  package var exchange: Exchange?
  /// Whether the remote cache may have older responses under the key.
  package var mayBeRemote = false
  /// How long its transfer took, in milliseconds: a later hit saves that time.
  package var transferMilliseconds: Int64 = 0

  package init(
    _ response: StoredResponse, requestFields: FieldSection? = nil, role: CacheRole = .private,
    askedAt: Int64 = .max, known: [StoredCandidate]? = nil
  ) {
    self.response = response
    self.requestFields = requestFields ?? response.selectingFields
    self.role = role
    self.askedAt = askedAt
    self.known = known
  }
}

/// The kind of a use in the statistics of the cache: the source of a response, or an action of the remote cache.
package enum UseKind: UInt8, Sendable {
  /// A response from the storage, without asking the origin.
  case hit = 1
  /// A response from the network.
  case miss = 2
  /// A response from the storage, after the origin validated it.
  case revalidation = 3
  /// A body came from the remote cache.
  case remoteHit = 4
  /// The remote cache had no response that could be used.
  case remoteMiss = 5
  /// The remote cache could not be asked.
  case remoteFailure = 6
  /// A body was written to the remote cache.
  case remoteWrite = 7

  /// Whether the use is an action of the remote cache.
  package var isRemote: Bool { rawValue >= Self.remoteHit.rawValue }
}
