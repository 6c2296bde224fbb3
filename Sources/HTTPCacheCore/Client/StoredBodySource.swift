extension FetchError {
  /// What a fetch ends in where a stored body can't be sent to its end.
  init(_ interrupted: StoredBodySource.Interrupted) {
    switch interrupted {
    case .closed: self = .readerClosed
    case .store(let problem): self = .store(problem)
    }
  }
}

/// The body of a stored response, from memory or from disk.
struct StoredBodySource {
  /// Why reading ended early.
  enum Interrupted: Error {
    /// The reader wants no more.
    case closed
    /// The body can't be read, or is damaged.
    case store(StoreError)
  }

  private enum Place {
    case memory([UInt8])
    case disk(BodyReader)
  }

  private let place: Place

  /// Opens the body and verifies what can be verified before the first byte goes out.
  init(_ found: ClientCache.Found, in cache: ClientCache) throws(Interrupted) {
    switch found {
    case .memory(_, let bytes): place = .memory(bytes)
    case .disk(let entry):
      let reader: BodyReader?
      do { reader = try cache.openBody(entry) } catch { throw .store(error) }
      guard let reader else { throw .closed }
      place = .disk(reader)
    }
  }

  /// Gives a range of the body piece by piece until the last or until `visit` returns false.
  func forEachPiece(in range: ClosedRange<Int64>, _ visit: (BodyPiece) -> Bool) throws(Interrupted) {
    if let held, !held.isEmpty, range.lowerBound <= 0, range.upperBound >= Int64(held.count) - 1 {
      guard BodyPiece.with(held, visit) else { throw .closed }
      return
    }
    var isClosed = false
    switch place {
    case .memory(let bytes):
      let part = range.clamped(to: 0...Int64(max(0, bytes.count - 1)))
      guard !bytes.isEmpty else { return }
      isClosed = !bytes.withUnsafeBytes {
        visit(BodyPiece(UnsafeRawBufferPointer(rebasing: $0[Int(part.lowerBound)...Int(part.upperBound)])))
      }
    case .disk(let reader):
      do {
        try reader.forEachChunk(in: range) { bytes in
          isClosed = !visit(BodyPiece(bytes))
          return !isClosed
        }
      } catch {
        throw .store(error)
      }
    }
    if isClosed { throw .closed }
  }

  /// The body, where it is an array in memory already.
  private var held: [UInt8]? {
    switch place {
    case .memory(let bytes): bytes
    case .disk(let reader): reader.whole
    }
  }
}
