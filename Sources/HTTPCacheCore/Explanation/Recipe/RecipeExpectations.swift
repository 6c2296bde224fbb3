extension Recipe {
  /// What the answers are to meet once a server sends what its configuration says.
  func expectations(_ syntax: any RecipeSyntax) -> [RecipeFiles.Expectation] {
    var found: [RecipeFiles.Expectation] = []
    for rule in rules where rule.status == .success {
      guard let value = syntax.sent(rule) else { continue }
      let checks = Self.checks(value)
      guard !checks.isEmpty else { continue }
      let globs = rule.patterns.count == 1 ? rule.patterns[0].globs : []
      let met = globs.filter { glob in judged.contains { Self.matches(glob, $0.path, $0.query) } }
      let isAlone = met.allSatisfy { glob in
        judged.allSatisfy { answer in
          !Self.matches(glob, answer.path, answer.query) || sentChecks(answer, syntax) == checks
        }
      }
      let patterns =
        isAlone && !met.isEmpty
        ? met : judged.filter { isMet(by: rule, $0) }.map { Self.text($0.path, $0.query) }
      for pattern in patterns where !found.contains(where: { $0.pattern == pattern }) {
        found.append(RecipeFiles.Expectation(pattern: pattern, checks: checks))
      }
    }
    return found
  }

  /// Whether a rule is the one that changes an answer.
  private func isMet(by rule: Rule, _ answer: Judged) -> Bool {
    guard answer.status == rule.status, answer.change == rule.change, rule.reaches(answer.bars) else {
      return false
    }
    return rules.first { $0.status == answer.status && $0.covers(answer.path, answer.query) } == rule
  }

  /// What an answer meets since a rule changes it; nil if none does.
  private func sentChecks(_ answer: Judged, _ syntax: any RecipeSyntax) -> [String]? {
    guard answer.status == .success else { return nil }
    let rule = rules.first { $0.status == answer.status && $0.covers(answer.path, answer.query) }
    return rule.flatMap { isMet(by: $0, answer) ? syntax.sent($0).map(Self.checks) : nil }
  }

  /// The checks that a value of Cache-Control meets.
  private static func checks(_ value: String) -> [String] {
    let control = CacheControl(FieldSection([FieldLine("Cache-Control", value)]))
    guard !control.contains("no-store") else { return ["directive=no-store"] }
    let names = control.directives.filter { $0.argument == nil }.map { "directive=\($0.name)" }
    guard !control.contains("no-cache"), !control.contains("s-maxage"),
      let seconds = control.seconds("max-age")?.value
    else { return names }
    return names + ["lifetime=\(seconds)"]
  }

  private static func text(_ path: [UInt8], _ query: [UInt8]?) -> String {
    String(decoding: path + (query.map { [0x3F] + $0 } ?? []), as: UTF8.self)
  }

  private static func matches(_ glob: String, _ path: [UInt8], _ query: [UInt8]?) -> Bool {
    let text = path + (query.map { [0x3F] + $0 } ?? [])
    let parts = Array(glob.utf8).split(separator: 0x2A, omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, text.starts(with: first) else { return false }
    guard parts.count > 1 else { return text.count == first.count }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.indices.first(where: { rest[$0...].starts(with: part) }) else { return false }
      rest = rest[(place + part.count)...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
