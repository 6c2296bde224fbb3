import HTTPCacheCore

extension Expectation {
  /// Checks that completion offers: every name, with an example if the check has a value.
  static func suggestions(isFetch: Bool) -> [String] {
    (isFetch
      ? ["source=cache", "source=network", "source=revalidated", "source=stale", "stored", "not-stored"] : [])
      + [
        "storable", "not-storable", "fresh", "stale", "reusable", "validator", "strong-etag", "etag",
        "last-modified", "heuristic", "explicit", "revalidated-each-time", "status=200", "lifetime>=1h",
        "age<1d", "ttl>=10m",
        "directive=immutable", "directive!=no-store", "vary!=*",
        "nginx:stored", "nginx:not-stored", "varnish:lifetime>=1h", "last-modified>=-1h", "type=text/html",
        "field:X-Version=1.*", "same-as=dist",
      ] + (isFetch ? [] : ["edge=hit", "hit-ratio>=0.9"])
  }

  /// Reads a check; nil if the text is not a check.
  ///
  /// `isFetch` allows the checks that only `fetch` has. Times such as `-1h` count from `now`.
  init?(_ text: String, isFetch: Bool, now: Instant) {
    self.init(
      text, isFetch: isFetch, time: { Units.time($0, now: now) }, duration: Units.duration)
  }

  /// Reads the checks of `--expect`.
  static func read(_ texts: [String], isFetch: Bool, now: Instant) throws(UsageError) -> [Expectation] {
    var expectations: [Expectation] = []
    for text in texts {
      guard let expectation = Expectation(text, isFetch: isFetch, now: now) else {
        let near = nearest(to: text, isFetch: isFetch).map { "did you mean '\($0)'?" }
        throw UsageError(
          "--expect: '\(text)' is not a check",
          hint: near ?? "such as storable, fresh, 'lifetime>=1h', directive=immutable"
            + (isFetch ? ", source=cache" : ""))
      }
      expectations.append(expectation)
    }
    return expectations
  }

  /// Throws if a check names a file that can't be read.
  static func refuseMissingFiles(_ checks: [Expectation]) throws(UsageError) {
    for path in checks.compactMap(\.filePath) {
      guard let problem = LocalContent.problem(of: path) else { continue }
      throw UsageError("--expect: can't read \(path): \(problem)")
    }
  }

  /// The check that the user may have meant by a text that is not a check; nil if none is near.
  static func nearest(to text: String, isFetch: Bool) -> String? {
    let name = String(text.prefix { !"=!<>".contains($0) }.filter { $0 != " " }).asciiLowercased
    let rest = text.drop { !"=!<>".contains($0) }
    let names = suggestions(isFetch: isFetch).map { String($0.prefix { !"=!<>".contains($0) }) }
    var candidates: [String] = []
    if rest.isEmpty {
      if let check = checksByWord[name] { candidates.append(check) }
      if directives.contains(name) { candidates.append("directive=\(name)") }
      if name.hasPrefix("no-"), names.contains(String(name.dropFirst(3))) {
        candidates.append("not-\(name.dropFirst(3))")
      }
      candidates.append("source=\(name)")
    } else {
      if let check = checkNames[name] { candidates.append("\(check)\(rest)") }
      candidates.append("\(name)\(rest)")
    }
    if let near = Suggestion.nearest(to: name, in: names) { candidates.append("\(near)\(rest)") }
    if rest.isEmpty, let near = Suggestion.nearest(to: name, in: directives) {
      candidates.append("directive=\(near)")
    }
    return candidates.first { Expectation($0, isFetch: isFetch, now: Instant(epoch: 0)) != nil }
  }

  /// Names that users try, with the check for each.
  private static let checksByWord = [
    "not-fresh": "stale", "not-stale": "fresh", "expired": "stale", "cacheable": "storable",
    "not-cacheable": "not-storable", "uncacheable": "not-storable", "cached": "stored",
    "not-cached": "not-stored", "hit": "source=cache", "miss": "source=network",
  ]

  /// Names that users write before a comparison, with the name of the check for each.
  private static let checkNames = [
    "max-age": "lifetime", "s-maxage": "lifetime", "maxage": "lifetime", "expires": "lifetime",
    "freshness": "lifetime", "code": "status", "cache-control": "directive", "header": "directive",
    "content-type": "type", "mime": "type", "modified": "last-modified", "digest": "sha256",
    "sha-256": "sha256",
    "file": "same-as",
  ]

  private static let directives = [
    "no-store", "no-cache", "private", "public", "immutable", "must-revalidate", "proxy-revalidate",
    "no-transform", "must-understand",
  ]
}
