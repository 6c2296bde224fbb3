/// A recipe for Apache: `Header edit`, which looks at each line alone, so that one with `no-store` stays beside any other.
///
/// A rule writes its value behind the first line, and the end of the file puts it in the place of the lines, or takes it away.
/// Apache has a table of fields for successes, and one for all responses, in which those of scripts are.
struct ApacheRecipe: RecipeSyntax {
  /// How the value of a rule takes the place of the lines.
  private struct Mode: Hashable {
    let bars: [Recipe.Bar]
    let removed: [String]
  }

  private let recipe: Recipe
  private let modes: [Mode]

  init(_ recipe: Recipe) {
    self.recipe = recipe
    modes = recipe.rules.reduce(into: []) { modes, rule in
      guard rule.change.control != nil, !modes.contains(Self.mode(rule)) else { return }
      modes.append(Self.mode(rule))
    }
  }

  private static func mode(_ rule: Recipe.Rule) -> Mode {
    Mode(bars: rule.bars, removed: rule.change.freelyRemoved)
  }

  let notes = [
    "Include this file in the <VirtualHost> of the site; it needs mod_headers (a2enmod headers). <If> comes last, so that no",
    "Header or ExpiresByType elsewhere adds a second line. What no rule covers stays as it came, and so does what sets a cookie",
    "or is for a login, and each line with no-store, private or no-cache where the judged ones had none.",
  ]

  var lines: [String] {
    guard !recipe.rules.isEmpty else { return [] }
    var lines = ["", "<If \"true\">", "  Header always note Cache-Control httpcache", "</If>"]
    var statuses: [Recipe.Status] = []
    for rule in recipe.rules where !statuses.contains(rule.status) { statuses.append(rule.status) }
    for status in statuses {
      for (index, rule) in recipe.rules.filter({ $0.status == status }).enumerated() {
        let uri = rule.expression(end: " ", query: #"(\?\S*)? "#)
        let section = index == 0 ? "If" : "ElseIf"
        let host =
          "tolower(req_novary('Host')) =~ m#^\(RecipePattern.Piece.quoted(recipe.host.utf8))(:[0-9]+)?$#"
        lines += ["", Recipe.judged(rule), "<\(section) \"\(host) && %{THE_REQUEST} =~ m#^\\S+ \(uri)#\">"]
        lines += self.lines(rule).map { "  " + $0 } + ["</\(section)>"]
      }
    }
    guard !modes.isEmpty else { return lines }
    lines += [
      "", "# Puts the value of a rule in the place of each line that does not keep the answer as it came.",
    ]
    lines.append("<If \"true\">")
    for table in ["always ", ""] {
      for (index, mode) in modes.enumerated() {
        lines += self.lines(mode, index + 1, table).map { "  " + $0 }
      }
      if !table.isEmpty { lines.append("  Header always note Cache-Control httpcache") }
      lines.append("  Header \(table)edit Cache-Control \"^httpcache[0-9]+:\" \"\"")
    }
    return lines + ["</If>"]
  }

  /// What a rule does with an answer.
  private func lines(_ rule: Recipe.Rule) -> [String] {
    let status = "%{REQUEST_STATUS} =~ /^\(rule.status.expression)$/"
    var conditions = [status, "-z req_novary('Authorization')"]
    if rule.leavesVisitors { conditions.append("-z req_novary('Cookie')") }
    if !rule.passes.contains(.cookie) { conditions.append("-z %{resp:Set-Cookie}") }
    if !rule.passes.contains(.noCache) { conditions.append("%{resp:Pragma} !~ /no-cache/i") }
    let condition = conditions.joined(separator: " && ")
    var lines: [String] = []
    if let value = rule.change.control, let mode = modes.firstIndex(of: Self.mode(rule)) {
      let text = "httpcache\(mode + 1) \(value)".inQuotes
      let isThere = "(-n %{note:httpcache} || -z %{resp:Cache-Control})"
      lines += [
        "Header always append Cache-Control \(text) \"expr=\(condition) && \(isThere)\"",
        "Header append Cache-Control \(text) \"expr=\(condition) && -z %{note:httpcache}\"",
      ]
    } else {
      let kept = rule.bars.isEmpty ? "" : " && %{resp:Cache-Control} !~ /\(Self.alternatives(rule.bars))/i"
      for name in rule.change.freelyRemoved {
        lines += ["always ", ""].map { "Header \($0)unset \(name) \"expr=\(condition)\(kept)\"" }
      }
    }
    for field in rule.change.exact {
      for (index, before) in field.before.enumerated() {
        let value = index == 0 ? field.value : ""
        lines += ["always ", ""].map {
          "Header \($0)edit \(field.name) \"^\(Self.quoted(before))$\" \(value.inQuotes) \"expr=\(status)\""
        }
      }
    }
    for line in rule.change.added {
      lines += line.value.split(separator: ",").map {
        "Header merge \(line.name) \(String($0.drop { $0 == " " }).inQuotes) \"expr=\(status)\""
      }
    }
    return lines
  }

  private static func alternatives(_ bars: [Recipe.Bar]) -> String {
    bars.map(\.rawValue).joined(separator: "|")
  }

  private static func quoted(_ text: String) -> String { RecipePattern.Piece.quoted(text.utf8) }

  /// What puts the value of a rule in its place, in one table.
  private func lines(_ mode: Mode, _ number: Int, _ table: String) -> [String] {
    let mark = "httpcache\(number)"
    let kept = mode.bars.isEmpty ? "" : "(?!.*(\(Self.alternatives(mode.bars))).*\(mark) )"
    let keptLine = mode.bars.isEmpty ? "" : "(?!.*(\(Self.alternatives(mode.bars))))"
    let isTaken = "%{resp:Cache-Control} =~ /^\(mark):/ || %{note:httpcache} =~ /^\(mark):/"
    return [
      "Header \(table)edit Cache-Control \"(?i)^\(kept)(.*, )?\(mark) (.*)$\" \"\(mark):$\(kept.isEmpty ? 2 : 3)\"",
      "Header \(table)edit Cache-Control \"^(.*), \(mark) .*$\" \"$1\"",
      "Header \(table)edit Cache-Control \"(?i)^(?!httpcache[0-9]+:)\(keptLine).*$\" \"\" \"expr=\(isTaken)\"",
    ] + mode.removed.map { "Header \(table)unset \($0) \"expr=\(isTaken)\"" }
  }
}

extension ApacheRecipe {
  /// The lines for a place of the configuration, whatever is answered there.
  ///
  /// Apache has a table of fields for what succeeds, and a table for all responses, in which those of a CGI script are: the
  /// field is taken out of one and set in the other.
  static func lines(_ change: ServerLines) -> [String] {
    var lines: [String] = []
    if let control = change.control {
      let condition = "\"expr=%{REQUEST_STATUS} \(change.isForErrors ? "-ge" : "-lt") 400\""
      let (set, unset) = change.isForErrors ? ("always set", "unset") : ("set", "always unset")
      lines = [
        "Header \(unset) Cache-Control \(condition)",
        "Header \(set) Cache-Control \(control.inQuotes) \(condition)",
      ]
    }
    return lines + change.added.map { "Header merge \($0.name) \($0.value.inQuotes)" }
  }
}

extension ApacheRecipe {
  /// The lines for a whole site: the last block that fits counts.
  static func lines(_ site: SiteRecipe) -> [String] {
    func block(_ expression: String, _ lines: [String]) -> [String] {
      ["  <LocationMatch \(expression.inQuotes)>"] + lines.map { "    \($0)" } + ["  </LocationMatch>"]
    }
    var lines = [
      "<VirtualHost *:8080>", "  DocumentRoot /srv/site", "  DirectoryIndex index.html",
      "  ProxyPass \(site.api.directory) http://127.0.0.1:3000\(site.api.directory)",
      "  Header set Cache-Control \(site.others.inQuotes)",
    ]
    lines += block(site.pages, ["Header set CDN-Cache-Control \(site.edge.inQuotes)"])
    for rule in site.rules.reversed() {
      let isPrivate = rule.name == site.api.name
      lines += block(
        rule.expression,
        ["Header set Cache-Control \(rule.control.inQuotes)"]
          + (isPrivate ? ["Header unset CDN-Cache-Control"] : []))
    }
    return lines + ["</VirtualHost>"]
  }
}
