/// A stored response, and a reference to its entry in the storage.
package struct StoredCandidate: Sendable {
  /// The response; freshening its head sets a new value.
  package var response: StoredResponse

  /// The entry that holds its body.
  package let reference: StoredReference

  /// When the response last answered, exact to a minute; when it was received, if no use is known.
  var lastUsedAt: Instant { reference.entry?.lastUsedAt ?? response.receivedAt }

  package init(_ response: StoredResponse, _ reference: StoredReference) {
    self.response = response
    self.reference = reference
  }
}

/// Identifies one entry of a storage, and the place of its body.
package enum StoredReference: Sendable, Hashable {
  /// An entry in the memory of this process, and its body.
  case memory(number: Int64, body: [UInt8])
  /// An entry on disk, as it was found; boxed, since references are copied often.
  indirect case disk(StoredEntry)
  /// A response of a remote cache, and the SHA-256 of its body in hexadecimal.
  indirect case remote(number: Int64, bodyDigest: String, bodyLength: Int64)

  /// The tiers of storage where an entry may be.
  package enum Tier: Sendable, Hashable {
    case memory, disk, remote
  }

  package var tier: Tier {
    switch self {
    case .memory: .memory
    case .disk: .disk
    case .remote: .remote
    }
  }

  /// The number of the entry in its tier; a storage never gives a number to two entries.
  package var number: Int64 {
    switch self {
    case .memory(let number, _), .remote(let number, _, _): number
    case .disk(let entry): entry.id.number
    }
  }

  /// The entry on disk; nil for an entry elsewhere.
  package var entry: StoredEntry? { if case .disk(let entry) = self { entry } else { nil } }

  /// Whether both name the same entry.
  package static func == (left: StoredReference, right: StoredReference) -> Bool {
    left.number == right.number && left.tier == right.tier
  }

  /// Hashes the two values that identify an entry.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(tier)
    hasher.combine(number)
  }
}

/// Bytes of a stored body.
package struct StoredPiece: Sendable, Hashable {
  /// The entry that has the body.
  let reference: StoredReference
  /// The positions of the bytes, from 0 for the first stored byte.
  let range: ClosedRange<Int64>
}

/// Where a response may be kept.
public enum StoragePolicy: String, Sendable, CaseIterable {
  /// On disk.
  case disk
  /// In the memory of this process only.
  case memory
  /// Nowhere.
  case never
}
