// The transfers of a fetch, and where the bytes of an answer go.

extension FetchDriver {
  /// The most bytes that are held while the storage opens the parts to join.
  private static let mostHeld = 1 << 20

  func send(_ head: RequestHead) {
    (route, held, heldEnd, passing, isInterrupted, arrived) = (nil, nil, nil, nil, false, 0)
    guard !client.isCancelled else {
      return handle(.failed(.cancelled, ReceivedBody()))
    }
    if let flight { client.collapse(flight) }
    let now = client.now()
    times = ExchangeTimes(requestedAt: now, receivedAt: now, askedAt: client.microseconds(), answeredAt: 0)
    let request = machine.request
    var fields = head.fields
    if request.login != nil { fields.remove("Authorization") }
    let transfer = Transfer(
      TransferRequest(
        method: head.method, url: head.target.normalized, fields: fields, body: request.body,
        options: remaining(of: request.transfer), login: request.login))
    if request.transfer.isTraced {
      let redaction = TraceRedaction(
        transfer.request, configured: request.originFields[head.target.origin] ?? [])
      transfer.onTrace = { [sink] in sink.trace(redaction.shown($0)) }
    }
    transfer.onTrailer = { [sink] in sink.trailer($0) }
    transfer.onInterim = { [sink] in sink.interim($0) }
    transfer.onHead = { self.receive($0) }
    transfer.onBody = { self.receive($0) }
    transfer.onEnd = { self.ended($0) }
    self.transfer = transfer
    client.loop.start(transfer)
  }

  /// The options of a request, with what is left of the time for the whole attempt.
  private func remaining(of options: TransferOptions) -> TransferOptions {
    guard let limit = options.maxTime, limit > 0, let attemptBegan else { return options }
    var options = options
    options.maxTime = max(0.001, limit - Double(client.milliseconds() - attemptBegan) / 1000)
    return options
  }

  private func receive(_ head: ResponseHead) {
    times.receivedAt = client.now()
    times.answeredAt = client.microseconds()
    if attemptBegan == nil { attemptBegan = transfer?.begun?.milliseconds ?? startedAt }
    if let begun = transfer?.begun {
      times.requestedAt = begun.at
      // The transfer may have waited for others before it began.
      if !hasAsked { startedAt = begun.milliseconds - lookupMilliseconds }
      hasAsked = true
    }
    handle(.head(head, times))
  }

  func keep(_ keeping: BodyKeeping) {
    do throws(StoreError) {
      guard let body = try client.storage.makeBody(keeping.place) else { return handle(.notKeeping(nil)) }
      keeper = BodyKeeper(keeping, body)
      if let before = keeping.before { try keep(before) }
      let isKept = keeper?.endBefore() == true
      if !isKept { discardBody() }
      // The user is told that a body is too large also where nothing more of it is kept.
      handle(isKept || keeping.isBeginning ? .keeping : .notKeeping(nil))
    } catch {
      discardBody()
      handle(.notKeeping(error))
    }
  }

  /// Adds stored bytes to what is kept; where they can't be read, drops all of it.
  private func keep(_ piece: StoredPiece) throws(StoreError) {
    var problem: StoreError?
    do throws(BodyInterruption) {
      _ = try openBody(of: piece)?.give(piece.range) { bytes in
        do throws(StoreError) {
          try keeper?.append(bytes)
          return .goOn
        } catch {
          problem = error
          return .abort
        }
      }
    } catch {
      discardBody()
    }
    if let problem { throw problem }
  }

  func pass(_ route: BodyRoute) {
    self.route = route
    guard let before = route.before, let body = openBody(of: before), !isInterrupted else { return }
    pass(StoredBytes(body, before.range, .before))
    // What the origin sends comes behind these bytes.
    if passing != nil { transfer?.isPaused = true }
  }

  func receive(_ piece: BodyPiece) -> BodyAction {
    guard let route else {
      if held != nil { hold(piece) }
      return .goOn
    }
    arrived += Int64(piece.bytes.count)
    if let length = route.length, arrived > length { return .abort }
    if keeper != nil { keep(piece) }
    guard route.isForReader else { return .goOn }
    guard !isInterrupted else { return .abort }
    let action = deliver(piece)
    if action == .abort {
      isInterrupted = true
      handle(.interrupted(.closed))
    }
    return action
  }

  /// Holds bytes until it is known where they go; with too many of them, the answer goes on without the stored parts.
  private func hold(_ piece: BodyPiece) {
    held?.append(contentsOf: piece.bytes)
    guard let held, held.count > Self.mostHeld, let first = opening?.first else { return }
    forgottenOpenings += 1
    endOpening(.notOpened(.gone(EntryID(number: first.number))))
  }

  private func keep(_ piece: BodyPiece) {
    do throws(StoreError) {
      try keeper?.append(piece)
      keeper?.grow(in: client.storage)
    } catch {
      discardBody()
      handle(.keepingFailed(error))
    }
  }

  func ended(_ outcome: Result<TransferSummary, TransportError>) {
    noteFigures()
    if held != nil || passing != nil {
      heldEnd = outcome
      return
    }
    transfer = nil
    if let problem = lengthProblem(outcome) { return endTransfer(problem) }
    switch outcome {
    case .failure(let error): endTransfer(error)
    case .success:
      guard let after = route?.after, let body = openBody(of: after), !isInterrupted else {
        return endTransfer(nil)
      }
      pass(StoredBytes(body, after.range, .after))
    }
  }

  /// Why the answer is not whole although its transfer ended well, or was ended because too much came; nil where it has the
  /// bytes that its head names.
  private func lengthProblem(_ outcome: Result<TransferSummary, TransportError>) -> TransportError? {
    guard let length = route?.length, !isInterrupted else { return nil }
    if arrived > length { return .tooLong(expected: length) }
    guard case .success = outcome, arrived < length else { return nil }
    return .cutShort("\(arrived) of the \(length) bytes that Content-Range names")
  }

  /// Adds what was measured to that of the redirects before.
  private func noteFigures() {
    guard let figures = transfer?.figures else { return }
    transfer?.figures = nil
    machine.result.connection = measuredBefore.map(figures.following) ?? figures
  }

  /// Says how the transfer ended, once the reader has what belongs to it.
  func endTransfer(_ error: TransportError?) {
    if error == nil, let after = keeper?.after { keepRest(after) }
    var body = ReceivedBody()
    body.kept = keeper?.body?.length
    body.joined = keeper?.joined ?? 0
    body.hasGrown = keeper?.body?.grown != nil
    if let error { handle(.failed(error, body)) } else { handle(.received(body)) }
  }

  private func keepRest(_ after: StoredPiece) {
    do throws(StoreError) {
      try keep(after)
    } catch {
      discardBody()
      handle(.keepingFailed(error))
    }
  }

  func wait(_ seconds: Double) {
    timer = client.loop.after(seconds: seconds, onCancel: { self.cancel() }) { [self] in
      timer = nil
      attemptBegan = nil
      handle(.waited)
    }
  }
}
