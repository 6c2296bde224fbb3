import HTTPCacheCore

/// A file that may be compressed by gzip, as its first two bytes show.
final class GzipInput {
  /// How many compressed bytes are decoded at once; decoded, they can be a thousand times as many.
  private static let chunkSize = 4096

  private let input: InputStream
  private var decoder: ContentDecoder?

  /// Compressed or plain bytes that have been read.
  private var chunk = [UInt8](repeating: 0, count: chunkSize)

  /// Bytes for `fill` to pass on, and the index of the first that it has not passed on.
  private var waiting: [UInt8] = []
  private var start = 0
  private var hasBegun = false
  private var isGzip = false

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
    guard !isDamaged else { return -1 }
    if !hasBegun, let failure = begin() { return failure }
    while start == waiting.count {
      guard isGzip else { return input.fill(buffer) }
      (waiting, start) = ([], 0)
      let count = chunk.withUnsafeMutableBytes { input.fill($0) }
      guard count > 0 else {
        isDamaged = count == 0 && decoder?.isWhole != true
        return isDamaged ? -1 : count
      }
      guard decode(count) else { return -1 }
    }
    let part = waiting[start...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    start += part.count
    return part.count
  }

  /// Reads the first bytes, to find out whether the file is compressed; returns -1 if that fails, else nil.
  private func begin() -> Int? {
    hasBegun = true
    while waiting.count < 2 {
      let count = chunk.withUnsafeMutableBytes { input.fill($0) }
      if count < 0 { return count }
      if count == 0 { return nil }
      waiting += chunk[..<count]
    }
    guard waiting[0] == 0x1F, waiting[1] == 0x8B else { return nil }
    isGzip = true
    do throws(UnknownCoding) {
      decoder = try ContentDecoder(["gzip"])
    } catch {
      // zlib is missing: without a decoder, `decode` reports the file as damaged.
      decoder = nil
    }
    let first = waiting
    waiting = []
    chunk.replaceSubrange(..<first.count, with: first)
    return decode(first.count) ? nil : -1
  }

  /// Decodes the first bytes of the chunk; false if they are damaged.
  private func decode(_ count: Int) -> Bool {
    let isGood = chunk.withUnsafeBytes { bytes in
      decoder?.decode(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { waiting += $0 } ?? false
    }
    isDamaged = !isGood
    return isGood
  }
}
