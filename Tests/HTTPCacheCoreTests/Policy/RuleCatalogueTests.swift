import Testing

@testable import HTTPCacheCore

@Suite("The catalogue of rules", .timed)
struct RuleCatalogueTests {
  @Test("the catalogue has every rule that is declared in the sources, and none twice")
  func rules() throws {
    // Of caches that are known by their documentation, `grace` declares one rule for each.
    let declaration =
      /static let \w+ = (?:grace\(|Self\((?=\s*"[a-z0-9-]+", \.(?:allows|forbids|requiresValidation|notes),))\s*"([a-z0-9-]+)"/
    var declared: [String] = []
    for file in try LayeringTests.files("HTTPCacheCore") {
      declared += file.lines.joined(separator: "\n").matches(of: declaration).map { String($0.1) }
    }
    #expect(declared.sorted() == Rule.allCases.map(\.rawValue).sorted())
    #expect(Set(declared).count == declared.count)
    for rule in Rule.allCases { #expect(Rule(rawValue: rule.rawValue)?.reference == rule.reference) }
    #expect(Rule(rawValue: "no-such-rule") == nil)
  }

  @Test("every rule has a sentence of its own among those of one cache")
  func sentences() {
    let own = Rule.allCases.filter { !Rule.realCaches.contains($0) }
    let others = Dictionary(grouping: Rule.realCaches) { $0.rawValue.prefix { $0 != "-" } }
    for rules in [own] + others.values {
      let sentences = rules.map { Reason($0).sentence }
      #expect(Set(sentences).count == sentences.count && !sentences.contains(""))
    }
  }
}
