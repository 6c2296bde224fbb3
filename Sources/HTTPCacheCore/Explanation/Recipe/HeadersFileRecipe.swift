/// A recipe as the file `_headers`: each judged file on its own, since a `*` of both providers covers every file whose path
/// begins alike, such as one user's.
struct HeadersFileRecipe: RecipeSyntax {
  /// The rules for files that it can name, each for these alone.
  let said: [Recipe.Rule]
  let remarks: [String]

  /// The most rules that Cloudflare Pages takes.
  private static let mostRules = 100

  init(_ recipe: Recipe) {
    var notes: Set<String> = []
    said = recipe.rules.filter { $0.status == .success }.flatMap { rule in
      var rule = rule
      rule.paths = rule.paths.filter { url in
        let path = String(url.prefix { $0 != "?" })
        let why =
          path != url
          ? "has a query, which this file can't look at"
          : recipe.changes[path, default: []].count > 1
            ? "has several answers, which this file can't tell apart"
            : Self.isPath(path) ? nil : "holds a character that has a meaning here"
        if let why { notes.insert("Not said: \(Recipe.shown(path)) \(why).") }
        return why == nil
      }
      return rule.named
    }
    if recipe.rules.contains(where: { $0.status != .success }) {
      notes.insert("Not said: what an error or redirect is to send; this file can't tell them apart.")
    }
    let count = said.reduce(0) { $0 + $1.paths.count }
    remarks =
      notes.sorted()
      + (count > Self.mostRules
        ? ["Cloudflare Pages takes \(Self.mostRules) rules; these are \(count)."] : [])
  }

  let notes = [
    "The file _headers at the root of what is deployed. It reaches static files alone, no functions and no proxies. It names each",
    "judged file, since its wild card would also cover others.",
  ]

  var lines: [String] {
    said.flatMap { rule in rule.paths.map { (path: $0, change: rule.change) } }.flatMap { path, change in
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
