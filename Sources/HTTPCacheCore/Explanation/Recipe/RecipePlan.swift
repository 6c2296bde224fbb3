/// The facts about a judged response that a recipe needs.
struct RecipeAnswer: Sendable {
  let target: TargetURI
  let file: NamedFile
  let path: [UInt8]
  let query: [UInt8]?
  let status: Recipe.Status
  private(set) var change: Recipe.Change
  private(set) var fields: FieldSection
  var bars: Set<Recipe.Bar>

  /// Whether it is a script, style or font whose URL changes with its content.
  let isNamedByContent: Bool

  /// Whether it is a script, style, font or picture.
  let isAsset: Bool

  /// Whether no cache may store more by the change, or use it for longer.
  let isTightened: Bool

  /// Whether the request had a cookie.
  let wasAskedWithCookie: Bool

  /// The kind of URL that it has; nil if other URLs tell nothing about it.
  let place: RecipeShape.Placed?

  init(
    target: TargetURI, file: NamedFile, path: [UInt8], query: [UInt8]?, status: Recipe.Status,
    change: Recipe.Change, fields: FieldSection, isNamedByContent: Bool, isAsset: Bool,
    place: RecipeShape.Placed?, isTightened: Bool, wasAskedWithCookie: Bool
  ) {
    (self.isTightened, self.wasAskedWithCookie) = (isTightened, wasAskedWithCookie)
    (self.target, self.file, self.path, self.query, self.status) = (target, file, path, query, status)
    (self.change, self.fields, bars) = (change, fields, Recipe.Bar.all(in: fields))
    (self.isNamedByContent, self.isAsset, self.place) = (isNamedByContent, isAsset, place)
  }

  var text: String { String(decoding: path, as: UTF8.self) }

  /// The path up to its last slash.
  var directory: ArraySlice<UInt8> { path[...(path.lastIndex(of: 0x2F) ?? 0)] }

  /// The lines of Cache-Control that came.
  var control: [String] { fields.values("Cache-Control").map { String(decoding: $0, as: UTF8.self) } }

  /// Takes the place of an answer of the same URL that needs no change.
  mutating func replace(with change: Recipe.Change, _ fields: FieldSection) {
    (self.change, self.fields, bars) = (change, fields, Recipe.Bar.all(in: fields))
  }

  /// Whether the answer is right after a change, since it needs this one or is as the change makes it.
  func isRight(after change: Recipe.Change) -> Bool {
    guard self.change.isEmpty else { return self.change == change }
    return change.lines.allSatisfy { fields.combined($0.name)?.equalsIgnoringASCIICase($0.value) == true }
      && change.added.allSatisfy { line in
        let members = fields.members(line.name)
        return FieldSection([line]).members(line.name).allSatisfy { member in
          members.contains { $0.equalsIgnoringASCIICase(member) }
        }
      } && !change.removed.contains(where: fields.contains)
  }
}

/// Chooses the rules of a recipe: by directory and kind of file where several judged answers need the same, and by name
/// where one needs something else.
///
/// The rules are applied to every judged answer, the first that covers it: one that would be changed otherwise than advised is
/// named in a rule, or an exception, before.
struct RecipePlan {
  /// The rules; the first that covers a URL with its status counts.
  private(set) var rules: [Recipe.Rule] = []

  /// The answers for which no rule can be written.
  private(set) var unsaid: [Int] = []

  /// How many answers have no rule since there are too many.
  private(set) var skipped = 0

  private let answers: [RecipeAnswer]

  /// The answers by path, in which those to several queries and of several statuses are together.
  private var byPath: [[UInt8]: [Int]] = [:]

  /// The successes by the first segment of the path.
  private var byBeginning: [ArraySlice<UInt8>: [Int]] = [:]

  /// A rule for many URLs, and what puts it before others.
  private struct Wide {
    var rule: Recipe.Rule
    let depth: Int
    let isDeep: Bool
    let isVersioned: Bool
  }

  private var wide: [Wide] = []
  private let allowsRoot: Bool

  /// How many rules a person reads in a minute; of more, some are for the whole site.
  private static let mostReadable = 20
  private static let mostRules = 500

  /// How many patterns are tried, which bounds the work on a site where every directory is answered otherwise; what is left then
  /// is named.
  private static let mostTried = 300
  private var tried = 0
  private static let mostNames = 20
  private static let longestNames = 1500

  /// Plans the rules for answers.
  init(_ answers: [RecipeAnswer]) {
    let plan = RecipePlan(answers, allowsRoot: false)
    self = plan.rules.count <= Self.mostReadable ? plan : RecipePlan(answers, allowsRoot: true)
  }

  private init(_ answers: [RecipeAnswer], allowsRoot: Bool) {
    (self.answers, self.allowsRoot) = (answers, allowsRoot)
    for (index, answer) in answers.enumerated() {
      byPath[answer.path, default: []].append(index)
      if answer.status == .success { byBeginning[Self.beginning(answer.path), default: []].append(index) }
    }
    findWide()
    findFamilies()
    nameOthers()
  }

  /// The path up to its second slash.
  private static func beginning(_ path: [UInt8]) -> ArraySlice<UInt8> {
    path[..<(path.dropFirst().firstIndex(of: 0x2F) ?? path.endIndex)]
  }

  /// The pattern of one answer: with any query, unless another query or user is answered otherwise.
  func name(of index: Int) -> RecipePattern {
    let answer = answers[index]
    let whole = RecipePattern.whole(answer.target)
    let others = byPath[answer.path, default: []].filter { answers[$0].status == answer.status }
    let isOne = others.allSatisfy { answers[$0].change == answer.change && answers[$0].bars == answer.bars }
    return answer.query == nil && isOne ? whole.any : whole.exactly
  }

  // MARK: By directory and kind

  private mutating func findWide() {
    var shapes: [RecipeShape] = []
    var members: [RecipeShape: [Int]] = [:]
    for (index, answer) in answers.enumerated() where answer.status == .success {
      guard let shape = answer.place?.shape else { continue }
      if members[shape] == nil { shapes.append(shape) }
      members[shape, default: []].append(index)
    }
    for shape in shapes { cover(shape, members[shape] ?? [], depth: 0) }
  }

  /// Finds rules for the answers of a shape below a directory: one if they need the same, else one for each part of it.
  private mutating func cover(_ shape: RecipeShape, _ members: [Int], depth: Int) {
    guard tried < Self.mostTried, members.contains(where: { !answers[$0].change.isEmpty }) else { return }
    func directories(_ index: Int) -> [[RecipePattern.Piece]] { answers[index].place?.directories ?? [] }
    let direct = members.filter { directories($0).count == depth }
    // What is named by its content is so below the directory of the build, and not beside it.
    let mayBeDeep = !shape.isBuilt && (depth > 0 || allowsRoot)
    if mayBeDeep || direct.count == members.count,
      add(shape, members, depth: depth, isDeep: direct.count < members.count)
    {
      return
    }
    if direct.count < members.count, !direct.isEmpty { _ = add(shape, direct, depth: depth, isDeep: false) }
    var segments: [[RecipePattern.Piece]] = []
    var children: [[RecipePattern.Piece]: [Int]] = [:]
    for index in members where directories(index).count > depth {
      let segment = directories(index)[depth]
      if children[segment] == nil { segments.append(segment) }
      children[segment, default: []].append(index)
    }
    for segment in segments { cover(shape, children[segment] ?? [], depth: depth + 1) }
  }

  /// Adds a rule for what most of these answers need; false if too many of what it would cover need something else.
  private mutating func add(_ shape: RecipeShape, _ members: [Int], depth: Int, isDeep: Bool) -> Bool {
    guard let first = members.first, let place = answers[first].place else { return false }
    tried += 1
    let endings = Set(members.compactMap { answers[$0].place?.ending }.filter { !$0.isEmpty })
      .sorted { $0.lexicographicallyPrecedes($1) }
    let pattern = shape.pattern(
      in: place.directories.prefix(depth), isDeep: isDeep, endings: endings)
    guard pattern.isSayable,
      let rule = rule(pattern, members, leastPaths: shape.isBuilt ? 1 : 2, exceptions: true)
    else { return false }
    wide.append(Wide(rule: rule, depth: depth, isDeep: isDeep, isVersioned: shape.isVersioned))
    return true
  }

  /// The rule of a pattern for what most members need; nil if it would reach too few, or too many others.
  private func rule(
    _ pattern: RecipePattern, _ members: [Int], leastPaths: Int, exceptions: Bool
  ) -> Recipe.Rule? {
    guard let change = mostWanted(members) else { return nil }
    let covered = self.covered(by: pattern)
    let wanting = covered.filter { answers[$0].change == change }
    let rule = Recipe.Rule(
      patterns: [pattern], status: .success, change: change, passes: passes(change, wanting, of: covered),
      leavesVisitors: leavesVisitors(wanting))
    func paths(_ indices: [Int]) -> Int { Set(indices.map { answers[$0].path }).count }
    let reached = wanting.filter { rule.reaches(answers[$0].bars) }
    let others = covered.filter {
      !answers[$0].isRight(after: change) && rule.reaches(answers[$0].bars)
    }
    guard paths(reached) >= leastPaths, exceptions ? 2 * paths(others) <= paths(reached) : others.isEmpty
    else { return nil }
    return rule
  }

  /// The change that most of the paths need, of those that need one; nil if none does.
  private func mostWanted(_ members: [Int]) -> Recipe.Change? {
    var counts: [Recipe.Change: Set<[UInt8]>] = [:]
    var order: [Recipe.Change] = []
    for index in members where !answers[index].change.isEmpty {
      if counts[answers[index].change] == nil { order.append(answers[index].change) }
      counts[answers[index].change, default: []].insert(answers[index].path)
    }
    let most = counts.values.map(\.count).max()
    return order.first { counts[$0]?.count == most }
  }

  /// Whether an answer to a request with a cookie keeps its lines, since it may be one visitor's.
  private func leavesVisitors(_ wanting: [Int]) -> Bool {
    !wanting.contains { answers[$0].wasAskedWithCookie }
      && !wanting.allSatisfy {
        answers[$0].isTightened || answers[$0].isAsset && !answers[$0].bars.contains(.cookie)
      }
  }

  /// The bars that keep no answer of a pattern from its change.
  ///
  /// Whoever is answered `private` or `no-store` where nobody that was judged is, keeps that. On files that are named by their
  /// content `no-cache` is a mistake of the directory where all that were judged say so; more than that may be meant.
  private func passes(
    _ change: Recipe.Change, _ wanting: [Int], of covered: [Int]
  ) -> Set<Recipe.Bar> {
    guard let first = wanting.first else { return [] }
    if covered.allSatisfy({ answers[$0].isNamedByContent }) {
      return covered.allSatisfy { answers[$0].bars == [.noCache] } ? [.noCache] : []
    }
    let said = change.control?.asciiLowercased
    return wanting.reduce(answers[first].bars) { $0.intersection(answers[$1].bars) }.filter { bar in
      bar != .cookie && said?.holds(bar.rawValue) != false
    }
  }

  /// The judged successes that a pattern covers, whether or not they need a change.
  private func covered(by pattern: RecipePattern) -> [Int] {
    let beginning = Array(pattern.beginning.utf8)
    let first = Self.beginning(beginning)
    // Unless the first directory stands in the pattern whole, look at all.
    let some = first.count < beginning.count ? byBeginning[first] ?? [] : nil
    return (some ?? Array(answers.indices)).filter {
      answers[$0].status == .success && pattern.matches(answers[$0].path, answers[$0].query)
    }
  }

  // MARK: By version and by name

  /// The rule of the wide ones that comes first for an answer.
  private func wideRule(_ index: Int) -> Recipe.Rule? {
    let answer = answers[index]
    return wide.first { $0.rule.status == answer.status && $0.rule.covers(answer.path, answer.query) }?.rule
  }

  private func isSettled(_ index: Int) -> Bool {
    let answer = answers[index]
    guard let rule = wideRule(index) else { return answer.change.isEmpty }
    let isReached = rule.reaches(answer.bars)
    return answer.change.isEmpty
      ? !isReached || answer.isRight(after: rule.change) : isReached && rule.change == answer.change
  }

  /// Adds rules for the next release of files that stand alone in their directory, or beside others that say something else.
  private mutating func findFamilies() {
    sortWide()
    var groups: [Group] = []
    var patterns: [Group: [RecipePattern]] = [:]
    for (index, answer) in answers.enumerated()
    where answer.status == .success && !answer.change.isEmpty && !isSettled(index) {
      for pattern in RecipePattern.family(of: answer.target, answer.file) where pattern.isSayable {
        tried += 1
        guard tried < Self.mostTried, let rule = rule(pattern, [index], leastPaths: 1, exceptions: false),
          rule.reaches(answer.bars), rule.change == answer.change
        else { continue }
        let group = Group(
          status: .success, change: rule.change, passes: rule.passes, leavesVisitors: rule.leavesVisitors,
          directory: allowsRoot ? [] : answer.directory)
        if patterns[group] == nil { groups.append(group) }
        if patterns[group]?.contains(pattern) != true { patterns[group, default: []].append(pattern) }
        break
      }
    }
    for group in groups {
      for some in Self.chunks(patterns[group] ?? []) {
        let rule = Recipe.Rule(
          patterns: some, status: .success, change: group.change, passes: group.passes,
          leavesVisitors: group.leavesVisitors)
        wide.append(Wide(rule: rule, depth: .max, isDeep: false, isVersioned: true))
      }
    }
    sortWide()
  }

  /// Puts rules for a part of what another is for before it.
  private mutating func sortWide() {
    wide = wide.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      return (b.depth, a.isDeep ? 1 : 0, a.isVersioned ? 0 : 1, left.offset)
        < (a.depth, b.isDeep ? 1 : 0, b.isVersioned ? 0 : 1, right.offset)
    }.map(\.element)
  }

  /// What rules by name are put together by.
  private struct Group: Hashable {
    let status: Recipe.Status
    let change: Recipe.Change
    let passes: Set<Recipe.Bar>
    let leavesVisitors: Bool
    let directory: ArraySlice<UInt8>
  }

  /// Names every answer that the rules so far would not treat as advised.
  private mutating func nameOthers() {
    var groups: [Group] = []
    var members: [Group: [Int]] = [:]
    for (index, answer) in answers.enumerated() where !isSettled(index) {
      guard name(of: index).isSayable, answer.change.isEmpty || Self.mayReach(answer) else {
        unsaid.append(index)
        continue
      }
      let group = Group(
        status: answer.status, change: answer.change, passes: answer.change.isEmpty ? [] : answer.bars,
        leavesVisitors: leavesVisitors([index]),
        directory: allowsRoot ? [] : answer.directory)
      if members[group] == nil { groups.append(group) }
      members[group, default: []].append(index)
    }
    for group in groups {
      var seen: Set<RecipePattern> = []
      let patterns = (members[group] ?? []).map(name).filter { seen.insert($0).inserted }
      for names in Self.chunks(patterns) {
        guard rules.count < Self.mostRules else {
          skipped += names.count
          continue
        }
        rules.append(
          Recipe.Rule(
            patterns: names, status: group.status, change: group.change, passes: group.passes,
            leavesVisitors: group.leavesVisitors))
      }
    }
    rules += wide.map(\.rule)
    count()
  }

  /// Whether a rule may reach an answer that sets a cookie: only if it keeps shared caches from it.
  private static func mayReach(_ answer: RecipeAnswer) -> Bool {
    guard answer.bars.contains(.cookie), let value = answer.change.control?.asciiLowercased else {
      return true
    }
    return value.holds("private") || value.holds("no-store")
  }

  /// As many patterns in a rule as a line holds.
  private static func chunks(_ patterns: [RecipePattern]) -> [[RecipePattern]] {
    var chunks: [[RecipePattern]] = []
    var length = 0
    for pattern in patterns {
      if chunks.isEmpty || chunks[chunks.count - 1].count >= mostNames
        || length + pattern.length > longestNames
      {
        chunks.append([])
        length = 0
      }
      chunks[chunks.count - 1].append(pattern)
      length += pattern.length
    }
    return chunks
  }

  /// Writes down which judged paths each rule changes, and leaves out the rules that change none.
  private mutating func count() {
    var seen: [Set<String>] = Array(repeating: [], count: rules.count)
    for answer in answers {
      let place = rules.firstIndex { $0.status == answer.status && $0.covers(answer.path, answer.query) }
      guard let place, rules[place].reaches(answer.bars) || rules[place].change.isEmpty,
        seen[place].insert(answer.text).inserted
      else { continue }
      rules[place].paths.append(answer.text)
    }
    rules.removeAll { $0.paths.isEmpty }
  }
}
