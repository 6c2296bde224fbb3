// How a fetch changes the storage, and continues afterwards.

/// The step after the changes have been made.
enum AfterChange: Sendable {
  /// Decides again without a stored response, which can't be served; `since` is the error of the storage that leaves
  /// it stored, nil if it is lost.
  case decideAgain(without: StoredReference, since: StoreError? = nil)
  /// Asks the origin for the whole response, since the stored one can't be served.
  case askAnew
  /// Ends with the error in whose place the stored response was to be served.
  case fail(TransportError)
  /// After a failed transfer, tries again, serves a stale response instead, or fails.
  ///
  /// `isRevocable` says whether the reader can give back what it got of the response.
  case concludeFailure(TransportError, isRevocable: Bool)
  /// Follows a redirect, or ends.
  case follow(Redirects.Next)
  /// Continues after the response was stored, or could not be.
  case stored
  /// Serves the validated response, as the storage freshened it.
  case confirmed([Confirmation])
  /// Serves the validated response, which the fetch freshened before the change.
  case freshened([Confirmation.Result])
  /// Serves a variant that was stored for another request.
  case adopted(Confirmation.Result)
  /// Continues after the beginning of a response was stored as a part, or could not be; with `hasGrown`, the storage
  /// already has a part that grew with the body.
  indirect case keptPart(hasGrown: Bool, AfterChange)
}

extension Fetch {
  /// Makes changes to the storage; if there are none, continues at once.
  mutating func change(_ changes: [Write], then: AfterChange) {
    guard !changes.isEmpty else { return goOn(then, []) }
    phase = .changing(changes, then: then)
    perform(.change(changes))
  }

  /// Makes the changes that the response's head alone decides: they hold however its body ends (RFC 9111 §4.4).
  ///
  /// The transfer goes on meanwhile; when it has ended, the fetch waits for the outcome of the changes.
  mutating func changeByHead(_ changes: [Write]) {
    guard !changes.isEmpty else { return }
    exchange?.changesByHead = changes
    perform(.change(changes))
  }

  /// Notes the outcomes of changes, and continues.
  mutating func changed(_ outcomes: [Result<Outcome, StoreError>]) {
    if case .asking = phase {
      guard let changes = exchange?.changesByHead, changes.count == outcomes.count else { return }
      exchange?.changesByHead = nil
      note(outcomes, of: changes)
      return finishTransfer()
    }
    guard case .changing(let changes, let then) = phase, changes.count == outcomes.count else { return }
    note(outcomes, of: changes, then)
    goOn(then, outcomes)
  }

  private mutating func note(
    _ outcomes: [Result<Outcome, StoreError>], of changes: [Write], _ then: AfterChange? = nil
  ) {
    for (change, outcome) in zip(changes, outcomes) {
      switch outcome {
      case .success(let outcome): note(outcome, of: change)
      case .failure(let problem): note(problem, of: change, then)
      }
    }
  }

  private mutating func note(_ outcome: Outcome, of change: Write) {
    var reason = change.reason
    switch outcome {
    case .stored(let isLasting, let note):
      if let note { self.note(note) }
      if isLasting {
        result.isStored = true
      } else if case .store = change.kind {
        noteStorage(Reason(.keptInMemory))
      }
    case .freshened(let isLasting), .confirmed(_, let isLasting):
      if isLasting { result.isStored = true }
    case .removed: result.hasRemoved = true
    case .invalidated(let invalidated):
      reason = reason.map {
        Reason(
          $0.rule, field: $0.field, value: $0.value, amount: Int64(invalidated.count),
          otherAmount: invalidated.passedOver > 0 ? Int64(invalidated.passedOver) : nil)
      }
    case .growing: break
    // Nothing happened, so there is nothing to tell.
    case .unchanged: return
    }
    if let reason { note(reason) }
  }

  private mutating func note(_ problem: StoreError, of change: Write, _ then: AfterChange?) {
    switch (change.kind, problem) {
    // Another exchange stored a newer response or invalidated this one; the next request sees its result.
    case (.copy, .newerStored), (.copy, .invalidatedMeanwhile): break
    case (.store, .newerStored): refuse(.newerStored)
    case (.store, .invalidatedMeanwhile): refuse(.invalidatedMeanwhile)
    default:
      // The part that grew with the body stays stored.
      if case .keptPart(hasGrown: true, _) = then, case .store = change.kind { return }
      if case .store = change.kind { noteNotKept(problem) } else { warn(problem) }
    }
  }

  private mutating func refuse(_ rule: Rule) {
    noteStorage(Reason(rule))
    exchange?.isOvertaken = true
  }

  mutating func goOn(_ then: AfterChange, _ outcomes: [Result<Outcome, StoreError>]) {
    switch then {
    case .decideAgain(let unusable, let problem): decideAgain(without: unusable, since: problem)
    case .askAnew: askAnew()
    case .fail(let error): if let decision = exchange?.plan.decision { fail(error, decision) }
    case .concludeFailure(let error, let isRevocable):
      if let exchange { concludeFailure(error, isRevocable: isRevocable, of: exchange) }
    case .follow(let next): follow(next)
    case .stored: finishStoring(outcomes)
    case .confirmed(let confirmations):
      // The removal of the selected response may precede the outcomes of the confirmations.
      let own = outcomes.suffix(confirmations.count)
      serveFreshened(
        zip(confirmations, own).map { confirmation, outcome in
          if case .success(.confirmed(let result, _)) = outcome { result } else { confirmation.result() }
        })
    case .freshened(let results): serveFreshened(results)
    case .adopted(let result): serveAdopted(result)
    case .keptPart(let hasGrown, let then):
      if isStored(outcomes.last) || hasGrown {
        note(Reason(.keptForCompletion))
        if exchange?.remedy == nil { exchange?.remedy = .fetchTheRest }
      }
      goOn(then, [])
    }
  }

  private func isStored(_ outcome: Result<Outcome, StoreError>?) -> Bool {
    if case .success(.stored(isLasting: true, _)) = outcome { true } else { false }
  }

  /// Continues once it is known whether the response is stored on disk; if it is not, removes the stored response
  /// that it outdates.
  private mutating func finishStoring(_ outcomes: [Result<Outcome, StoreError>]) {
    guard let head = exchange?.head else { return }
    let next = nextAfter(head)
    change(isStored(outcomes.last) ? [] : removals(outdatedBy: head), then: .follow(next))
  }
}
