import HTTPCacheCore

/// Undoes gzip if the first two bytes of a file show it; the bytes of any other file pass unchanged.
struct GzipFile {
  /// The first bytes, until they show whether the file is compressed; nil afterwards.
  private var first: [UInt8]? = []
  private var decoder: ContentDecoder?

  /// Whether zlib, which a compressed file needs, is missing.
  private(set) var lacksLibrary = false

  /// Whether all further bytes pass unchanged.
  var isPlain: Bool { first == nil && decoder == nil && !lacksLibrary }

  /// Whether the compressed data has ended.
  var isWhole: Bool { decoder?.isWhole != false }

  /// Passes on the next bytes of the file; false if they can't be decoded.
  mutating func take(_ bytes: UnsafeRawBufferPointer, _ pass: (UnsafeRawBufferPointer) -> Void) -> Bool {
    guard var first else { return decode(bytes, pass) }
    first += bytes
    guard first.count >= 2 else {
      self.first = first
      return true
    }
    self.first = nil
    if first[0] == 0x1F, first[1] == 0x8B {
      do throws(UnknownCoding) { decoder = try ContentDecoder(["gzip"]) } catch { lacksLibrary = true }
    }
    return first.withUnsafeBytes { decode($0, pass) }
  }

  private func decode(_ bytes: UnsafeRawBufferPointer, _ pass: (UnsafeRawBufferPointer) -> Void) -> Bool {
    if lacksLibrary { return false }
    if let decoder { return decoder.decode(bytes, pass) }
    pass(bytes)
    return true
  }

  /// Passes on the bytes of a file that is too short to be compressed.
  mutating func finish(_ pass: (UnsafeRawBufferPointer) -> Void) {
    if let first, !first.isEmpty { first.withUnsafeBytes(pass) }
    first = nil
  }
}

/// A file that may be compressed by gzip, for readers that pull bytes.
final class GzipInput {
  /// How many compressed bytes are decoded at once; decoded, they can be a thousand times as many.
  private static let chunkSize = 4096

  private let input: InputStream
  private var file = GzipFile()
  private var chunk = [UInt8](repeating: 0, count: chunkSize)

  /// Decoded bytes, and the index of the first that `fill` has not passed on.
  private var waiting: [UInt8] = []
  private var start = 0

  /// Whether the compressed bytes can't be decoded.
  private var isDamaged = false

  init(_ input: InputStream) { self.input = input }

  /// The error after `fill` has returned -1, if the compressed bytes can't be decoded; else nil.
  func damage(_ option: String) -> UsageError? {
    isDamaged
      ? UsageError("\(option): \(input.name): the gzip data is damaged, or zlib is not installed") : nil
  }

  /// Fills a buffer; returns how many bytes it has put there, 0 at the end, -1 if the source can't be read.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while start == waiting.count {
      if file.isPlain { return input.fill(buffer) }
      (waiting, start) = ([], 0)
      let count = isDamaged ? -1 : chunk.withUnsafeMutableBytes { input.fill($0) }
      guard count >= 0 else { return count }
      if count == 0 {
        file.finish { waiting += $0 }
        isDamaged = !file.isWhole
      } else {
        isDamaged = !chunk.withUnsafeBytes { bytes in
          file.take(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { waiting += $0 }
        }
      }
      if isDamaged { return -1 }
      if count == 0, waiting.isEmpty { return 0 }
    }
    let part = waiting[start...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    start += part.count
    return part.count
  }
}
