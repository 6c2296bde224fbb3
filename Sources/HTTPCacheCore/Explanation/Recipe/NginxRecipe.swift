/// A recipe for nginx: `expires` with a map, which replaces every line of Cache-Control that came and hides nothing.
///
/// The maps are on the level of http { }, so that they hold for each location, and no location is opened.
struct NginxRecipe: RecipeSyntax {
  private let recipe: Recipe

  init(_ recipe: Recipe) { self.recipe = recipe }

  let notes = [
    "Put this file where http { } includes it, such as /etc/nginx/conf.d/; a rule is for this host alone. `expires` replaces",
    "Cache-Control and Expires of what a rule covers, and hides nothing: every other answer stays as it came, and so does one",
    "that sets a cookie, is for a login, or says no-store, private or no-cache where the judged ones did not. One with an",
    "`expires` of its own keeps that; one with an add_header of its own goes without the lines of add_header here, unless it",
    "includes the snippet. A Cache-Control that an add_header sends there comes beside the one from here: take it out. The URI",
    "is that of the request, whatever try_files or index make of it. Errors keep their lines: `expires` never reaches them.",
  ]

  /// How nginx sends what a rule changes; nil where `expires`, which alone replaces a field and hides none, can't.
  private static func control(_ rule: Recipe.Rule) -> NginxControl? {
    guard rule.status.isReachedByExpires, let value = rule.change.control, let control = NginxControl(value),
      control.holdsByExpiresAlone
    else { return nil }
    return control
  }

  /// The names that a rule adds to Vary; nil if it adds none.
  private static func vary(_ rule: Recipe.Rule) -> String? {
    rule.status.isReachedByExpires ? rule.change.added.first { $0.name == "Vary" }?.value : nil
  }

  func sent(_ rule: Recipe.Rule) -> String? {
    guard let control = Self.control(rule) else { return nil }
    return control.expires == "epoch" ? "no-cache" : "max-age=\(control.expires)"
  }

  /// The rules that nginx can't send, or not wholly, a remark each.
  var remarks: [String] {
    recipe.rules.flatMap { rule in
      let isSaid = Self.control(rule) != nil
      let path = rule.paths.first.map(Recipe.shown) ?? ""
      let unsent =
        rule.change.lines.filter { $0.name != "Cache-Control" || !isSaid }
        + rule.change.added.filter { $0.name != "Vary" || Self.vary(rule) == nil }
      let kept = rule.change.removed.filter { !isSaid || $0 != "Expires" }
      return unsent.map { "Not said, since `expires` can't send it: \($0.name): \($0.value) for \(path)." }
        + kept.map { "Not said, since nothing is hidden: \(path) goes without \($0)." }
    }
  }

  private var numbered: [(number: Int, rule: Recipe.Rule)] {
    recipe.rules.enumerated().map { ($0.offset + 1, $0.element) }
  }

  private var hasExpires: Bool { recipe.rules.contains { Self.control($0) != nil } }
  private var hasDirectives: Bool { recipe.rules.contains { Self.control($0)?.added.isEmpty == false } }
  private var hasVary: Bool { recipe.rules.contains { Self.vary($0) != nil } }

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
    // What an answer has that keeps it as it is: each a word, or nothing.
    func word(_ name: String, _ value: String, _ source: String, _ test: String) {
      lines.append("map \(source) $httpcache_\(name) { default \"\"; \(test) \"\(value),\"; }")
    }
    if hasExpires {
      lines.append("# What keeps an answer as it came, unless the judged ones had it:")
      word("login", "login", "$http_authorization", "\"~.\"")
      word("visitor", "visitor", "$http_cookie", "\"~.\"")
      word("cookie", "cookie", "$sent_http_set_cookie", "\"~.\"")
      word("no_store", "no-store", "$sent_http_cache_control", "\"~*no-store\"")
      word("private", "private", "$sent_http_cache_control", "\"~*private\"")
      word("no_cache", "no-cache", "\"$sent_http_cache_control $sent_http_pragma\"", "\"~*no-cache\"")
    }
    lines += ["", "# The first rule that covers an answer counts:"]
    lines += ["map \"$host $status $request_uri\" $httpcache_rule {", "  default \"\";"]
    let host = RecipePattern.Piece.quoted(recipe.host.utf8)
    for (number, rule) in numbered where rule.status.isReachedByExpires {
      // A rule that is not said has its entry, too: else a wider one would cover its paths.
      let isSaid = Self.control(rule) != nil || Self.vary(rule) != nil
      let uri = rule.expression(end: "$", query: #"(\?|$)"#)
      lines += [
        "  " + Recipe.judged(rule),
        "  \"~^\(host) \(rule.status.expression) \(uri)\" \(isSaid ? String(number) : "off");",
      ]
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

  /// A map from the number of a rule, and what keeps an answer as it is, to a value.
  private func map(
    _ name: String, _ others: String, into lines: inout [String], _ value: (NginxControl) -> String?
  ) {
    let said = numbered.compactMap { number, rule in
      Self.control(rule).flatMap(value).map { (number: number, rule: rule, value: $0) }
    }
    guard !said.isEmpty else { return }
    let kept =
      "$httpcache_login$httpcache_visitor$httpcache_cookie$httpcache_no_store$httpcache_private$httpcache_no_cache"
    lines += ["map \"$httpcache_rule \(kept)\" $httpcache_\(name) {", "  default \(others);"]
    for (number, rule, value) in said {
      let passes =
        (rule.leavesVisitors ? [] : ["visitor"])
        + [Recipe.Bar.cookie, .noStore, .onlyPrivate, .noCache].filter(rule.passes.contains).map(\.rawValue)
      let key =
        passes.isEmpty ? "\"\(number) \"" : "\"~^\(number) \(passes.map { "(\($0),)?" }.joined())$\""
      lines.append("  \(key) \(value);")
    }
    lines.append("}")
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
