@testable import HTTPCacheCore

/// One row at least for every code that can be found.
enum FindingRows {
  /// A response that no fault can be found with, but for what a row adds.
  static let dateLine = "Date: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: text/css\n"

  private static func control(
    _ rule: String, _ value: String, _ code: Finding.Code, _ severity: Finding.Severity,
    _ question: FindingQuestion = .plain
  ) -> FindingsTests.Row {
    (rule, FindingRows.dateLine + "Cache-Control: " + value, code, severity, question)
  }

  /// What Cache-Control says.
  static let directives: [FindingsTests.Row] = [
    control("a semicolon", "public; max-age=31536000", .cacheControlNotCommaSeparated, .error),
    control("a bare space", "public max-age=600", .cacheControlNotCommaSeparated, .error),
    control("a semicolon at the end", "max-age=600;", .cacheControlNotCommaSeparated, .error),
    control("a colon", "max-age:600", .cacheControlMalformedMember, .error),
    control("a quote that never closes", "private=\"a, max-age=60", .cacheControlMalformedMember, .error),
    control("no name", "=600", .cacheControlMalformedMember, .error),
    control("a space in a name", "no store, max-age=60", .cacheControlNotCommaSeparated, .error),
    control("nothing behind an equals sign", "private=, max-age=60", .cacheControlMalformedMember, .error),
    control("nor behind that of an extension", "max-age=60, foo=", .cacheControlMalformedMember, .error),
    control("nothing", "", .cacheControlEmpty, .warning),
    control("commas only", ", ,", .cacheControlEmpty, .warning),
    control("negative", "max-age=-1", .maxAgeInvalid, .error),
    control("a fraction", "max-age=1.5", .maxAgeInvalid, .error),
    control("a unit", "max-age=1h", .maxAgeInvalid, .error),
    control("empty", "max-age=", .maxAgeInvalid, .error),
    control("missing", "s-maxage", .maxAgeInvalid, .error, .shared),
    control("no seconds", "max-age=60, stale-while-revalidate", .staleDirectiveNeedsSeconds, .warning),
    control("bad seconds", "max-age=60, stale-if-error=x", .staleDirectiveNeedsSeconds, .warning),
    control("above 2^31", "max-age=2147483649", .lifetimeOverflows, .warning),
    control("above 64 bits", "max-age=99999999999999999999", .lifetimeOverflows, .warning),
    control("quoted", "max-age=\"600\"", .quotedSeconds, .warning),
    control("spaces", "max-age = 600", .spaceAroundEquals, .warning),
    control("different values", "max-age=1, max-age=2", .directiveRepeated, .warning),
    control("no-store=1", "no-store=1", .directiveTakesNoArgument, .warning),
    control("public=yes", "public=yes, max-age=60", .directiveTakesNoArgument, .warning),
    control("maxage", "maxage=60", .directiveUnknownNearMiss, .warning),
    control("s-max-age", "s-max-age=60", .directiveUnknownNearMiss, .warning),
    control("no_store", "no_store", .directiveUnknownNearMiss, .warning),
    control("swapped letters", "max-age=60, pubilc", .directiveUnknownNearMiss, .warning),
    control("letters that changed places", "no-chace", .directiveUnknownNearMiss, .warning),
    control("must-validate", "max-age=60, must-validate", .directiveUnknownNearMiss, .warning),
    control("an extension alone", "community=\"UCI\"", .directiveUnknown, .info),
    control("an extension beside private", "private, keep=60", .directiveUnknown, .info),
    control("only-if-cached", "only-if-cached", .requestDirectiveInResponse, .warning),
    control("max-stale", "max-age=60, max-stale=5", .requestDirectiveInResponse, .warning),
    control("public and private", "public, private", .directivesContradict, .warning),
    control("no-store and a lifetime", "no-store, max-age=60", .directivesContradict, .warning),
    control("no-cache and a lifetime", "no-cache, max-age=60", .directivesContradict, .warning),
    control("private and s-maxage", "private, s-maxage=60", .directivesContradict, .warning),
    control("no-cache alone", "no-cache", .noCacheWithoutValidator, .warning),
    control("private with names", "private=\"X-A\", max-age=60", .qualifiedDirectiveOftenUnqualified, .info),
    control("must-understand alone", "must-understand, max-age=60", .mustUnderstandWithoutNoStore, .info),
    control("a hash, a short life", "max-age=60, immutable", .lifetimeShortForVersionedURL, .info, .hashed),
    control("a hash, not immutable", "max-age=31536000", .lifetimeShortForVersionedURL, .info, .hashed),
    control("three directives, no validator", "max-age=60", .validatorMissing, .info),
    control("public for Authorization", "public, max-age=60", .authorizationPublic, .warning, .authorized),
    control("nothing lifts it", "max-age=600", .authorizationForbidsShared, .info, .sharedAuthorized),
    control(
      "RFC 10008 §2.7", "max-age=600", .queryKeyedByContent, .info, FindingQuestion(method: "QUERY")),
    control("an answer to POST", "max-age=600", .postNeedsContentLocation, .info, .post),
  ]

  /// What must not be found.
  static let silent: [(rule: String, head: String, code: Finding.Code, question: FindingQuestion)] = [
    (
      "a stored answer of the public", "Cache-Control: max-age=60\nX-Cache: HIT", .edgeStoredTheForbidden,
      .plain
    ),
    // Many an edge writes `private` on the way out of its store.
    ("one answer", "Cache-Control: private, max-age=60\nX-Cache: HIT", .edgeStoredTheForbidden, .plain),
    ("RFC 9111 §5.2.2.7: one user's", "Cache-Control: private\nVary: Cookie", .varySplitsCache, .plain),
    ("each use is confirmed", "Cache-Control: public, no-cache", .authorizationPublic, .authorized),
    (
      "each use is confirmed", "Cache-Control: public, max-age=0, must-revalidate", .authorizationPublic,
      .authorized
    ),
    ("no coding", "Content-Encoding: none", .encodedWithoutVary, .plain),
    ("a charset", "Content-Encoding: UTF-8", .encodedWithoutVary, .plain),
    ("nothing is shared", "Content-Encoding: gzip\nCache-Control: private", .encodedWithoutVary, .plain),
    (
      "nothing is reused", "Content-Encoding: gzip\nCache-Control: max-age=0", .encodedWithoutVary, .plain
    ),
    ("a coding", "Content-Encoding: gzip, BR", .contentEncodingUnknown, .plain),
    ("RFC 9110 §15.4.2: it may be kept", "HTTP/1.1 301 Moved\nLocation: /b", .lifetimeMissing, .plain),
    ("a bound", "HTTP/1.1 308 Moved\nCache-Control: max-age=60", .permanentAnswerUnbounded, .plain),
    ("not stored", "HTTP/1.1 301 Moved\nCache-Control: no-store", .permanentAnswerUnbounded, .plain),
    ("no-store from the origin", "Cache-Control: no-store\nX-Cache: MISS", .edgeStoredTheForbidden, .plain),
    (
      "a lifetime for the CDN alone", "Cache-Control: no-store\nSurrogate-Control: max-age=9\nX-Cache: HIT",
      .edgeStoredTheForbidden, .plain
    ),
    (
      "a page that is asked about each time", "Content-Type: text/html\nCache-Control: private, max-age=0",
      .typeContradictsExtension, .plain
    ),
    (
      "a page that was opened", "Content-Type: text/html\nCache-Control: max-age=60",
      .typeContradictsExtension,
      FindingQuestion(fields: [FieldLine("Sec-Fetch-Dest", "document")])
    ),
    ("a style sheet", "Content-Type: text/css\nCache-Control: max-age=60", .typeContradictsExtension, .plain),
    (
      "all origins are allowed", "Cache-Control: max-age=60\nAccess-Control-Allow-Origin: *",
      .corsWithoutVaryOrigin,
      FindingQuestion(fields: [FieldLine("Origin", "https://b.test")])
    ),
    (
      "Spring's default",
      "Vary: Origin, Access-Control-Request-Method, Access-Control-Request-Headers, Accept",
      .varySplitsCache, .plain
    ),
    (
      "data under the name of a script", "Content-Type: application/json\nCache-Control: no-store",
      .versionedFileNotReused, FindingQuestion(path: "/user.3f9ac2d1.js")
    ),
    ("told as not reused", "", .lifetimeMissing, .hashed),
    ("told as not reused", "Cache-Control: no-cache", .noCacheWithoutValidator, .hashed),
    ("a version that is used", "Cache-Control: max-age=60", .versionedFileNotReused, .hashed),
    ("a page", "Content-Type: text/html\nCache-Control: no-store", .staticFileNotStored, .plain),
    ("for an hour", "HTTP/1.1 302 Found\nCache-Control: max-age=3600", .redirectLongLifetime, .plain),
    ("the same tag", "ETag: \"a\"\nETag: \"a\"", .fieldRepeated, .plain),
    ("in quotes", "Clear-Site-Data: \"cache\"", .clearSiteDataInvalid, .plain),
    (
      "what is loaded ahead", "Clear-Site-Data: \"prefetchCache\", \"prerenderCache\"", .clearSiteDataInvalid,
      .plain
    ),
    ("two names", "Cache-Control: max-age=60\nVary: Accept, Accept-Encoding", .varyRepeatsName, .plain),
    (
      "a field for every CDN", "Cache-Control: max-age=60\nCDN-Cache-Control: max-age=600",
      .edgeControlLeaked, .plain
    ),
    ("two caches", "Cache-Status: \"a\"; hit, b; fwd=miss; stored", .cacheStatusMalformed, .plain),
    (
      "hashes may be shared",
      "Content-Type: text/html\nCache-Control: public, max-age=60\nContent-Security-Policy: script-src 'sha256-a'",
      .sharedNonce, .plain
    ),
    (
      "a picture",
      "Content-Type: image/png\nCache-Control: public, max-age=60\nContent-Security-Policy: script-src 'nonce-a'",
      .sharedNonce, .plain
    ),
    (
      "a page of one user",
      "Content-Type: text/html\nCache-Control: private, max-age=60\nContent-Security-Policy: script-src 'nonce-a'",
      .sharedNonce, .plain
    ),
    (
      "a page that is asked for each time",
      "Content-Type: text/html\nCache-Control: no-cache\nContent-Security-Policy: script-src 'nonce-a'",
      .sharedNonce, .plain
    ),
    ("a semicolon in quotes", "Cache-Control: private=\"a; b\"", .cacheControlNotCommaSeparated, .plain),
    ("a colon in quotes", "Cache-Control: private=\"a:b\"", .cacheControlMalformedMember, .plain),
    ("something is said", "Cache-Control: no-cache", .cacheControlEmpty, .plain),
    ("zero", "Cache-Control: max-age=0", .maxAgeInvalid, .plain),
    ("2^31 itself", "Cache-Control: max-age=2147483648", .lifetimeOverflows, .plain),
    ("field names are quoted", "Cache-Control: private=\"a\"", .quotedSeconds, .plain),
    ("lists may be repeated", "Cache-Control: private=\"a\", private=\"b\"", .directiveRepeated, .plain),
    ("no-cache may have names", "Cache-Control: no-cache=\"a\"", .directiveTakesNoArgument, .plain),
    ("far from every name", "Cache-Control: community=1", .directiveUnknownNearMiss, .plain),
    ("a lifetime beside it", "Cache-Control: max-age=60, community=\"UCI\"", .directiveUnknown, .plain),
    ("a date beside it", "Cache-Control: keep=60\nExpires: 0", .directiveUnknown, .plain),
    ("no-store beside it", "Cache-Control: no-store, community=\"UCI\"", .directiveUnknown, .plain),
    ("equal values", "Cache-Control: no-cache, no-cache", .directiveRepeated, .plain),
    (
      "for 30 days", "Date: Tue, 26 Jan 2016 16:45:57 GMT\nCache-Control: max-age=2592000", .validatorMissing,
      .plain
    ),
    ("a small one", "Cache-Control: max-age=60\nContent-Length: 300", .validatorMissing, .plain),
    ("a small style", "Cache-Control: no-store\nContent-Length: 300", .staticFileNotStored, .plain),
    (
      "a guess of what is no page", dateLine + "Last-Modified: Tue, 26 Jan 2016 15:45:57 GMT",
      .lifetimeIsAGuess, .plain
    ),
    (
      "the same for years, with a tag",
      dateLine + "Last-Modified: Mon, 26 Jan 2015 15:45:57 GMT\nETag: \"a\"", .lifetimeIsAGuess, .plain
    ),
    ("meant as expired", "Expires: 0", .expiresInvalid, .plain),
    ("meant as expired", "Expires: -1\nCache-Control: max-age=0", .expiresInvalid, .plain),
    ("a Saturday of 1997", "Expires: Mon, 26 Jul 1997 05:00:00 GMT", .expiresWeekdayMismatch, .plain),
    ("1990 in two digits", "Expires: Monday, 01-Jan-90 00:00:00 GMT", .dateFormatObsolete, .plain),
    ("1970 in UTC", "Expires: Thu, 01 Jan 1970 00:00:00 UTC", .expiresZoneNotGMT, .plain),
    ("that of Date", dateLine + "Expires: Tue, 26 Jan 2016 16:45:57 GMT", .expiresBeforeDate, .plain),
    ("a near miss is not unknown too", "Cache-Control: maxage=1", .directiveUnknown, .plain),
    ("no-store with max-age=0", "Cache-Control: no-store, max-age=0", .directivesContradict, .plain),
    (
      "must-understand lifts", "Cache-Control: must-understand, no-store, max-age=9", .directivesContradict,
      .plain
    ),
    ("a validator", "Cache-Control: no-cache\nETag: \"a\"", .noCacheWithoutValidator, .plain),
    (
      "RFC 9111 §5.2.2.10: 0 is not shared", "Cache-Control: private, s-maxage=0", .directivesContradict,
      .plain
    ),
    // RFC 9213 §2.2: what counts is the targeted field.
    (
      "no-cache elsewhere", "Cache-Control: no-cache\nCDN-Cache-Control: max-age=600",
      .noCacheWithoutValidator, .shared
    ),
    (
      "no-store elsewhere", "Cache-Control: no-store, max-age=9\nCDN-Cache-Control: max-age=600",
      .directivesContradict, .shared
    ),
    ("Expires does not count", "Expires: tomorrow\nCDN-Cache-Control: max-age=600", .expiresInvalid, .shared),
    ("no-store is plain", "Cache-Control: no-store", .lifetimeMissing, .plain),
    (
      "the same lifetime twice", "Cache-Control: private, max-age=60, s-maxage=60", .directivesContradict,
      .plain
    ),
    (
      "the same by Expires",
      dateLine + "Cache-Control: private, s-maxage=3600\nExpires: Tue, 26 Jan 2016 17:45:57 GMT",
      .directivesContradict, .plain
    ),
    (
      "a guess of what is named by its content", dateLine + "Last-Modified: Mon, 26 Jan 2015 15:45:57 GMT",
      .lifetimeIsAGuess, .hashed
    ),
    ("no-store is plain", "Cache-Control: no-store", .validatorMissing, .plain),
    ("max-age=0 is meant", "Cache-Control: max-age=0\nAge: 5", .staleOnArrival, .plain),
    ("forever", "Cache-Control: max-age=31536000, immutable", .lifetimeShortForVersionedURL, .hashed),
    ("no version", "Cache-Control: max-age=60", .lifetimeShortForVersionedURL, .plain),
    ("private", "Cache-Control: private, max-age=9\nSet-Cookie: a=b", .setCookieSharedCacheable, .plain),
    ("no lifetime", "Set-Cookie: a=b", .setCookieSharedCacheable, .plain),
    ("lifted", "Cache-Control: max-age=9, must-revalidate", .authorizationForbidsShared, .sharedAuthorized),
    ("a private cache", "Cache-Control: max-age=9", .authorizationForbidsShared, .authorized),
    ("a short error", "HTTP/1.1 404 Not Found\nCache-Control: max-age=60", .errorStatusLongLifetime, .plain),
    ("Age accounts for it", "Date: Tue, 26 Jan 2016 16:35:57 GMT\nAge: 600", .clockBehind, .plain),
    ("within tolerance", "Date: Tue, 26 Jan 2016 16:46:00 GMT", .clockAhead, .plain),
    ("one Age", "Age: 60", .ageList, .plain),
    ("a good date", "Expires: Tue, 26 Jan 2016 17:45:57 GMT", .expiresWeekdayMismatch, .plain),
    ("Vary names it", "Content-Encoding: gzip\nVary: accept-encoding", .encodedWithoutVary, .plain),
    ("few names", "Vary: Accept-Encoding, Origin, Accept", .varySplitsCache, .plain),
    // However many they are, browsers send none of them with a page.
    ("four names", "Vary: A, B, C, D", .varySplitsCache, .plain),
    (
      "Next.js' App Router",
      "Vary: RSC, Next-Router-State-Tree, Next-Router-Prefetch, Next-Router-Segment-Prefetch, Next-Url, Accept-Encoding",
      .varySplitsCache, .plain
    ),
    (
      "fragments by PJAX and Turbo",
      "Vary: X-PJAX, X-PJAX-Container, Turbo-Visit, Turbo-Frame, Accept-Encoding, Accept, X-Requested-With",
      .varySplitsCache,
      .plain
    ),
    (
      "fragments by Inertia and htmx", "Vary: X-Inertia, X-Inertia-Version, HX-Request, HX-Target, Purpose",
      .varySplitsCache,
      .plain
    ),
    ("one finding, not two", "Date: Tue, 26 Jan 2016 16:45:57 GMT", .validatorMissing, .plain),
    ("a version in the name", "Cache-Control: max-age=31536000", .lifetimeLongForUnversionedAsset, .hashed),
    (
      "a version in the query", "Cache-Control: max-age=31536000", .lifetimeLongForUnversionedAsset,
      FindingQuestion(path: "/app.css?ver=3")
    ),
    (
      "a hash of letters", "Cache-Control: max-age=31536000", .lifetimeLongForUnversionedAsset,
      FindingQuestion(path: "/index-DiwrgTda.css")
    ),
    (
      "what may be a version is neither blamed", "Cache-Control: max-age=31536000, immutable",
      .lifetimeLongForUnversionedAsset, FindingQuestion(path: "/d3.v7.min.js")
    ),
    (
      "nor advised to be kept for good", "Cache-Control: max-age=60", .lifetimeShortForVersionedURL,
      FindingQuestion(path: "/d3.v7.min.js")
    ),
    (
      "a script by its type", "Content-Type: text/javascript\nCache-Control: max-age=31536000",
      .lifetimeLongForUnversionedAsset, FindingQuestion(path: "/x/Foo.svelte?v=e48716c7")
    ),
    (
      "what the guess is too long for",
      "Content-Type: text/html\nLast-Modified: Mon, 26 Jan 2015 15:45:57 GMT",
      .lifetimeIsAGuess, FindingQuestion(path: "/")
    ),
    (
      "a picture for weeks by a guess",
      "Content-Type: image/png\nLast-Modified: Mon, 26 Jan 2015 15:45:57 GMT",
      .lifetimeLongForUnversionedAsset, .plain
    ),
    (
      "a page of today", "Content-Type: text/html\nLast-Modified: Tue, 26 Jan 2016 15:45:57 GMT",
      .lifetimeLongForUnversionedHTML, FindingQuestion(path: "/")
    ),
    (
      "a package", "Content-Type: application/octet-stream\nCache-Control: max-age=604800",
      .lifetimeLongForUnversionedHTML, FindingQuestion(path: "/pool/foo_1.2.3-1_amd64.deb")
    ),
    (
      "a name that stays, for an hour", "Cache-Control: max-age=3600", .lifetimeLongForUnversionedAsset,
      FindingQuestion(path: "/main.dart.js")
    ),
    (
      "an image", "Content-Type: image/png\nCache-Control: max-age=31536000",
      .lifetimeLongForUnversionedAsset, .plain
    ),
    ("not stored", "Cache-Control: no-store\nExpires: tomorrow", .expiresInvalid, .plain),
    ("a 304", "HTTP/1.1 304 Not Modified\nVary: *", .varyStar, .plain),
    ("an answer to POST", "Cache-Control: no-cache", .noCacheWithoutValidator, .post),
    ("an answer to POST", "Last-Modified: yesterday", .lastModifiedInvalid, .post),
    ("a good weak tag", "ETag: W/\"a\"", .etagMalformed, .plain),
    (
      "multipart", "HTTP/1.1 206 P\nContent-Type: multipart/byteranges; boundary=a",
      .partialWithoutContentRange, .plain
    ),
  ]
}
