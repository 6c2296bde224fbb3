/// What would spare the bytes that a finding costs.
package enum CostRemedy: Sendable {
  /// Nothing that a visit loads depends on it.
  case none
  /// Other fields, with which a browser's cache does this.
  case answer(BrowserAnswer)
  /// A validator that the origin honours.
  case validator
  /// One name for an object.
  case oneName
  /// One load in place of two.
  case oneLoad
  /// An answer that leaves the cache of its origin as it is.
  case keptCache
}

/// What would spare the bytes that one finding of a request costs.
package struct PlayedRemedy: Sendable {
  let play: Int32
  let remedy: CostRemedy

  package init(play: Int32, _ remedy: CostRemedy) { (self.play, self.remedy) = (play, remedy) }
}

extension CostRemedy {
  /// Whether a visit depends on it.
  package var isSome: Bool { if case .none = self { false } else { true } }

  /// Reads what a finding of a response asks for; `edit` is its own change, and `mended` the fields after it, if they are known.
  init(
    _ code: Finding.Code, _ severity: Finding.Severity, _ edit: AdvisedLine.Edit?, _ mended: FieldSection?,
    _ facts: Facts
  ) {
    self = .none
    guard facts.request.method == "GET", severity > .info || code.isCostToldOfInfo else { return }
    switch code.harm {
    case .downloads(.validator): self = .validator
    case .downloads(.firstValidator) where !facts.head.hasValidator: self = .validator
    case .downloads(.oneName): self = .oneName
    case .downloads(.oneLoad): self = .oneLoad
    case .downloads(.keptCache): self = .keptCache
    case .none, .incident, .downloads(.firstValidator):
      guard let edit else { return }
      var head = facts.head
      head.fields = mended ?? edit.applied(to: facts)
      var answer = BrowserAnswer(facts.subject, head: head)
      (answer.names, answer.values) = head.selecting(facts.request).hashes
      self = .answer(answer)
    }
  }
}
