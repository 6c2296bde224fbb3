/// Carries a response from the thread of a cache to the task that reads it.
///
/// The fetch pauses while many bytes are unread, and goes on once the task has read half of them. A waiting task does
/// not block its thread.
final class ResponseStream: Sendable {
  /// The number of unread bytes at which the fetch pauses; it goes on at half of that.
  private static let enough = 256 << 10

  typealias Head = Result<Served, FetchFailure>
  typealias Piece = Result<[UInt8]?, FetchFailure>

  private struct State: Sendable {
    var head: Served?
    var pieces: ArraySlice<[UInt8]> = []
    var bytes = 0
    var isPaused = false
    var end: Result<FetchedResponse, FetchFailure>?
    /// The tasks that wait for the head and for the next piece.
    var headReader: CheckedContinuation<Head, Never>?
    var reader: CheckedContinuation<Piece, Never>?

    /// The head, or why the fetch ended without one; nil before either is known.
    var knownHead: Head? {
      if let head { return .success(head) }
      return end.map { end in end.flatMap { _ in .failure(FetchFailure(.other, "no response")) } }
    }

    /// Takes the next piece, or the end; nil while the task has to wait for it.
    mutating func take() -> Piece? {
      if let piece = pieces.popFirst() {
        bytes -= piece.count
        return .success(piece)
      }
      return end.map { end in end.map { _ in nil } }
    }

    /// Ends the stream; the closure tells the waiting tasks, and is called outside the lock.
    mutating func finish(_ end: Result<FetchedResponse, FetchFailure>) -> () -> Void {
      self.end = end
      let (headReader, reader) = (headReader.take(), reader.take())
      let (head, piece) = (knownHead, end.map { _ in [UInt8]?.none })
      return {
        if let head { headReader?.resume(returning: head) }
        reader?.resume(returning: piece)
      }
    }
  }

  let ticket: TransferQueue.Ticket
  private let control: TransferQueue.Control
  private let state = Locked(State())

  init(_ control: TransferQueue.Control) {
    self.control = control
    ticket = control.makeTicket()
  }
}

// MARK: - On the thread of the cache

extension ResponseStream {
  /// Receives the head, the body and the end of the fetch.
  var sink: FetchSink {
    FetchSink(head: { self.receive($0) }, body: { self.receive($0) }, end: { self.receive($0) })
  }

  private func receive(_ served: Served) {
    guard !served.isFollowed else { return }
    let reader = state.withLock { state in
      guard state.head == nil, state.end == nil else { return nil as CheckedContinuation<Head, Never>? }
      state.head = served
      return state.headReader.take()
    }
    reader?.resume(returning: .success(served))
  }

  private func receive(_ piece: BodyPiece) -> BodyAction {
    guard !piece.bytes.isEmpty else { return .goOn }
    let bytes = piece.array ?? Array(piece.bytes)
    let (reader, action) = state.withLock { state -> (CheckedContinuation<Piece, Never>?, BodyAction) in
      guard state.end == nil else { return (nil, .abort) }
      if let reader = state.reader.take() { return (reader, .goOn) }
      state.pieces.append(bytes)
      state.bytes += bytes.count
      state.isPaused = state.bytes >= Self.enough
      return (nil, state.isPaused ? .pause : .goOn)
    }
    reader?.resume(returning: .success(bytes))
    return action
  }

  private func receive(_ result: FetchResult) {
    let outcome = result.outcome
    state.withLock { $0.end == nil ? $0.finish(outcome) : {} }()
  }
}

// MARK: - In the task that reads

extension ResponseStream {
  /// Waits for the head of the response.
  func head() async -> Head {
    await cancelling { continuation in
      let known = self.state.withLock { state in
        let known = state.knownHead
        if known == nil { state.headReader = continuation }
        return known
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// Waits for the next piece of the body; nil after the last one.
  func next() async -> Piece {
    await cancelling { continuation in
      let (piece, goesOn) = self.state.withLock { state -> (Piece?, Bool) in
        guard state.reader == nil else {
          return (.failure(FetchFailure(.badValue, "another task reads this body")), false)
        }
        let piece = state.take()
        if piece == nil { state.reader = continuation }
        let goesOn = state.isPaused && state.bytes <= Self.enough / 2
        if goesOn { state.isPaused = false }
        return (piece, goesOn)
      }
      if goesOn { self.control.send(.goOn(self.ticket)) }
      if let piece { continuation.resume(returning: piece) }
    }
  }

  /// How the fetch ended; known once `next` has returned nil.
  var outcome: Result<FetchedResponse, FetchFailure> {
    state.withLock { $0.end } ?? .failure(.cancelled)
  }

  /// Cancels the fetch unless it has ended, and wakes the tasks that wait for it.
  func cancel() {
    let tell = state.withLock { state -> (() -> Void)? in
      guard state.end == nil else { return nil }
      (state.pieces, state.bytes) = ([], 0)
      return state.finish(.failure(.cancelled))
    }
    guard let tell else { return }
    tell()
    control.send(.cancel(ticket))
  }

  private func cancelling<Value: Sendable>(
    _ wait: (CheckedContinuation<Value, Never>) -> Void
  ) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation(wait)
    } onCancel: {
      cancel()
    }
  }
}
