/// The servers for which `files(for:)` can write a recipe.
package enum RecipeServer: String, CaseIterable, Sendable {
  case nginx, apache, caddy, varnish
  /// The `_headers` file of Netlify and Cloudflare Pages.
  case headersFile = "headers-file"
}

/// A recipe in the syntax of one server.
protocol RecipeSyntax {
  init(_ recipe: Recipe)

  /// The rules that the configuration says, wholly or in part.
  var said: [Recipe.Rule] { get }

  /// What has to be known to put the configuration in place, a line each.
  var notes: [String] { get }

  /// What the server can't say, a sentence each.
  var remarks: [String] { get }

  /// The configuration.
  var lines: [String] { get }

  /// What is to be included elsewhere, beside the configuration; empty if nothing is.
  var snippet: [String] { get }

  /// The rules that are said in `snippet` alone.
  var saidElsewhere: [Recipe.Rule] { get }

  /// What the server sends for a rule, as far as it says it.
  func sent(_ rule: Recipe.Rule) -> Recipe.Change
}

extension RecipeSyntax {
  var remarks: [String] { [] }
  var snippet: [String] { [] }
  var saidElsewhere: [Recipe.Rule] { [] }
  func sent(_ rule: Recipe.Rule) -> Recipe.Change { rule.change }
}

extension RecipeServer {
  func syntax(_ recipe: Recipe) -> any RecipeSyntax {
    switch self {
    case .nginx: NginxRecipe(recipe)
    case .apache: ApacheRecipe(recipe)
    case .caddy: CaddyRecipe(recipe)
    case .varnish: VarnishRecipe(recipe)
    case .headersFile: HeadersFileRecipe(recipe)
    }
  }
}

/// What a recipe consists of: the configuration, what is to be included elsewhere, and what it is checked by.
package struct RecipeFiles: Sendable, Equatable {
  /// What the answers to the URLs of a pattern are to meet.
  package struct Expectation: Sendable, Equatable {
    package let pattern: String
    package let selector: FamilySelector
    package let checks: [String]
  }

  /// The configuration, to be included unchanged.
  package let text: String

  /// What is to be included elsewhere, such as in a location with fields of its own; nil if nothing is.
  package let snippet: String?

  package let expectations: [Expectation]

  /// What is met besides where the snippet is in place.
  package let snippetExpectations: [Expectation]

  /// The kind of cache that the expectations are judged for.
  package let role: CacheRole

  /// A URL from which the check begins; nil if none was judged.
  package let checkedURL: String?
}

extension Recipe {
  /// The configuration by which a server sends the advised fields, and what goes with it.
  package func files(for server: RecipeServer) -> RecipeFiles {
    let syntax = server.syntax(self)
    let lines = comments(syntax) + syntax.lines
    let expectations = expectations(of: syntax.said, syntax.sent)
    return RecipeFiles(
      text: lines.joined(separator: "\n") + "\n",
      snippet: syntax.snippet.isEmpty ? nil : syntax.snippet.joined(separator: "\n") + "\n",
      expectations: expectations,
      snippetExpectations: self.expectations(of: syntax.saidElsewhere, \.change),
      role: role, checkedURL: expectations.isEmpty ? nil : firstURL)
  }

  /// Percent-encodes the characters that could end a comment or begin a variable in it, and shortens a long
  /// text.
  static func shown(_ text: String) -> String {
    let isPlain = { (byte: UInt8) in
      byte.isDigit || byte.isLetter || "/._-~?=&,:@+%*!;()[]".utf8.contains(byte)
    }
    let bytes = text.utf8.flatMap { isPlain($0) ? [$0] : $0.percentEncoded }
    return bytes.count > 80
      ? String(decoding: bytes.prefix(79), as: UTF8.self) + "..." : String(decoding: bytes, as: UTF8.self)
  }

  private func comments(_ syntax: any RecipeSyntax) -> [String] {
    let said = syntax.remarks
    let more = said.count > Self.mostRemarks ? ["And \(said.count - Self.mostRemarks) more."] : []
    let others = said.prefix(Self.mostRemarks) + more + remarks
    guard !syntax.said.isEmpty else {
      let title =
        !isJudged
        ? "Nothing was judged."
        : isAdvised ? "No rule: nothing of what httpcache advises is said here." : "Nothing is to be changed."
      return ([title] + (syntax.snippet.isEmpty ? [] : syntax.notes) + others).map { "# " + $0 }
    }
    let count = Set(syntax.said.flatMap(\.paths)).count
    let urls = count == 1 ? "1 URL" : "\(count) URLs"
    let cache = role == .shared ? "shared caches" : "browsers"
    let title = "The cache fields of \(urls) of \(Self.shown(host)), as httpcache advises them for \(cache)."
    return ([title] + Self.life(syntax.said) + syntax.notes + others).map { "# " + $0 }
  }

  /// For how long rules are good, and whom they leave out.
  private static func life(_ rules: [Rule]) -> [String] {
    var notes: [String] = []
    let ofRelease = rules.filter(\.isOfRelease)
    if !ofRelease.isEmpty {
      let count = Set(ofRelease.flatMap(\.paths)).count
      let urls = count == 1 ? "1 URL is" : "\(count) URLs are"
      notes.append(
        (ofRelease.count == rules.count
          ? "Its rules name this release's files only" : "\(urls) named with the version of this release")
          + ": write the file anew for each release.")
    }
    if rules.contains(where: \.leavesVisitors) {
      notes += [
        "What a visitor with a cookie is answered stays as it came, since no judged request had one; scripts, styles, fonts and",
        "pictures that set none are the same for everyone, and a rule that only tightens takes nothing from anyone.",
      ]
    }
    return notes
  }

  private static let mostRemarks = 20

  /// A comment with the number of the judged URLs that a rule changes, and two of them.
  static func judged(_ rule: Rule) -> String {
    let paths = rule.paths.sorted()
    let more = paths.count > 2 ? " and \(paths.count - 2) more" : ""
    return "# \(paths.count) judged: " + paths.prefix(2).map(Self.shown).joined(separator: ", ") + more
  }
}

extension Recipe.Rule {
  /// The URIs as a regular expression.
  var expression: String {
    let all = patterns.map(\.expression)
    return all.count == 1 ? all[0] : "(" + all.joined(separator: "|") + ")"
  }

  /// The same by the names of its judged URLs, as many as a line holds in each.
  var named: [Recipe.Rule] {
    var rules: [Recipe.Rule] = []
    var length = 0
    for path in paths {
      let pattern = RecipePattern.whole(path)
      if rules.isEmpty || rules[rules.count - 1].patterns.count >= RecipePlan.mostNames
        || length + pattern.length > RecipePlan.longestNames
      {
        var rule = self
        (rule.patterns, rule.paths, rule.family, length) = ([], [], nil, 0)
        rules.append(rule)
      }
      rules[rules.count - 1].patterns.append(pattern)
      rules[rules.count - 1].paths.append(path)
      length += pattern.length
    }
    return rules
  }

  /// The types as a regular expression, with any parameters; nil if there is none.
  var typeExpression: String? {
    guard !types.isEmpty else { return nil }
    let named = types.filter { !$0.isEmpty }.map { RecipePattern.Piece.quoted($0.utf8) }
    let some = named.isEmpty ? "" : "(?i:\(named.joined(separator: "|")))\\x20*(;[^|]*)?"
    return types.contains("") ? (some.isEmpty ? "" : "(\(some))?") : some
  }

  /// Status and type as a regular expression, with a bar between them.
  var kindExpression: String {
    let type = typeExpression
    return switch status {
    case .success: (type.map { "((200|203|206)\\|\($0)|" } ?? "(") + "304\\|(\(type ?? ""))?)"
    case .exactly(let status): "\(status)\\|\(type ?? "")"
    }
  }

  /// Each combination of values as a regular expression, for the fields of `names` with a bar between them; a field that the
  /// rule does not ask for may be anything.
  func values(of names: [String], joint: String) -> [String] {
    let fields = change.fields
    return values.map { forms in
      names.map { name in
        fields.firstIndex(of: name).map { forms[$0].expression(joint: joint) } ?? "[^|]*"
      }.joined(separator: "\\|")
    }
  }

  /// The values of a field in the judged answers.
  func forms(_ name: String) -> [RecipeValues.Form] {
    guard let place = change.fields.firstIndex(of: name) else { return [] }
    var seen: Set<RecipeValues.Form> = []
    return values.map { $0[place] }.filter { seen.insert($0).inserted }
  }
}

extension String {
  /// The text in double quotes, with a backslash before each quote.
  var inQuotes: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
  }
}
