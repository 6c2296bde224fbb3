@testable import HTTPCacheCore

extension FindingRows {
  private static func row(
    _ rule: String, _ text: String, _ code: Finding.Code, _ severity: Finding.Severity,
    _ question: FindingQuestion = .plain
  ) -> FindingsTests.Row {
    (
      rule, text.hasPrefix("HTTP/") || text.contains("Date: ") ? text : FindingRows.dateLine + text, code,
      severity,
      question
    )
  }

  /// What the other fields and the status say.
  static let fields: [FindingsTests.Row] = [
    row(
      "a hit", "Cache-Control: private, max-age=60\nX-Cache: HIT", .edgeStoredTheForbidden, .error, .shared),
    row("a hit", "Cache-Control: private, no-store\nX-Cache: HIT", .edgeStoredTheForbidden, .error),
    row(
      "a script that browsers run",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html\nCache-Control: max-age=60",
      .typeContradictsExtension, .info, FindingQuestion(path: "/app.js")),
    row(
      "a script that browsers refuse",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html\nCache-Control: max-age=60\nX-Content-Type-Options: nosniff",
      .typeContradictsExtension, .warning, FindingQuestion(path: "/app.js")),
    row(
      "an edge's own cookie", "Cache-Control: public, max-age=60\nSet-Cookie: __cf_bm=a; path=/",
      .setCookieSharedCacheable, .info),
    row(
      "another beside it", "Cache-Control: public, max-age=60\nSet-Cookie: __cf_bm=a\nSet-Cookie: sid=b",
      .setCookieSharedCacheable, .error),
    row(
      "a nonce that shared caches keep",
      "HTTP/1.1 200 OK\nContent-Type: text/html\nCache-Control: public, max-age=600\n"
        + "Content-Security-Policy: script-src 'nonce-a'",
      .sharedNonce, .warning, FindingQuestion(path: "/")),
    row(
      "the same in capital letters, for CDNs alone",
      "HTTP/1.1 200 OK\nContent-Type: text/html\nCache-Control: private\nCDN-Cache-Control: max-age=60\n"
        + "Content-Security-Policy: script-src 'NONCE-a'",
      .sharedNonce, .warning, FindingQuestion(path: "/")),
    row("RFC 9110 §15.5 a recorded error", "HTTP/1.1 404 Not Found", .answeredWithError, .info),
    row(
      "RFC 9111 §4.3 a lifetime of 0 and nothing to ask with", "Cache-Control: max-age=0, must-revalidate",
      .validatorMissing, .warning),
    row("the same by Expires", "Expires: Thu, 01 Jan 1970 00:00:00 GMT", .validatorMissing, .warning),
    row("a lifetime that can't be read", "Cache-Control: max-age=1h", .validatorMissing, .info),
    row("a lifetime for shared caches", "Cache-Control: max-age=0, s-maxage=60", .validatorMissing, .info),
    row("a charset", "Content-Encoding: UTF-8", .contentEncodingUnknown, .warning),
    row("none", "Content-Encoding: none", .contentEncodingUnknown, .warning),
    row("identity", "Content-Encoding: identity", .contentEncodingUnknown, .info),
    row("301", "HTTP/1.1 301 Moved\nLocation: /b", .permanentAnswerUnbounded, .info),
    row("410", "HTTP/1.1 410 Gone", .permanentAnswerUnbounded, .info),
    row("dashes", "Last-Modified: Tue, 26-Jan-2016 15:45:57 GMT", .lastModifiedInvalid, .info),
    row("RFC 850", "Last-Modified: Tuesday, 26-Jan-16 15:45:57 GMT", .dateFormatObsolete, .info),
    row("an Age", "Cache-Control: no-store\nAge: 5", .edgeStoredTheForbidden, .error),
    row(
      "a hit with Authorization", "Cache-Control: max-age=60\nCache-Status: a; hit", .edgeStoredTheForbidden,
      .error,
      .authorized),
    row(
      "a page", "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html\nCache-Control: max-age=60",
      .typeContradictsExtension, .warning),
    row(
      "a page with credentials",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html\nCache-Control: max-age=60",
      .typeContradictsExtension,
      .error, .authorized),
    row(
      "a page with credentials that was opened by its name",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html\nCache-Control: max-age=60",
      .typeContradictsExtension, .error,
      FindingQuestion(fields: [FieldLine("Cookie", "a=b"), FieldLine("Sec-Fetch-Dest", "document")])),
    row(
      "a page from a store",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html;charset=utf-8\nCache-Control: max-age=60\nX-Cache: HIT",
      .typeContradictsExtension, .error),
    row(
      "the origin that asked", "Cache-Control: max-age=60\nAccess-Control-Allow-Origin: https://b.test",
      .corsWithoutVaryOrigin, .info, FindingQuestion(fields: [FieldLine("Origin", "https://b.test")])),
    row("nothing at all", "", .lifetimeMissing, .warning),
    row("a colon", "CDN-Cache-Control: max-age:60", .targetedFieldInvalid, .error),
    row("an empty one", "CDN-Cache-Control:", .targetedFieldInvalid, .error),
    row("a misspelt directive", "CDN-Cache-Control: maxage=60", .directiveUnknownNearMiss, .warning, .shared),
    row("a string", "CDN-Cache-Control: max-age=\"60\"", .cacheControlMalformedMember, .error, .shared),
    row("no-cache for CDNs", "CDN-Cache-Control: no-cache", .noCacheWithoutValidator, .warning, .shared),
    row(
      "a page that was changed half a day ago",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html\nLast-Modified: Tue, 26 Jan 2016 04:45:57 GMT",
      .lifetimeIsAGuess, .info, FindingQuestion(path: "/")),
    row(
      "changed long ago", "Last-Modified: Mon, 26 Jan 2015 15:45:57 GMT", .lifetimeLongForUnversionedAsset,
      .warning),
    row("a year", "Cache-Control: max-age=31536000", .lifetimeLongForUnversionedAsset, .warning),
    row("immutable", "Cache-Control: max-age=600, immutable", .lifetimeLongForUnversionedAsset, .warning),
    row("Age over max-age", "Cache-Control: max-age=600\nAge: 700", .staleOnArrival, .warning),
    row(
      "Date over max-age", "Date: Tue, 26 Jan 2016 15:45:57 GMT\nCache-Control: max-age=600", .staleOnArrival,
      .warning),
    row(
      "a page for two days",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html\nCache-Control: max-age=172800",
      .lifetimeLongForUnversionedHTML, .info, FindingQuestion(path: "/")),
    row("no date", "Expires: tomorrow", .expiresInvalid, .error),
    row("UTC", "Expires: Tue, 26 Jan 2016 17:45:57 UTC", .expiresZoneNotGMT, .error),
    row("EST", "Expires: Tue, 26 Jan 2016 17:45:57 EST", .expiresZoneNotGMT, .error),
    row("+0000", "Expires: Tue, 26 Jan 2016 17:45:57 +0000", .expiresZoneNotGMT, .error),
    row("a Tuesday", "Expires: Mon, 26 Jan 2016 17:45:57 GMT", .expiresWeekdayMismatch, .warning),
    row("a Wednesday", "Expires: Mon, 25 Jan 2017 17:45:57 GMT", .expiresWeekdayMismatch, .warning),
    row("RFC 850", "Expires: Tuesday, 26-Jan-16 17:45:57 GMT", .dateFormatObsolete, .warning),
    row("asctime", "Expires: Tue Jan 26 17:45:57 2016", .dateFormatObsolete, .warning),
    row("lower case", "Expires: tue, 26 jan 2016 17:45:57 gmt", .dateCase, .warning),
    row(
      "twice", "Expires: Tue, 26 Jan 2016 17:45:57 GMT\nExpires: Tue, 26 Jan 2016 18:45:57 GMT",
      .expiresRepeated, .warning),
    row("expired when sent", "Expires: Tue, 26 Jan 2016 16:45:56 GMT", .expiresBeforeDate, .info),
    row("no Date", "HTTP/1.1 200 OK\nCache-Control: max-age=60", .dateMissing, .info),
    row(
      "no Date beside Expires", "HTTP/1.1 200 OK\nExpires: Tue, 26 Jan 2016 17:45:57 GMT", .dateMissing,
      .warning),
    row("Date is no date", "Date: now", .dateInvalid, .error),
    row("Date in UTC", "Date: Tue, 26 Jan 2016 16:45:57 UTC", .dateInvalid, .error),
    row("Date of a Tuesday", "Date: Mon, 26 Jan 2016 16:45:57 GMT", .dateWeekdayMismatch, .warning),
    row("an hour ahead", "Date: Tue, 26 Jan 2016 17:45:57 GMT", .clockAhead, .warning),
    row("ten minutes behind", "Date: Tue, 26 Jan 2016 16:35:57 GMT", .clockBehind, .warning),
    row("no number", "Age: old", .ageInvalid, .warning),
    row("negative", "Age: -1", .ageInvalid, .warning),
    row("two members", "Age: 5, 6", .ageList, .warning),
    row("two lines", "Age: 5\nAge: 6", .ageList, .warning),
    row("above a year", "Age: 31536001", .ageLarge, .warning),
    row("above 2^31", "Age: 4294967296", .ageLarge, .warning),
    row("no date", "Last-Modified: yesterday", .lastModifiedInvalid, .error),
    row("a zone", "Last-Modified: Tue, 26 Jan 2016 15:45:57 CET", .lastModifiedInvalid, .error),
    row("after Date", "Last-Modified: Tue, 26 Jan 2016 17:45:57 GMT", .lastModifiedInFuture, .warning),
    row("a Tuesday", "Last-Modified: Mon, 12 Jan 2016 17:45:57 GMT", .lastModifiedWeekdayMismatch, .warning),
    row("unquoted", "ETag: abc", .etagMalformed, .info),
    row("single quotes", "ETag: 'abc'", .etagMalformed, .warning),
    row("w/", "ETag: w/\"abc\"", .etagMalformed, .warning),
    row("a list", "ETag: \"a\", \"b\"", .etagMalformed, .warning),
    row("star", "Vary: *", .varyStar, .warning),
    row(
      "a version, no-store", "Cache-Control: no-store\nETag: \"a\"", .versionedFileNotReused, .warning,
      .hashed),
    row("a version, nothing", "", .versionedFileNotReused, .warning, .hashed),
    row("a version, no-cache", "Cache-Control: no-cache", .versionedFileNotReused, .warning, .hashed),
    row(
      "a version that is confirmed", "Cache-Control: no-cache\nETag: \"a\"", .versionedFileNotReused, .info,
      .hashed),
    row("a version, 0", "Cache-Control: max-age=0\nETag: \"a\"", .versionedFileNotReused, .info, .hashed),
    row(
      "a version with a cookie", "Cache-Control: no-store\nSet-Cookie: a=b", .versionedFileNotReused, .info,
      .hashed),
    row("a style", "Cache-Control: no-store", .staticFileNotStored, .info),
    row(
      "302 for a year", "HTTP/1.1 302 Found\nCache-Control: max-age=31536000", .redirectLongLifetime, .warning
    ),
    row(
      "301 for a year", "HTTP/1.1 301 Moved\nCache-Control: max-age=31536000", .redirectLongLifetime, .info),
    row("401", "HTTP/1.1 401 U\nCache-Control: max-age=86400", .errorStatusLongLifetime, .warning),
    row("410", "HTTP/1.1 410 Gone\nCache-Control: max-age=86400", .errorStatusLongLifetime, .warning),
    row("a response field", "Vary: Accept-Encoding, Content-Type", .varyNamesResponseField, .warning),
    row("Referer", "Vary: Referer", .varySplitsCache, .warning),
    row("X-Request-Id", "Vary: X-Request-Id", .varySplitsCache, .warning),
    row("two tags", "ETag: \"a\"\nETag: \"b\"", .fieldRepeated, .warning),
    row("the epoch", "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT", .lastModifiedImplausible, .warning),
    row("1980", "Last-Modified: Tue, 01 Jan 1980 00:00:00 GMT", .lastModifiedImplausible, .warning),
    row("no quotes", "Clear-Site-Data: cache, \"cookies\"", .clearSiteDataInvalid, .warning),
    row("another case", "Clear-Site-Data: \"Cache\"", .clearSiteDataInvalid, .warning),
    row("no such type", "Clear-Site-Data: \"cookies\", \"history\"", .clearSiteDataInvalid, .warning),
    row("a name twice", "Cache-Control: max-age=60\nVary: Accept\nVary: accept", .varyRepeatsName, .info),
    row("a name with a space", "Cache-Status: Edge Cache; hit", .cacheStatusMalformed, .warning),
    row("a number", "Cache-Status: 1; hit", .cacheStatusMalformed, .warning),
    row("Surrogate-Control", "Surrogate-Control: max-age=60", .edgeControlLeaked, .info),
    row("X-Accel-Expires", "X-Accel-Expires: 60", .edgeControlLeaked, .info),
    row("public, no-store", "Cache-Control: public, no-store", .directivesContradict, .warning),
    row("immutable for nothing", "Cache-Control: max-age=0, immutable", .directivesContradict, .warning),
    row("thousands", "Cache-Control: max-age=31,536,000", .maxAgeInvalid, .error),
    row("seconds alone", "Cache-Control: 3600", .directiveUnknownNearMiss, .warning),
    row("off", "Cache-Control: off", .directiveUnknown, .warning),
    row("none", "Cache-Control: none", .directiveUnknown, .warning),
    row("in quotes", "Cache-Control: \"max-age=60\"", .cacheControlMalformedMember, .error),
    row("the name again", "Cache-Control: Cache-Control: max-age=60", .cacheControlMalformedMember, .error),
    row("ISO 8601", "Expires: 2016-01-26T17:45:57Z", .expiresInvalid, .error),
    row("seconds", "Expires: 3600", .expiresInvalid, .error),
    row("Apache's words", "Expires: access plus 1 month", .expiresInvalid, .error),
    row(
      "a manifest", "Cache-Control: max-age=604800", .lifetimeLongForUnversionedData, .warning,
      FindingQuestion(path: "/site.webmanifest")),
    row(
      "a start page",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html\nCache-Control: max-age=60, immutable",
      .lifetimeLongForUnversionedHTML, .warning, FindingQuestion(path: "/")),
    row(
      "a service worker", "Cache-Control: max-age=31536000", .serviceWorkerKept, .warning,
      FindingQuestion(path: "/sw.js")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .serviceWorkerKept, .warning, FindingQuestion(path: "/firebase-messaging-sw.js")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .serviceWorkerKept, .warning, FindingQuestion(path: "/flutter_service_worker.js")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .lifetimeLongForUnversionedData, .warning, FindingQuestion(path: "/_framework/blazor.boot.json")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .lifetimeLongForUnversionedData, .warning, FindingQuestion(path: "/assets/AssetManifest.bin.json")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .lifetimeLongForUnversionedData, .warning, FindingQuestion(path: "/remote_entry.js")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .lifetimeLongForUnversionedData, .warning, FindingQuestion(path: "/mf-manifest.json")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .lifetimeLongForUnversionedData, .warning, FindingQuestion(path: "/app/latest-mac.yml")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .lifetimeLongForUnversionedData, .warning, FindingQuestion(path: "/appcast.xml")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .lifetimeLongForUnversionedData, .warning, FindingQuestion(path: "/dists/bookworm/InRelease")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .lifetimeLongForUnversionedData, .warning,
      FindingQuestion(path: "/dists/trixie/main/binary-amd64/Packages.xz")),
    row(
      "a name that stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: application/octet-stream\nCache-Control: max-age=604800",
      .lifetimeLongForUnversionedData, .warning, FindingQuestion(path: "/el9/repodata/repomd.xml")),
    row(
      "a script whose name stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/javascript\nCache-Control: max-age=172800",
      .lifetimeLongForUnversionedAsset, .warning, FindingQuestion(path: "/main.dart.js")),
    row(
      "a script whose name stays",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/javascript\nCache-Control: max-age=172800",
      .lifetimeLongForUnversionedAsset, .warning, FindingQuestion(path: "/flutter_bootstrap.js")),
    row(
      "a page that is guessed to be fresh for a month",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html\nETag: \"a\"\nLast-Modified: Mon, 26 Jan 2015 15:45:57 GMT",
      .lifetimeLongForUnversionedHTML, .warning, FindingQuestion(path: "/")),
    row(
      "for two days",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/html\nETag: \"a\"\nLast-Modified: Wed, 06 Jan 2016 16:45:57 GMT",
      .lifetimeLongForUnversionedHTML, .info, FindingQuestion(path: "/")),
    row(
      "a script whose name stays, by a guess",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/javascript\nETag: \"a\"\nLast-Modified: Wed, 06 Jan 2016 16:45:57 GMT",
      .lifetimeLongForUnversionedAsset, .warning, FindingQuestion(path: "/main.dart.js")),
    row(
      "the time of the request is no version",
      "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/css\nCache-Control: max-age=31536000",
      .lifetimeLongForUnversionedAsset, .warning,
      FindingQuestion(path: "/a.css?t=1453826757")),
    row("Cookie", "Vary: Accept-Encoding, Cookie", .varySplitsCache, .warning),
    row("User-Agent", "Vary: user-agent", .varySplitsCache, .warning),
    row("Accept-Language", "Vary: Accept-Language", .varySplitsCache, .warning),
    row("Authorization among others", "Vary: Accept, Authorization", .varySplitsCache, .warning),
    row("a semicolon", "Vary: Accept; Origin", .varyMalformed, .warning),
    row("gzip", "Content-Encoding: gzip", .encodedWithoutVary, .warning),
    row("Warning", "Warning: 110 - \"stale\"", .warningObsolete, .info),
    row("a cookie", "Cache-Control: max-age=60\nSet-Cookie: a=b", .setCookieSharedCacheable, .warning),
    row("404", "HTTP/1.1 404 Not Found\nCache-Control: max-age=86400", .errorStatusLongLifetime, .warning),
    row("503", "HTTP/1.1 503 Busy\nCache-Control: max-age=86400", .errorStatusLongLifetime, .warning),
    row("206", "HTTP/1.1 206 Partial Content", .partialWithoutContentRange, .warning),
    row("too large", "Content-Length: 1001", .responseTooLarge, .info, .urlcache),
  ]
}
