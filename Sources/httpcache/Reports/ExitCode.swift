/// The exit codes of the program; the shell shows a process that a signal ended as 130 or 143.
enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case checkFailed = 1
  case usage = 2
  case networkFailed = 3
  case notCached = 4
  case cacheFailed = 5

  /// The codes in order of precedence, for a run whose subjects ended differently.
  ///
  /// Here `usage` stands for a subject that could not be read, such as a line of JSON Lines: a run with a command line
  /// that can't be understood has no subjects. It ranks below subjects that could not be fetched.
  private static let precedence: [ExitCode] = [
    .cacheFailed, .networkFailed, .notCached, .usage, .checkFailed, .done,
  ]

  /// The code of the process, from the codes of its subjects; `done` if there were none.
  static func merged(_ codes: some Sequence<ExitCode>) -> ExitCode {
    var met: UInt32 = 0
    for code in codes { met |= 1 << UInt32(code.rawValue) }
    return precedence.first { met & 1 << UInt32($0.rawValue) != 0 } ?? .done
  }

  /// What the code means, for the help text and the manual.
  var meaning: String {
    switch self {
    case .done: "done"
    case .checkFailed: "a check that was asked for did not hold"
    case .usage: "the command line could not be understood; nothing was done"
    case .networkFailed: "the network or the origin failed"
    case .notCached: "not in the cache, and the network was not allowed"
    case .cacheFailed: "the cache itself could not be read or written"
    }
  }
}
