/// A recipe for Caddy, whose `header` can't look at an answer before version 2.9, but whose `reverse_proxy` can: the file names
/// judged URLs where that does no harm, and the snippet says every rule.
struct CaddyRecipe: RecipeSyntax {
  private let host: String

  /// The rules of the file, each by the names of its judged URLs.
  let said: [Recipe.Rule]

  /// The rules of the snippet.
  private let all: [Recipe.Rule]

  let saidElsewhere: [Recipe.Rule]
  let remarks: [String]

  init(_ recipe: Recipe) {
    host = recipe.host
    all = recipe.rules.filter { $0.status == .success }
    said = all.filter(Self.isSaid).flatMap(\.named)
    saidElsewhere = all.filter { !Self.isSaid($0) }
    let others = Set(saidElsewhere.flatMap(\.paths)).sorted()
    var remarks: [String] = []
    if let first = others.first {
      let more = others.count > 1 ? " and \(others.count - 1) more" : ""
      remarks.append(
        "In the snippet alone, since here it could share a cookie or the answer to a login: \(Recipe.shown(first))\(more). Without a"
          + " reverse_proxy, write the line by hand where no answer sets a cookie.")
    }
    let whole = all.filter(Self.isSaid).flatMap { rule in
      rule.change.removed + rule.change.lines.map(\.name).filter { $0 != "Cache-Control" }
    }
    if !whole.isEmpty {
      remarks.append(
        "In the snippet alone: what becomes of \(Set(whole).sorted().joined(separator: " and ")).")
    }
    if recipe.rules.contains(where: { $0.status != .success }) {
      remarks.append("Not said: what errors and redirects are to send; Caddy can't tell them apart here.")
    }
    self.remarks = remarks
  }

  /// Whether the file says a rule: it replaces the very line that was judged, or sends one where none came, on URLs that hold a
  /// version, or so that no cache may do more than before.
  private static func isSaid(_ rule: Recipe.Rule) -> Bool {
    guard rule.isTightening || rule.isVersioned, rule.change.control != nil else { return false }
    return rule.forms("Cache-Control").allSatisfy { $0.lineCount < 2 }
  }

  func sent(_ rule: Recipe.Rule) -> Recipe.Change {
    Recipe.Change(lines: rule.change.lines.filter { $0.name == "Cache-Control" }, added: rule.change.added)
  }

  let notes = [
    "Import this file in the block of the site, and FILE.snippet in its reverse_proxy { }. Caddy before 2.9 can't look at an answer",
    "here: so each judged URL is named, and its Cache-Control is replaced only where it is one that was judged, or sent where none",
    "came. reverse_proxy can: the snippet has all rules, for answers whose kind and fields are as those of the judged ones were,",
    "that set no cookie, and are for no login. Since 2.9, `match` in each block of `header` can ask for the same.",
  ]

  var lines: [String] {
    said.enumerated().flatMap { index, rule -> [String] in
      let name = "@httpcache_\(index + 1)"
      var lines = [
        "", Recipe.judged(rule), "\(name) {", "\thost \(host)", "\tmethod GET HEAD",
        "\tnot header Authorization *",
      ]
      if rule.leavesVisitors { lines.append("\tnot header Cookie *") }
      lines += ["\tvars_regexp {http.request.orig_uri} `^\(rule.expression)$`", "}"]
      let value = (rule.change.control ?? "").inQuotes
      let forms = rule.forms("Cache-Control")
      var changes = forms.filter { $0 != .absent }.map {
        "Cache-Control `^\($0.expression(joint: ","))$` \(value)"
      }
      if forms.contains(.absent) { changes.append("?Cache-Control \(value)") }
      changes += rule.change.added.map { "+\($0.name) \($0.value.inQuotes)" }
      // Caddy 2.6 ends with a fault at a block that has nothing but a field to be sent where there is none.
      if changes.count == 1, changes[0].hasPrefix("?") { return lines + ["header \(name) \(changes[0])"] }
      // Without `defer`, Caddy would send the application's fields in addition.
      return lines + ["header \(name) {"] + changes.map { "\t" + $0 } + ["\tdefer", "}"]
    }
  }

  var snippet: [String] {
    guard !all.isEmpty else { return [] }
    let own = "{http.reverse_proxy.header."
    // The fields that rules ask for, those of every rule first.
    let names =
      RecipeValues.names + Set(all.flatMap(\.change.fields)).subtracting(RecipeValues.names).sorted()
    let key =
      [
        "{http.request.host}", "{http.request.method}", "{http.reverse_proxy.status_code}",
        own + "Content-Type}", "{http.request.orig_uri}",
      ] + names.map { own + $0 + "}" } + [
        own + "Set-Cookie}", "{http.request.header.Authorization}", "{http.request.header.Cookie}",
      ]
    var lines = [
      "# Import this file in the reverse_proxy { } of the site.",
      "@httpcache status \(Recipe.Status.successes.map(String.init).joined(separator: " "))",
      "handle_response @httpcache {", "\tvars httpcache \"\(key.joined(separator: "|"))\"",
    ]
    for (index, rule) in all.enumerated() {
      // Caddy takes no name twice, and the file has the others.
      let name = "@httpcache_answer_\(index + 1)"
      let asked = [
        RecipePattern.Piece.quoted(host.utf8), "(GET|HEAD)", rule.kindExpression, Self.uri(rule),
        "(" + rule.values(of: names, joint: ",").joined(separator: "|") + ")",
        rule.mayHaveCookie ? ".*" : "", "", rule.leavesVisitors ? "" : ".*",
      ].joined(separator: "\\|")
      lines += [
        "\t" + Recipe.judged(rule), "\t\(name) vars_regexp httpcache `^\(asked)$`", "\theader \(name) {",
      ]
      lines += rule.change.lines.map { "\t\t\($0.name) \($0.value.inQuotes)" }
      lines += rule.change.added.map { "\t\t+\($0.name) \($0.value.inQuotes)" }
      lines += rule.change.removed.map { "\t\t-\($0)" } + ["\t\tdefer", "\t}"]
    }
    return lines + ["\tcopy_response", "}"]
  }

  /// The URIs of a rule: each judged one where its expression would look ahead, which Caddy's engine can't.
  private static func uri(_ rule: Recipe.Rule) -> String {
    guard rule.patterns.contains(where: \.looksAhead) else { return rule.expression }
    return "(" + rule.paths.map { RecipePattern.Piece.quoted($0.utf8) }.joined(separator: "|") + ")"
  }
}

extension CaddyRecipe {
  /// The lines for a place of the configuration, whatever is answered there.
  ///
  /// `defer` has the field take the place of the application's.
  static func lines(_ change: ServerLines) -> [String] {
    var lines: [String] = []
    if let control = change.control {
      let (name, statuses) = change.isForErrors ? ("error", "4xx 5xx") : ("success", "2xx 3xx")
      lines = [
        "@\(name) status \(statuses)", "handle_response @\(name) {", "  header {",
        "    Cache-Control `\(control)`", "    defer", "  }", "  copy_response", "}",
      ]
    }
    return lines + change.added.map { "header +\($0.name) `\($0.value)`" }
  }
}

extension CaddyRecipe {
  /// The lines for a whole site; a Caddyfile is indented by tabs.
  static func lines(_ site: SiteRecipe) -> [String] {
    let (hashed, whole) = (site.rules.filter(\.isHashed), site.rules.filter { !$0.isHashed })
    var lines = ["http://:8080 {", "\troot * /srv/site"]
    // The engine can't look ahead for what tells a hash from a word.
    func isHashed(_ rule: SiteRecipe.Rule, _ indent: String) -> [String] {
      ["path_regexp \(rule.plainExpression)", "not path_regexp \(SiteRecipe.Rule.words)"].map { indent + $0 }
    }
    for rule in hashed { lines += ["\t@\(rule.name) {"] + isHashed(rule, "\t\t") + ["\t}"] }
    lines += whole.map { "\t@\($0.name) path \($0.directory)*" }
    lines += ["\t@html {", "\t\tpath */ *.html", "\t\tnot path \(site.api.directory)*", "\t}", "\t@others {"]
    lines.append("\t\tnot path \(whole.map { "\($0.directory)*" }.joined(separator: " "))")
    for rule in hashed { lines += ["\t\tnot {"] + isHashed(rule, "\t\t\t") + ["\t\t}"] }
    lines.append("\t}")
    func header(_ name: String, _ field: String, _ value: String) {
      lines += ["\theader @\(name) {", "\t\t\(field) \(value.inQuotes)", "\t\tdefer", "\t}"]
    }
    for rule in site.rules { header(rule.name, "Cache-Control", rule.control) }
    header("others", "Cache-Control", site.others)
    header("html", "CDN-Cache-Control", site.edge)
    return lines + [
      "\tencode gzip", "\treverse_proxy @\(site.api.name) 127.0.0.1:3000", "\tfile_server", "}",
    ]
  }
}
