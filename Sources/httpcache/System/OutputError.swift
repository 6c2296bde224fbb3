/// Why stdout could not be written.
enum OutputError: Error, Equatable {
  /// The reader closed the pipe: the process ends quietly.
  case readerGone

  /// The URL names no file that a body could be written to.
  case noFileName

  /// A coded body that can't be decoded.
  case damagedCoding

  /// The system refused, with this `errno`.
  case failed(code: Int32)
}
