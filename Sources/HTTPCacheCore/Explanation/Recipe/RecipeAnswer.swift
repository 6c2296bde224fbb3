/// The facts about a judged response that a recipe needs.
struct RecipeAnswer: Sendable {
  let target: TargetURI
  let member: FamilyMember
  let versions: [URLVersion]
  let path: [UInt8]
  let query: [UInt8]?
  let status: Recipe.Status

  /// The type of the content, without its parameters; empty without one, and nil for a 304, which has no content.
  let type: String?

  let change: Recipe.Change

  /// What the fields were that the change sets or removes; nil where a configuration can't hold it.
  let values: RecipeValues?

  /// Whether it sets a cookie.
  let hasCookie: Bool

  /// Whether a request for it had a cookie.
  private(set) var wasAskedWithCookie: Bool

  /// Whether the change keeps the response from caches, and shortens its lifetime, at most.
  private(set) var isTightened: Bool

  /// The checks that it does not meet, of those that it meets once it is changed.
  var unmet: Set<String> = []

  init(_ verdict: Verdict, _ change: Recipe.Change) {
    let subject = verdict.subject
    let head = subject.receivedHead ?? subject.stored.head
    target = subject.request.target
    member = FamilyMember(verdict)
    versions = FamilyMember.versions(target, NamedFile(subject, verdict.context))
    (path, query) = (RecipePattern.sent(target.path), target.query.map(RecipePattern.sent))
    status = Recipe.Status(head.status)
    let type = head.first(.contentType)
    self.type =
      type == nil && head.status == 304
      ? nil : Substring((type ?? "").utf8.prefix { $0 != 0x3B && $0 != 0x20 }).asciiLowercased
    self.change = change
    values = RecipeValues(head, change.names, receivedAt: subject.stored.receivedAt)
    hasCookie = head.has(.setCookie)
    wasAskedWithCookie = subject.request.fields.contains("Cookie")
    isTightened = change.isEmpty || Self.tightens(verdict, change)
  }

  /// Takes what another answer of the same URL, fields and advice shows.
  mutating func merge(_ other: RecipeAnswer) {
    wasAskedWithCookie = wasAskedWithCookie || other.wasAskedWithCookie
    isTightened = isTightened && other.isTightened
    unmet.formUnion(other.unmet)
  }

  /// The path and query.
  var text: String { String(decoding: path + (query.map { [0x3F] + $0 } ?? []), as: UTF8.self) }

  var pathText: String { String(decoding: path, as: UTF8.self) }

  /// Whether no kind of cache may store more by a change, or use it for longer.
  private static func tightens(_ verdict: Verdict, _ change: Recipe.Change) -> Bool {
    let stored = verdict.subject.stored
    // Of what is malformed, caches read one thing or another.
    let members = stored.head.fields.members("Cache-Control").filter(isPlain)
    var plain = Recipe.Change(removed: ["Cache-Control"])
    if !members.isEmpty {
      plain = Recipe.Change(lines: [FieldLine("Cache-Control", members.joined(separator: ", "))])
    }
    return CacheRole.allCases.allSatisfy { role in
      let (old, new) = (changed(verdict, plain, role: role), changed(verdict, change, role: role))
      func lifetime(_ verdict: Verdict) -> Seconds {
        verdict.isRevalidatedEachTime ? 0 : verdict.freshness.lifetime.seconds ?? 0
      }
      return new.isStorable != true || old.isStorable == true && lifetime(new) <= lifetime(old)
    }
  }

  /// The verdict of a changed answer for a kind of cache, when it has just come.
  static func changed(_ verdict: Verdict, _ change: Recipe.Change, role: CacheRole) -> Verdict {
    let subject = verdict.subject
    var stored = subject.stored
    for line in change.lines { stored.head.fields.set(line.name, line.value) }
    for line in change.added {
      let members = stored.head.fields.members(line.name) + [line.value]
      stored.head.fields.set(line.name, members.joined(separator: ", "))
    }
    for name in change.removed { stored.head.fields.remove(name) }
    var settings = verdict.settings
    settings.role = role
    return Verdict(
      Subject(
        origin: subject.origin, request: subject.request, stored: stored, bodyLength: subject.bodyLength,
        isFromServer: subject.isFromServer), now: stored.receivedAt, settings: settings)
  }

  /// Whether every cache reads a member of Cache-Control alike: a name, and a number or a quoted text.
  private static func isPlain(_ member: String) -> Bool {
    let name = member.utf8.prefix { $0.isLetter || $0 == 0x2D }
    let rest = member.utf8.dropFirst(name.count)
    return !name.isEmpty
      && (rest.isEmpty
        || rest.first == 0x3D
          && (rest.dropFirst().first == 0x22 || rest.count > 1 && rest.dropFirst().allSatisfy(\.isDigit)))
  }

  /// The pattern of its URL, and of those that are like it, in a family; nil where its name is of no such form.
  func pattern(in found: Families<Set<Int>>.Found, areBase32: Bool) -> RecipePattern? {
    guard member.place != nil else { return nil }
    let isEncoded = path.count != target.path.utf8.count
    guard !isEncoded || versions.isEmpty else { return nil }
    var pieces: [RecipePattern.Piece] = [.text([0x2F])]
    var start = 1
    for directory in found.directories {
      let end = path[start...].firstIndex(of: 0x2F) ?? path.endIndex
      switch directory {
      case .text: pieces.append(.text(Array(path[start..<end])))
      case .any:
        guard let parts = versioned(start..<end, areBase32: areBase32) else { return nil }
        pieces += parts.isEmpty ? [.name] : parts
      }
      pieces.append(.text([0x2F]))
      start = min(end + 1, path.count)
    }
    if found.isDeep, member.place?.isBuilt != true { pieces.append(.directories) }
    let nameStart = (path.dropLast().lastIndex(of: 0x2F) ?? 0) + 1
    let ending = Array(member.place?.leaf.ending.utf8 ?? "".utf8)
    let nameEnd = path.count - ending.count
    guard nameEnd >= nameStart, found.isDeep || nameStart == start else { return nil }
    // What may hold a version in its name.
    let mayBeVersioned = NamedFile(named: target).kind != nil
    if member.place?.isBuilt == true {
      pieces += [.rest, .text(ending)]
    } else if let name = found.leaf.name {
      pieces.append(.text(RecipePattern.sent(name) + ending))
    } else {
      guard let parts = versioned(nameStart..<nameEnd, areBase32: areBase32) else { return nil }
      if !parts.isEmpty {
        pieces += named(parts)
      } else {
        pieces.append(mayBeVersioned ? .words : ending.isEmpty ? .word : .name)
      }
      pieces.append(.text(ending))
    }
    var query: [RecipePattern.Piece]?
    if let parameters = found.leaf.query, let own = member.place?.leaf.query, parameters.count == own.count {
      query = []
      let texts = (self.query ?? []).split(separator: 0x26, omittingEmptySubsequences: false)
      for (index, parameter) in parameters.enumerated() {
        if index > 0 { query?.append(.text([0x26])) }
        guard parameter.value == nil, index < texts.count, let equals = texts[index].firstIndex(of: 0x3D)
        else {
          query?.append(.text(index < texts.count ? Array(texts[index]) : []))
          continue
        }
        query?.append(.text(Array(texts[index][...equals])))
        let value = texts[index][(equals + 1)...]
        if let version = versions.first(where: { $0.form == .query }), value.elementsEqual(version.text.utf8)
        {
          guard let piece = RecipePattern.piece(value, areBase32: areBase32) else { return nil }
          query?.append(piece)
        } else {
          guard !mayBeVersioned else { return nil }
          query?.append(.value)
        }
      }
    } else if self.query != nil {
      return nil
    }
    let pattern = RecipePattern(path: Self.joined(pieces), query: query.map(Self.joined))
    return pattern.isSayable && pattern.matches(path, self.query) ? pattern : nil
  }

  /// A part of the path with its versions as pieces of their own; empty if it has none, nil if the form of one is that of a word.
  private func versioned(_ range: Range<Int>, areBase32: Bool) -> [RecipePattern.Piece]? {
    let places = versions.filter { $0.form == .hash || $0.form == .number }.map(\.place)
      .filter { $0.lowerBound >= range.lowerBound && $0.upperBound <= range.upperBound }
      .sorted { $0.lowerBound < $1.lowerBound }
    var pieces: [RecipePattern.Piece] = []
    var end = range.lowerBound
    for place in places where place.lowerBound >= end {
      guard let piece = RecipePattern.piece(path[place], areBase32: areBase32) else { return nil }
      if place.lowerBound > end { pieces.append(.text(Array(path[end..<place.lowerBound]))) }
      pieces.append(piece)
      end = place.upperBound
    }
    if !pieces.isEmpty, end < range.upperBound { pieces.append(.text(Array(path[end..<range.upperBound]))) }
    return pieces
  }

  /// The pieces of a name with any text before its version.
  private func named(_ pieces: [RecipePattern.Piece]) -> [RecipePattern.Piece] {
    guard case .text(let text)? = pieces.first, let last = text.last, [0x2D, 0x2E, 0x5F].contains(last),
      text.count > 1
    else { return pieces }
    return [.name, .text([last])] + pieces.dropFirst()
  }

  /// The pieces with neighbouring texts as one.
  private static func joined(_ pieces: [RecipePattern.Piece]) -> [RecipePattern.Piece] {
    pieces.reduce(into: []) { joined, piece in
      if case .text(let text) = piece {
        guard !text.isEmpty else { return }
        if case .text(let before)? = joined.last {
          joined[joined.count - 1] = .text(before + text)
          return
        }
      }
      joined.append(piece)
    }
  }
}
