/// The servers for which `files(for:named:)` can write a recipe.
package enum RecipeServer: String, CaseIterable, Sendable {
  case nginx, apache, caddy, varnish
  /// The `_headers` file of Netlify and Cloudflare Pages.
  case headersFile = "headers-file"
}

/// A recipe in the syntax of one server.
protocol RecipeSyntax {
  init(_ recipe: Recipe)

  /// What has to be known to put the configuration in place, a line each.
  var notes: [String] { get }

  /// What the server can't say, a sentence each.
  var remarks: [String] { get }

  /// The configuration.
  var lines: [String] { get }

  /// What is to be included elsewhere, beside the configuration; empty if nothing is.
  var snippet: [String] { get }

  /// What the server sends for a rule, as far as it says it: a value of Cache-Control; nil if it says none.
  func sent(_ rule: Recipe.Rule) -> String?
}

extension RecipeSyntax {
  var remarks: [String] { [] }
  var snippet: [String] { [] }
  func sent(_ rule: Recipe.Rule) -> String? { rule.change.control }
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
    package let checks: [String]
  }

  /// The configuration, to be included unchanged.
  package let text: String

  /// What is to be included elsewhere, such as in a location with fields of its own; nil if nothing is.
  package let snippet: String?

  package let expectations: [Expectation]

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
    let expectations = expectations(syntax)
    return RecipeFiles(
      text: lines.joined(separator: "\n") + "\n",
      snippet: syntax.snippet.isEmpty ? nil : syntax.snippet.joined(separator: "\n") + "\n",
      expectations: expectations, role: role, checkedURL: expectations.isEmpty ? nil : firstURL)
  }

  /// The configuration by which a server sends the advised fields, to be included unchanged.
  package func text(for server: RecipeServer) -> String { files(for: server).text }

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
    guard !rules.isEmpty || !singles.isEmpty else {
      return ([isJudged ? "Nothing is to be changed." : "Nothing was judged."] + remarks).map { "# " + $0 }
    }
    let urls = urlCount == 1 ? "1 URL" : "\(urlCount) URLs"
    let cache = role == .shared ? "shared caches" : "browsers"
    let said = syntax.remarks
    let more = said.count > Self.mostRemarks ? ["And \(said.count - Self.mostRemarks) more."] : []
    let title = "The cache fields of \(urls) of \(Self.shown(host)), as httpcache advises them for \(cache)."
    return ([title] + syntax.notes + said.prefix(Self.mostRemarks) + more + remarks).map { "# " + $0 }
  }

  private static let mostRemarks = 20

  /// A comment with the number of the judged paths that a rule covers, and two of them.
  static func judged(_ rule: Rule) -> String {
    let paths = Set(rule.paths).sorted()
    let more = paths.count > 2 ? " and \(paths.count - 2) more" : ""
    let what = rule.change.isEmpty ? "left as it is, \(paths.count) judged: " : "\(paths.count) judged: "
    return "# " + what + paths.prefix(2).map(Self.shown).joined(separator: ", ") + more
  }
}

extension Recipe.Rule {
  /// The URIs as a regular expression, up to their end.
  func expression(end: String, query: String) -> String {
    let all = patterns.map { $0.expression(end: end, query: query) }
    return all.count == 1 ? all[0] : "(" + all.joined(separator: "|") + ")"
  }
}

extension FieldLine {
  /// Whether the line has caches tell encodings apart, and nothing else.
  var isVaryByEncoding: Bool { name == "Vary" && value.equalsIgnoringASCIICase("Accept-Encoding") }
}

extension Recipe.Status {
  /// The statuses as a regular expression.
  var expression: String {
    switch self {
    case .success: "(" + Self.successes.map(String.init).joined(separator: "|") + ")"
    case .exactly(let status): String(status)
    }
  }
}

extension String {
  /// The text in double quotes, with a backslash before each quote.
  var inQuotes: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
  }
}
