/// What a response shares with its family beside its place: kind and version.
package struct FamilyTraits: Sendable, Hashable {
  /// The kind that the name promises.
  package let kind: AssetKind

  /// Whether other content gets another URL; nil where that is doubtful.
  package let isVersioned: Bool?

  /// Whether it is a success, or a 304, which confirms one.
  package let isSuccess: Bool

  /// The type, of a success of another kind than the extension of its name says; nil for any other.
  package let otherType: String?

  /// Whether neither name nor type tells the kind, as of a 304 without a type.
  package let isUnknown: Bool

  package init(_ subject: Subject, _ context: SubjectContext) {
    let (target, head) = (subject.request.target, subject.stored.head)
    kind = AssetKind(promisedBy: target, head)
    isSuccess = (200..<300).contains(head.status) || head.status == 304
    isVersioned =
      switch URLNaming(subject, context) {
      case .byContent: true
      case .unknown: nil
      case .notByContent: false
      }
    let came = AssetKind(head, at: target)
    isUnknown = head.status == 304 && kind == .other && head.first(.contentType) == nil
    otherType = isSuccess && AssetKind(named: target) != nil && came != kind ? head.first(.contentType) : nil
  }
}

/// What an entry of a file of expectations, or of a baseline, names of the responses that it is for, beside a URL pattern.
package struct FamilySelector: Sendable, Hashable {
  /// The kind that the name promises, of successes alone; nil for responses of every kind.
  package var kind: AssetKind?

  /// Whether other content gets another URL; nil for both, and for what is doubtful.
  package var isVersioned: Bool?

  package init(kind: AssetKind? = nil, isVersioned: Bool? = nil) {
    (self.kind, self.isVersioned) = (kind, isVersioned)
  }

  /// Whether it names nothing.
  package var isEmpty: Bool { kind == nil && isVersioned == nil }

  /// Whether all that it names holds of a response.
  package func selects(_ traits: FamilyTraits) -> Bool {
    (kind == nil || traits.isSuccess && traits.kind == kind)
      && (isVersioned == nil || traits.isVersioned == isVersioned)
  }

  /// What a response falls short of that it selects: it came as another kind than the extension of its name says, and the
  /// entry names the kind; nil if it did not.
  package func shortfall(_ traits: FamilyTraits) -> Shortfall? {
    guard let kind, let type = traits.otherType else { return nil }
    let name = Substring(type.utf8.prefix { $0 != 0x3B && $0 != 0x20 }.prefix(100))
    return Shortfall(check: "kind=\(kind.rawValue)", observation: Observation("came as \(name)"))
  }
}
