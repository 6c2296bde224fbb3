import HTTPCacheCore

/// The heads that `--dump-header` writes to a file, in the order of the URLs.
///
/// The heads of a URL whose turn has not come wait in memory.
final class DumpedHeads {
  /// The path as the user wrote it, for messages.
  let path: String

  private let file: OutputFile
  private var current = 0
  private var waiting: [Int: [UInt8]] = [:]
  private var ended: Set<Int> = []

  /// The first failure.
  private var failure: OutputError?

  /// Makes the file; nothing is opened yet.
  init(path: String) {
    self.path = path
    file = OutputFile(path: path == "-" ? "/dev/stdout" : path, isNamed: true)
  }

  /// Takes a head of one URL's responses.
  func add(_ head: [UInt8], of index: Int) {
    if index == current { write(head) } else { waiting[index, default: []] += head }
  }

  /// Notes that no more heads of a URL will come.
  func end(_ index: Int) {
    ended.insert(index)
    while ended.remove(current) != nil {
      current += 1
      if let heads = waiting.removeValue(forKey: current) { write(heads) }
    }
  }

  /// Ends the file, which gets its name only now; a run without any head leaves an empty file.
  ///
  /// - Throws: why the file could not be written, now or before.
  func finish() throws(OutputError) {
    if let failure { throw failure }
    try file.finish()
  }

  private func write(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    do throws(OutputError) {
      try bytes.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try file.append(BodyPiece(bytes)) }
    } catch {
      failure = error
    }
  }
}
