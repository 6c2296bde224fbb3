import HTTPCacheCore

/// The heads that `--dump-header` writes to a file, in the order of the URLs.
final class DumpedHeads {
  /// The path as the user wrote it, for messages.
  let path: String

  private let file: Terminal
  private let order: OutputOrder
  private var failure: OutputError?

  /// Makes the file; nothing is opened yet.
  init(path: String) {
    self.path = path
    file = Terminal(file: path == "-" ? "/dev/stdout" : path)
    order = OutputOrder(file, flushesEach: false)
  }

  func add(_ head: [UInt8], of index: Int) {
    note { () throws(OutputError) in
      try BodyPiece.with(head) { piece throws(OutputError) in try order.write(piece, of: index) }
      try file.flush()
    }
  }

  /// Notes that no more heads of a URL will come.
  func end(_ index: Int) {
    note { () throws(OutputError) in
      try order.end(index)
      try file.flush()
    }
  }

  /// Ends the file, which gets its name only now; a run without any head leaves an empty file.
  func finish() throws(OutputError) {
    if let failure { throw failure }
    try file.finishFile()
  }

  private func note(_ work: () throws(OutputError) -> Void) {
    guard failure == nil else { return }
    do throws(OutputError) { try work() } catch { failure = error }
  }
}
