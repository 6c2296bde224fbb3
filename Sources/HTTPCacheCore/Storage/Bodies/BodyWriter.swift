import CSystem

/// Takes the body of a response that may be stored: into memory while small, then into a temporary file.
///
/// The client's thread appends the bytes, and the store thread may finish the body. The file is removed when the
/// writer is discarded, or released without having been committed. A process that dies leaves the file behind,
/// unlocked, for a later sweep.
package final class BodyWriter: Sendable {
  /// The bytes of a finished body, or the name of its file, and its checksum.
  typealias Finished = (inline: [UInt8]?, file: String?, checksum: UInt64)

  private let state: Locked<State>

  /// Begins a body.
  ///
  /// - Throws: `StoreError.readOnly`.
  init(directory: StoreDirectory, options: StoreOptions) throws(StoreError) {
    guard !options.isReadOnly else { throw .readOnly(path: directory.path) }
    state = Locked(
      State(directory: directory, inlineLimit: options.inlineLimit, limit: options.maxEntrySize))
  }

  deinit { discard() }

  /// The bytes taken so far.
  package var length: Int64 { state.withLock { $0.length } }

  /// The bytes that have gone to the file, which survive this process.
  var flushedLength: Int64 { state.withLock { $0.flushedLength } }

  /// Whether the bytes have gone to a file.
  var isInFile: Bool { state.withLock { $0.isInFile } }

  /// The error of a writer whose file system has no room.
  var noRoom: StoreError { state.withLock { $0.noRoom } }

  /// Takes the next bytes.
  ///
  /// After an error everything taken is discarded, and no more can be taken.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in try state.append(bytes) }
  }

  /// Takes the next bytes; a short body that comes as one array is kept without a copy.
  package func append(_ bytes: [UInt8]) throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in try state.append(bytes) }
  }

  /// Forgets the body; the temporary file is unlinked.
  package func discard() { state.withLock { $0.discard() } }

  /// Gives the body its final name.
  ///
  /// The file is not synced: syncing 1 GiB took twice as long as receiving it. The kernel keeps the writes of a
  /// killed process; a body torn by a power cut has a wrong length or checksum, and counts as a miss.
  func finish() throws(StoreError) -> Finished {
    try state.withLock { (state) throws(StoreError) in try state.finish() }
  }

  /// Opens the bytes received so far, which the caller has verified.
  func opened() throws(StoreError) -> StoredBody {
    try state.withLock { (state) throws(StoreError) in try state.opened() }
  }

  /// Gives up the file, which belongs to its committed row from now on.
  func handOver() { state.withLock { $0.handOver() } }

  /// Gives the file a second name, and from now on notes the length and checksum of the body in a growth file.
  ///
  /// - Returns: the second name, which is that of a body, with the length and checksum of the bytes in the file.
  /// - Throws: if that is not possible here; then no file has the second name.
  func beginGrowth() throws(StoreError) -> (name: String, mark: Growth.Mark) {
    try state.withLock { (state) throws(StoreError) in try state.beginGrowth() }
  }

  /// Stops noting the length of the body.
  func endGrowth() { state.withLock { $0.endGrowth() } }
}

extension BodyWriter {
  /// The bytes received so far, in memory or in a file.
  private struct State: Sendable {
    private(set) var length: Int64 = 0

    private let directory: StoreDirectory
    private let inlineLimit: Int
    private let limit: Int64
    private var memory: [UInt8] = []
    /// The checksum of the bytes in the file; a short body is hashed when it is stored.
    private var checksum = XXH64()
    /// The name of the temporary file, without its suffix.
    private lazy var name = StoreDirectory.randomName()
    private var descriptor: Int32 = -1
    private var path: String?
    /// A buffer for bytes on their way to the file; they begin at the first boundary of a page in it.
    private var pages: [UInt8] = []
    private var buffered = 0
    /// The descriptor of the growth file; -1 if there is none.
    private var growth: Int32 = -1

    private(set) var flushedLength: Int64 = 0
    private var flushedChecksum: UInt64 = 0

    private(set) var isInFile = false

    var noRoom: StoreError { .full(path: directory.path) }

    init(directory: StoreDirectory, inlineLimit: Int, limit: Int64) {
      self.directory = directory
      self.inlineLimit = inlineLimit
      self.limit = limit
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
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

    mutating func append(_ bytes: [UInt8]) throws(StoreError) {
      if length == 0, bytes.count <= inlineLimit, Int64(bytes.count) <= limit {
        memory = bytes
        length = Int64(bytes.count)
        return
      }
      try bytes.withUnsafeBufferPointer { (all) throws(StoreError) in
        try append(UnsafeRawBufferPointer(all))
      }
    }

    mutating func discard() {
      memory = []
      if let path { unlink(path.cText) }
      path = nil
      release()
    }

    mutating func finish() throws(StoreError) -> Finished {
      guard descriptor >= 0, let temporary = path else {
        return (memory, nil, XXH64.hash(memory))
      }
      do throws(StoreError) {
        try flush()
        let name = StoreDirectory.randomName()
        guard rename(temporary.cText, directory.body(name).cText) == 0 else {
          throw StoreError(errno: errno, path: temporary)
        }
        path = directory.body(name)
        return (nil, name, checksum.value)
      } catch {
        discard()
        throw error
      }
    }

    mutating func opened() throws(StoreError) -> StoredBody {
      guard descriptor >= 0, let path else { return StoredBody(memory) }
      try flush()
      let file = StoreDirectory.openFile(path, O_RDONLY)
      guard file >= 0 else { throw StoreError(errno: errno, path: path) }
      return try StoredBody(verified: file, length: length, path: path)
    }

    mutating func handOver() {
      path = nil
      release()
    }

    private mutating func openFile() throws(StoreError) {
      let path = directory.body(name + StoreDirectory.temporarySuffix)
      // Until the file is locked, a sweep may take it for a leftover and unlink it: then create another.
      for _ in 0..<10 {
        try makeFile(path)
        // The lock tells a sweep that the writer lives; on a file system without locks, a sweep goes by the file's age.
        _ = flock(descriptor, LOCK_EX)
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_nlink == 0 else { break }
        close(descriptor)
        descriptor = -1
      }
      guard descriptor >= 0 else { throw StoreError(errno: ENOENT, path: path) }
      self.path = path
      isInFile = true
    }

    private mutating func makeFile(_ path: String) throws(StoreError) {
      let flags = O_WRONLY | O_CREAT | O_EXCL
      descriptor = StoreDirectory.openFile(path, flags)
      if descriptor < 0, errno == ENOENT {
        if let code = StoreDirectory.failureToMake(directory.bodies) {
          throw StoreError(errno: code, path: directory.bodies)
        }
        descriptor = StoreDirectory.openFile(path, flags)
      }
      guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
    }

    mutating func beginGrowth() throws(StoreError) -> (name: String, mark: Growth.Mark) {
      guard let path, flushedLength > 0, growth < 0 else {
        throw .io(path: directory.path, reason: StoreError.words(EINVAL))
      }
      let second = directory.body(name)
      guard link(path.cText, second.cText) == 0 else { throw StoreError(errno: errno, path: directory.path) }
      growth = Growth.create(second + Growth.suffix)
      guard growth >= 0 else {
        let code = errno
        unlink(second.cText)
        throw StoreError(errno: code, path: directory.path)
      }
      noteGrowth()
      return (name, flushed)
    }

    mutating func endGrowth() {
      if growth >= 0 { close(growth) }
      growth = -1
    }

    /// The length and checksum of the bytes that are in the file.
    private var flushed: Growth.Mark {
      Growth.Mark(length: flushedLength, checksum: flushedChecksum)
    }

    private mutating func noteGrowth() {
      guard growth >= 0, !Growth.append(flushed, to: growth) else { return }
      endGrowth()
    }

    /// Gathers small and unaligned pieces into pages, which the kernel copies several times as fast.
    private mutating func take(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
      if pages.isEmpty {
        let count = StoredBody.chunkSize + StoredBody.pageSize
        pages = [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
      }
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest.prefix(StoredBody.chunkSize - buffered))
        checksum.update(part)
        let place = buffered
        pages.withUnsafeMutableBytes { pages in
          let first = Self.firstBoundary(UnsafeRawBufferPointer(pages)) + place
          UnsafeMutableRawBufferPointer(rebasing: pages[first...]).copyMemory(from: part)
        }
        buffered += part.count
        rest = rest.dropFirst(part.count)
        if buffered == StoredBody.chunkSize { try flush() }
      }
    }

    /// Where the first page begins in a buffer.
    private static func firstBoundary(_ buffer: UnsafeRawBufferPointer) -> Int {
      -Int(bitPattern: buffer.baseAddress) & (StoredBody.pageSize - 1)
    }

    /// Writes the gathered bytes.
    private mutating func flush() throws(StoreError) {
      guard buffered > 0 else { return }
      try pages.withUnsafeBufferPointer { (all) throws(StoreError) in
        let pages = UnsafeRawBufferPointer(all)
        let bytes = UnsafeRawBufferPointer(rebasing: pages[Self.firstBoundary(pages)...].prefix(buffered))
        let code = DescriptorIO.writeAll(bytes, to: descriptor)
        guard code == 0 else { throw StoreError(errno: code, path: directory.path) }
      }
      flushedLength += Int64(buffered)
      flushedChecksum = checksum.value
      buffered = 0
      noteGrowth()
    }

    private mutating func release() {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
      endGrowth()
      (pages, buffered) = ([], 0)
    }
  }
}
