extension Recipe {
  /// What the answers are to meet once a server sends what its configuration says, and what a judged one did not meet before.
  ///
  /// A rule that changes all of a family speaks for it; of any other, each judged URL has its own.
  func expectations(of rules: [Rule], _ sent: (Rule) -> Change) -> [RecipeFiles.Expectation] {
    var found: [RecipeFiles.Expectation] = []
    var seen: Set<String> = []
    for rule in rules where rule.status == .success {
      let change = sent(rule)
      let some = change.checks.filter(rule.unmet.contains)
      let checks = some.isEmpty ? change.checksOfText.filter(rule.unmet.contains) : some
      guard !checks.isEmpty else { continue }
      if let family = rule.family {
        let slashes = family.pattern.utf8.indices.filter { family.pattern.utf8[$0] == 0x2F }
        let pattern = slashes.count > 2 ? String(family.pattern[slashes[2]...]) : family.pattern
        found.append(RecipeFiles.Expectation(pattern: pattern, selector: family.selector, checks: checks))
      } else {
        for path in rule.paths where seen.insert(path).inserted {
          found.append(
            RecipeFiles.Expectation(
              pattern: URLPattern.escaped(path), selector: FamilySelector(), checks: checks))
        }
      }
    }
    return found
  }
}

extension Recipe.Change {
  /// The checks that an answer with the change meets.
  var checks: [String] {
    lines.flatMap { line in
      line.name == "Cache-Control"
        ? Self.checks(control: line.value)
        : Self.isGlob(line.value) ? [] : ["field:\(line.name)=\(line.value)"]
    }
      + added.filter { $0.name == "Vary" }.flatMap { line in
        FieldSection([line]).members("Vary").filter { $0 != "*" }.map { "vary=\($0.asciiLowercased)" }
      }
  }

  /// The checks of the very text that is sent, and of what is left out.
  var checksOfText: [String] {
    let values = lines.filter { $0.name == "Cache-Control" && !Self.isGlob($0.value) }.map(\.value)
    return values.map { "field:Cache-Control=\($0)" } + removed.map { "field:\($0)!=*" }
  }

  /// Whether a check would read a value as a pattern.
  private static func isGlob(_ value: String) -> Bool { value.utf8.contains { "*?[]\\".utf8.contains($0) } }

  /// The checks that a value of Cache-Control meets.
  private static func checks(control value: String) -> [String] {
    let control = CacheControl(FieldSection([FieldLine("Cache-Control", value)]))
    guard !control.contains("no-store") else { return ["directive=no-store"] }
    let names = control.directives.filter { $0.argument == nil }.map { "directive=\($0.name)" }
    guard !control.contains("no-cache"), !control.contains("s-maxage"),
      let seconds = control.seconds("max-age")?.value
    else { return names }
    return names + ["lifetime=\(seconds)"]
  }
}
