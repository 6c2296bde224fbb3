/// A recipe for Apache: `Header` with conditions on what an answer was before any rule has changed it.
///
/// Apache shows a condition the first line of a field alone, so that a second Cache-Control of an answer that was not judged would
/// not be seen: each judged URL is named. A line is edited, so that any other stays. Apache has a table of fields for all
/// responses, which `always` names and in which those of scripts are, and changes it first; then the table of all others, in
/// which the fields of files, proxies and every other `Header` are. An answer is one of a rule by the lines of one table.
struct ApacheRecipe: RecipeSyntax {
  private let host: String
  let said: [Recipe.Rule]
  let remarks: [String]

  init(_ recipe: Recipe) {
    host = recipe.host
    said = recipe.rules.filter(Self.isSaid).flatMap(\.named)
    remarks = recipe.rules.filter { !Self.isSaid($0) }.map {
      "Not said, since Apache sees the first line of a field alone: \($0.paths.first.map(Recipe.shown) ?? "") had several."
    }
  }

  /// Whether the judged answers had one line of each field.
  private static func isSaid(_ rule: Recipe.Rule) -> Bool {
    rule.values.joined().allSatisfy { $0.lineCount < 2 }
  }

  let notes = [
    "Include this file in the <VirtualHost> of the site; it needs mod_headers (a2enmod headers). <If> comes last, so that no",
    "Header or ExpiresByType elsewhere adds a second line. Only an answer of this host whose status, type and fields are as those",
    "of the judged ones were is changed; what sets a cookie, or is for a login, stays as it came. Apache can't ask for the second",
    "line of a field, which would keep an answer of another URL from being changed: so each judged URL is named.",
  ]

  var lines: [String] {
    said.enumerated().flatMap { index, rule -> [String] in
      var asked = [
        "tolower(req_novary('Host')) =~ m#^\(RecipePattern.Piece.quoted(host.utf8))(:[0-9]+)?$#",
        "%{THE_REQUEST} =~ m#^(GET|HEAD) \(rule.expression) #", "-z req_novary('Authorization')",
      ]
      if rule.leavesVisitors { asked.append("-z req_novary('Cookie')") }
      return ["", Recipe.judged(rule), "<If \"\(asked.joined(separator: " && "))\">"]
        + (found(rule, index + 1) + change(rule, index + 1)).map { "  " + $0 } + ["</If>"]
    }
  }

  /// The note for the line of a field in the table of all responses.
  private static func note(_ name: String) -> String { "httpcache-\(name)" }

  /// The two tables of fields, as `Header` names them.
  private enum Table: String, CaseIterable {
    case always = "always "
    case others = ""

    /// The note that holds the number of the rule of an answer by the lines of the table.
    var note: String { self == .always ? "httpcache-always" : "httpcache" }
  }

  /// Writes the number of a rule into a note where an answer is one of it.
  private func found(_ rule: Recipe.Rule, _ number: Int) -> [String] {
    var conditions = ["'%{REQUEST_STATUS}|%{CONTENT_TYPE}' =~ m#^\(rule.kindExpression)$#"]
    if !rule.mayHaveCookie { conditions.append("-z %{resp:Set-Cookie}") }
    let fields = rule.change.fields
    return fields.map { "Header always note \($0) \(Self.note($0))" }
      + Table.allCases.flatMap { table -> [String] in
        let values = rule.values.compactMap { forms -> String? in
          // What has no line yet may get one from a `Header` of the other table.
          guard table == .others || forms.contains(where: { $0 != .absent }) else { return nil }
          return zip(fields, forms).map { name, form in
            guard form != .absent else { return "-z %{resp:\(name)}" }
            let isOne = "%{resp:\(name)} =~ m#^\(form.expression(joint: ", "))$#"
            let noted = "%{note:\(Self.note(name))}"
            return isOne
              + (table == .others
                ? " && -z \(noted)" : " && \(noted) =~ m#^\(form.expression(joint: ", "))$#")
          }.joined(separator: " && ")
        }
        guard !values.isEmpty else { return [] }
        let any =
          values.count == 1 ? values[0] : "(" + values.map { "(\($0))" }.joined(separator: " || ") + ")"
        let condition = (conditions + [any]).joined(separator: " && ")
        return [
          "Header \(table.rawValue)set X-Httpcache \(number) \"expr=\(condition)\"",
          "Header \(table.rawValue)note X-Httpcache \(table.note) \"expr=-n %{resp:X-Httpcache}\"",
          "Header \(table.rawValue)unset X-Httpcache",
        ]
      }
  }

  /// What a rule does with an answer.
  private func change(_ rule: Recipe.Rule, _ number: Int) -> [String] {
    func isOne(_ table: Table) -> String { "%{note:\(table.note)} == '\(number)'" }
    let isAny = "(\(isOne(.always)) || \(isOne(.others)))"
    return rule.change.lines.flatMap { line -> [String] in
      let forms = rule.forms(line.name)
      let texts = forms.filter { $0 != .absent }.map { $0.expression(joint: ", ") }
      let edited = Table.allCases.map { table in
        "Header \(table.rawValue)edit \(line.name) \"^(\(texts.joined(separator: "|")))$\" \(line.value.inQuotes)"
          + " \"expr=\(isOne(table))\""
      }
      let set =
        "Header set \(line.name) \(line.value.inQuotes) \"expr=\(isAny) && -z %{resp:\(line.name)}\""
      return (forms.contains(.absent) ? [set] : []) + (texts.isEmpty ? [] : edited)
    }
      + rule.change.removed.flatMap { name in
        Table.allCases.map { "Header \($0.rawValue)unset \(name) \"expr=\(isOne($0))\"" }
      }
      + rule.change.added.flatMap { line in
        line.value.split(separator: ",").map {
          "Header merge \(line.name) \(String($0.drop { $0 == " " }).inQuotes) \"expr=\(isAny)\""
        }
      }
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
