#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A body on its way into a file: written aside, then renamed, so that the name never holds a part.
///
/// What is no regular file (a device, a pipe) is written straight.
final class OutputFile {
  let path: String
  private let temporaryPath: String?
  private var descriptor: Int32

  /// Opens the file.
  ///
  /// - Parameter path: where the body is to be; its directory has to be there.
  /// - Throws: what the system said.
  init(path: String) throws(OutputError) {
    self.path = path
    var status = stat()
    let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    if isSpecial {
      temporaryPath = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      let suffix = UInt64.random(in: .min ... .max)
      let aside = "\(path).\(String(suffix, radix: 16)).part"
      temporaryPath = aside
      descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw .failed(code: errno) }
  }

  /// Makes a directory for files, and those above it, where it is missing.
  ///
  /// - Parameter path: of the directory; a link to one will do.
  /// - Throws: what the system said.
  static func makeDirectory(_ path: String) throws(OutputError) {
    var status = stat()
    for end in path.indices.dropFirst().filter({ path[$0] == "/" }) + [path.endIndex]
    where mkdir(String(path[..<end]), 0o777) != 0 {
      let code = errno
      guard stat(path, &status) != 0 else { break }
      guard code == EEXIST || stat(String(path[..<end]), &status) == 0 else { throw .failed(code: code) }
    }
    guard stat(path, &status) == 0 else { throw .failed(code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .failed(code: ENOTDIR) }
  }

  /// Writes more of the body.
  func append(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(descriptor, chunk.baseAddress, chunk.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .failed(code: errno)
      }
    }
  }

  /// Gives the whole body its name.
  func finish() throws(OutputError) {
    let isClosed = close(descriptor) == 0
    descriptor = -1
    guard isClosed else { throw .failed(code: errno) }
    if let temporaryPath, rename(temporaryPath, path) != 0 { throw .failed(code: errno) }
    isFinished = true
  }

  private var isFinished = false

  /// Leaves nothing behind unless the body was whole.
  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isFinished, let temporaryPath { unlink(temporaryPath) }
  }
}

extension OutputError {
  /// What went wrong, in the system's words.
  var message: String {
    switch self {
    case .readerGone: "the reader went away"
    case .noFileName: "the URL names no file; name one with -o FILE"
    case .damagedCoding: "its content coding is damaged or cut short"
    case .failed(let code): String(cString: strerror(code))
    }
  }
}
