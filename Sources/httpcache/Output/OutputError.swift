/// Why stdout could not be written.
enum OutputError: Error, Equatable {
  /// The reader closed the pipe: the process ends quietly.
  case readerGone

  /// The system refused, with this `errno`.
  case failed(code: Int32)
}
