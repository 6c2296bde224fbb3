// What a fetch does where its reader is slower than the origin or the storage.

/// Stored bytes on their way to the reader.
struct StoredBytes {
  /// What stands before and behind them.
  enum Role {
    /// They are the whole answer.
    case answer
    /// What the origin sends comes behind them.
    case before
    /// What the origin sent came before them.
    case after
  }

  let body: StoredBody
  let range: ClosedRange<Int64>
  let role: Role

  init(_ body: StoredBody, _ range: ClosedRange<Int64>, _ role: Role) {
    (self.body, self.range, self.role) = (body, range, role)
  }
}

extension FetchDriver {
  /// How many seconds a reader may pause before others no longer wait for it.
  private static let longestPause = 1.0

  /// Gives stored bytes to the reader, until their end or until it wants a pause.
  func pass(_ bytes: StoredBytes) {
    passing = nil
    do throws(BodyInterruption) {
      if let rest = try bytes.body.give(bytes.range, to: deliver) {
        passing = StoredBytes(bytes.body, rest, bytes.role)
        return
      }
      if bytes.role == .answer { handle(.passed) }
    } catch {
      isInterrupted = true
      handle(.interrupted(error))
    }
    if bytes.role == .after { endTransfer(nil) }
  }

  /// Goes on after a pause of the reader.
  func resume() {
    endPause()
    if let passing { pass(passing) }
    guard passing == nil else { return }
    releaseHeld()
    if let transfer { client.loop.resume(transfer) }
  }

  /// Lets go of what came while the parts were opened that it is joined with, and of what came while these were passed.
  func releaseHeld() {
    guard opening == nil, passing == nil else { return }
    if let bytes = held.take(), !bytes.isEmpty { _ = BodyPiece.with(bytes, receive) }
    if let end = heldEnd.take() { ended(end) }
  }

  /// Ends the transfer; its end is reported, also where only the reader is behind.
  func stopTransfer() {
    var isOver = false
    if passing != nil {
      isOver = transfer == nil || heldEnd != nil
      (passing, held, heldEnd) = (nil, nil, nil)
    }
    if isOver {
      transfer = nil
      endTransfer(.cancelled)
    } else if let transfer {
      client.loop.cancel(transfer)
    }
  }

  /// Notes that the reader pauses: where that is for long, equal requests ask for themselves, and another fetch begins.
  func beginPause() {
    guard pauseTimer == nil else { return }
    pauseTimer = client.loop.after(seconds: Self.longestPause) { [self] in
      leave(machine.forwarded)
      client.passedOver(self)
    }
  }

  func endPause() {
    if let pauseTimer { client.loop.callOff(pauseTimer) }
    pauseTimer = nil
  }
}
