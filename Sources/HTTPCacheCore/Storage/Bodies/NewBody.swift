/// A body on its way into a storage.
package final class NewBody {
  private enum Place {
    case memory([UInt8])
    case disk(BodyWriter)
  }

  private var place: Place

  private let limit: Int64

  /// How long its transfer took, in milliseconds; a later hit saves that time.
  package var transferMilliseconds: Int64 = 0

  /// The part that was stored while this body arrived, which this body replaces.
  package var grown: StoredCandidate?

  /// Begins a body in memory, of at most `limit` bytes.
  package init(limit: Int64 = .max) {
    place = .memory([])
    self.limit = limit
  }

  init(_ writer: BodyWriter) {
    place = .disk(writer)
    limit = .max
  }

  /// How many bytes it has so far.
  package var length: Int64 {
    switch place {
    case .memory(let bytes): Int64(bytes.count)
    case .disk(let writer): writer.length
    }
  }

  /// How many bytes of it are in a file, where others may read them.
  package var flushedLength: Int64 { writer?.flushedLength ?? 0 }

  /// Adds bytes; after an error, the body can't be used any more.
  package func append(_ piece: BodyPiece) throws(StoreError) {
    switch place {
    case .disk(let writer):
      if let array = piece.array { try writer.append(array) } else { try writer.append(piece.bytes) }
    case .memory(var kept):
      place = .memory([])
      guard Int64(kept.count) + Int64(piece.bytes.count) <= limit else { throw .tooLarge(limit: limit) }
      piece.add(to: &kept)
      place = .memory(kept)
    }
  }

  /// The writer of a body on disk.
  var writer: BodyWriter? { if case .disk(let writer) = place { writer } else { nil } }

  /// The bytes of a body in memory.
  package var bytes: [UInt8] { if case .memory(let bytes) = place { bytes } else { [] } }

  /// Copies the bytes into memory, and discards this body.
  func inMemory() throws(StoreError) -> NewBody {
    guard writer != nil else { return self }
    let body = try opened()
    defer { discard() }
    var bytes: [UInt8] = []
    try body.forEachChunk { chunk in
      bytes.append(contentsOf: chunk)
      return true
    }
    let copy = NewBody()
    copy.place = .memory(bytes)
    copy.transferMilliseconds = transferMilliseconds
    return copy
  }

  /// Opens the bytes received so far, which the caller has verified; they stay readable when the body is stored.
  func opened() throws(StoreError) -> StoredBody {
    switch place {
    case .disk(let writer): try writer.opened()
    case .memory(let bytes): StoredBody(bytes)
    }
  }

  /// Drops the bytes, and removes their file.
  package func discard() {
    writer?.discard()
    place = .memory([])
  }
}
