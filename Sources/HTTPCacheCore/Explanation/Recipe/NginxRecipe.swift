/// A recipe for nginx: `expires` with a map, which replaces every line of Cache-Control that came and hides nothing.
///
/// The maps are on the level of http { }, so that they hold for each location, and no location is opened.
struct NginxRecipe: RecipeSyntax {
  private let recipe: Recipe

  init(_ recipe: Recipe) {
    self.recipe = recipe
    let said = recipe.rules.filter {
      (Self.control($0) != nil || Self.vary($0) != nil) && !Self.isTooLong($0, recipe.host)
    }
    numbered = said.enumerated().map { ($0.offset + 1, $0.element) }
  }

  let notes = [
    "Put this file where http { } includes it, such as /etc/nginx/conf.d/; a rule is for this host alone, whatever else that nginx",
    "serves. `expires` replaces Cache-Control and Expires of an answer whose kind and fields are as those of the judged ones were,",
    "and hides nothing: every other answer stays as it came, and so does one that sets a cookie, or is for a login. A server or",
    "location with an `expires` of its own keeps that; one with an add_header of its own goes without the lines of add_header",
    "here, unless it includes the snippet. No rule sees a Cache-Control that an add_header sends: take that out, and write this file",
    "anew. The URI is that of the request, whatever try_files or index make of it. Errors keep their lines: `expires` never",
    "reaches them.",
  ]

  /// How nginx sends what a rule changes; nil where `expires`, which alone replaces a field and hides none, can't.
  private static func control(_ rule: Recipe.Rule) -> NginxControl? {
    rule.status.isReachedByExpires ? control(rule.change) : nil
  }

  private static func control(_ change: Recipe.Change) -> NginxControl? {
    guard let control = change.control.flatMap(NginxControl.init), control.holdsByExpiresAlone else {
      return nil
    }
    return control
  }

  /// The names that a rule adds to Vary; nil if it adds none.
  private static func vary(_ rule: Recipe.Rule) -> String? {
    rule.status.isReachedByExpires ? rule.change.added.first { $0.name == "Vary" }?.value : nil
  }

  /// The rules that nginx sends, each with its number.
  private let numbered: [(number: Int, rule: Recipe.Rule)]

  var said: [Recipe.Rule] { numbered.map(\.rule) }

  func sent(_ rule: Recipe.Rule) -> Recipe.Change { Self.sent(rule.change) }

  /// What the configuration sends of a change, wherever it is put.
  static func sent(_ change: Recipe.Change) -> Recipe.Change {
    // A second line is of add_header, which a location with fields of its own leaves out.
    let value = control(change).map { $0.expires == "epoch" ? "no-cache" : "max-age=\($0.expires)" }
    return Recipe.Change(
      lines: value.map { [FieldLine("Cache-Control", $0)] } ?? [],
      added: change.added.filter { $0.name == "Vary" })
  }

  /// The rules that nginx can't send, or not wholly, a remark each.
  var remarks: [String] {
    recipe.rules.flatMap { rule in
      let path = rule.paths.first.map(Recipe.shown) ?? ""
      if Self.isTooLong(rule, recipe.host) {
        return ["Not said, since no line of nginx is so long: \(path)."]
      }
      let isSaid = Self.control(rule) != nil
      let unsent =
        rule.change.lines.filter { $0.name != "Cache-Control" || !isSaid }
        + rule.change.added.filter { $0.name != "Vary" || Self.vary(rule) == nil }
      let kept = rule.change.removed.filter { !isSaid || $0 != "Expires" }
      return unsent.map { "Not said, since `expires` can't send it: \($0.name): \($0.value) for \(path)." }
        + kept.map { "Not said, since nothing is hidden: \(path) goes without \($0)." }
    }
  }

  private var hasExpires: Bool { said.contains { Self.control($0) != nil } }
  private var hasDirectives: Bool { said.contains { Self.control($0)?.added.isEmpty == false } }
  private var hasVary: Bool { said.contains { Self.vary($0) != nil } }

  private var senders: [String] {
    (hasExpires ? ["expires $httpcache_expires;"] : [])
      + (hasDirectives ? ["add_header Cache-Control $httpcache_directives;"] : [])
      + (hasVary ? ["add_header Vary $httpcache_vary;"] : [])
  }

  var snippet: [String] {
    guard hasDirectives || hasVary else { return [] }
    return [
      "# Include this file in each server or location that has an add_header of its own, and take out its `expires`, if any.",
      "# From nginx 1.29.3 on, `add_header_inherit merge;` there does the same.",
    ] + senders
  }

  var lines: [String] {
    guard hasExpires || hasVary else { return [] }
    var lines = [""]
    lines += [
      "# Who asks, and what sets a cookie: each a word, or nothing.",
      "map $http_authorization $httpcache_login { \"\" \"\"; default login; }",
      "map $http_cookie $httpcache_visitor { \"\" \"\"; default visitor; }",
      "map $sent_http_set_cookie $httpcache_cookie { \"\" \"\"; default cookie; }",
      "", "# The first rule that an answer is one of counts:",
      "map \"$host|$request_method|$httpcache_login|$httpcache_visitor|$httpcache_cookie|$status|$sent_http_content_type|"
        + "$request_uri|$sent_http_cache_control|$sent_http_expires|$sent_http_pragma|$sent_http_vary\" $httpcache_rule {",
      "  default \"\";",
    ]
    for (number, rule) in numbered {
      lines.append("  " + Recipe.judged(rule))
      lines += Self.expressions(rule, recipe.host).map { "  \($0) \(number);" }
    }
    lines.append("}")
    map("expires", "off", into: &lines) { $0.expires }
    map("directives", "\"\"", into: &lines) { $0.added.isEmpty ? nil : $0.addedText.inQuotes }
    if hasVary {
      lines += ["map \"$httpcache_rule $sent_http_vary\" $httpcache_vary {", "  default \"\";"]
      for (number, rule) in numbered {
        guard let names = Self.vary(rule) else { continue }
        let absent = names.contains(",") ? "" : "(?!.*\(RecipePattern.Piece.quoted(names.utf8)))"
        lines.append("  \"~*^\(number) \(absent)\" \(names.inQuotes);")
      }
      lines.append("}")
    }
    return lines + [""] + senders
  }

  /// What nginx reads as one word, in bytes, is shorter than its buffer.
  private static let longestWord = 3_900

  private static func isTooLong(_ rule: Recipe.Rule, _ host: String) -> Bool {
    expressions(rule, host).contains { $0.utf8.count > longestWord }
  }

  /// The answers of a rule as regular expressions: one, or one for each combination of values where that would be too long.
  private static func expressions(_ rule: Recipe.Rule, _ host: String) -> [String] {
    let asked = [
      RecipePattern.Piece.quoted(host.utf8), "(GET|HEAD)", "", rule.leavesVisitors ? "" : "(visitor)?",
      rule.mayHaveCookie ? "(cookie)?" : "", rule.kindExpression, rule.expression,
    ].joined(separator: "\\|")
    let values = rule.values(of: RecipeValues.names, joint: ", ")
    func word(_ values: String) -> String { "~^\(asked)\\|\(values)$".inQuotes }
    guard values.count > 1 else { return values.map(word) }
    let all = word("(" + values.joined(separator: "|") + ")")
    return all.utf8.count <= longestWord ? [all] : values.map(word)
  }

  /// A map from the number of a rule to a value.
  private func map(
    _ name: String, _ others: String, into lines: inout [String], _ value: (NginxControl) -> String?
  ) {
    let said = numbered.compactMap { number, rule in
      Self.control(rule).flatMap(value).map { "  \(number) \($0);" }
    }
    guard !said.isEmpty else { return }
    lines += ["map $httpcache_rule $httpcache_\(name) {", "  default \(others);"] + said + ["}"]
  }
}

extension Recipe.Status {
  /// Whether nginx's `expires` changes responses with the status.
  fileprivate var isReachedByExpires: Bool {
    switch self {
    case .success: true
    case .exactly(let status): [201, 204, 301, 302, 303, 307, 308].contains(status)
    }
  }
}

extension NginxRecipe {
  /// The lines for a place of the configuration, whatever is answered there.
  static func lines(_ change: ServerLines) -> [String] {
    var lines: [String] = []
    if let control = change.control, change.isForErrors {
      // `expires` never reaches an error.
      lines = [
        "map $status $cache_control { default $upstream_http_cache_control; ~^[45] \(control.inQuotes); }",
        "proxy_hide_header Cache-Control;", "add_header Cache-Control $cache_control always;",
      ]
    } else if let control = change.control.flatMap(NginxControl.init) {
      lines.append("expires \(control.expires);")
      if !control.added.isEmpty { lines.append("add_header Cache-Control \(control.addedText.inQuotes);") }
    }
    return lines + change.added.map { "add_header \($0.name) \($0.value.inQuotes) always;" }
  }
}

extension NginxRecipe {
  /// The lines for a whole site: maps decide, and one `add_header` sends.
  static func lines(_ site: SiteRecipe) -> [String] {
    var lines = ["map $uri $site_cache_control {"]
    lines += site.rules.map { "  \("~\($0.expression)".inQuotes) \($0.control.inQuotes);" }
    lines += ["  default \(site.others.inQuotes);", "}", "map $uri $site_cdn_cache_control {"]
    lines += ["  \("~\(site.pages)".inQuotes) \(site.edge.inQuotes);", "}"]
    lines += [
      "server {", "  listen 8080;", "  root /srv/site;", "  add_header Cache-Control $site_cache_control;",
      "  add_header CDN-Cache-Control $site_cdn_cache_control;", "  gzip on;",
      "  \(ServerRemedy.gzipVary.line)", "  gzip_types text/css application/javascript;",
      "  location / { try_files $uri $uri/index.html =404; }", "  location \(site.api.directory) {",
      "    proxy_pass http://127.0.0.1:3000;", "    expires epoch;", "  }", "}",
    ]
    return lines
  }
}
