/// A change of the directives that a response came with: the only way in which advice makes a line of Cache-Control.
///
/// The line keeps every directive that the change does not name, and `private`, `no-store` and `no-transform` whatever it
/// names, so that no advice lets more caches store a response.
struct ControlEdit: Sendable, Hashable {
  /// How the response may be reused.
  enum Reuse: Sendable, Hashable {
    /// Unasked for some seconds.
    case lifetime(Seconds, isImmutable: Bool = false)
    /// Once the origin has confirmed it.
    case confirmed
    /// Not at all: it is not stored.
    case never

    /// Greater for what lets caches do less.
    private var strictness: Int64 {
      switch self {
      case .lifetime(let seconds, _): 0 - seconds
      case .confirmed: 1
      case .never: 2
      }
    }

    /// The one that lets caches do less.
    static func stricter(_ left: Self?, _ right: Self?) -> Self? {
      guard let left, let right else { return left ?? right }
      return left.strictness >= right.strictness ? left : right
    }
  }

  /// Directives that no advice removes, whatever a finding says against their neighbours.
  static let kept: Set<String> = ["private", "no-store", "no-transform"]

  /// How the response is to be reused; nil leaves that as it came.
  var reuse: Reuse?

  /// Whether only the user's own cache is to store it.
  var isForOneUser = false

  /// The names of directives to leave out.
  var removed: Set<String> = []

  /// Whether a `no-store` goes beside `must-understand`, for caches that do not know the latter.
  var hasGuard = false

  /// Seconds for directives whose number is missing or unreadable.
  var guesses: [String: Seconds] = [:]

  /// Mends the spelling only.
  static let spelling = ControlEdit()

  /// Takes over another change; where both contradict each other, the one that lets caches do less counts.
  mutating func merge(_ other: Self) {
    reuse = .stricter(reuse, other.reuse)
    isForOneUser = isForOneUser || other.isForOneUser
    removed.formUnion(other.removed)
    hasGuard = hasGuard || other.hasGuard
    guesses.merge(other.guesses) { min($0, $1) }
  }

  /// The field's value after the change, its spelling mended.
  ///
  /// - Parameters:
  ///   - fields: of the response.
  ///   - name: `Cache-Control`, or a targeted field.
  ///   - role: of the cache that is to follow the line; a lifetime for a shared one takes the place of `s-maxage`.
  /// - Returns: nil where nothing changes, or no line can be made.
  func value(_ fields: FieldSection, field name: String, role: CacheRole) -> String? {
    guard var directives = CacheControlMend.directives(fields, name) else { return nil }
    directives.removeAll { removed.contains($0.name) && !Self.kept.contains($0.name) }
    apply(role, to: &directives)
    let texts = directives.map { directive in
      guard CacheControlMend.secondsDirectives.contains(directive.name), directive.argument == nil else {
        return directive.text
      }
      // A lifetime that can't be read counts as 0.
      return "\(directive.name)=\(guesses[directive.name] ?? 0)"
    }
    let text = texts.joined(separator: ", ")
    let came = fields.lines(named: name).flatMap { ListSyntax.members(of: $0.value) }
    guard !texts.isEmpty, came.map(\.asciiLowercased) != texts.map(\.asciiLowercased) else { return nil }
    return name == "Cache-Control" || StructuredField.dictionary(text) != nil ? text : nil
  }

  private func apply(_ role: CacheRole, to directives: inout [Directive]) {
    func remove(_ names: String...) { directives.removeAll { names.contains($0.name) } }
    func add(_ name: String, _ argument: String? = nil) {
      let directive = Directive(name: name, argument: argument, isQuoted: false)
      if let index = directives.firstIndex(where: { $0.name == name }) {
        directives[index] = directive
      } else {
        directives.append(directive)
      }
    }
    switch reuse {
    case .lifetime(let seconds, let isImmutable):
      if role == .shared { remove("s-maxage") }
      add("max-age", String(seconds))
      if isImmutable { add("immutable") }
    case .confirmed:
      remove("max-age", "s-maxage", "immutable", "stale-while-revalidate", "stale-if-error", "no-cache")
      add("no-cache")
    case .never:
      remove(
        "max-age", "s-maxage", "immutable", "stale-while-revalidate", "stale-if-error", "no-cache", "public",
        "must-revalidate", "proxy-revalidate", "must-understand")
      add("no-store")
    case nil: break
    }
    if hasGuard { add("no-store") }
    if isForOneUser { restrict(&directives) }
    let isStored = Self.isStored(directives)
    // A mended spelling shows what contradicts each other.
    if !isStored || directives.contains(where: { $0.name == "no-cache" && !$0.isFieldList }) {
      directives.removeAll { directive in
        ["max-age", "s-maxage"].contains(directive.name) && directive.argument.map { $0 != "0" } ?? true
      }
    }
  }

  private static func isStored(_ directives: [Directive]) -> Bool {
    !directives.contains { $0.name == "no-store" } || directives.contains { $0.name == "must-understand" }
  }

  /// Keeps the response to the user's own cache.
  private func restrict(_ directives: inout [Directive]) {
    directives.removeAll { ["public", "s-maxage", "proxy-revalidate"].contains($0.name) }
    guard Self.isStored(directives), !directives.contains(where: { $0.name == "private" && !$0.isFieldList })
    else { return }
    directives.removeAll { $0.name == "private" }
    directives.insert(Directive(name: "private", argument: nil, isQuoted: false), at: 0)
  }
}

/// Advice to send a field with some directives changed, and the words around its line.
struct AdvisedLine: Sendable, Hashable {
  /// The change.
  let edit: ControlEdit

  /// The cache that is to follow it; nil for the one that is judged.
  let role: CacheRole?

  /// The field to send; nil for the one whose directives count in that cache.
  let field: String?

  /// The words before and after the line.
  let before, after: String

  /// Makes advice: ``Write `Cache-Control: …`.`` unless told.
  init(
    _ edit: ControlEdit, for role: CacheRole? = nil, field: String? = nil, before: String = "Write ",
    after: String = "."
  ) {
    (self.edit, self.role, self.field, self.before, self.after) = (edit, role, field, before, after)
  }

  private func fieldName(_ subject: FindingSubject) -> String {
    field ?? subject.head.cacheControl(for: role ?? subject.settings.role).fieldName
  }

  /// Writes the advice of all findings of a response: their changes make one line, so that no two of them contradict each
  /// other.
  static func write(_ subject: FindingSubject, in findings: inout [Finding]) {
    guard findings.contains(where: { $0.line != nil }) else { return }
    var edits: [String: ControlEdit] = [:]
    for line in findings.lazy.compactMap(\.line) {
      edits[line.fieldName(subject), default: .spelling].merge(line.edit)
    }
    let lines = edits.map { name, edit in
      let role = name == "Cache-Control" ? subject.settings.role : .shared
      let value = edit.value(subject.head.fields, field: name, role: role)
      return (name, value.flatMap { subject.widens(name, $0) ? nil : "`\(name): \($0)`" })
    }
    let texts = Dictionary(uniqueKeysWithValues: lines)
    for index in findings.indices {
      guard let line = findings[index].line else { continue }
      let text = texts[line.fieldName(subject)] ?? nil
      findings[index].take(text.map { line.before + $0 + line.after })
    }
  }
}

extension FindingSubject {
  /// Whether a line would let a kind of cache store the response that may not store it now.
  fileprivate func widens(_ name: String, _ value: String) -> Bool {
    // Nothing that forbids storing is ever removed, and these need nothing that allows it.
    guard
      name != "Cache-Control" || !head.isHeuristicallyCacheable || request.method != "GET"
        || request.fields.contains("Authorization")
    else { return false }
    var changed = head
    changed.fields.set(name, value)
    return CacheRole.allCases.contains { role in
      let settings = Settings(role: role)
      return !storage(settings).isStorable
        && StorageDecision(
          Exchange(request: request, head: changed, isRecorded: isRecorded), settings: settings
        ).isStorable
    }
  }
}
