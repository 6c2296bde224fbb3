/// The servers for which `text(for:)` can write a recipe.
package enum RecipeServer: String, CaseIterable, Sendable {
  case nginx, apache, caddy, varnish
  /// The `_headers` file of Netlify and Cloudflare Pages.
  case headersFile = "headers-file"
}

extension Recipe {
  /// The configuration by which a server sends the advised fields, to be included unchanged.
  package func text(for server: RecipeServer) -> String {
    let lines =
      switch server {
      case .nginx: comments(Self.nginxNotes + nginxRemarks) + nginx
      case .apache: comments(Self.apacheNotes) + rules.flatMap(apache)
      case .caddy: comments(Self.caddyNotes) + caddy
      case .varnish: comments(Self.varnishNotes) + varnish
      case .headersFile: headersFile
      }
    return lines.joined(separator: "\n") + "\n"
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

  private func comments(_ notes: [String]) -> [String] {
    guard !rules.isEmpty else {
      return ([isJudged ? "Nothing is to be changed." : "Nothing was judged."] + remarks).map { "# " + $0 }
    }
    let urls = urlCount == 1 ? "1 URL" : "\(urlCount) URLs"
    let cache = role == .shared ? "shared caches" : "browsers"
    return
      (["The cache fields of \(urls) of \(Self.shown(host)), as httpcache advises them for \(cache)."] + notes
      + remarks).map { "# " + $0 }
  }

  /// A comment with two of the paths that a rule covers, and the number of the others.
  private func examples(_ rule: Rule) -> String {
    let paths = Set(rule.paths).sorted()
    let more = paths.count > 2 ? " and \(paths.count - 2) more" : ""
    return "# " + paths.prefix(2).map(Self.shown).joined(separator: ", ") + more
  }

  /// The URIs of a rule as a regular expression, up to their end.
  private func uri(_ rule: Rule) -> String { rule.pattern.expression(end: "$", query: #"(\?|$)"#) }

  private static let nginxNotes = [
    "Put this file where http { } includes it, such as /etc/nginx/conf.d/; it holds for every server there. `expires` replaces",
    "Cache-Control and Expires of what a rule covers, and hides nothing: every other answer stays as it came. A server or",
    "location with an `expires` of its own keeps that; one with an add_header of its own goes without the lines of the second",
    "map. A Cache-Control that an add_header sends there comes beside the one from here: take it out. The URI is that of the",
    "request, whatever try_files or index make of it.",
  ]

  /// How nginx sends what a rule changes; nil where `expires`, which alone replaces a field and hides none, can't.
  ///
  /// Accept-Encoding in Vary is sent by `gzip_vary`.
  private static func nginxControl(_ rule: Rule) -> NginxControl? {
    let others = rule.change.lines.filter { $0.name != "Cache-Control" }
    guard rule.status.isReachedByExpires, others.allSatisfy(\.isVaryByEncoding),
      let value = rule.change.lines.first(where: { $0.name == "Cache-Control" })?.value,
      let control = NginxControl(value), control.holdsByExpiresAlone
    else { return nil }
    return control
  }

  /// The rules that nginx can't send, or not wholly, a remark each.
  private var nginxRemarks: [String] {
    let remarks = rules.flatMap { rule in
      let isSaid = Self.nginxControl(rule) != nil
      let path = rule.paths.first.map(Self.shown) ?? ""
      let unsent = rule.change.lines.filter { !isSaid && !$0.isVaryByEncoding }
      let kept = rule.change.removed.filter { !isSaid || $0 != "Expires" }
      return unsent.map { "Not said, since `expires` can't send it: \($0.name): \($0.value) for \(path)." }
        + kept.map { "Not said, since nothing is hidden: \(path) goes without \($0)." }
    }
    return Array(remarks.prefix(Self.mostNginxRemarks))
      + (remarks.count > Self.mostNginxRemarks ? ["And \(remarks.count - Self.mostNginxRemarks) more."] : [])
  }

  private static let mostNginxRemarks = 20

  /// A map for `expires`, and a map for the directives that it has no word for.
  ///
  /// Both are on the level of http { }, so that they hold for each location. A rule that is not said has its entry, too: else a
  /// wider one would cover its paths.
  private var nginx: [String] {
    let said = rules.map { (rule: $0, control: Self.nginxControl($0)) }
    var lines: [String] = []
    func map(_ name: String, _ others: String, _ value: (NginxControl) -> String?) {
      guard said.contains(where: { $0.control.flatMap(value) != nil }) else { return }
      lines += ["", "map \"$status $request_uri\" $httpcache_\(name) {", "  default \(others);"]
      for (rule, control) in said {
        lines += [
          "  " + examples(rule),
          "  \"~^\(rule.status.expression) \(uri(rule))\" \(control.flatMap(value) ?? others);",
        ]
      }
      lines.append("}")
    }
    map("expires", "off") { $0.expires }
    if !lines.isEmpty { lines.append("expires $httpcache_expires;") }
    let count = lines.count
    map("directives", "\"\"") { $0.added.isEmpty ? nil : $0.addedText.inQuotes }
    if lines.count > count { lines.append("add_header Cache-Control $httpcache_directives;") }
    if variesByEncoding {
      lines += [
        "", "# For what nginx compresses itself; leave it out where http { } has it already:",
        "gzip_vary on;",
      ]
    }
    return lines
  }

  private static let apacheNotes = [
    "Include this file in the <VirtualHost> of the site; it needs mod_headers (a2enmod headers). <If> comes last,",
    "so that no Header or ExpiresByType elsewhere adds a second line.",
  ]

  private func apache(_ rule: Rule) -> [String] {
    let uri = rule.pattern.expression(end: " ", query: #"(\?\S*)? "#)
    let condition = "\"expr=%{REQUEST_STATUS} =~ /^\(rule.status.expression)$/\""
    var lines = ["", examples(rule), "<If \"%{THE_REQUEST} =~ m#^\\S+ \(uri)#\">"]
    // Apache has a table of fields for successes, and a table for all responses: remove a field from both.
    for line in rule.change.lines {
      lines += [
        "  Header unset \(line.name) \(condition)",
        "  Header always set \(line.name) \(line.value.inQuotes) \(condition)",
      ]
    }
    for name in rule.change.removed {
      lines += ["  Header unset \(name) \(condition)", "  Header always unset \(name) \(condition)"]
    }
    return lines + ["</If>"]
  }

  private static let caddyNotes = [
    "Import this file in the block of the site. Caddy before 2.9 can't look at the status: what an application behind",
    "reverse_proxy answers with an error on these paths gets the fields, too. Since then `match status 2xx 304` in each",
    "block keeps them out. Errors of Caddy's own file_server never get them.",
  ]

  private var caddy: [String] {
    let successes = Set(rules.filter { $0.status == .success }.map(\.pattern))
    // Leave out a path's rule for errors, which would replace the rule for its successes.
    let told = rules.filter { $0.status == .success || !successes.contains($0.pattern) }
    return told.enumerated().flatMap { caddy($1, number: $0 + 1) }
  }

  private func caddy(_ rule: Rule, number: Int) -> [String] {
    // Without `defer`, Caddy would send the application's fields in addition.
    [
      "", examples(rule), "@httpcache_\(number) vars_regexp {http.request.orig_uri} `^\(uri(rule))`",
      "header @httpcache_\(number) {",
    ] + rule.change.lines.map { "\t\($0.name) \($0.value.inQuotes)" } + rule.change.removed.map { "\t-\($0)" }
      + ["\tdefer", "}"]
  }

  private static let varnishNotes = [
    "Write include \"httpcache.vcl\"; with the name of this file behind `vcl 4.1;`, before your own subroutines. How long",
    "Varnish itself keeps a response stays as the origin says: set beresp.ttl in vcl_backend_response for that.",
  ]

  private var varnish: [String] {
    guard !rules.isEmpty else { return [] }
    var lines = ["sub vcl_deliver {"]
    for (index, rule) in rules.enumerated() {
      let status = rule.status.numbers.map { "resp.status == \($0)" }.joined(separator: " || ")
      lines += [
        "  " + examples(rule),
        "  \(index == 0 ? "if" : "elsif") (req.url ~ \"^\(uri(rule))\" && (\(status))) {",
      ]
      // A long string, since a short one can't hold a quote.
      lines += rule.change.lines.map { "    set resp.http.\($0.name) = {\"\($0.value)\"};" }
      lines += rule.change.removed.map { "    unset resp.http.\($0);" }
      lines.append("  }")
    }
    return lines + ["}"]
  }

  private static let headersNotes = [
    "The file _headers at the root of what is deployed. It names each judged file, since its wild card would also cover",
    "others: write it anew for each release.",
  ]

  /// The most rules that Cloudflare Pages takes.
  private static let mostHeadersRules = 100

  /// Each judged file on its own: a `*` of both providers covers every file whose path begins alike, such as one user's.
  private var headersFile: [String] {
    var ways: [String: Set<Change>] = [:]
    for rule in rules { for path in rule.paths { ways[path, default: []].insert(rule.change) } }
    for path in otherPaths { ways[path, default: []].insert(Change()) }
    var lines: [String] = []
    var notes: [String] = []
    var said: Set<String> = []
    for rule in rules {
      for path in Set(rule.paths).sorted() {
        if case .exactly = rule.pattern.query {
          notes.append("Not said: \(Self.shown(path)) has a query, which this file can't look at.")
        } else if ways[path, default: []].count > 1 {
          notes.append("Not said: \(Self.shown(path)) has several answers, which this file can't tell apart.")
        } else if !Self.isHeadersPath(path) {
          notes.append("Not said: \(Self.shown(path)) holds a character that has a meaning here.")
        } else if said.insert(path).inserted {
          // Comment out a path without a field, which would be an error.
          lines += ["", (rule.change.lines.isEmpty ? "# " : "") + path]
          lines += rule.change.lines.map { "  \($0.name): \($0.value)" }
          // Netlify has no way to leave a field out.
          lines += rule.change.removed.map { "# On Cloudflare Pages: ! \($0)" }
        }
      }
    }
    notes = Array(Set(notes).sorted().prefix(20))
    if said.count > Self.mostHeadersRules {
      notes.append("Cloudflare Pages takes \(Self.mostHeadersRules) rules; these are \(said.count).")
    }
    return comments(Self.headersNotes + notes) + lines
  }

  /// Whether a path has no character with a meaning in the file: `*` and `:` begin wild cards.
  private static func isHeadersPath(_ path: String) -> Bool {
    path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2A && $0 != 0x3A }
  }
}

extension FieldLine {
  /// Whether the line has caches tell encodings apart, and nothing else.
  fileprivate var isVaryByEncoding: Bool {
    name == "Vary" && value.equalsIgnoringASCIICase("Accept-Encoding")
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

  /// The statuses as a regular expression.
  fileprivate var expression: String {
    switch self {
    case .success: "(" + Self.successes.map(String.init).joined(separator: "|") + ")"
    case .exactly(let status): String(status)
    }
  }

  fileprivate var numbers: [Int] {
    switch self {
    case .success: Self.successes
    case .exactly(let status): [status]
    }
  }
}

extension String {
  /// The text in double quotes, with a backslash before each quote.
  var inQuotes: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
  }
}
