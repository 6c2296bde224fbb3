/// A recipe as the file `_headers`: each judged file on its own, since a `*` of both providers covers every file whose path
/// begins alike, such as one user's.
struct HeadersFileRecipe: RecipeSyntax {
  private let recipe: Recipe
  private let blocks: [(path: String, change: Recipe.Change)]
  let remarks: [String]

  /// The most rules that Cloudflare Pages takes.
  private static let mostRules = 100

  init(_ recipe: Recipe) {
    self.recipe = recipe
    var ways: [String: Set<Recipe.Change>] = [:]
    for single in recipe.singles { ways[single.path, default: []].insert(single.change) }
    for path in recipe.otherPaths { ways[path, default: []].insert(Recipe.Change()) }
    var notes: Set<String> = []
    var blocks: [(path: String, change: Recipe.Change)] = []
    var said: Set<String> = []
    for single in recipe.singles {
      let path = single.path
      if case .exactly = single.pattern.query {
        notes.insert("Not said: \(Recipe.shown(path)) has a query, which this file can't look at.")
      } else if ways[path, default: []].count > 1 {
        notes.insert("Not said: \(Recipe.shown(path)) has several answers, which this file can't tell apart.")
      } else if !Self.isPath(path) {
        notes.insert("Not said: \(Recipe.shown(path)) holds a character that has a meaning here.")
      } else if said.insert(path).inserted {
        blocks.append((path, single.change))
      }
    }
    for rule in recipe.rules where rule.status != .success && !rule.change.isEmpty {
      notes.insert("Not said: what an error or redirect is to send; this file can't tell them apart.")
    }
    var remarks = notes.sorted()
    if blocks.count > Self.mostRules {
      remarks.append("Cloudflare Pages takes \(Self.mostRules) rules; these are \(blocks.count).")
    }
    (self.blocks, self.remarks) = (blocks, remarks)
  }

  let notes = [
    "The file _headers at the root of what is deployed. It names each judged file, since its wild card would also cover",
    "others: write it anew for each release.",
  ]

  func sent(_ rule: Recipe.Rule) -> String? {
    let isSaid = rule.paths.allSatisfy { path in
      blocks.contains { $0.path == path && $0.change == rule.change }
    }
    return isSaid ? rule.change.control : nil
  }

  var lines: [String] {
    blocks.flatMap { path, change in
      let sent = change.lines + change.added
      // A path without a field would be an error; Netlify has no way to leave a field out.
      return ["", (sent.isEmpty ? "# " : "") + path] + sent.map { "  \($0.name): \($0.value)" }
        + change.removed.map { "# On Cloudflare Pages: ! \($0)" }
    }
  }

  /// Whether a path has no character with a meaning in the file: `*` and `:` begin wild cards.
  private static func isPath(_ path: String) -> Bool {
    path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2A && $0 != 0x3A }
  }
}
