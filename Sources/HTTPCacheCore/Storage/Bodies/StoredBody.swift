import CSystem

/// Why a reader did not get the whole body.
package enum BodyInterruption: Error, Sendable, Equatable {
  /// The reader wants no more.
  case closed
  /// The reader can't use the content: its coding is damaged.
  case damaged
  /// The stored body can't be read, or is damaged.
  case store(StoreError)
}

/// The opened body of a stored response, in memory or in a file, verified before its first byte is given.
///
/// It holds its own descriptor of the file, so it stays readable when the entry is removed.
package final class StoredBody {
  /// Bodies in files are held in memory up to this many bytes.
  static let wholeLimit: Int64 = 1 << 20
  static let chunkSize = 256 << 10
  /// Reads go to the beginning of a page: kernels copy there several times as fast as to an unaligned address.
  static let pageSize = 4096

  package let length: Int64

  private let id: EntryID
  private let path: String
  /// The whole body; nil if only the file has it.
  private var whole: [UInt8]?
  private let descriptor: Int32
  private let stamp: Stamp

  /// The file's size and modification time, which change when a process writes to the file, but not when its name is
  /// removed.
  private struct Stamp: Equatable {
    let size: Int64
    let seconds: Int
    let nanoseconds: Int

    init(_ info: stat) {
      size = Int64(info.st_size)
      var info = info
      let modified = csystem_modified(&info)
      (seconds, nanoseconds) = (modified.tv_sec, modified.tv_nsec)
    }
  }

  /// Takes a body in memory.
  package init(_ bytes: [UInt8]) {
    (id, length, whole) = (EntryID(number: 0), Int64(bytes.count), bytes)
    (path, descriptor, stamp) = ("", -1, Stamp(stat()))
  }

  /// Takes a body from the database and verifies it.
  convenience init(_ bytes: [UInt8], of entry: StoredEntry) throws(StoreError) {
    guard Self.isWhole(bytes, length: entry.response.bodyLength, checksum: entry.bodyChecksum) else {
      throw .damagedBody(entry.id)
    }
    self.init(bytes)
  }

  /// Whether bytes have the length and the checksum of the stored body.
  static func isWhole(_ bytes: [UInt8], length: Int64, checksum: UInt64) -> Bool {
    Int64(bytes.count) == length && XXH64.hash(bytes) == checksum
  }

  /// Takes over the descriptor of a file whose bytes were verified while they were written.
  init(verified descriptor: Int32, length: Int64, path: String) throws(StoreError) {
    (id, self.length) = (EntryID(number: 0), length)
    (self.path, self.descriptor, whole) = (path, descriptor, nil)
    var info = stat()
    let isThere = fstat(descriptor, &info) == 0
    stamp = Stamp(info)
    guard isThere, stamp.size == length else { throw .damagedBody(id) }
  }

  /// Takes over the descriptor of a body's file.
  init(descriptor: Int32, path: String, of entry: StoredEntry) throws(StoreError) {
    (id, length) = (entry.id, entry.response.bodyLength)
    (self.path, self.descriptor, whole) = (path, descriptor, nil)
    var info = stat()
    let isThere = fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    stamp = Stamp(info)
    // The file of a part (206) may be longer than its row says: the writer may have added bytes before its process
    // died.
    let isEnough = stamp.size == length || stamp.size > length && entry.response.head.status == 206
    guard isThere, isEnough else { throw .damagedBody(id) }
    let isHeld = length <= Self.wholeLimit
    var bytes: [UInt8] = []
    if isHeld { bytes.reserveCapacity(Int(length)) }
    var sum = XXH64()
    try readFile { chunk in
      sum.update(chunk)
      if isHeld { bytes.append(contentsOf: chunk) }
      return true
    }
    guard sum.value == entry.bodyChecksum else { throw .damagedBody(id) }
    if isHeld { whole = bytes }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Gives a range of the body piece by piece, until its end or until `visit` wants no more.
  ///
  /// A range beyond the end of the body is cut there.
  ///
  /// - Returns: the rest of the range, if the visitor wanted a pause; nil if it got the whole range.
  /// - Throws: why the reader has not got the whole range.
  package func give(
    _ range: ClosedRange<Int64>, to visit: (BodyPiece) -> BodyAction
  ) throws(BodyInterruption) -> ClosedRange<Int64>? {
    if let whole, !whole.isEmpty, range.lowerBound <= 0, range.upperBound >= length - 1 {
      guard BodyPiece.with(whole, visit) != .abort else { throw .closed }
      return nil
    }
    var action = BodyAction.goOn
    var offset = max(0, range.lowerBound)
    do throws(StoreError) {
      try forEachChunk(in: range) { bytes in
        action = visit(BodyPiece(bytes))
        offset += Int64(bytes.count)
        return action == .goOn
      }
    } catch {
      throw .store(error)
    }
    if action == .abort { throw .closed }
    return action == .pause && offset <= min(range.upperBound, length - 1) ? offset...range.upperBound : nil
  }

  /// Gives the body piece by piece, until `visit` returns false; can be called again.
  ///
  /// Without a range, gives the whole body; a range is cut at the body's end. A piece is valid during the call only.
  ///
  /// - Throws: `StoreError.damagedBody` if the file changed since it was opened.
  package func forEachChunk(
    in range: ClosedRange<Int64>? = nil, _ visit: (UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let first = max(0, min(range?.lowerBound ?? 0, length))
    let end = max(first, min(range.map { $0.upperBound.addingSaturated(1) } ?? length, length))
    guard first < end else { return }
    if let whole {
      return try whole.withUnsafeBufferPointer { (bytes) throws(StoreError) in
        for start in stride(from: Int(first), to: Int(end), by: Self.chunkSize) {
          let chunk = UnsafeBufferPointer(rebasing: bytes[start..<min(Int(end), start + Self.chunkSize)])
          guard try visit(UnsafeRawBufferPointer(chunk)) else { return }
        }
      }
    }
    // The file was verified when it was opened: only check that no process has written to it since.
    var offset = first
    try readFile(from: first) { (chunk) throws(StoreError) in
      let part = UnsafeRawBufferPointer(rebasing: chunk[..<min(chunk.count, Int(end - offset))])
      offset += Int64(part.count)
      return try visit(part) && offset < end
    }
    var info = stat()
    guard fstat(descriptor, &info) == 0, Stamp(info) == stamp else { throw .damagedBody(id) }
  }

  /// Reads the file from an offset on.
  private func readFile(
    from first: Int64 = 0, _ visit: (UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: Self.pageSize)
    defer { buffer.deallocate() }
    var offset = first
    while offset < length {
      let wanted = Int(min(Int64(Self.chunkSize), length - offset))
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
      let count = DescriptorIO.read(descriptor, into: part, at: offset)
      guard count >= 0 else { throw StoreError(errno: errno, path: path) }
      guard count > 0 else { throw .damagedBody(id) }
      let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      offset += Int64(count)
      guard try visit(chunk) else { return }
    }
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
    if let whole { return .bytes(whole) }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 && lseek(copy, 0, SEEK_SET) == 0 ? .descriptor(copy) : nil
  }
}
