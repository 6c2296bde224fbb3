import CSystem

/// A file beside the database with the removals that the database could not take: on a full disk, beyond a limit of file
/// sizes, or while another process held its lock.
///
/// What is noted counts as removed: each reader asks the notes before the database, and the next transaction that works
/// makes the removals. There is a file only while there are notes, so that a lookup costs one system call. Its room is
/// taken while there is some, as a file of zeros that gets the name of the notes when it is needed.
struct RemovalNotes {
  /// The bytes that all notes together may take.
  static let size = 16 << 10

  /// The bytes before the pairs of a note: their length, and their checksum.
  private static let prefix = 12

  /// For how long another process's lock on the notes is waited for, in steps of 10 milliseconds.
  private static let mostNaps = 100

  let directory: StoreDirectory

  private var path: String { directory.removals }

  /// The removals that are noted; none if there is no file.
  func read() -> [NotedRemoval] {
    let descriptor = StoreDirectory.openFile(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return Self.read(descriptor).removals
  }

  /// Notes removals, all or none.
  ///
  /// - Returns: false if there is no room for them.
  func add(_ removals: [NotedRemoval]) -> Bool {
    let descriptor = lockedFile(O_RDWR, makes: true)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = removals.flatMap(Self.encode)
    let end = Self.read(descriptor).end
    guard end + bytes.count <= Self.size else { return false }
    return bytes.withUnsafeBytes { DescriptorIO.writeAll($0, to: descriptor, at: Int64(end)) } == 0
  }

  /// Takes the room for notes, unless it is taken.
  func takeRoom() {
    var info = stat()
    guard lstat(directory.removalsRoom.cText, &info) != 0, errno == ENOENT, lstat(path.cText, &info) != 0
    else { return }
    let aside = directory.removalsRoom + StoreDirectory.temporarySuffix
    let descriptor = StoreDirectory.openFile(aside, O_WRONLY | O_CREAT | O_TRUNC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let isWritten = [UInt8](repeating: 0, count: Self.size).withUnsafeBytes {
      DescriptorIO.writeAll($0, to: descriptor)
    }
    if isWritten == 0 { rename(aside.cText, directory.removalsRoom.cText) } else { unlink(aside.cText) }
  }

  /// Notes on their way into the database; other processes add none meanwhile.
  struct Taken {
    let removals: [NotedRemoval]
    private let descriptor: Int32
    private let notes: RemovalNotes

    fileprivate init(_ notes: RemovalNotes, _ descriptor: Int32) {
      (self.notes, self.descriptor) = (notes, descriptor)
      removals = RemovalNotes.read(descriptor).removals
    }

    /// Ends the work; `isDone` says that the database has the removals, so that the notes go and leave their room.
    func end(isDone: Bool) {
      defer { close(descriptor) }
      guard isDone else { return }
      let isCleared = [UInt8](repeating: 0, count: RemovalNotes.size).withUnsafeBytes {
        DescriptorIO.writeAll($0, to: descriptor, at: 0)
      }
      if isCleared == 0 {
        // A process that was killed may have left both names for one file, which `rename` would leave alone.
        unlink(notes.directory.removalsRoom.cText)
        rename(notes.path.cText, notes.directory.removalsRoom.cText)
      } else {
        unlink(notes.path.cText)
      }
    }
  }

  /// Takes all notes, for a transaction that makes their removals; nil if there are none, or if another process keeps
  /// them locked.
  func take() -> Taken? {
    let descriptor = lockedFile(O_RDWR, makes: false)
    return descriptor < 0 ? nil : Taken(self, descriptor)
  }

  /// Opens the file of the notes, alone; `makes` gives the reserved room its name, or makes a new file.
  ///
  /// - Returns: -1 if there is no file, or it stays locked.
  private func lockedFile(_ flags: Int32, makes: Bool) -> Int32 {
    for _ in 0..<Self.mostNaps {
      var descriptor = StoreDirectory.openFile(path, flags)
      if descriptor < 0, errno == ENOENT, makes {
        useRoom()
        descriptor = StoreDirectory.openFile(path, flags | O_CREAT)
      }
      guard descriptor >= 0 else { return -1 }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isCurrent(descriptor) { return descriptor }
      close(descriptor)
      usleep(10_000)
    }
    return -1
  }

  /// Gives the reserved room the name of the notes, unless another process has just done so: `link`, unlike `rename`,
  /// replaces no file.
  private func useRoom() {
    if link(directory.removalsRoom.cText, path.cText) == 0 { unlink(directory.removalsRoom.cText) }
  }

  /// Whether an open file still has the name of the notes: another process may have put them into the database.
  private func isCurrent(_ descriptor: Int32) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && lstat(path.cText, &named) == 0 && open.st_ino == named.st_ino
      && open.st_mode & S_IFMT == S_IFREG
  }

  // MARK: As bytes

  private static func encode(_ removal: NotedRemoval) -> [UInt8] {
    let pairs = removal.pairs.bytes
    var bytes: [UInt8] = []
    withUnsafeBytes(of: UInt32(clamping: pairs.count).littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: XXH64.hash(pairs).littleEndian) { bytes.append(contentsOf: $0) }
    return bytes + pairs
  }

  /// The notes of a file up to the first that is not whole, and where that is.
  private static func read(_ descriptor: Int32) -> (removals: [NotedRemoval], end: Int) {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = max(0, bytes.withUnsafeMutableBytes { DescriptorIO.fill($0, from: descriptor, at: 0) })
    return bytes.withUnsafeBytes { bytes in
      var removals: [NotedRemoval] = []
      var end = 0
      while count - end > prefix {
        let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt32.self)))
        let sum = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end + 4, as: UInt64.self))
        guard length > 0, length <= count - end - prefix else { break }
        let pairs = Array(bytes[(end + prefix)..<(end + prefix + length)])
        guard XXH64.hash(pairs) == sum, let removal = BytePairs(checking: pairs).flatMap(NotedRemoval.init)
        else { break }
        removals.append(removal)
        end += prefix + length
      }
      return (removals, end)
    }
  }
}
