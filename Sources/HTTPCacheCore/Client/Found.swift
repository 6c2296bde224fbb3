extension ClientCache {
  /// A stored response, and whether it is in memory or on disk.
  package enum Found {
    case disk(StoredEntry)
    case memory(StoredResponse, [UInt8])

    /// The response; a new value stands for a head that was freshened.
    package var response: StoredResponse {
      get {
        switch self {
        case .disk(let entry): entry.response
        case .memory(let response, _): response
        }
      }
      set {
        switch self {
        case .disk(var entry):
          entry.response = newValue
          self = .disk(entry)
        case .memory(_, let body): self = .memory(newValue, body)
        }
      }
    }

    /// Whether both are the same entry.
    func isSame(as other: Found) -> Bool {
      switch (self, other) {
      case (.disk(let left), .disk(let right)): left.id == right.id
      case (.memory(let left, _), .memory(let right, _)): left.selectingFields == right.selectingFields
      default: false
      }
    }

    /// The name of its entry on disk.
    var entryID: EntryID? {
      if case .disk(let entry) = self { entry.id } else { nil }
    }

    /// Whether it outlives this process.
    package var isOnDisk: Bool {
      if case .disk = self { true } else { false }
    }
  }
}
