/// A recipe for Varnish, which joins all lines of Cache-Control and of Vary when it gets them: a rule sees them whole.
struct VarnishRecipe: RecipeSyntax {
  private let recipe: Recipe

  init(_ recipe: Recipe) { self.recipe = recipe }

  let notes = [
    "Write include \"httpcache.vcl\"; with the name of this file behind `vcl 4.1;`, before your own subroutines. How long",
    "Varnish itself keeps a response stays as the origin says: set beresp.ttl in vcl_backend_response for that. What no rule",
    "covers stays as it came, and so does what sets a cookie, is for a login, or says no-store, private or no-cache where the judged ones did",
    "not.",
  ]

  var lines: [String] {
    guard !recipe.rules.isEmpty else { return [] }
    var lines = ["sub vcl_deliver {"]
    for (index, rule) in recipe.rules.enumerated() {
      let status = rule.status.numbers.map { "resp.status == \($0)" }.joined(separator: " || ")
      let host = "req.http.host ~ \"(?i)^\(RecipePattern.Piece.quoted(recipe.host.utf8))(:[0-9]+)?$\""
      let uri = rule.expression(end: "$", query: #"(\?|$)"#)
      lines += [
        "  " + Recipe.judged(rule),
        "  \(index == 0 ? "if" : "elsif") (\(host) && req.url ~ \"^\(uri)\" && (\(status))) {",
      ]
      lines += self.lines(rule).map { "    " + $0 } + ["  }"]
    }
    return lines + ["}"]
  }

  private func lines(_ rule: Recipe.Rule) -> [String] {
    var lines: [String] = []
    var kept = ["!req.http.Authorization"]
    if rule.leavesVisitors { kept.append("!req.http.Cookie") }
    if !rule.passes.contains(.cookie) { kept.append("!resp.http.Set-Cookie") }
    if !rule.bars.isEmpty {
      let words = rule.bars.map(\.rawValue).joined(separator: "|")
      kept.append("resp.http.Cache-Control !~ \"(?i)\(words)\"")
    }
    if !rule.passes.contains(.noCache) { kept.append("resp.http.Pragma !~ \"(?i)no-cache\"") }
    // A long string, since a short one can't hold a quote.
    var replaced = (rule.change.control.map { ["set resp.http.Cache-Control = {\"\($0)\"};"] } ?? [])
    replaced += rule.change.freelyRemoved.map { "unset resp.http.\($0);" }
    if !replaced.isEmpty {
      lines +=
        kept.isEmpty
        ? replaced : ["if (\(kept.joined(separator: " && "))) {"] + replaced.map { "  " + $0 } + ["}"]
    }
    for field in rule.change.exact where !field.before.isEmpty {
      let before = field.before.joined(separator: ", ")
      let change =
        field.value.isEmpty
        ? "unset resp.http.\(field.name);" : "set resp.http.\(field.name) = {\"\(field.value)\"};"
      lines.append("if (resp.http.\(field.name) == {\"\(before)\"}) { \(change) }")
    }
    for line in rule.change.added {
      for name in line.value.split(separator: ",").map({ String($0.drop { $0 == " " }) }) {
        let field = "resp.http.\(line.name)"
        let isThere = "\(field) ~ \"(?i)\(RecipePattern.Piece.quoted(name.utf8))\""
        lines += [
          "if (!\(field)) { set \(field) = {\"\(name)\"}; }",
          "elsif (!(\(isThere))) { set \(field) = \(field) + {\", \(name)\"}; }",
        ]
      }
    }
    return lines
  }
}

extension Recipe.Status {
  fileprivate var numbers: [Int] {
    switch self {
    case .success: Self.successes
    case .exactly(let status): [status]
    }
  }
}
