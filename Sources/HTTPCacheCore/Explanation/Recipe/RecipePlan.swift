/// Chooses the rules of a recipe: by family where judged answers need the same, and by name where one needs something else.
///
/// A rule is only for answers whose fields are as those of its members were, so that no rule needs an exception.
struct RecipePlan {
  private(set) var rules: [Recipe.Rule] = []

  /// The answers for which no rule can be written.
  private(set) var unsaid: [Int] = []

  /// The answers of another kind than their name says.
  private(set) var contradicted: [Int] = []

  /// The answers whose names may hold a version, or a word.
  private(set) var doubtful: [Int] = []

  /// How many answers have no rule since there are too many.
  private(set) var skipped = 0

  private let answers: [RecipeAnswer]

  /// The successes by what some fields were, for each set of fields that was asked for.
  private var byValues: [[String]: [[RecipeValues.Form]: [Int]]] = [:]

  private static let mostRules = 500
  private static let mostValues = 8
  static let mostNames = 20
  static let longestNames = 1500

  /// What the members of a rule share.
  private struct Group: Hashable {
    let status: Recipe.Status
    let kind: AssetKind?
    let change: Recipe.Change
    let hasCookie: Bool
    /// Whether the names hold a version.
    let isVersioned: Bool
    let directory: ArraySlice<UInt8>
  }

  /// What an answer is, for families: those of several directories are alike that have the same.
  private struct Line: Hashable {
    let change: Recipe.Change
    let values: RecipeValues?
    let hasCookie: Bool
  }

  init(_ answers: [RecipeAnswer]) {
    self.answers = answers
    let successes = answers.indices.filter { answers[$0].status == .success }
    var lines: [Line: Int] = [:]
    let numbers = successes.map { index -> Int in
      let answer = answers[index]
      let line = Line(change: answer.change, values: answer.values, hasCookie: answer.hasCookie)
      if let known = lines[line] { return known }
      lines[line] = lines.count
      return lines.count - 1
    }
    let families = Families(successes.map { answers[$0].member }, leastDepth: 0) { members in
      Set(members.map { numbers[$0] })
    }
    var alone: [Int] = []
    for found in families.found {
      alone += cover(found, found.members.map { successes[$0] })
    }
    let covered = Set(families.found.flatMap(\.members).map { successes[$0] })
    alone += answers.indices.filter { !covered.contains($0) }
    let wide = rules
    rules = []
    name(alone.sorted())
    rules += wide
  }

  /// Adds the rules of a family; returns the members that are to be named.
  private mutating func cover(_ found: Families<Set<Int>>.Found, _ members: [Int]) -> [Int] {
    guard members.contains(where: { !answers[$0].change.isEmpty }) else { return [] }
    guard !found.isAlone else { return members }
    let hashes = members.flatMap { answers[$0].versions }.filter { $0.form == .hash }
    let areBase32 =
      !hashes.isEmpty
      && hashes.allSatisfy {
        RecipePattern.Alphabet.base32.holds(Array($0.text.utf8)[...]) && $0.text.utf8.count == 8
      }
    var alone: [Int] = []
    var order: [Group] = []
    var groups: [Group: [Int]] = [:]
    for index in members where !answers[index].change.isEmpty {
      let group = group(index, directory: [])
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(index)
    }
    var owners: [[String]: [[RecipeValues.Form]: Set<Group>]] = [:]
    for group in order where owners[group.change.fields] == nil {
      let fields = group.change.fields
      for index in members {
        guard let values = answers[index].values else { continue }
        owners[fields, default: [:]][fields.map(values.form), default: []].insert(
          self.group(index, directory: []))
      }
    }
    for group in order {
      let own = groups[group] ?? []
      let fields = group.change.fields
      var patterns: [RecipePattern] = []
      var seen: Set<RecipePattern> = []
      var covered: [Int] = []
      for index in own {
        guard mayBeNamed(index), let values = answers[index].values,
          // The same fields need another line on another member.
          owners[fields]?[fields.map(values.form)]?.count == 1,
          let pattern = answers[index].pattern(in: found, areBase32: areBase32), !pattern.isPlain
        else {
          alone.append(index)
          continue
        }
        if seen.insert(pattern).inserted { patterns.append(pattern) }
        covered.append(index)
      }
      let values = values(covered, fields)
      // The checks of the family hold for all of it, or each URL has its own.
      let isWhole = order.count == 1 && covered.count == members.count
      let family =
        isWhole ? Family(pattern: found.family.pattern, selector: found.family.selector) : nil
      guard !covered.isEmpty, values.count <= Self.mostValues, patterns.count <= Self.mostNames,
        case let rule = rule(group, patterns, covered, values, family: family), !contradicts(rule)
      else {
        alone += covered
        continue
      }
      add(rule)
    }
    return alone
  }

  private func group(_ index: Int, directory: ArraySlice<UInt8>) -> Group {
    let answer = answers[index]
    let kind = answer.status == .success ? answer.member.traits.kind : nil
    return Group(
      status: answer.status, kind: kind, change: answer.change, hasCookie: answer.hasCookie,
      isVersioned: !answer.versions.isEmpty, directory: directory)
  }

  private func values(_ members: [Int], _ fields: [String]) -> [[RecipeValues.Form]] {
    var seen: Set<[RecipeValues.Form]> = []
    return members.compactMap { answers[$0].values }.map { values in fields.map(values.form) }
      .filter { seen.insert($0).inserted }
  }

  /// Whether a rule may be for an answer.
  private func mayBeNamed(_ index: Int) -> Bool {
    let answer = answers[index]
    return answer.values != nil && Self.mayReach(answer)
      && (answer.type ?? "").utf8.allSatisfy { $0.isDigit || $0.isLetter || "/.+-_".utf8.contains($0) }
  }

  /// Whether a rule may reach an answer that sets a cookie: only if it keeps shared caches from it.
  private static func mayReach(_ answer: RecipeAnswer) -> Bool {
    guard answer.hasCookie, let value = answer.change.control?.asciiLowercased else { return true }
    return value.holds("private") || value.holds("no-store")
  }

  private func rule(
    _ group: Group, _ patterns: [RecipePattern], _ members: [Int], _ values: [[RecipeValues.Form]],
    family: Family?
  ) -> Recipe.Rule {
    let isAsset = group.kind?.isPartOfPage == true && !group.hasCookie
    let isTightening = members.allSatisfy { answers[$0].isTightened }
    var seen: Set<String> = []
    return Recipe.Rule(
      patterns: patterns, status: group.status, types: Set(members.compactMap { answers[$0].type }).sorted(),
      change: group.change, values: values, mayHaveCookie: group.hasCookie,
      leavesVisitors: !isAsset && !isTightening && !members.contains { answers[$0].wasAskedWithCookie },
      isTightening: isTightening, isVersioned: group.isVersioned,
      unmet: members.reduce(into: []) { $0.formUnion(answers[$1].unmet) }, family: family,
      paths: members.map { answers[$0].text }.filter { seen.insert($0).inserted })
  }

  private mutating func add(_ rule: Recipe.Rule) {
    guard rules.count < Self.mostRules else {
      skipped += rule.paths.count
      return
    }
    rules.append(rule)
  }

  /// Whether a rule would change a judged success otherwise than advised.
  private mutating func contradicts(_ rule: Recipe.Rule) -> Bool {
    guard rule.status == .success else { return false }
    let fields = rule.change.fields
    if byValues[fields] == nil {
      byValues[fields] = Dictionary(
        grouping: answers.indices.filter { answers[$0].status == .success && answers[$0].values != nil }
      ) { index in fields.map { answers[index].values?.form($0) ?? .absent } }
    }
    return rule.values.contains { values in
      byValues[fields]?[values]?.contains { index in
        let answer = answers[index]
        return answer.change != rule.change && (rule.mayHaveCookie || !answer.hasCookie)
          && answer.type.map(rule.types.contains) != false
          && rule.patterns.contains { $0.matches(answer.path, answer.query) }
      } == true
    }
  }

  /// Adds rules for answers by their names.
  private mutating func name(_ alone: [Int]) {
    var order: [Group] = []
    var groups: [Group: [Int]] = [:]
    for index in alone where !answers[index].change.isEmpty {
      let answer = answers[index]
      if answer.status == .success, answer.member.traits.otherType != nil {
        contradicted.append(index)
        continue
      }
      guard answer.status != .success || answer.member.traits.isVersioned != nil else {
        doubtful.append(index)
        continue
      }
      guard mayBeNamed(index), RecipePattern.whole(answer.target).isSayable else {
        unsaid.append(index)
        continue
      }
      let directory = answer.path[...(answer.path.lastIndex(of: 0x2F) ?? 0)]
      let group = group(index, directory: directory)
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(index)
    }
    for group in order {
      let fields = group.change.fields
      var some: [Int] = []
      var values: Set<[RecipeValues.Form]> = []
      var length = 0
      for index in groups[group] ?? [] {
        let own = fields.map { answers[index].values?.form($0) ?? .absent }
        let more = RecipePattern.whole(answers[index].target).length
        if some.count >= Self.mostNames || !some.isEmpty && length + more > Self.longestNames
          || values.count >= Self.mostValues && !values.contains(own)
        {
          name(some, of: group)
          (some, values, length) = ([], [], 0)
        }
        some.append(index)
        values.insert(own)
        length += more
      }
      name(some, of: group)
    }
  }

  /// Adds a rule for some answers by their names, or one for each where one of them had the fields of another, and needs another
  /// change then.
  private mutating func name(_ some: [Int], of group: Group) {
    guard !some.isEmpty else { return }
    var seen: Set<RecipePattern> = []
    let patterns = some.map { RecipePattern.whole(answers[$0].target) }.filter { seen.insert($0).inserted }
    let rule = rule(group, patterns, some, values(some, group.change.fields), family: nil)
    if some.count > 1, contradicts(rule) {
      for index in some { name([index], of: group) }
    } else {
      add(rule)
    }
  }
}
