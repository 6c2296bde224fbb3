/// A stored response, and the name by which the storage that gave it knows it.
package struct StoredCandidate: Sendable {
  /// The response; a new value stands for a head that was freshened.
  package var response: StoredResponse

  /// The entry that holds its body.
  package let reference: StoredReference

  package init(_ response: StoredResponse, _ reference: StoredReference) {
    self.response = response
    self.reference = reference
  }
}

/// Names one entry of a storage; only the storage that made it reads more of it than whether two are the same.
package struct StoredReference: Sendable, Hashable {
  /// Where an entry lies.
  package enum Tier: Sendable, Hashable {
    /// In the memory of this process.
    case memory
    /// On disk: it outlives this process.
    case disk
    /// In a cache that is shared with others.
    case remote
  }

  /// Where the entry lies.
  package let tier: Tier

  /// Tells the entries of a tier apart; never given to two of them.
  package let number: Int64

  /// What the storage has to know to find the entry's body; nil where the number is enough.
  package let record: (any AnyObject & Sendable)?

  package init(_ tier: Tier, number: Int64, record: (any AnyObject & Sendable)? = nil) {
    self.tier = tier
    self.number = number
    self.record = record
  }

  /// Whether both name the same entry.
  package static func == (left: StoredReference, right: StoredReference) -> Bool {
    left.number == right.number && left.tier == right.tier
  }

  /// Hashes what tells entries apart.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(tier)
    hasher.combine(number)
  }
}

/// Where a response may be kept: allowed, in memory only, not allowed.
public enum StoragePolicy: String, Sendable, CaseIterable {
  /// On disk.
  case disk
  /// In the memory of this process only.
  case memory
  /// Nowhere.
  case never
}
