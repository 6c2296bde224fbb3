import HTTPCacheCore

/// A response of a run that is to be judged.
struct LiveSubject: Sendable {
  let subject: Subject

  /// What else the run has observed.
  var context = SubjectContext()

  /// The URL that was asked; redirects may have led elsewhere.
  let asked: TargetURI

  /// The time to judge it as of.
  let now: Instant

  /// The address that was asked, if each address of a host is asked; nil otherwise.
  let node: String?
}

extension Subject {
  /// The response as a subject, with the head as the origin sent it, whose fields this cache would not all store.
  init(live served: Served, bodyLength: Int64?) {
    var answer = served.stored
    answer.head = served.base
    self.init(origin: .live, request: served.request, stored: answer, bodyLength: bodyLength)
  }
}

extension LoadedFile {
  /// What a page loads a resource as; nil for another kind.
  init?(_ role: AssetReference.Role) {
    switch role {
    case .script: self = .script
    case .moduleScript: self = .moduleScript
    case .style: self = .style
    case .font: self = .font
    case .manifest, .other: return nil
    }
  }
}
