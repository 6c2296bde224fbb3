@testable import HTTPCacheCore

extension FindingRows {
  private static func row(
    _ rule: String, _ text: String, _ code: Finding.Code, _ severity: Finding.Severity,
    _ question: FindingQuestion = .plain
  ) -> FindingsTests.Row {
    (rule, text.hasPrefix("HTTP/") ? text : dateLine + text, code, severity, question)
  }

  private static func redirect(_ location: String, _ control: String, _ more: String = "") -> String {
    "HTTP/1.1 302 Found\n\(Finding.Code.exampleDate)\nLocation: \(location)\nCache-Control: \(control)\(more)"
  }

  private static let preflight = FindingQuestion(
    method: "OPTIONS",
    fields: [FieldLine("Origin", "https://b.test"), FieldLine("Access-Control-Request-Method", "PUT")])

  /// The moment of the rows, and five minutes behind it.
  private static let amazon =
    "https://b.test/k?X-Amz-Date=20160126T164557Z&X-Amz-Expires=300&X-Amz-Signature=ab"
  private static let google =
    "https://b.test/k?X-Goog-Date=20160126T164557Z&X-Goog-Expires=300&X-Goog-Signature=ab"

  /// What several kinds of shared caches, and several users, may do with a response.
  static let sharing: [FindingsTests.Row] = [
    row(
      "RFC 9213 §2.2 others go by Cache-Control",
      "Cache-Control: public, max-age=60\nCDN-Cache-Control: no-store\nSet-Cookie: a=b",
      .setCookieSharedCacheable,
      .error),
    row(
      "the same, judged for the CDN",
      "Cache-Control: public, max-age=60\nCDN-Cache-Control: private\nSet-Cookie: a=b",
      .setCookieSharedCacheable,
      .error, .shared),
    row(
      "a vendor's own field",
      "Cache-Control: private\nCloudflare-CDN-Cache-Control: max-age=60\nSet-Cookie: a=b",
      .setCookieSharedCacheable, .error),
    row(
      "RFC 5861 §3 used while stale",
      "Cache-Control: public, max-age=0, stale-while-revalidate=600\nSet-Cookie: a=b",
      .setCookieSharedCacheable, .error),
    row(
      "others may give it to all", "Cache-Control: public, max-age=60\nCDN-Cache-Control: no-store",
      .authorizationPublic, .warning, .authorized),
    row(
      "RFC 9111 §3.5 must-revalidate", "Cache-Control: must-revalidate, max-age=60", .authorizationPublic,
      .warning,
      .authorized),
    row("a misspelt one", "CDN-Cache-Control: maxage=60", .directiveUnknownNearMiss, .warning),
    row("a string", "CDN-Cache-Control: max-age=\"60\"", .cacheControlMalformedMember, .error),
    row("a vendor's", "Netlify-CDN-Cache-Control: max-age:60", .targetedFieldInvalid, .error),
    row(
      "the cookie of another request",
      "Cache-Control: public, max-age=600\nSet-Cookie: a=b\nCF-Cache-Status: HIT",
      .setCookieFromCache, .error),
    row(
      "RFC 9111 §5.1 Age", "Cache-Control: no-cache\nSet-Cookie: a=b\nAge: 101", .setCookieFromCache, .error),
    row(
      "another beside an edge's",
      "Cache-Control: no-cache\nSet-Cookie: __cf_bm=a\nSet-Cookie: b=c\nX-Cache: HIT",
      .setCookieFromCache, .error),
    row(
      "the next user of the browser", "Cache-Control: private, max-age=86401", .authorizationWithoutVary,
      .warning,
      .authorized),
    row(
      "by a guess", "Cache-Control: private\nLast-Modified: Mon, 26 Jan 2015 15:45:57 GMT",
      .authorizationWithoutVary,
      .warning, .authorized),
    row(
      "a cookie that is not set again", redirect("/b", "private, max-age=60", "\nSet-Cookie: a=b"),
      .redirectSetsCookie, .warning),
    row(
      "kept without a lifetime", "HTTP/1.1 301 Moved\nLocation: /b\nSet-Cookie: a=b", .redirectSetsCookie,
      .warning),
    row("signed by Amazon", redirect(amazon, "max-age=301"), .redirectOutlivesSignature, .warning),
    row("signed by Google", redirect(google, "private, max-age=3600"), .redirectOutlivesSignature, .warning),
    row(
      "signed by CloudFront",
      redirect("https://d.test/k?Expires=1453827057&Signature=a&Key-Pair-Id=b", "max-age=301"),
      .redirectOutlivesSignature, .warning),
    row(
      "signed by Azure", redirect("https://d.test/k?se=2016-01-26T16%3A50%3A57Z&sig=a", "max-age=301"),
      .redirectOutlivesSignature, .warning),
    row(
      "used while stale", redirect(amazon, "max-age=60, stale-while-revalidate=600"),
      .redirectOutlivesSignature,
      .warning),
    row(
      "kept as long as caches like", "HTTP/1.1 301 Moved\nLocation: \(amazon)", .redirectOutlivesSignature,
      .warning),
    row("Fetch: 5 s", "HTTP/1.1 204 X\nAccess-Control-Allow-Origin: *", .preflightLifetime, .info, preflight),
    row(
      "Fetch: by its own field",
      "HTTP/1.1 204 X\nAccess-Control-Allow-Origin: *\nAccess-Control-Max-Age: 600\nCache-Control: max-age=60",
      .preflightLifetime, .info, preflight),
    row("300 bytes", "Content-Length: 300", .lifetimeMissing, .info),
    row("301 bytes", "Content-Length: 301", .lifetimeMissing, .warning),
    row("asked for each time", "Content-Length: 300\nETag: \"1\"", .lifetimeMissing, .warning),
    row("301 bytes", "Cache-Control: no-cache\nContent-Length: 301", .noCacheWithoutValidator, .warning),
    row("301 bytes", "Cache-Control: max-age=0\nContent-Length: 301", .validatorMissing, .warning),
    row("300 bytes", "Cache-Control: no-store\nContent-Length: 300", .versionedFileNotReused, .info, .hashed),
    row(
      "a page, whose way back `no-store` would take",
      "HTTP/1.1 200 OK\nCache-Control: no-cache\nContent-Type: text/html",
      .noCacheWithoutValidator, .info, FindingQuestion(path: "/")),
    row(
      "a tag of the same time and the length",
      "Last-Modified: Tue, 01 Jan 1980 00:00:00 GMT\nETag: \"12cea600-264\"",
      .lastModifiedImplausible, .warning),
    row(
      "a tag of its own beside a lifetime",
      "Last-Modified: Tue, 01 Jan 1980 00:00:00 GMT\nETag: \"3f2a\"\nCache-Control: max-age=60",
      .lastModifiedImplausible, .info),
  ]

  private static func silent(
    _ rule: String, _ text: String, _ code: Finding.Code, _ question: FindingQuestion = .plain
  ) -> (rule: String, head: String, code: Finding.Code, question: FindingQuestion) {
    (rule, text.hasPrefix("HTTP/") ? text : dateLine + text, code, question)
  }

  /// What nobody else gets.
  static let unshared: [(rule: String, head: String, code: Finding.Code, question: FindingQuestion)] = [
    silent(
      "neither may", "Cache-Control: private, max-age=60\nCDN-Cache-Control: no-store\nSet-Cookie: a=b",
      .setCookieSharedCacheable),
    silent(
      "barred while stale",
      "Cache-Control: public, max-age=0, must-revalidate, stale-while-revalidate=9\nSet-Cookie: a=b",
      .setCookieSharedCacheable),
    silent(
      "confirmed at each use", "Cache-Control: max-age=0, must-revalidate", .authorizationPublic, .authorized),
    silent("no lifetime", "Cache-Control: must-revalidate", .authorizationPublic, .authorized),
    silent("300 bytes", "Cache-Control: no-cache\nContent-Length: 300", .noCacheWithoutValidator),
    silent("300 bytes", "Cache-Control: max-age=0\nContent-Length: 300", .validatorMissing),
    silent("an edge's cookie", "Set-Cookie: __cf_bm=a\nCF-Cache-Status: HIT", .setCookieFromCache),
    silent(
      "written anew on delivery", "Cache-Control: private\nSet-Cookie: a=b\nX-Cache: HIT", .setCookieFromCache
    ),
    silent(
      "a cookie that no store may keep", "Cache-Control: no-cache=\"Set-Cookie\"\nSet-Cookie: a=b\nAge: 5",
      .setCookieFromCache),
    silent(
      "a balancer's cookie", "Set-Cookie: AWSALBAPP-0=_remove_\nSet-Cookie: INGRESSCOOKIE=1\nAge: 5",
      .setCookieFromCache),
    silent("a cookie that is deleted", "Set-Cookie: a=; Max-Age=0\nAge: 5", .setCookieFromCache),
    silent(
      "the same by a date", "Set-Cookie: a=deleted; expires=Thu, 01 Jan 1970 00:00:00 GMT\nAge: 5",
      .setCookieFromCache),
    silent("a miss", "Set-Cookie: a=b\nCF-Cache-Status: MISS", .setCookieFromCache),
    silent("no cookie", "CF-Cache-Status: HIT\nAge: 5", .setCookieFromCache),
    silent(
      "one variant a user", "Cache-Control: private, max-age=864000\nVary: Authorization",
      .authorizationWithoutVary,
      .authorized),
    silent("a day", "Cache-Control: private, max-age=86400", .authorizationWithoutVary, .authorized),
    silent(
      "the vendor's own field",
      "Cache-Control: no-store\nCloudflare-CDN-Cache-Control: max-age=60\nCF-Cache-Status: HIT",
      .edgeStoredTheForbidden),
    silent(
      "a cache that goes by Cache-Control",
      "Cache-Control: max-age=60\nCDN-Cache-Control: no-store\nX-Cache: HIT",
      .edgeStoredTheForbidden),
    silent("to be confirmed", redirect("/b", "no-cache", "\nSet-Cookie: a=b"), .redirectSetsCookie),
    silent("not stored", redirect("/b", "no-store", "\nSet-Cookie: a=b"), .redirectSetsCookie),
    silent("an edge's cookie", redirect("/b", "max-age=60", "\nSet-Cookie: __cf_bm=b"), .redirectSetsCookie),
    silent("as long as the signature", redirect(amazon, "max-age=300"), .redirectOutlivesSignature),
    silent(
      "no signature", redirect("https://d.test/k?Expires=1453827057", "max-age=86400"),
      .redirectOutlivesSignature),
    silent("told once", redirect(amazon, "max-age=31536000"), .redirectLongLifetime),
    silent(
      "no preflight", "HTTP/1.1 204 X\nAccess-Control-Allow-Origin: *", .preflightLifetime,
      FindingQuestion(method: "OPTIONS", fields: [FieldLine("Origin", "https://b.test")])),
    silent(
      "told by its cookie", "HTTP/1.1 301 Moved\nLocation: /b\nSet-Cookie: a=b", .permanentAnswerUnbounded),
  ]
}
