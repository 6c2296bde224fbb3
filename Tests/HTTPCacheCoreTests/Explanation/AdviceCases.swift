@testable import HTTPCacheCore

/// Heads as servers and frameworks send them, and a judge of the advice for each.
enum AdviceCases {
  /// What no field mends, or only one that advice does not touch: clocks, what caches on the way did, what a recording shows,
  /// a validator or a date that came, and the content's own fields.
  static let unmended: Set<Finding.Code> = [
    .clockAhead, .clockBehind, .headSavedEarlier, .typeContradictsExtension, .fileAnsweredByPage,
    .edgeStoredTheForbidden, .setCookieFromCache, .staleOnArrival, .ageInvalid, .ageList, .ageLarge,
    .dateInvalid, .noCacheWithoutValidator, .validatorMissing,
    .dateWeekdayMismatch, .dateFormatObsolete, .dateCase, .lastModifiedInvalid, .lastModifiedInFuture,
    .lastModifiedWeekdayMismatch, .lastModifiedImplausible, .fieldRepeated, .etagMalformed,
    .partialWithoutContentRange,
  ]

  /// The fields that advice may change.
  private static let touched: Set = [
    "cache-control", "cdn-cache-control", "vary", "expires", "pragma", "warning", "clear-site-data",
    "cache-groups", "cache-group-invalidation", "cloudflare-cdn-cache-control", "netlify-cdn-cache-control",
    "no-vary-search", "use-as-dictionary", "content-encoding",
  ]

  private static func subject(_ question: FindingQuestion, _ fields: FieldSection, status: Int) throws
    -> Facts
  {
    let text =
      "HTTP/1.1 \(status) X\n" + fields.lines.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    return try question.facts(text)
  }

  /// The kinds of caches: each by its role, and the targeted fields that it obeys (RFC 9213 §2.2).
  private static let kinds: [(role: CacheRole, targets: [String])] =
    [(.private, []), (.shared, []), (.shared, ["CDN-Cache-Control"])]
    + ["Cloudflare-CDN-Cache-Control", "Netlify-CDN-Cache-Control"].map {
      (.shared, [$0, "CDN-Cache-Control"])
    }

  /// The kinds of caches that may store the response, in words.
  private static func storing(_ subject: Facts) -> Set<String> {
    names { role, head in StorageDecision(subject.request, head, role).isStorable }(subject)
  }

  /// The kinds of caches that a readable rule has ask the origin at each use, in words.
  private static func asking(_ subject: Facts) -> Set<String> {
    names { role, head in
      let control = head.cacheControl(for: role)
      let lifetime = FreshnessLifetime(head, receivedAt: subject.receivedAt, role: role)
      let directive =
        control.first("s-maxage").flatMap { role == .shared ? $0 : nil } ?? control.first("max-age")
      let isReadable =
        directive.map { DeltaSeconds($0.argument) != .invalid } ?? (subject.expires?.validInstant != nil)
      return head.nominatedNames.contains("*") || control.isUnqualified("no-cache")
        || lifetime.source.isExplicit && lifetime.seconds == 0 && isReadable
          && control.seconds("stale-while-revalidate")?.value ?? 0 == 0
        || !StorageDecision(subject.request, head, role).isStorable
    }(subject)
  }

  /// The fields with directives that are spelt right.
  private static func meant(_ fields: FieldSection) -> FieldSection {
    var fields = fields
    for name in ["Cache-Control"] + TargetedField.standard.map(\.name) where fields.contains(name) {
      ControlEdit.spelling.apply(to: &fields, field: name, role: .private)
    }
    return fields
  }

  private static func names(_ isMeant: @escaping (CacheRole, ResponseHead) -> Bool) -> (Facts) ->
    Set<String>
  {
    { subject in
      Set(
        kinds.filter { isMeant($0.role, subject.head.read(by: $0.targets)) }
          .map { "\($0.role.rawValue) caches by \($0.targets.first ?? "Cache-Control")" })
    }
  }

  /// What is wrong with the advice for a response; empty where it closes.
  static func problems(_ question: FindingQuestion, _ text: String) throws -> [String] {
    let came = try question.facts(text)
    let judged = Findings.all(came)
    var problems: [String] = []
    var fields = came.head.fields
    if let advice = judged.advice {
      for line in advice.set { fields.set(line.name, line.value) }
      for name in advice.remove { fields.remove(name) }
      for name in advice.set.map(\.name) + advice.remove where !touched.contains(name.asciiLowercased) {
        problems.append("touches \(name)")
      }
      if advice.set.contains(where: { $0.value == came.head.fields.combined($0.name) && $0.name != "Expires" }
      ) {
        problems.append("sets what came")
      }
    }
    // Findings quote the line of the advice, and no other.
    for finding in judged.findings {
      for match in (finding.advice ?? "").matches(of: /`((?:CDN-)?Cache-Control|Vary|Expires): ([^`]*)`/) {
        let isQuoted = judged.advice?.set.contains { $0.name == match.1 && $0.value == match.2 } == true
        if !isQuoted, finding.code != .varyStar {
          problems.append("\(finding.code.rawValue) advises \(match.0)")
        }
      }
    }
    let sent = try subject(question, fields, status: came.head.status)
    let again = Findings.all(sent)
    if let more = again.advice {
      problems.append("advises again: \(more) for \(again.findings.map(\.code.rawValue))")
    }
    for finding in again.findings where finding.severity > .info && !unmended.contains(finding.code) {
      // Which names of Vary change what is meant for all, only its sender knows.
      if finding.code == .varySplitsCache, finding.advice?.hasSuffix("a URL each.") == true { continue }
      problems.append("leaves \(finding.code.rawValue): \(finding.explanation)")
    }
    if !came.isNamedByContent {
      let storing = storing(sent).subtracting(storing(came))
      if !storing.isEmpty { problems.append("lets \(storing) store it") }
      // A lifetime counts once it is spelt right.
      let meant = try subject(question, meant(came.head.fields), status: came.head.status)
      let using = asking(came).intersection(asking(meant)).subtracting(asking(sent))
      if !using.isEmpty { problems.append("lets \(using) use it unasked") }
    }
    let controls = ["Cache-Control", "CDN-Cache-Control"]
    for name in controls {
      let (old, new) = (CacheControl(came.head.fields, name: name), CacheControl(fields, name: name))
      if old.contains("no-transform"), !new.contains("no-transform") { problems.append("drops no-transform") }
      if old.contains("must-revalidate"), !new.contains("must-revalidate"), !new.contains("no-store") {
        problems.append("drops must-revalidate")
      }
      if came.head.fields.hasSameValues(name, as: fields) { continue }
      // As it was meant, too: a misspelt bar stays one.
      for directive in CacheControlMend.directives(came.head.fields, name) ?? [] {
        guard directive.name == "private" || directive.name == "no-store", !came.isNamedByContent,
          !new.contains("no-store")
        else { continue }
        let isKept = new.directives.contains {
          $0.name == directive.name && ($0 == directive || !$0.isFieldList)
        }
        if !isKept, directive.name == "no-store" || new.isPresent {
          problems.append("drops \(directive.text)")
        }
      }
    }
    return problems.map {
      "\($0)\n  \(text.replacing("\n", with: "\n  "))\n  → \(judged.advice.map { "\($0)" } ?? "nothing")"
    }
  }

  // MARK: Generated heads

  private static let members = [
    "private", "no-store", "no-transform", "public", "no-cache", "max-age=60", "max-age=0", "s-maxage=600",
    "max-age=1h", "max-age=x", "immutable", "must-revalidate", "must-understand", "private=\"X-A\"",
    "no-cache=\"Set-Cookie\"", "nostore", "Private", "no_transform", "max-age:600", "public; max-age=9",
    "private max-age=60", "stale-if-error=9", "stale-while-revalidate", "only-if-cached", "community=\"UCI\"",
    "private=\"a", "max-age=31536000", "max-age=604800", "s-maxage=0", "stale-while-revalidate=60",
    "max-age=\"60\"",
    "max-age = 9", "no-store=1", "proxy-revalidate", "pre-check=0", "max-age=99999999999",
    "s-maxage=31536000", "off",
    "max-age=31,536,000", "3600", "\"max-age=60\"", "Cache-Control: max-age=60", "s-max-age=60",
    "max_stale=9",
  ]

  private static let others = [
    "ETag: \"a\"", "ETag: W/\"a\"", "ETag: a", "Set-Cookie: a=b", "Vary: Cookie", "Vary: *",
    "Vary: Accept; Origin",
    "Vary: Accept-Encoding", "Vary: User-Agent", "Vary: A, B, C, D", "Pragma: no-cache", "Expires: 0",
    "Expires: -1",
    "Expires: tomorrow", "Expires: Tue, 26 Jan 2016 17:45:57 GMT", "Expires: Mon, 26 Jan 2016 17:45:57 GMT",
    "Expires: Tue, 26 Jan 2016 17:45:57 EST", "Expires: Tue, 26-Jan-16 17:45:57 GMT",
    "Expires: Thu, 26 Jan 2017 17:45:57 GMT",
    "Expires: Thu, 01 Jan 1970 00:00:00 GMT\nExpires: 0", "Expires: Tue, 26 Jan 2016 16:45:57 GMT",
    "Warning: 110 - \"x\"",
    "Last-Modified: Mon, 26 Jan 2015 15:45:57 GMT", "Last-Modified: Tue, 26 Jan 2016 16:45:50 GMT",
    "Last-Modified: x",
    "X-Cache: HIT", "Content-Encoding: gzip", "Age: 700", "Access-Control-Allow-Origin: https://b.test",
    "CDN-Cache-Control: private", "CDN-Cache-Control: no-store, max-age=600", "CDN-Cache-Control: max-age:60",
    "CDN-Cache-Control: private; max-age=60", "CDN-Cache-Control: max-age=600", "CDN-Cache-Control:",
    "CDN-Cache-Control: maxage=60",
    "CDN-Cache-Control: max-age=86400, public", "Surrogate-Control: max-age=60",
    "Cloudflare-CDN-Cache-Control: max-age=60", "Netlify-CDN-Cache-Control: private; max-age=60",
    "Location: https://b.test/k?Expires=1453827057&Signature=a", "X-Cache: HIT\nSet-Cookie: c=d",
    "Clear-Site-Data: cache", "Vary: Content-Type, Accept", "Vary: Referer", "Expires: 3600", "ETag: \"b\"",
    "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT", "Accept-Ranges: bytes",
    "Content-Encoding: aws-chunked,gzip", "Content-Encoding: utf-8", "CDN-Cache-Control: public; max-age=600",
    "CDN-Cache-Control: max-age=60, min_fresh=5",
  ]

  private static let statuses = [200, 200, 200, 203, 206, 301, 302, 304, 307, 401, 404, 410, 429, 500, 503]
  private static let paths = [
    "/", "/app.css", "/app.3f2a9c1b.js", "/index-DiwrgTda.css", "/font.woff2", "/logo.png", "/api/users",
    "/a.js?v=12", "/manifest.json", "/sw.js",
  ]
  private static let types = [
    "text/html", "text/css", "font/woff2", "text/javascript", "image/png", "application/json",
    "application/octet-stream", "",
  ]
  private static let requests: [FieldLine?] = [
    nil, nil, nil, FieldLine("Authorization", "Basic c2VjcmV0"), FieldLine("Cookie", "a=b"),
    FieldLine("Origin", "https://b.test"),
  ]

  /// A question and a head, which look random and are the same in every run.
  static func generated(_ numbers: inout Numbers) -> (question: FindingQuestion, text: String) {
    var lines = ["HTTP/1.1 \(statuses[numbers.next(below: statuses.count)]) X"]
    if numbers.next(below: 6) > 0 { lines.append("Date: Tue, 26 Jan 2016 16:45:57 GMT") }
    let type = numbers.pick(types)
    if !type.isEmpty { lines.append("Content-Type: \(type)") }
    for _ in 0..<numbers.next(below: 4) { lines.append(numbers.pick(others)) }
    let count = numbers.next(below: 6)
    if count > 0 {
      lines.append("Cache-Control: " + (1..<count).map { _ in numbers.pick(members) }.joined(separator: ", "))
    }
    let question = FindingQuestion(
      role: CacheRole.allCases[numbers.next(below: 2)], method: numbers.next(below: 20) == 0 ? "POST" : "GET",
      path: numbers.pick(paths), fields: requests[numbers.next(below: requests.count)].map { [$0] } ?? [])
    return (question, lines.joined(separator: "\n"))
  }
}
