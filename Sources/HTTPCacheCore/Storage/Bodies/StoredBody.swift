/// The opened body of a stored response.
package struct StoredBody {
  private enum Place {
    case memory([UInt8])
    case disk(BodyReader)
  }

  private let place: Place

  package init(_ bytes: [UInt8]) { place = .memory(bytes) }

  init(_ reader: BodyReader) { place = .disk(reader) }

  /// Gives a range of the body piece by piece, until its end or until `visit` wants no more.
  ///
  /// A range beyond the end of the body is cut there.
  ///
  /// - Returns: the rest of the range, if the visitor wanted a pause; nil if it got the whole range.
  /// - Throws: why the reader has not got the whole range.
  package func give(
    _ range: ClosedRange<Int64>, to visit: (BodyPiece) -> BodyAction
  ) throws(BodyInterruption) -> ClosedRange<Int64>? {
    if let held, !held.isEmpty, range.lowerBound <= 0, range.upperBound >= Int64(held.count) - 1 {
      guard BodyPiece.with(held, visit) != .abort else { throw .closed }
      return nil
    }
    var action = BodyAction.goOn
    var offset = max(0, range.lowerBound)
    let take = { (bytes: UnsafeRawBufferPointer) in
      action = visit(BodyPiece(bytes))
      offset += Int64(bytes.count)
      return action == .goOn
    }
    switch place {
    case .memory(let bytes): Self.forEachChunk(of: bytes, in: range, take)
    case .disk(let reader):
      do throws(StoreError) {
        try reader.forEachChunk(in: range, take)
      } catch {
        throw .store(error)
      }
    }
    if action == .abort { throw .closed }
    return action == .pause && offset <= min(range.upperBound, length - 1) ? offset...range.upperBound : nil
  }

  /// Where the bytes of an open body can be read again.
  package enum Source {
    /// The bytes themselves, in memory.
    case bytes([UInt8])
    /// The descriptor of a file that holds the body; the caller closes it.
    case descriptor(Int32)
  }

  /// The source for another read of the bytes; nil if the system has no descriptor left.
  package func source() -> Source? {
    if let held { return .bytes(held) }
    guard case .disk(let reader) = place else { return nil }
    return reader.duplicate().map { .descriptor($0) }
  }

  private static func forEachChunk(
    of bytes: [UInt8], in range: ClosedRange<Int64>, _ visit: (UnsafeRawBufferPointer) -> Bool
  ) {
    let end = Int(min(range.upperBound.addingSaturated(1), Int64(bytes.count)))
    bytes.withUnsafeBytes { bytes in
      var start = Int(max(0, range.lowerBound))
      while start < end {
        let next = min(end, start + BodyReader.chunkSize)
        guard visit(UnsafeRawBufferPointer(rebasing: bytes[start..<next])) else { return }
        start = next
      }
    }
  }

  private var length: Int64 {
    switch place {
    case .memory(let bytes): Int64(bytes.count)
    case .disk(let reader): reader.length
    }
  }

  /// The body, if it is an array in memory already.
  private var held: [UInt8]? {
    switch place {
    case .memory(let bytes): bytes
    case .disk(let reader): reader.whole
    }
  }
}

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
    let copy = NewBody()
    copy.transferMilliseconds = transferMilliseconds
    var problem: StoreError?
    let whole = try opened()
    do throws(BodyInterruption) {
      _ = try whole.give(0...max(0, length - 1)) { piece in
        do throws(StoreError) {
          try copy.append(piece)
          return .goOn
        } catch {
          problem = error
          return .abort
        }
      }
    } catch {
      if case .store(let error) = error { problem = problem ?? error }
    }
    discard()
    if let problem { throw problem }
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
