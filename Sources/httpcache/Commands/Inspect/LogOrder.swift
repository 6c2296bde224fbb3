import HTTPCacheCore

/// Lets the chunks of a browser's log, which several workers judge at once, pass through one memory in the order of the log.
final class LogOrder: Sendable {
  private let state = Locked((turn: 0, memory: LogMemory()))

  /// Waits until all chunks before have passed, and gives the entries what the log showed before them.
  func pass(_ entries: inout [RecordedEntry], turn: Int) {
    let read = entries
    entries = state.wait { state in
      guard state.turn == turn else { return nil }
      state.turn += 1
      return read.map { entry in
        guard case .subject(let subject, let context) = entry else { return entry }
        return .subject(subject, state.memory.see(subject, context))
      }
    }
    state.signalAll()
  }

  /// How many URLs of the log were not remembered.
  var forgotten: Int { state.withLock { $0.memory.forgotten } }
}
