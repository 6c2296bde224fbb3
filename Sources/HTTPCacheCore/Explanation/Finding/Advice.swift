/// The change of a response's fields that all its findings ask for.
///
/// The changed response, judged again, has no error or warning that a field could correct, and gets no further
/// advice. The change does not let more kinds of cache store the response, unless the URL changes with the content.
public struct Advice: Sendable, Hashable {
  /// The fields to send; each replaces all lines of its name.
  public let set: [FieldLine]

  /// The names of the fields to leave out.
  public let remove: [String]

  /// The fields that advice may change, in the order of the advice; all of them affect caching.
  private static let fields: [KnownField] = [
    .cacheControl, .cdnCacheControl, .vary, .contentEncoding, .expires, .pragma, .warning, .clearSiteData,
    .cacheGroups,
    .cacheGroupInvalidation, .noVarySearch, .useAsDictionary,
  ]

  /// The most rounds of changes: one change can make another necessary, such as that of a lifetime that counts once
  /// its spelling is right.
  private static let mostRounds = 6

  /// Computes the change that the edits of a response's findings lead to; nil if they change nothing.
  ///
  /// `first` has the fields after these edits, if they are known. With a code, other findings of the changed response ask for
  /// nothing more.
  init?(
    _ facts: Facts, _ edits: [AdvisedLine.Edit], _ first: FieldSection? = nil, of code: Finding.Code? = nil
  ) {
    var (changed, edits, known) = (facts, edits, first)
    // What is restricted in the end is looked at once more.
    for _ in 0..<2 {
      for _ in 0..<Self.mostRounds {
        let edit = edits.reduce(into: FieldsEdit()) { $0.merge($1, changed) }
        let fields = known.take() ?? edit.applied(to: changed)
        guard fields != changed.head.fields else { break }
        changed = changed.with(fields)
        guard edit.needsAnotherLook, !(facts.isPlain && edit.isPlain) else { break }
        edits = Findings.edits(in: changed, of: code)
        if edits.isEmpty { break }
      }
      let mended = changed.head.fields
      changed = changed.restricted(as: facts)
      if changed.head.fields == mended { break }
      edits = Findings.edits(in: changed, of: code)
      if edits.isEmpty { break }
    }
    let (old, new) = (facts.head, changed.head)
    var set: [FieldLine] = []
    var remove: [String] = []
    var names = Self.fields.filter { old.has($0) || new.has($0) }.map(\.name)
    let targets = TargetedField.standard.filter(old.has).map(\.name) + (old.targets ?? [])
    names += targets.enumerated().filter { $1 != TargetedField.name && !targets[..<$0].contains($1) }.map(
      \.element)
    for name in names where !old.fields.hasSameValues(name, as: new.fields) {
      if let value = new.fields.combined(name) {
        set.append(FieldLine(name, value))
      } else {
        remove.append(name)
      }
    }
    guard !set.isEmpty || !remove.isEmpty else { return nil }
    (self.set, self.remove) = (set, remove)
  }

  /// The line of a field as code in a sentence; nil if the field stays as it is.
  fileprivate func line(_ name: String) -> String? {
    set.first { $0.name == name }.map { "`\(name): \($0.value)`" }
  }
}

extension Facts {
  /// Directives that say no more than for how long, and for whom.
  private static let plainDirectives: [DirectiveName] = [
    .public, .private, .maxAge, .noCache, .mustRevalidate, .immutable,
  ]

  /// The fields by which another lifetime, validation or privacy may lead to other findings.
  private static let fieldsBesideLifetime = KnownFields([
    .expires, .pragma, .setCookie, .noVarySearch, .useAsDictionary,
  ])

  /// Whether the response is a usual one, in which a plain change of well-spelt directives leads to no other finding.
  fileprivate var isPlain: Bool {
    isKept && head.status == 200 && !request.identifiesUser && !head.mayBeTargeted
      && !head.has(oneOf: Self.fieldsBesideLifetime) && !head.nominatedNames.contains("*")
      && directives.areOrdinary && !isControlMisspelt
      // A manifest that is sent as a font is advised a font's lifetime first.
      && (changingKind == nil || kind == .page)
      && directives.names.allSatisfy(Self.plainDirectives.contains)
  }
}

/// A kind of cache: its role, and the targeted fields that it obeys.
private struct CacheKind {
  let role: CacheRole

  /// As `ResponseHead.targets`: nil for `CDN-Cache-Control` in shared caches alone.
  let targets: [String]?

  /// The kinds that read a response, or its changed form, differently.
  static func all(_ heads: [ResponseHead]) -> [CacheKind] {
    let own = heads.flatMap { [$0.targets] }
    let others = heads.flatMap { head in head.sharedReadings.dropFirst().map(\.targets) }
    let shared = Set(own + others).map { CacheKind(role: .shared, targets: $0) }
    return Set(own + [nil]).map { CacheKind(role: .private, targets: $0) } + shared
  }

  func reads(_ facts: Facts) -> ResponseHead {
    var head = facts.head
    head.targets = targets
    return head
  }

  func mayStore(_ facts: Facts) -> Bool {
    let exchange = Exchange(
      request: facts.request, head: reads(facts), isRecorded: facts.subject.isRecorded)
    return StorageDecision(exchange, settings: Settings(role: role)).isStorable
  }
}

extension Facts {
  /// The response, restricted so that no other kind of cache may store it than the received one.
  fileprivate func restricted(as came: Facts) -> Facts {
    // Otherwise, the change has removed no prohibition to store, and the response needs no permission.
    guard
      !head.isHeuristicallyCacheable || request.method != "GET" || head.mayBeTargeted
        || came.head.mayBeTargeted
        || request.fields.contains("Authorization")
        // It lifts a `no-store` beside it.
        || has(.mustUnderstand) && !came.has(.mustUnderstand),
      !isNamedByContent
    else { return self }
    let kinds = kindsThatMayStoreAnew(came)
    guard !kinds.isEmpty else { return self }
    // `private` is itself a permission to store (RFC 9111 §3): where it lets a browser store what it might not, `no-store` is
    // left.
    let restricted = keptFrom(kinds, by: ControlEdit(isForOneUser: true))
    return restricted.kindsThatMayStoreAnew(came).isEmpty
      ? restricted : keptFrom(kinds, by: ControlEdit(reuse: .never))
  }

  /// The kinds of caches that may store the response, and might not store the received one.
  private func kindsThatMayStoreAnew(_ came: Facts) -> [CacheKind] {
    CacheKind.all([came.head, head]).filter { $0.mayStore(self) && !$0.mayStore(came) }
  }

  /// The response, with a change of the fields that these kinds read; a private cache is always told not to store it.
  private func keptFrom(_ kinds: [CacheKind], by edit: ControlEdit) -> Facts {
    var edits: [String: ControlEdit] = [:]
    for kind in kinds {
      edits[kind.reads(self).cacheControl(for: kind.role).fieldName, default: .spelling].merge(
        kind.role == .shared ? edit : ControlEdit(reuse: .never))
    }
    var fields = head.fields
    for (name, edit) in edits { edit.apply(to: &fields, field: name, role: .shared) }
    return with(fields)
  }
}

/// A change of several fields, merged from the changes of all findings.
struct FieldsEdit {
  /// The change of directives by the name of their field.
  private var controls: [String: ControlEdit] = [:]

  /// The new value of other fields; nil for one that is left out.
  private var others: [String: String?] = [:]

  private var vary: VaryEdit?

  /// Whether the changed response has to be judged again, since findings may depend on the changed fields; removing a field
  /// without effect can't lead to other ones.
  var needsAnotherLook: Bool { !controls.isEmpty || vary != nil || others.values.contains { $0 != nil } }

  /// Whether it only gives Cache-Control another lifetime, validation or privacy, or leaves fields out.
  var isPlain: Bool {
    vary == nil && others.values.allSatisfy { $0 == nil }
      && controls.allSatisfy { $0.key == "Cache-Control" && $0.value.isPlain }
  }

  /// Merges the change of one finding; of two contradicting changes, the stricter one counts.
  mutating func merge(_ edit: AdvisedLine.Edit, _ facts: Facts) {
    if let control = edit.control {
      // The next round decides on a lifetime: with corrected spelling, the field may give one.
      if control.reuse != nil, facts.isControlMisspelt {
        for name in edit.controlNames(facts) {
          controls[name, default: .spelling].merge(control.withoutReuse)
        }
        return
      }
      let names = edit.controlNames(facts)
      let obeyed = names.contains(facts.control.fieldName) ? obeyed(control, facts) : control
      for name in names { controls[name, default: .spelling].merge(obeyed) }
    }
    if let change = edit.vary { vary = vary?.merged(with: change) ?? change }
    for name in edit.removed { others[name] = .some(nil) }
    // A field that another finding leaves out stays out.
    for line in edit.lines where others[line.name] == nil { others[line.name] = line.value }
  }

  /// The change beside older fields that would cancel a lifetime.
  ///
  /// Expires that gives another lifetime is left out: some caches know it alone, and some go by the first of the two. By
  /// Pragma, Chromium asks at each use: a lifetime that nothing gave until now is not given beside it, and a file that is
  /// named by its content loses it.
  private mutating func obeyed(_ control: ControlEdit, _ facts: Facts) -> ControlEdit {
    guard case .lifetime(let seconds, let isImmutable)? = control.reuse else { return control }
    if control.leavesEdgeItsWindow, let field = facts.edgeField, others[field.name] == nil {
      others[field.name] = field.value
    }
    // Where only `s-maxage` is changed, Expires is the lifetime in private caches.
    let isForSharedAlone = facts.settings.role == .shared && facts.has(.sMaxAge) && !isImmutable
    if facts.isExpires(otherThan: seconds), !facts.control.isTargeted, !isForSharedAlone {
      others["Expires"] = .some(nil)
    }
    guard seconds > 0, facts.isPragmaNoCache else { return control }
    if isImmutable, facts.isNamedByContent {
      others["Pragma"] = .some(nil)
    } else if !facts.hasExplicitLifetime {
      var control = control
      control.reuse = LifetimeAdvice.confirmed(facts)
      return control
    }
    return control
  }

  /// The fields of a response after the change.
  func applied(to facts: Facts) -> FieldSection {
    var fields = facts.head.fields
    for (name, control) in controls {
      // A targeted field that is named counts in a private cache, too.
      let isJudged = name == "Cache-Control" || name == facts.control.fieldName
      control.apply(to: &fields, field: name, role: isJudged ? facts.settings.role : .shared)
    }
    vary?.apply(to: &fields)
    for (name, value) in others {
      if let value { fields.set(name, value) } else { fields.remove(name) }
    }
    return fields
  }
}

/// A change of the names in Vary, with corrected spelling.
struct VaryEdit: Sendable {
  var added: [String] = []

  /// The names to leave out, in lower case.
  var removed: Set<String> = []

  fileprivate func merged(with other: Self) -> Self {
    Self(added: added + other.added, removed: removed.union(other.removed))
  }

  /// The names of request fields of several words, in lower case.
  private static let names: Set = [
    "accept-charset", "accept-datetime", "accept-encoding", "accept-language",
    "access-control-request-headers", "access-control-request-method", "available-dictionary",
    "device-memory", "hx-request", "if-modified-since", "if-none-match", "next-router-prefetch",
    "next-router-state-tree", "next-url", "proxy-authorization", "save-data", "sec-ch-dpr", "sec-ch-ua",
    "sec-ch-ua-mobile", "sec-ch-ua-platform", "sec-ch-viewport-width", "sec-ch-width", "sec-fetch-dest",
    "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user", "upgrade-insecure-requests", "user-agent",
    "viewport-width", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-http-method-override",
    "x-real-ip", "x-request-id", "x-requested-with",
  ]

  /// The names in a member of Vary; separators of other lists count as commas, and a space inside a known name as its
  /// hyphen: `accept encoding`.
  static func names(in member: String) -> [String] {
    member.split { ";,".contains($0) }.flatMap { part in
      var words = part.split { " \t".contains($0) }.map(String.init).filter(\.isToken)[...]
      var found: [String] = []
      while let word = words.first {
        let count = (2...4).reversed().first {
          $0 <= words.count && names.contains(words.prefix($0).joined(separator: "-").asciiLowercased)
        }
        found.append(count.map { words.prefix($0).joined(separator: "-") } ?? word)
        words = words.dropFirst(count ?? 1)
      }
      return found
    }
  }

  fileprivate func apply(to fields: inout FieldSection) {
    var seen = removed
    let names = (fields.members("Vary").flatMap(Self.names) + added).filter {
      seen.insert($0.asciiLowercased).inserted
    }
    if names.isEmpty { fields.remove("Vary") } else { fields.set("Vary", names.joined(separator: ", ")) }
  }
}

/// The change that a finding asks for, and the words around the line of the advice that it quotes.
///
/// A class, so that copying a finding copies one reference.
final class AdvisedLine: Sendable {
  /// The part of the change that one finding asks for.
  struct Edit: Sendable {
    /// The change of directives; nil if they stay as they are.
    var control: ControlEdit?

    /// The fields with the directives; empty for the field that counts in the judged cache.
    var fields: [String] = []

    /// The change of Vary; nil if it stays as it is.
    var vary: VaryEdit?

    /// The fields to set.
    var lines: [FieldLine] = []

    /// The names of the fields to leave out.
    var removed: [String] = []

    fileprivate func controlNames(_ facts: Facts) -> [String] {
      fields.isEmpty ? [facts.control.fieldName] : fields
    }

    /// The fields of a response after this change alone.
    func applied(to facts: Facts) -> FieldSection {
      var edit = FieldsEdit()
      edit.merge(self, facts)
      return edit.applied(to: facts)
    }
  }

  let edit: Edit

  /// The words before and after the line.
  private let before, after: String

  /// Whether the words hold only for a line by which a cache may store the response.
  private let isForStoring: Bool

  /// Advises other directives; the default words are "Write", the line of Cache-Control, and a full stop.
  init(
    _ control: ControlEdit, in fields: [String] = [], leavingOut removed: [String] = [],
    before: String = "Write ", after: String = ".", isForStoring: Bool = false
  ) {
    edit = Edit(control: control, fields: fields, removed: removed)
    (self.before, self.after, self.isForStoring) = (before, after, isForStoring)
  }

  /// Advises another value of a field.
  init(setting name: String, _ value: String, after: String = ".") {
    edit = Edit(lines: [FieldLine(name, value)])
    (before, self.after, isForStoring) = ("Write ", after, false)
  }

  /// Advises to leave a field out; the finding's own words say so.
  init(leavingOut name: String) {
    edit = Edit(removed: [name])
    (before, after, isForStoring) = ("", "", false)
  }

  /// Advises other names in Vary.
  init(_ vary: VaryEdit, before: String = "Write ", after: String = ".") {
    edit = Edit(vary: vary)
    (self.before, self.after, isForStoring) = (before, after, false)
  }

  /// The sentence with its line of the advice; nil if the advice does not change the field.
  func sentence(_ facts: Facts, _ advice: Advice?) -> String? {
    let names =
      edit.control.map { control in
        edit.controlNames(facts)
          + (control.leavesEdgeItsWindow ? facts.edgeField.map { [$0.name] } ?? [] : [])
      } ?? (edit.vary != nil ? ["Vary"] : edit.lines.prefix(1).map(\.name))
    guard let advice else { return nil }
    let lines = names.compactMap(advice.line)
    if isForStoring, advice.set.contains(where: { names.contains($0.name) && $0.value.holds("no-store") }) {
      return nil
    }
    if !lines.isEmpty { return before + lines.asList + after }
    let removed = names.filter(advice.remove.contains)
    return removed.isEmpty ? nil : "Leave \(removed.asList) out."
  }
}

extension AdvisedLine: Hashable {
  /// Whether both are the same object: a finding loses its line before findings are compared.
  static func == (left: AdvisedLine, right: AdvisedLine) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
