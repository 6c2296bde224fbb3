import CSystem

/// Takes the body of a response that may be stored: in memory while small, then in a temporary file.
///
/// The file is gone when this is discarded or released without having been committed. A process that dies
/// leaves it behind, unlocked, for a later sweep.
package final class BodyWriter {
  /// The bytes taken so far.
  package private(set) var length: Int64 = 0

  private let directory: StoreDirectory
  private let inlineLimit: Int
  private let limit: Int64
  private var memory: [UInt8] = []
  /// Of what has gone to the file; a short body is hashed when it is stored.
  private var checksum = XXH64()
  /// What the temporary file is called, but for its suffix.
  private lazy var name = StoreDirectory.randomName()
  private var descriptor: Int32 = -1
  private var path: String?
  private var pages: UnsafeMutableRawBufferPointer?
  private var buffered = 0
  /// The file that says how far the body has come; -1 where none does.
  private var growth: Int32 = -1

  /// The bytes that have gone to the file, which survive this process.
  private(set) var flushedLength: Int64 = 0
  private var flushedChecksum: UInt64 = 0

  /// Whether the bytes have gone to a file.
  private(set) var isInFile = false

  /// What a finished body is.
  enum Finished {
    case inline([UInt8], checksum: UInt64)
    case file(name: String, checksum: UInt64)
  }

  init(directory: StoreDirectory, inlineLimit: Int, limit: Int64) {
    self.directory = directory
    self.inlineLimit = inlineLimit
    self.limit = limit
  }

  deinit { discard() }

  /// Takes the next bytes.
  ///
  /// After an error everything taken is discarded, and no more can be taken.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    do throws(StoreError) {
      let (sum, overflow) = length.addingReportingOverflow(Int64(bytes.count))
      guard !overflow, sum <= limit else { throw .tooLarge(limit: limit) }
      length = sum
      guard descriptor < 0 else { return try take(bytes) }
      memory.append(contentsOf: bytes)
      guard memory.count > inlineLimit else { return }
      try openFile()
      let buffered = memory
      memory = []
      try buffered.withUnsafeBufferPointer { (all) throws(StoreError) in
        try take(UnsafeRawBufferPointer(all))
      }
    } catch {
      discard()
      length = limit
      throw error
    }
  }

  /// Takes the next bytes; an array that is short and the first is kept as it is.
  package func append(_ bytes: [UInt8]) throws(StoreError) {
    if length == 0, bytes.count <= inlineLimit, Int64(bytes.count) <= limit {
      memory = bytes
      length = Int64(bytes.count)
      return
    }
    try bytes.withUnsafeBufferPointer { (all) throws(StoreError) in
      try append(UnsafeRawBufferPointer(all))
    }
  }

  /// Forgets the body; the temporary file is unlinked.
  package func discard() {
    memory = []
    if let path { unlink(path) }
    path = nil
    release()
  }

  /// Gives the body its final name.
  ///
  /// The file is not synced: a killed process loses nothing that the kernel has, and what a power cut tears has not
  /// its length or its checksum, so that it is a miss. Syncing 1 GiB took twice as long as receiving it.
  func finish() throws(StoreError) -> Finished {
    guard descriptor >= 0, let temporary = path else {
      return .inline(memory, checksum: XXH64.hash(memory))
    }
    do throws(StoreError) {
      try flush()
      let name = StoreDirectory.randomName()
      guard rename(temporary, directory.body(name)) == 0 else {
        throw StoreError(errno: errno, path: temporary)
      }
      path = directory.body(name)
      return .file(name: name, checksum: checksum.value)
    } catch {
      discard()
      throw error
    }
  }

  /// Leaves the file to its row, which has been committed.
  func handOver() {
    path = nil
    release()
  }

  private func openFile() throws(StoreError) {
    let path = directory.body(name + StoreDirectory.temporarySuffix)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    descriptor = StoreDirectory.openFile(path, flags)
    if descriptor < 0, errno == ENOENT {
      try StoreDirectory.makeDirectory(directory.bodies)
      descriptor = StoreDirectory.openFile(path, flags)
    }
    guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
    self.path = path
    isInFile = true
    // Says that the writer lives; a file system without locks falls back to the file's age.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  /// Gives what is in the file a second name, and notes beside it from now on how far the body has come.
  ///
  /// - Returns: that name, which is that of a body, and how far it has come.
  /// - Throws: where that is not possible here; then there is no file of that name.
  func beginGrowth() throws(StoreError) -> (name: String, mark: Growth.Mark) {
    guard let path, flushedLength > 0, growth < 0 else {
      throw .io(path: directory.path, reason: StoreError.words(EINVAL))
    }
    let second = directory.body(name)
    guard link(path, second) == 0 else { throw StoreError(errno: errno, path: directory.path) }
    growth = Growth.create(second + Growth.suffix)
    guard growth >= 0 else {
      let code = errno
      unlink(second)
      throw StoreError(errno: code, path: directory.path)
    }
    noteGrowth()
    return (name, flushed)
  }

  /// Notes no more how far the body has come.
  func endGrowth() {
    if growth >= 0 { close(growth) }
    growth = -1
  }

  /// How far the body has come in the file, once it is flushed.
  private var flushed: Growth.Mark {
    Growth.Mark(length: flushedLength, checksum: flushedChecksum)
  }

  private func noteGrowth() {
    guard growth >= 0, !Growth.append(flushed, to: growth) else { return }
    endGrowth()
  }

  /// Gathers what comes in small and unaligned pieces: the kernel copies whole pages several times as fast.
  private func take(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    let pages =
      pages
      ?? UnsafeMutableRawBufferPointer.allocate(
        byteCount: BodyReader.chunkSize, alignment: BodyReader.pageSize)
    self.pages = pages
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(pages.count - buffered)
      checksum.update(UnsafeRawBufferPointer(rebasing: part))
      UnsafeMutableRawBufferPointer(rebasing: pages[buffered...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: part))
      buffered += part.count
      rest = rest.dropFirst(part.count)
      if buffered == pages.count { try flush() }
    }
  }

  /// Writes what is gathered.
  private func flush() throws(StoreError) {
    guard let pages, buffered > 0 else { return }
    try write(UnsafeRawBufferPointer(rebasing: pages[..<buffered]))
    flushedLength += Int64(buffered)
    flushedChecksum = checksum.value
    buffered = 0
    noteGrowth()
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    let code = DescriptorIO.writeAll(bytes, to: descriptor)
    guard code == 0 else { throw StoreError(errno: code, path: directory.path) }
  }

  private func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    endGrowth()
    pages?.deallocate()
    (pages, buffered) = (nil, 0)
  }
}
