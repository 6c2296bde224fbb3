// Changes of the storage, and how a fetch goes on after them.

/// What a fetch does once its changes have been made.
enum AfterChange: Sendable {
  /// Goes on without the stored response that could not be served.
  case otherwise(Fetch.Otherwise)
  /// Follows a redirect, or ends.
  case follow(Redirects.Next)
  case end(FetchError?)
  /// Goes on after the answer was stored, or was not.
  case stored
  /// Serves the confirmed response, as the storage freshened it.
  case confirmed([Confirmation])
  /// Serves the confirmed response, as the fetch freshened it before.
  case freshened([Confirmation.Result])
  /// Serves another request's variant.
  case adopted(Confirmation.Result)
  /// Goes on after the beginning of an answer was stored as a part, or could not be; `hasGrown` says that the storage
  /// has a part that grew with the body.
  case keptPart(hasGrown: Bool, AfterCut)

  /// What a fetch does when its transfer was cut short.
  enum AfterCut: Sendable {
    /// Ends: the reader wants no more.
    case end(FetchError)
    /// Looks for a stale response that may stand in for the answer.
    case failed(TransportError)
  }
}

extension Fetch {
  /// Has changes made; goes on at once where there are none.
  mutating func change(_ changes: [Write], then: AfterChange) {
    guard !changes.isEmpty else { return goOn(then, []) }
    phase = .changing(changes, then: then)
    perform(.change(changes))
  }

  /// Has changes made that the answer's head alone decides: they hold however its body ends (RFC 9111 §4.4).
  ///
  /// The fetch goes on meanwhile, and waits for their outcome when the transfer has ended.
  mutating func changeByHead(_ changes: [Write]) {
    guard !changes.isEmpty else { return }
    exchange?.changesByHead = changes
    perform(.change(changes))
  }

  /// Notes the outcomes of changes, and goes on.
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
    case .growing, .unchanged: break
    }
    if let reason { note(reason) }
  }

  private mutating func note(_ problem: StoreError, of change: Write, _ then: AfterChange?) {
    switch (change.kind, problem) {
    // Another exchange stored a newer response; the next request gets that one.
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

  private mutating func goOn(_ then: AfterChange, _ outcomes: [Result<Outcome, StoreError>]) {
    switch then {
    case .otherwise(let otherwise): goOn(otherwise)
    case .follow(let next): follow(next)
    case .end(let error): end(error)
    case .stored: storedAnswer(outcomes)
    case .confirmed(let confirmations):
      // The removal of the selected response may precede the confirmations.
      let own = outcomes.suffix(confirmations.count)
      serveFreshened(
        zip(confirmations, own).map { confirmation, outcome in
          if case .success(.confirmed(let result, _)) = outcome { result } else { confirmation.result() }
        })
    case .freshened(let results): serveFreshened(results)
    case .adopted(let result): serveAdopted(result)
    case .keptPart(let hasGrown, let then):
      let isKept = isStored(outcomes.last) || hasGrown
      if isKept { note(Reason(.keptForCompletion)) }
      goOn(then, remedy: isKept ? .fetchTheRest : nil)
    }
  }

  private func isStored(_ outcome: Result<Outcome, StoreError>?) -> Bool {
    if case .success(.stored(isLasting: true, _)) = outcome { true } else { false }
  }

  /// Goes on once it is known whether the answer is stored on disk; where it is not, the response that it outdates is
  /// removed.
  private mutating func storedAnswer(_ outcomes: [Result<Outcome, StoreError>]) {
    guard let head = exchange?.head else { return }
    let next = nextAfter(head)
    change(isStored(outcomes.last) ? [] : removals(outdatedBy: head), then: .follow(next))
  }
}
