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
  init(_ found: ClientCache.Found, store: Store?) throws(Interrupted) {
    switch found {
    case .memory(_, let bytes): place = .memory(bytes)
    case .disk(let entry):
      guard let store else { throw .closed }
      do { place = .disk(try store.openBody(entry)) } catch { throw .store(error) }
    }
  }

  /// Gives the body piece by piece until the end or until `visit` returns false.
  func forEachChunk(_ visit: (UnsafeRawBufferPointer) -> Bool) throws(Interrupted) {
    var isClosed = false
    switch place {
    case .memory(let bytes): isClosed = !bytes.withUnsafeBytes(visit)
    case .disk(let reader):
      do {
        try reader.forEachChunk { bytes in
          isClosed = !visit(bytes)
          return !isClosed
        }
      } catch {
        throw .store(error)
      }
    }
    if isClosed { throw .closed }
  }
}
