#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A body on its way into the store: in memory while it is small, else in a file with a passing name.
package final class BodyWriter {
  private let directory: StoreDirectory
  private let inlineLimit: Int
  private let maxLength: Int64
  private var sum = XXH64()
  private var descriptor: Int32 = -1

  /// The file's name once it is whole; nil where the body is small.
  private(set) var fileName: String?

  /// The body, where it is small.
  private(set) var inlineBytes: [UInt8] = []

  /// Bytes taken so far.
  package private(set) var length: Int64 = 0

  init(_ directory: StoreDirectory, inlineLimit: Int, maxLength: Int64) {
    self.directory = directory
    self.inlineLimit = inlineLimit
    self.maxLength = maxLength
  }

  /// The checksum of what was taken.
  var digest: UInt64 { sum.digest }

  /// Takes more of the body.
  ///
  /// - Throws: `.tooLarge` as soon as the limit is passed, or what the system said; the writer is of no more use.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    length += Int64(bytes.count)
    guard length <= maxLength else {
      discard()
      throw .tooLarge(limit: maxLength)
    }
    sum.update(bytes)
    if fileName == nil, inlineBytes.count + bytes.count <= inlineLimit {
      inlineBytes.append(contentsOf: bytes)
      return
    }
    if fileName == nil {
      try begin()
      let kept = inlineBytes
      inlineBytes = []
      try write(kept.span.bytes)
    }
    try write(bytes)
  }

  private func begin() throws(StoreError) {
    let name = StoreDirectory.randomName()
    descriptor = open(
      temporaryPath(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw directory.systemError() }
    fchmod(descriptor, 0o600)
    flock(descriptor, LOCK_EX)  // Tells those who sweep that somebody is still writing.
    fileName = name
  }

  private func write(_ bytes: RawSpan) throws(StoreError) {
    try bytes.withUnsafeBytes { bytes throws(StoreError) in try write(bytes) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let count = systemWrite(descriptor, chunk)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        let error = directory.systemError()
        discard()
        throw error
      }
    }
  }

  /// Gives the file its lasting name, durable as far as the promise goes; the row is committed after this.
  func publish() throws(StoreError) {
    guard let fileName, descriptor >= 0 else { return }
    #if canImport(Darwin)
    let isSynced = fcntl(descriptor, F_BARRIERFSYNC) != -1
    #else
    let isSynced = fdatasync(descriptor) == 0
    #endif
    guard isSynced, rename(temporaryPath(fileName), "\(directory.bodiesPath)/\(fileName)") == 0 else {
      let error = directory.systemError()
      discard()
      throw error
    }
    close(descriptor)
    descriptor = -1
  }

  /// Takes back what `publish` did, where the row could not be committed.
  func withdraw() {
    if let fileName { unlink("\(directory.bodiesPath)/\(fileName)") }
  }

  /// Gives up: nothing stays.
  package func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    if let fileName { unlink(temporaryPath(fileName)) }
  }

  private func temporaryPath(_ name: String) -> String { "\(directory.bodiesPath)/\(name).part" }

  deinit { discard() }
}

/// `write(2)`, which inside `BodyWriter` would be its own method.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
