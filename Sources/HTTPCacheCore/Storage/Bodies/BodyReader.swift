import CSystem

/// Reads a stored body whose checksum has been verified before its first byte is given.
///
/// The reader holds its own descriptor, so it keeps working when the entry is removed.
package final class BodyReader {
  /// Bodies in files are held in memory up to this many bytes.
  static let wholeLimit: Int64 = 1 << 20
  static let chunkSize = 256 << 10
  /// Reads go to the beginning of a page: kernels copy there several times as fast as to an unaligned address.
  static let pageSize = 4096

  package let length: Int64

  private let id: EntryID
  private let checksum: UInt64
  private let path: String
  /// The whole body; nil if only the file has it.
  private(set) var whole: [UInt8]?
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

  /// Takes a body from the database and verifies it.
  convenience init(_ bytes: [UInt8], of entry: StoredEntry) throws(StoreError) {
    guard Self.isWhole(bytes, length: entry.response.bodyLength, checksum: entry.bodyChecksum) else {
      throw .damagedBody(entry.id)
    }
    self.init(verified: bytes, of: entry)
  }

  /// Whether bytes have the length and the checksum of the stored body.
  static func isWhole(_ bytes: [UInt8], length: Int64, checksum: UInt64) -> Bool {
    Int64(bytes.count) == length && XXH64.hash(bytes) == checksum
  }

  /// Takes a body that has been verified.
  init(verified bytes: [UInt8], of entry: StoredEntry) {
    (id, checksum, length) = (entry.id, entry.bodyChecksum, entry.response.bodyLength)
    (path, descriptor, whole, stamp) = ("", -1, bytes, Stamp(stat()))
  }

  /// Takes over the descriptor of a file whose bytes were verified while they were written.
  init(verified descriptor: Int32, length: Int64, path: String) throws(StoreError) {
    (id, checksum, self.length) = (EntryID(number: 0), 0, length)
    (self.path, self.descriptor, whole) = (path, descriptor, nil)
    var info = stat()
    let isThere = fstat(descriptor, &info) == 0
    stamp = Stamp(info)
    guard isThere, stamp.size == length else { throw .damagedBody(id) }
  }

  /// Another descriptor of the body's file, which belongs to the caller; nil if the body is in memory.
  func duplicate() -> Int32? {
    guard whole == nil, descriptor >= 0 else { return nil }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 && lseek(copy, 0, SEEK_SET) == 0 ? copy : nil
  }

  /// Takes over the descriptor of a body's file.
  init(descriptor: Int32, path: String, of entry: StoredEntry) throws(StoreError) {
    (id, checksum, length) = (entry.id, entry.bodyChecksum, entry.response.bodyLength)
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
    guard sum.value == checksum else { throw .damagedBody(id) }
    if isHeld { whole = bytes }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Gives the body piece by piece, until `visit` returns false; can be called again.
  ///
  /// Without a range, gives the whole body; a range is cut at the body's end. A piece is valid during the call only.
  ///
  /// - Throws: `StoreError.damagedBody` if the file changed since it was opened.
  package func forEachChunk(
    in range: ClosedRange<Int64>? = nil, _ visit: (UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    let first = max(0, min(range?.lowerBound ?? 0, length))
    let end = max(first, min(range.map { $0.upperBound.addingSaturated(1) } ?? length, length))
    if let whole {
      guard first < end else { return }
      _ = whole.withUnsafeBytes { visit(UnsafeRawBufferPointer(rebasing: $0[Int(first)..<Int(end)])) }
      return
    }
    // The file was verified when it was opened: only check that no process has written to it since.
    var offset = first
    guard first < end else { return }
    try readFile(from: first) { chunk in
      let part = UnsafeRawBufferPointer(rebasing: chunk[..<min(chunk.count, Int(end - offset))])
      offset += Int64(part.count)
      return visit(part) && offset < end
    }
    try checkUnchanged()
  }

  private func checkUnchanged() throws(StoreError) {
    var info = stat()
    guard fstat(descriptor, &info) == 0, Stamp(info) == stamp else { throw .damagedBody(id) }
  }

  /// Reads the file from an offset on.
  private func readFile(
    from first: Int64 = 0, _ visit: (UnsafeRawBufferPointer) -> Bool
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
      guard visit(chunk) else { return }
    }
  }
}
