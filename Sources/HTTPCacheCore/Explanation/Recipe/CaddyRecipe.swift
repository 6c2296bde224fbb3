/// A recipe for Caddy, whose `header` can't look at an answer before version 2.9: it names each judged file, and replaces a
/// value of Cache-Control only where it is the one that was judged.
struct CaddyRecipe: RecipeSyntax {
  /// What answers have in common that are named in one rule.
  private struct Group: Hashable {
    let change: Recipe.Change
    let control: [String]
  }

  private let recipe: Recipe
  private let groups: [(group: Group, singles: [Recipe.Single])]

  /// The values that came and that a configuration can't hold.
  let remarks: [String]

  init(_ recipe: Recipe) {
    self.recipe = recipe
    var groups: [(group: Group, singles: [Recipe.Single])] = []
    var places: [Group: Int] = [:]
    var remarks: [String] = []
    for single in recipe.singles {
      let group = Group(change: single.change, control: single.change.control == nil ? [] : single.control)
      guard Self.isSayable(group) else {
        remarks.append(
          "Not said, since Caddy can't take the place of what came: Cache-Control of \(Recipe.shown(single.path))."
        )
        continue
      }
      if let place = places[group] {
        groups[place].singles.append(single)
      } else {
        places[group] = groups.count
        groups.append((group, [single]))
      }
      remarks += single.change.exact.filter { $0.value.isEmpty }.map {
        "Not said, since Caddy would take it from every answer: \(Recipe.shown(single.path)) goes without \($0.name)."
      }
    }
    if recipe.rules.contains(where: { $0.status != .success }) {
      remarks.append("Not said: what errors and redirects are to send; Caddy can't tell them apart here.")
    }
    (self.groups, self.remarks) = (groups, remarks)
  }

  /// Whether every line that came can be replaced: each has its part of the new value, or goes with the whole of it.
  private static func isSayable(_ group: Group) -> Bool {
    guard let value = group.change.control else { return true }
    return group.control.allSatisfy(isReplaceable)
      && parts(value, count: group.control.count) != nil
  }

  /// Whether an expression can stand for a line that came.
  private static func isReplaceable(_ value: String) -> Bool {
    value.utf8.count <= 1000 && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// A value as so many lines; nil if it has too few members.
  private static func parts(_ value: String, count: Int) -> [String]? {
    let members = FieldSection([FieldLine("Cache-Control", value)]).members("Cache-Control")
    guard count > 1 else { return [value] }
    guard members.count >= count else { return nil }
    let first = members.prefix(members.count - count + 1).joined(separator: ", ")
    return [first] + members.suffix(count - 1)
  }

  let notes = [
    "Import this file in the block of the site. Caddy before 2.9 can't look at an answer: so each judged file is named, and its",
    "Cache-Control is replaced only where it is the one that was judged, or where none came. What an application behind",
    "reverse_proxy answers with an error and the same line, or with no line, on these paths gets the fields, too. Since 2.9",
    "`match status 2xx 304` in each block keeps them out. Errors of Caddy's own file_server never get them.",
  ]

  func sent(_ rule: Recipe.Rule) -> String? {
    let isSaid = rule.paths.allSatisfy { path in
      groups.contains { group in
        group.group.change == rule.change && group.singles.contains { $0.path == path }
      }
    }
    return isSaid ? rule.change.control : nil
  }

  var lines: [String] {
    groups.enumerated().flatMap { index, entry -> [String] in
      let paths = Set(entry.singles.map(\.path)).sorted()
      let more = paths.count > 2 ? " and \(paths.count - 2) more" : ""
      var seen: Set<RecipePattern> = []
      let patterns = entry.singles.map(\.pattern).filter { seen.insert($0).inserted }
      let rule = Recipe.Rule(
        patterns: patterns, status: .success, change: entry.group.change, passes: [])
      let uri = rule.expression(end: "$", query: #"(\?|$)"#)
      let examples = paths.prefix(2).map(Recipe.shown).joined(separator: ", ")
      var lines = ["", "# \(paths.count) judged: \(examples)\(more)"]
      lines.append("@httpcache_\(index + 1) vars_regexp {http.request.orig_uri} `^\(uri)`")
      let changes = self.lines(entry.group)
      // Caddy 2.6 ends with a fault at a block that has nothing but a field to be sent where there is none.
      if changes.count == 1, changes[0].hasPrefix("?") {
        return lines + ["header @httpcache_\(index + 1) \(changes[0])"]
      }
      lines.append("header @httpcache_\(index + 1) {")
      lines += changes.map { "\t" + $0 }
      // Without `defer`, Caddy would send the application's fields in addition.
      return lines + ["\tdefer", "}"]
    }
  }

  private func lines(_ group: Group) -> [String] {
    var lines: [String] = []
    if let value = group.change.control {
      let parts = Self.parts(value, count: group.control.count) ?? []
      lines +=
        group.control.isEmpty
        ? ["?Cache-Control \(value.inQuotes)"]
        : zip(group.control, parts).map {
          "Cache-Control `^\(RecipePattern.Piece.quoted($0.utf8))$` \($1.inQuotes)"
        }
    }
    for field in group.change.exact where !field.value.isEmpty {
      lines += field.before.prefix(1).map {
        "\(field.name) `^\(RecipePattern.Piece.quoted($0.utf8))$` \(field.value.inQuotes)"
      }
    }
    lines += group.change.added.map { "+\($0.name) \($0.value.inQuotes)" }
    return lines + group.change.freelyRemoved.map { "-\($0)" }
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
    lines += hashed.map { "\t@\($0.name) path_regexp \($0.expression)" }
    lines += whole.map { "\t@\($0.name) path \($0.directory)*" }
    lines += ["\t@html {", "\t\tpath */ *.html", "\t\tnot path \(site.api.directory)*", "\t}", "\t@others {"]
    lines.append("\t\tnot path \(whole.map { "\($0.directory)*" }.joined(separator: " "))")
    lines += hashed.map { "\t\tnot path_regexp \($0.expression)" } + ["\t}"]
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
