/// A change of a response's directives, by which all advised lines of Cache-Control are made.
///
/// The line keeps every directive that the change does not name. It always keeps `private`, `no-store` and
/// `no-transform`, so that no advice lets more caches store a response; `no-store` is removed only if the URL changes
/// with the content. A directive that contradicts or cancels another one is removed, too.
struct ControlEdit: Sendable, Hashable {
  enum Reuse: Sendable, Hashable {
    /// Without asking the origin, for some seconds.
    case lifetime(Seconds, isImmutable: Bool = false)
    /// Only after the origin has validated the response.
    case confirmed
    /// Never: the response is not stored.
    case never

    /// A greater number for a reuse that lets caches do less.
    private var strictness: Int64 {
      switch self {
      case .lifetime(let seconds, _): 0 - seconds
      case .confirmed: 1
      case .never: 2
      }
    }

    /// The stricter of two.
    static func stricter(_ left: Self?, _ right: Self?) -> Self? {
      guard let left, let right else { return left ?? right }
      return left.strictness >= right.strictness ? left : right
    }
  }

  /// Directives that no advice removes, even if a finding calls them contradictory.
  static let kept: Set<String> = ["private", "no-store", "no-transform"]

  /// How the response is to be reused; nil for no change.
  var reuse: Reuse?

  /// The lifetime in seconds for private caches, if `s-maxage` alone gives one, to shared caches; nil for no change.
  var ownLifetime: Seconds?

  /// Whether only the user's own cache is to store it.
  var isForOneUser = false

  /// The names of directives to leave out.
  var removed: Set<String> = []

  /// Whether `no-store` is added beside `must-understand`, for caches that do not know the latter.
  var hasGuard = false

  /// Whether the URL changes with the content, so that `no-store` and `no-cache` are pointless and left out.
  var isNamedByContent = false

  /// Mends the spelling only.
  static let spelling = ControlEdit()

  /// Whether it only changes how long, or by whom, the response is reused.
  var isPlain: Bool { removed.isEmpty && !hasGuard && ownLifetime == nil }

  /// Whether it gives private caches another lifetime, so that a window for the edge goes into a field of the edge's own.
  var leavesEdgeItsWindow: Bool {
    if case .lifetime(_, isImmutable: false)? = reuse { true } else { false }
  }

  /// The same change without that of the reuse.
  var withoutReuse: Self {
    var edit = self
    edit.reuse = nil
    return edit
  }

  /// Merges another change into this one; of two contradicting changes, the stricter one counts.
  mutating func merge(_ other: Self) {
    // If the content of the URL never changes, a stricter line is pointless.
    if isNamedByContent == other.isNamedByContent {
      reuse = .stricter(reuse, other.reuse)
    } else if other.isNamedByContent {
      reuse = other.reuse
    }
    isNamedByContent = isNamedByContent || other.isNamedByContent
    ownLifetime = [ownLifetime, other.ownLifetime].compactMap(\.self).min()
    isForOneUser = isForOneUser || other.isForOneUser
    removed.formUnion(other.removed)
    hasGuard = hasGuard || other.hasGuard
  }

  /// The value of the field after the change, with corrected spelling; empty if no directive is left, nil if nothing
  /// changes or no line can be made.
  ///
  /// The field is `Cache-Control` or a targeted field. The role is that of the cache that the line is for; in a shared
  /// cache, a lifetime is that of `s-maxage` where it is present, and private caches keep theirs.
  func value(_ fields: FieldSection, field name: String, role: CacheRole) -> String? {
    if name == TargetedField.surrogate { return surrogate(fields) }
    guard var directives = CacheControlMend.directives(fields, name) else { return nil }
    if !removed.isEmpty { directives.removeAll { removed.contains($0.name) && !Self.kept.contains($0.name) } }
    apply(role, to: &directives)
    let isTargeted = name != "Cache-Control"
    if isTargeted { directives = directives.compactMap(\.forDictionary) }
    let texts = directives.map(\.text)
    let came = fields.members(name)
    let isSame =
      came.count == texts.count && zip(came, texts).allSatisfy { $0.equalsIgnoringASCIICase($1) }
    let isReadable = !isTargeted || fields.combined(name).flatMap { StructuredField.dictionary($0) } != nil
    return texts.isEmpty || !isSame || !isReadable ? texts.joined(separator: ", ") : nil
  }

  /// The value of Surrogate-Control after the change, in the syntax of that field: it bars storing, or gives a lifetime;
  /// nil if nothing changes.
  private func surrogate(_ fields: FieldSection) -> String? {
    let came = fields.members(TargetedField.surrogate)
    // A member for one cache alone, and one that does not concern storing, stay as they came.
    let others = came.filter { member in
      let name = member.asciiLowercased
      return member.contains(";") || name.hasPrefix("content=") || name == "no-store-remote"
    }
    let own = came.filter { !others.contains($0) }
    let section = FieldSection([FieldLine(TargetedField.surrogate, own.joined(separator: ", "))])
    let mended = CacheControlMend.directives(section, TargetedField.surrogate) ?? []
    // `max-age=60+30` permits a stale use of 30 seconds.
    let name = "max-age="
    let readable = own.first { member in
      let spans = member.dropFirst(name.count).split(separator: "+", omittingEmptySubsequences: false)
      return member.asciiLowercased.hasPrefix(name)
        && spans.allSatisfy { DeltaSeconds(String($0)) != .invalid }
    }
    var lifetime = readable ?? mended.first { $0.name == "max-age" }?.text
    switch reuse {
    case .lifetime(let seconds, _): lifetime = "max-age=\(seconds)"
    case .confirmed: lifetime = "max-age=0"
    case .never, nil: break
    }
    let isBarred = isForOneUser || reuse == .never || !isNamedByContent && mended.has("no-store")
    let members = (isBarred ? "no-store" : lifetime).map { [$0] + others } ?? others
    return members.isEmpty || Set(members) != Set(came) ? members.joined(separator: ", ") : nil
  }

  /// Changes the field in place; a field without any directive is removed.
  func apply(to fields: inout FieldSection, field name: String, role: CacheRole) {
    guard let value = value(fields, field: name, role: role) else { return }
    if value.isEmpty { fields.remove(name) } else { fields.set(name, value) }
  }

  private func apply(_ role: CacheRole, to directives: inout [Directive]) {
    switch reuse {
    case .lifetime(let seconds, let isImmutable):
      if !isImmutable { directives.remove("immutable") }
      // A window would have a response used that is to be asked for each time (RFC 5861 §3).
      if seconds == 0 { directives.remove("stale-while-revalidate") }
      if isNamedByContent { directives.remove("no-store", "no-cache", "must-understand") }
      if isNamedByContent || isImmutable && role == .shared { directives.remove("s-maxage") }
      let isForSharedAlone = role == .shared && directives.has("s-maxage")
      directives.set(isForSharedAlone ? "s-maxage" : "max-age", String(seconds))
      if isImmutable { directives.set("immutable") }
    case .confirmed:
      directives.remove(
        "max-age", "s-maxage", "immutable", "stale-while-revalidate", "stale-if-error", "no-cache")
      directives.set("no-cache")
    case .never:
      directives.remove(
        "max-age", "s-maxage", "immutable", "stale-while-revalidate", "stale-if-error", "no-cache", "public",
        "proxy-revalidate", "must-understand")
      directives.set("no-store")
    case nil: break
    }
    if let ownLifetime, directives.has("s-maxage"), !directives.has("max-age") {
      directives.set("max-age", String(ownLifetime))
    }
    if hasGuard { directives.set("no-store") }
    if isForOneUser { restrict(&directives) }
    settle(&directives)
  }

  /// Removes directives that contradict or cancel another one, which may show only after the spelling is corrected.
  private func settle(_ directives: inout [Directive]) {
    func removeLifetimes(_ names: String...) {
      directives.removeAll { names.contains($0.name) && $0.argument != "0" }
    }
    if !Self.isStored(directives) {
      removeLifetimes("max-age", "s-maxage")
      directives.remove("public", "immutable", "stale-while-revalidate", "stale-if-error")
    } else if directives.has("no-cache") {
      removeLifetimes("max-age", "s-maxage")
      directives.remove("immutable", "stale-while-revalidate", "stale-if-error")
    }
    if directives.has("private") {
      removeLifetimes("s-maxage")
      directives.remove("public")
    }
    if directives.contains(where: { $0.name == "max-age" && $0.argument == "0" }) {
      directives.remove("immutable")
    }
    if directives.has("must-revalidate") { directives.remove("stale-while-revalidate", "stale-if-error") }
  }

  private static func isStored(_ directives: [Directive]) -> Bool {
    !directives.contains { $0.name == "no-store" } || directives.contains { $0.name == "must-understand" }
  }

  /// Restricts the response to the user's own cache.
  private func restrict(_ directives: inout [Directive]) {
    directives.remove("public", "s-maxage", "proxy-revalidate")
    guard Self.isStored(directives), !directives.has("private") else { return }
    directives.remove("private")
    directives.insert(Directive(name: "private", argument: nil, isQuoted: false), at: 0)
  }
}

extension Directive {
  /// The directive as a structured dictionary can hold it, if need be without its argument; nil if its name can't be a key
  /// (RFC 9213 §2.1).
  var forDictionary: Directive? {
    let bare = Directive(name: name, argument: nil, isQuoted: false)
    return [self, bare].first { StructuredField.dictionary($0.text) != nil }
  }
}

extension [Directive] {
  /// Whether a directive without field names is present.
  fileprivate func has(_ name: String) -> Bool { contains { $0.name == name && !$0.isFieldList } }

  fileprivate mutating func remove(_ names: String...) { removeAll { names.contains($0.name) } }

  /// Sets a directive in its place, or at the end.
  fileprivate mutating func set(_ name: String, _ argument: String? = nil) {
    let directive = Directive(name: name, argument: argument, isQuoted: false)
    if let index = firstIndex(where: { $0.name == name }) {
      self[index] = directive
    } else {
      append(directive)
    }
  }
}

/// The lifetime to advise for a response that gives none or a bad one.
enum LifetimeAdvice {
  /// The change to a lifetime that suits the kind of response; a response for one user stays in that user's cache.
  static func edit(_ facts: Facts) -> ControlEdit {
    ControlEdit(reuse: reuse(facts), isForOneUser: facts.isPersonal)
  }

  private static func reuse(_ facts: Facts) -> ControlEdit.Reuse {
    if facts.isVersionedFile {
      return .lifetime(31_536_000, isImmutable: true)
    }
    return switch facts.kind {
    case .page: confirmed(facts)
    case .font: .lifetime(31_536_000)
    case .image: .lifetime(86_400)
    case .script, .style: .lifetime(3600)
    case .media, .feed, .data, .download, .other: facts.isData ? confirmed(facts) : .lifetime(3600)
    }
  }

  /// The change for a response that Expires sends expired: it is validated at each use.
  static func expired(_ facts: Facts) -> ControlEdit {
    // Shared caches that go by `s-maxage` do not read Expires.
    if facts.settings.role == .shared, facts.has(.sMaxAge), !facts.isNoCache {
      return ControlEdit(ownLifetime: 0)
    }
    return ControlEdit(reuse: facts.hasSharedLifetime ? .lifetime(0) : .confirmed)
  }

  /// Validation at each use; an answer for one user that has no validator is not stored, but for a page, which would lose
  /// the browser's way back.
  static func confirmed(_ facts: Facts) -> ControlEdit.Reuse {
    // `max-age=0` makes private caches validate, and leaves shared caches the lifetime meant for them.
    if facts.hasSharedLifetime { return .lifetime(0) }
    return facts.hasValidator || facts.kind == .page || !facts.isPersonal ? .confirmed : .never
  }

  /// Asks for the validator that spares the download at each use, which no advice can make up.
  static func tag(_ facts: Facts) -> String {
    "Send an `ETag` that changes with the content, so that a 304 saves the download"
      + (facts.kind == .page
        ? "." : "; where the answer is for one user, or is another one each time, `no-store` keeps nothing.")
  }
}

extension Facts {
  /// Whether the judged cache is private, and `s-maxage` gives shared caches a lifetime.
  var hasSharedLifetime: Bool {
    settings.role == .private && has(.sMaxAge) && !isNoCache && !isNoStore
      && !control.isUnqualified("private")
      && (lifetime(.shared).seconds ?? 0) > 0
      // With `Vary: *`, a response matches no request.
      && !head.nominatedNames.contains("*")
  }

  /// Whether the content is data, such as JSON, whose lifetime only its owner can know.
  fileprivate var isData: Bool {
    let type = head.first(.contentType)?.asciiLowercased ?? ""
    return ["json", "xml", "text/plain", "text/csv", "text/event-stream"].contains(where: type.holds)
  }
}
