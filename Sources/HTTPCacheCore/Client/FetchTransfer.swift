// The transfers of a fetch, and where the bytes of an answer go.

extension FetchDriver {
  /// The most bytes that are held while the storage opens the parts to join.
  private static let mostHeld = 1 << 20

  func send(_ head: RequestHead) {
    (route, held, heldEnd, isInterrupted) = (nil, nil, nil, false)
    guard !client.isCancelled else {
      return handle(.failed(.cancelled, ReceivedBody(endedAt: client.microseconds())))
    }
    if let flight { client.collapse(flight) }
    let now = client.now()
    times = ExchangeTimes(requestedAt: now, receivedAt: now, askedAt: client.microseconds())
    let request = machine.request
    let transfer = Transfer(
      TransferRequest(
        method: head.method, url: head.target.normalized, fields: head.fields, body: request.body,
        options: request.transfer))
    transfer.onInterim = { [sink] in sink.interim($0) }
    transfer.onHead = { self.receive($0) }
    transfer.onBody = { self.receive($0) }
    transfer.onEnd = { self.ended($0) }
    self.transfer = transfer
    client.loop.start(transfer)
  }

  private func receive(_ head: ResponseHead) {
    times.receivedAt = client.now()
    if let begun = transfer?.begun {
      times.requestedAt = begun.at
      // The transfer may have waited for others before it began.
      if !hasAsked { startedAt = begun.milliseconds }
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
      try forEach(piece) { bytes in
        do throws(StoreError) {
          try keeper?.append(bytes)
          return true
        } catch {
          problem = error
          return false
        }
      }
    } catch {
      discardBody()
    }
    if let problem { throw problem }
  }

  func pass(_ route: BodyRoute) {
    self.route = route
    if let before = route.before { pass(before) }
  }

  /// Gives stored bytes to the reader.
  private func pass(_ piece: StoredPiece) {
    guard !isInterrupted else { return }
    do throws(BodyInterruption) {
      try forEach(piece, deliver)
    } catch {
      isInterrupted = true
      handle(.interrupted(error))
    }
  }

  func receive(_ piece: BodyPiece) -> BodyAction {
    guard let route else {
      if held != nil { hold(piece) }
      return .goOn
    }
    if keeper != nil { keep(piece) }
    guard route.isForReader else { return .goOn }
    if !isInterrupted, !deliver(piece) {
      isInterrupted = true
      handle(.interrupted(.closed))
    }
    return isInterrupted ? .abort : .goOn
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
    if held != nil {
      heldEnd = outcome
      return
    }
    transfer = nil
    if case .success = outcome {
      if let after = route?.after { pass(after) }
      if let after = keeper?.after { keepRest(after) }
    }
    var body = ReceivedBody(endedAt: client.microseconds())
    body.kept = keeper?.body?.length
    body.joined = keeper?.joined ?? 0
    body.hasGrown = keeper?.body?.grown != nil
    switch outcome {
    case .success: handle(.received(body))
    case .failure(let error): handle(.failed(error, body))
    }
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
      handle(.waited)
    }
  }
}
