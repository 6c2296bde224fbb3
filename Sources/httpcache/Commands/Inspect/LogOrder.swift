import HTTPCacheCore

/// Lets the chunks of a browser's log, which several workers judge at once, pass through one replay, and one memory
/// of redirects, in the order of the log.
final class LogOrder: Sendable {
  /// The place of a chunk in a log.
  struct Place: Sendable {
    let order: LogOrder
    let turn: Int
  }

  private let state = Locked((turn: 0, replay: Replay(), redirects: RedirectMemory()))

  /// Waits until all chunks before have passed, and gives the entries what the log showed before them.
  func pass(_ entries: inout [RecordedEntry], turn: Int) {
    let read = entries
    // What an entry says by itself is read before its turn comes, beside other workers.
    let requests = read.map { entry in
      if case .subject(let subject, let context) = entry {
        LogRequest(subject, context)
      } else {
        nil as LogRequest?
      }
    }
    entries = state.wait { state in
      guard state.turn == turn else { return nil }
      state.turn += 1
      return zip(read, requests).map { entry, request in
        guard case .subject(let subject, let context) = entry, let request else { return entry }
        return .subject(subject, state.redirects.see(subject, state.replay.see(request, context)))
      }
    }
    state.signalAll()
  }

  /// The replay of all chunks that have passed.
  var replay: Replay { state.withLock { $0.replay } }
}
