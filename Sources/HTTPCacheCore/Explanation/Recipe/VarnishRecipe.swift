/// A recipe for Varnish, which joins all lines of Cache-Control and of Vary when it gets them: a rule sees them whole.
struct VarnishRecipe: RecipeSyntax {
  private let recipe: Recipe

  init(_ recipe: Recipe) { self.recipe = recipe }

  var said: [Recipe.Rule] { recipe.rules }

  let notes = [
    "Write include \"httpcache.vcl\"; with the name of this file behind `vcl 4.1;`, before your own subroutines. How long",
    "Varnish itself keeps a response stays as the origin says: set beresp.ttl in vcl_backend_response for that. Only an answer",
    "of this host whose kind and fields are as those of the judged ones were is changed; what sets a cookie, or is for a login,",
    "stays as it came.",
  ]

  var lines: [String] {
    guard !recipe.rules.isEmpty else { return [] }
    var lines = ["sub vcl_deliver {"]
    for (index, rule) in recipe.rules.enumerated() {
      lines += ["  " + Recipe.judged(rule), "  \(index == 0 ? "if" : "elsif") (\(condition(rule))) {"]
      lines += self.lines(rule).map { "    " + $0 } + ["  }"]
    }
    return lines + ["}"]
  }

  /// Whether an answer is one of a rule.
  private func condition(_ rule: Recipe.Rule) -> String {
    let none = "!resp.http.Content-Type"
    let type = rule.typeExpression.map { type in
      type.isEmpty
        ? none
        : (rule.types.contains("") ? none + " || " : "") + "resp.http.Content-Type ~ \"^\(type)$\""
    }
    let kind =
      switch rule.status {
      case .success:
        (type.map { "((resp.status == 200 || resp.status == 203 || resp.status == 206) && (\($0)) || " }
          ?? "(")
          + "resp.status == 304 && (\(none)" + (type.map { $0 == none ? "" : " || " + $0 } ?? "") + "))"
      case .exactly(let status): "resp.status == \(status) && (\(type ?? none))"
      }
    let fields = rule.change.fields
    let values = rule.values.map { forms in
      zip(fields, forms).map { name, form in
        form == .absent
          ? "!resp.http.\(name)" : "resp.http.\(name) ~ \"^\(form.expression(joint: ", "))$\""
      }.joined(separator: " && ")
    }
    var parts = [
      "req.http.host ~ \"(?i)^\(RecipePattern.Piece.quoted(recipe.host.utf8))(:[0-9]+)?$\"",
      "(req.method == \"GET\" || req.method == \"HEAD\")", "!req.http.Authorization",
    ]
    if rule.leavesVisitors { parts.append("!req.http.Cookie") }
    if !rule.mayHaveCookie { parts.append("!resp.http.Set-Cookie") }
    parts += ["req.url ~ \"^\(rule.expression)$\"", "(\(kind))"]
    parts.append("(" + values.map { "(\($0))" }.joined(separator: " || ") + ")")
    return parts.joined(separator: " && ")
  }

  private func lines(_ rule: Recipe.Rule) -> [String] {
    // A long string, since a short one can't hold a quote.
    var lines = rule.change.lines.map { "set resp.http.\($0.name) = {\"\($0.value)\"};" }
    lines += rule.change.removed.map { "unset resp.http.\($0);" }
    for line in rule.change.added {
      for name in line.value.split(separator: ",").map({ String($0.drop { $0 == " " }) }) {
        let field = "resp.http.\(line.name)"
        lines += [
          "if (!\(field)) { set \(field) = {\"\(name)\"}; }",
          "else { set \(field) = \(field) + {\", \(name)\"}; }",
        ]
      }
    }
    return lines
  }
}
