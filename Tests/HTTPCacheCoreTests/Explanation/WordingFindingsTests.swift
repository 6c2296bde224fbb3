import Testing

@testable import HTTPCacheCore

@Suite("Findings: the fact, what follows from it, and the mend", .timed)
struct WordingFindingsTests {
  typealias Row = (head: String, code: Finding.Code, says: String, advice: String?, question: FindingQuestion)

  static let rows: [Row] = [
    (
      FindingRows.dateLine + "ETag: \"a\"\nCache-Control: public; max-age=31536000",
      .cacheControlNotCommaSeparated,
      "Cache-Control separates directives with commas; here a semicolon makes one unreadable member of the whole"
        + " field, so neither `public` nor `max-age=31536000` counts. Nothing else gives a lifetime: every use asks"
        + " the origin.", "Write `Cache-Control: public, no-cache`.", .plain
    ),
    (
      FindingRows.dateLine + "Expires: Mon, 26 Jan 2016 17:45:57 GMT", .expiresWeekdayMismatch,
      "26 January 2016 is a Tuesday, not a Monday. The timestamp itself is readable, and is used: fresh for 1 hour"
        + " (Expires − Date). A stricter cache may treat the field as expired.",
      "Write `Expires: Tue, 26 Jan 2016 17:45:57 GMT`.", .plain
    ),
    (
      FindingRows.dateLine + "Last-Modified: Mon, 12 Jan 2016 17:45:57 GMT", .lastModifiedWeekdayMismatch,
      "12 January 2016 was a Tuesday, not a Monday.", "Write `Last-Modified: Tue, 12 Jan 2016 17:45:57 GMT`.",
      .plain
    ),
    (
      FindingRows.dateLine + "Expires: Mon, 25 Jan 2017 17:45:57 GMT", .expiresWeekdayMismatch,
      "25 January 2017 is a Wednesday, not a Monday.", "Leave Expires out.",
      .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=600\nAge: 700\nETag: \"abc\"\nVia: 1.1 a",
      .staleOnArrival,
      "Stale on arrival: a cache on the way had held it for 11 minutes 40 seconds, 1 minute 40 seconds longer than the 10 minutes it is"
        + " fresh. It can be stored, but the next use asks the origin (If-None-Match: \"abc\"). See Via for the cache.",
      nil,
      .plain
    ),
    (
      FindingRows.dateLine.replacing("text/css", with: "text/html")
        + "Last-Modified: Tue, 26 Jan 2016 04:45:57 GMT", .lifetimeIsAGuess,
      "(Date − Last-Modified) × 10% = 12 hours × 10% = 1 hour 12 minutes.",
      "Send `Cache-Control: no-cache` to decide it yourself.", FindingQuestion(path: "/")
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=31536000, immutable", .lifetimeLongForUnversionedAsset,
      "This style is fresh for 1 year, and `immutable` says that even a reload need not ask, but its URL has no version",
      "Put a hash of the content into the file name, or write `Cache-Control: max-age=3600`.", .plain
    ),
    // Advice changes the field that came.
    (
      FindingRows.dateLine + "Cache-Control: private\nETag: \"a\"", .lifetimeMissing,
      "every use asks the origin",
      "Send `Cache-Control: private, max-age=3600`.", .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: no-transform, max-age=60", .lifetimeShortForVersionedURL,
      "1 minute",
      "Write `Cache-Control: no-transform, max-age=31536000, immutable`.", .hashed
    ),
    (
      FindingRows.dateLine + "Cache-Control: s-maxage=60, stale-while-revalidate=60\nETag: \"a\"",
      .lifetimeMissing,
      "uses the response stale for 1 minute, and asks the origin behind it", nil, .plain
    ),
    (
      FindingRows.dateLine + "Set-Cookie: a=b\nETag: \"a\"", .lifetimeMissing, "every use asks the origin",
      "Send `Cache-Control: private, max-age=3600`.", .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=600, s-maxage=60\nSet-Cookie: a=b",
      .setCookieSharedCacheable,
      "one user's cookie",
      "Write `Cache-Control: private, max-age=600`, or send no Set-Cookie with a response for all users.",
      .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: public, private, max-age=60", .directivesContradict,
      "the stricter counts",
      "Write `Cache-Control: private, max-age=60`.", .plain
    ),
    (
      "HTTP/1.1 301 Moved\nDate: Tue, 26 Jan 2016 16:45:57 GMT\nCache-Control: private",
      .permanentAnswerUnbounded,
      "A wrong one can't be called back",
      "Send `Cache-Control: private, max-age=86400` to have it asked for again after 1 day.", .plain
    ),
    (
      "HTTP/1.1 410 Gone", .permanentAnswerUnbounded, "This 410 has no lifetime",
      "Send `Cache-Control: max-age=60` to have it asked for again after 1 minute.", .plain
    ),
    // RFC 9213: the field that counts is the one to send.
    (
      FindingRows.dateLine + "Cache-Control: private\nCDN-Cache-Control: maxage=60",
      .directiveUnknownNearMiss,
      "did you mean `max-age`?", "Write `CDN-Cache-Control: max-age=60`.", .shared
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=60\nCDN-Cache-Control: max-age:60",
      .targetedFieldInvalid,
      "counts as absent", "Write `CDN-Cache-Control: max-age=60`.", .plain
    ),
    // RFC 9111 §3: advice lets no more caches store the response.
    (
      FindingRows.dateLine + "Cache-Control: private\nCDN-Cache-Control: max-age:60", .targetedFieldInvalid,
      "counts as absent", "Write `CDN-Cache-Control: private, max-age=60`.", .plain
    ),
    // All findings of a response advise the same line.
    (
      FindingRows.dateLine + "Pragma: no-cache\nETag: \"a\"", .lifetimeMissing, "every use asks the origin",
      "Send `Cache-Control: no-cache`.", .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: private, keep=60", .directiveUnknown,
      "and nothing else says how the response is to be cached.",
      "Say it by a directive that every cache knows: `max-age`, `no-cache` or `no-store`.", .plain
    ),
    (
      FindingRows.dateLine + "ETag: \"a\"", .versionedFileNotReused,
      "but nothing gives it a lifetime: each use asks the origin, which answers 304.",
      "Write `Cache-Control: max-age=31536000, immutable`.", .hashed
    ),
    (
      FindingRows.dateLine, .lifetimeMissing,
      "every use asks the origin, and downloads it in full, as there is no ETag or Last-Modified to ask with.",
      "Send an `ETag` that changes with the content, and `Cache-Control: max-age=3600`.",
      .plain
    ),
    (
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/css\nETag: \"a\"\nLast-Modified: Wed, 06 Jan 2016 16:45:57 GMT",
      .lifetimeLongForUnversionedAsset,
      "No lifetime was sent, and caches guess one: they keep this style for 2 days (a tenth of the time since the last change), but",
      "Put a hash of the content into the file name, or write `Cache-Control: no-cache`.", .plain
    ),
    (
      "HTTP/1.1 503 Busy\nDate: Tue, 26 Jan 2016 16:45:57 GMT\nCache-Control: max-age=86400",
      .errorStatusLongLifetime,
      "This 503 is fresh for 1 day", "Write `Cache-Control: no-store` for errors.", .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=600", .authorizationForbidsShared,
      "the response has none of `public`, `s-maxage`, `must-revalidate`. A private cache stores it, fresh for 10 minutes.",
      nil,
      .sharedAuthorized
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=1h\nExpires: Tue, 26 Jan 2016 17:45:57 GMT",
      .maxAgeInvalid,
      "so a cache treats the response as stale, and Expires is not used instead.",
      "Write `Cache-Control: max-age=3600`.", .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=soon\nETag: \"a\"", .maxAgeInvalid,
      "is not a whole number",
      "Write `Cache-Control: max-age=0`, or give `max-age` the seconds that you mean.", .plain
    ),
    (
      FindingRows.dateLine + "Expires: soon\nETag: \"a\"", .expiresInvalid, "`soon` is not a date",
      "Write `Cache-Control: no-cache`, or give `max-age` the seconds that you mean.", .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=60, private=\"X-A\"\nETag: \"a\"",
      .qualifiedDirectiveOftenUnqualified, "many caches read it as `private` for the whole response.",
      "Write `private` alone where all of it is meant; else send the fields elsewhere.", .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=60\nSet-Cookie: a=b\nETag: \"a\"",
      .lifetimeShortForVersionedURL, "the response is fresh for only 1 minute",
      "Serve it without cookies and credentials: it may then be kept for a year.", .hashed
    ),
    (
      FindingRows.dateLine + "Cache-Control: no-store\nSet-Cookie: a=b", .versionedFileNotReused,
      "each use downloads it in full.",
      "Serve it without cookies and credentials: it may then be kept for a year.", .hashed
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=60, private=\nETag: \"a\"", .cacheControlMalformedMember,
      "`private=` has nothing behind its equals sign: this cache reads `private`, and others drop it.",
      "Write `Cache-Control: max-age=60, private`.", .plain
    ),
    (
      FindingRows.dateLine
        + "Cache-Control: max-age=60, s-maxage=600, stale-while-revalidate=60\nETag: \"a\"",
      .staleWhileRevalidateCancelled, "Browsers use it after `max-age`.",
      "Write `Cache-Control: private, max-age=60, stale-while-revalidate=60`.", .authorized
    ),
    (
      FindingRows.dateLine.replacing("text/css", with: "image/png") + "Cache-Control: max-age=99999999999",
      .lifetimeOverflows,
      "reads as 2147483648 s",
      "Write `Cache-Control: max-age=31536000`.", .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: s-max-age=60, no_transform", .directiveUnknownNearMiss,
      "did you mean `s-maxage`?",
      "Write `Cache-Control: s-maxage=60, no-transform, max-age=3600`.", .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age:600", .cacheControlMalformedMember,
      "a colon where an equals sign belongs",
      "Write `Cache-Control: max-age=600`.", .plain
    ),
    (
      FindingRows.dateLine + "ETag: w/'abc'", .etagMalformed, "a full download", "Write `ETag: W/\"abc\"`.",
      .plain
    ),
    (FindingRows.dateLine + "ETag: abc", .etagMalformed, "no quotes", "Write `ETag: \"abc\"`.", .plain),
    (
      FindingRows.dateLine + "Age: 5, 700", .ageList, "the first, 5 s, is used", "Send one value: `Age: 5`.",
      .plain
    ),
    (
      FindingRows.dateLine + "Cache-Control: max-age=60, max_stale=9", .directiveUnknownNearMiss,
      "`max-stale`, which it looks like, is one of requests", "Write `Cache-Control: max-age=60`.", .plain
    ),
    (
      "CDN-Cache-Control: public; max-age=600", .cacheControlNotCommaSeparated,
      "here `max-age=600` stands behind a semicolon, as a parameter of `public`, and is no directive.",
      "Write `CDN-Cache-Control: public, max-age=600`.", .shared
    ),
    (
      "Cache-Control: max-age=60\nContent-Encoding: aws-chunked, gzip", .contentEncodingUnknown,
      "`aws-chunked` is how an upload to S3 was framed", "Write `Content-Encoding: gzip`.", .plain
    ),
    (
      "Content-Type: application/json", .lifetimeMissing, "as there is no ETag or Last-Modified to ask with",
      "Send an `ETag` that changes with the content, and `Cache-Control: no-cache`.",
      FindingQuestion(path: "/api")
    ),
    (
      "Content-Type: application/json\nCache-Control: no-cache", .noCacheWithoutValidator, "a full download",
      "Send an `ETag` that changes with the content, so that a 304 saves the download; where the answer is for one user,"
        + " or is another one each time, `no-store` keeps nothing.", FindingQuestion(path: "/api")
    ),
    (
      FindingRows.dateLine + "Last-Modified: Tue, 26 Jan 2016 16:44:57 GMT\nETag: \"1\"",
      .lifetimeShortForVersionedURL, "no lifetime was sent, and caches guess one, here 6 seconds",
      "Write `Cache-Control: max-age=31536000, immutable`.", .hashed
    ),
    // What no browser may keep is not said to be kept by one.
    (
      "Content-Type: application/json\nVary: Cookie\nSet-Cookie: a=b", .varySplitsCache,
      "from client to client",
      "Leave out the names that do not change the response.", FindingQuestion(path: "/api")
    ),
    // What is said to be for all is not made one visitor's, unless it shows one.
    (
      "Content-Type: text/html\nCache-Control: public, max-age=60\nVary: Cookie", .varySplitsCache,
      "from client to client",
      "Leave out the names that do not change the response, and give contents that differ by the others a URL each.",
      .plain
    ),
    (
      "Content-Type: text/html\nCache-Control: s-maxage=60, max-age=0\nVary: User-Agent", .varySplitsCache,
      "from client to client",
      "Leave out the names that do not change the response, and give contents that differ by the others a URL each.",
      .plain
    ),
    (
      "Content-Type: text/html\nCache-Control: max-age=60\nVary: Accept-Language", .varySplitsCache,
      "from client to client",
      "Leave out the names that do not change the response, and give contents that differ by the others a URL each.",
      .plain
    ),
    (
      "Content-Type: text/html\nCache-Control: max-age=60\nVary: Cookie", .varySplitsCache,
      "from client to client",
      "Leave out the names that do not change the response; where one user's browser alone is to keep it, write"
        + " `Cache-Control: private, max-age=60`.", .plain
    ),
    (
      "Content-Type: text/html\nCache-Control: max-age=60\nETag: \"1\"\n"
        + "Content-Security-Policy: script-src 'self'; style-src 'nonce-a'", .sharedNonce,
      "The policy lets styles apply by a nonce",
      "Write `Cache-Control: private, max-age=60`, or allow the styles by their hashes, which may be shared.",
      FindingQuestion(path: "/")
    ),
    (
      "Content-Type: text/html\nCache-Control: max-age=60\nETag: \"1\"\n"
        + "Content-Security-Policy: style-src 'nonce-a', script-src 'nonce-b'", .sharedNonce,
      "The policy lets scripts run by a nonce", nil, FindingQuestion(path: "/")
    ),
    // The server that names itself is told its own line.
    (
      "Server: Caddy\nContent-Type: text/html\nCache-Control: max-age=60", .typeContradictsExtension,
      "the answer is a page", "Answer 404 where there is no such file; Caddy: `try_files {path} =404`.",
      .plain
    ),
    (
      "Server: nginx/1.27\nContent-Type: text/html\nCache-Control: max-age=60", .typeContradictsExtension,
      "the answer is a page", "Answer 404 where there is no such file; nginx: `try_files $uri =404;`.", .plain
    ),
    (FindingRows.dateLine + "Vary: *", .varyStar, "may store the response, but never uses it", nil, .plain),
    (
      FindingRows.dateLine + "Vary: Accept; Origin", .varyMalformed, "distinguishes no requests",
      "Write `Vary: Accept, Origin`.", .plain
    ),
    (
      FindingRows.dateLine + "Expires: Tue, 26 Jan 2016 17:45:57 EST", .expiresZoneNotGMT, "`EST`",
      "Write `Expires: Tue, 26 Jan 2016 22:45:57 GMT`.", .plain
    ),
    (
      FindingRows.dateLine + "Content-Length: 1001", .responseTooLarge,
      "1001 B, more than the 1000 B", nil,
      .urlcache
    ),
    // RFC 9110 §15.5: who asks now can give credentials; a recorded error was its visitor's.
    (
      "HTTP/1.1 401 X", .answeredWithError,
      "The answer is 401: it asks for credentials, which no field of the response mends.",
      "Give them by `-u USER:PASS` or `-H @FILE`, else mend the link or the server; where 401 is meant,"
        + " `--expect status=401` says so.", .live
    ),
    (
      "HTTP/1.1 401 X", .answeredWithError, "it asks for credentials",
      "Mend the link or the server; where 401 is meant, `--expect status=401` says so.", .plain
    ),
    (
      "HTTP/1.1 404 X", .answeredWithError, "nothing is served under this URL",
      "Mend the link or the server; where 404 is meant, `--expect status=404` says so.", .live
    ),
    (
      "HTTP/1.1 410 X", .answeredWithError, "nothing is served under this URL",
      "Mend the link or the server; where 410 is meant, `--expect status=410` says so.", .live
    ),
    (
      "HTTP/1.1 429 X", .answeredWithError, "the server refuses this request",
      "Mend the request or the server; where 429 is meant, `--expect status=429` says so.", .live
    ),
    (
      "HTTP/1.1 503 X", .answeredWithError, "The answer is 503: the server failed, which no field",
      "Mend the link or the server; where 503 is meant, `--expect status=503` says so.", .live
    ),
  ]

  @Test(arguments: rows)
  func wording(_ row: Row) throws {
    let found = try #require(try row.question.findings(row.head).first { $0.code == row.code })
    #expect(found.explanation.contains(row.says), "\(found.explanation)")
    if let advice = row.advice { #expect(found.advice == advice) }
  }
}
