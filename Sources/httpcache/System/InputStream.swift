import CSystem
import HTTPCacheCore

/// The input that an option names.
enum InputSource: Equatable, Sendable {
  case standardInput
  case file(String)

  /// The path; nil for the standard input.
  var path: String? {
    switch self {
    case .standardInput: nil
    case .file(let path): path
    }
  }

  /// Reads a path; `-` is the standard input.
  init(path: String) { self = path == "-" ? .standardInput : .file(path) }
}

/// A file or the standard input, for readers that pull bytes.
final class InputStream {
  let name: String

  private let descriptor: Int32
  private var errorNumber: Int32 = 0

  init(_ source: InputSource) throws(UsageError) {
    switch source {
    case .standardInput: (name, descriptor) = ("standard input", 0)
    case .file(let path): (name, descriptor) = (path, open(path.cText, O_RDONLY | O_CLOEXEC))
    }
    guard descriptor >= 0 else { throw Self.unreadable(name, errno) }
  }

  deinit {
    if descriptor > 0 { close(descriptor) }
  }

  /// Fills a buffer; returns how many bytes it has put there, 0 at the end, -1 if the source can't be read.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = DescriptorIO.read(descriptor, into: buffer, onSignal: Interruption.raiseIfRequested)
    if count < 0 { errorNumber = errno }
    return count
  }

  /// Reads the next bytes into `chunk`; returns how many they are, 0 at the end.
  func read(_ chunk: inout [UInt8]) throws(UsageError) -> Int {
    let count = chunk.withUnsafeMutableBytes { fill($0) }
    guard count >= 0 else { throw Self.unreadable(name, errorNumber) }
    return count
  }

  /// A fault in the text as a usage error that names its place.
  func usage(_ fault: JSONFault, option: String) -> UsageError {
    guard fault.cause != .unreadable else { return Self.unreadable(name, errorNumber) }
    let place = fault.place
    return UsageError(
      "\(option): \(name):\(place.line):\(place.column): \(fault.message) (byte \(place.offset))")
  }

  /// The error after `fill` has returned -1.
  var failure: UsageError { Self.unreadable(name, errorNumber) }

  private static func unreadable(_ name: String, _ code: Int32) -> UsageError {
    UsageError("can't read \(name): \(String(cString: strerror(code)))")
  }
}

extension InputSource {
  /// Visits the bytes of the source piece by piece.
  func forEachChunk(_ visit: (ArraySlice<UInt8>) throws(UsageError) -> Void) throws(UsageError) {
    let input = try InputStream(self)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try input.read(&chunk)
      if count == 0 { return }
      try visit(chunk[..<count])
    }
  }

  func bytes() throws(UsageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachChunk { chunk throws(UsageError) in bytes += chunk }
    return bytes
  }
}

extension [UInt8] {
  /// Visits the lines of a text behind its byte order mark, empty ones too, without white space around them.
  func forEachLine(_ visit: (ArraySlice<UInt8>) throws(UsageError) -> Void) throws(UsageError) {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var next = withoutByteOrderMark.startIndex
    while next <= endIndex {
      let lineEnd = self[next...].firstIndex(of: 0x0A) ?? endIndex
      var (start, end) = (next, lineEnd)
      while start < end, isSpace(self[start]) { start += 1 }
      while start < end, isSpace(self[end - 1]) { end -= 1 }
      try visit(self[start..<end])
      next = lineEnd + 1
    }
  }
}
