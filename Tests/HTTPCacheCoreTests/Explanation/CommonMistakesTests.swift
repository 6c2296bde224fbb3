import Testing

@testable import HTTPCacheCore

@Suite("Mistakes that sites have, as people make them", .timed)
struct CommonMistakesTests {
  typealias Row = (path: String, head: String, code: Finding.Code, severity: Finding.Severity)

  private static let tag = "\nETag: \"1\""
  private static let page = "Content-Type: text/html\n"

  /// The gravest finding of each head.
  static let rows: [Row] = [
    ("/a.css", "Cache-Control: public, no-store", .directivesContradict, .warning),
    ("/a.css", "Cache-Control: max-age=0, immutable" + tag, .directivesContradict, .warning),
    ("/a.css", "Cache-Control: max-age=60\nVary: Content-Type" + tag, .varyNamesResponseField, .warning),
    ("/a.css", "Cache-Control: max-age=60\nVary: Referer" + tag, .varySplitsCache, .warning),
    ("/a.css", "Cache-Control: max-age=60\nVary: X-Request-Id" + tag, .varySplitsCache, .warning),
    ("/a.css", "Cache-Control: max-age=60\nETag: \"2\"" + tag, .fieldRepeated, .warning),
    (
      "/a.css",
      "Cache-Control: max-age=60\nLast-Modified: Mon, 26 Jan 2015 15:45:57 GMT\nLast-Modified: Tue, 27 Jan 2015 15:45:57 GMT",
      .fieldRepeated, .warning
    ),
    ("/a", "HTTP/1.1 401 X\nCache-Control: max-age=86400", .errorStatusLongLifetime, .warning),
    ("/a", "HTTP/1.1 403 X\nCache-Control: max-age=86400", .errorStatusLongLifetime, .warning),
    ("/a", "HTTP/1.1 410 X\nCache-Control: max-age=86400", .errorStatusLongLifetime, .warning),
    ("/a", "HTTP/1.1 302 X\nCache-Control: max-age=31536000", .redirectLongLifetime, .warning),
    ("/a", "HTTP/1.1 307 X\nCache-Control: max-age=31536000", .redirectLongLifetime, .warning),
    ("/config.json", "Cache-Control: max-age=604800" + tag, .lifetimeLongForUnversionedData, .warning),
    (
      "/manifest.json", "Cache-Control: max-age=31536000, immutable" + tag, .lifetimeLongForUnversionedData,
      .warning
    ),
    ("/", page + "Cache-Control: max-age=604800" + tag, .lifetimeLongForUnversionedHTML, .warning),
    ("/", page + "Cache-Control: max-age=60, immutable" + tag, .lifetimeLongForUnversionedHTML, .warning),
    ("/a.css", "Cache-Control: max-age=31,536,000" + tag, .maxAgeInvalid, .error),
    ("/a.css", "Cache-Control: 3600" + tag, .directiveUnknownNearMiss, .warning),
    ("/a.css", "Cache-Control: off" + tag, .directiveUnknown, .warning),
    ("/a.css", "Cache-Control: none" + tag, .directiveUnknown, .warning),
    ("/a.css", "Cache-Control: \"public, max-age=60\"" + tag, .cacheControlMalformedMember, .error),
    ("/a.css", "Cache-Control: 'public, max-age=60'" + tag, .maxAgeInvalid, .error),
    ("/a.css", "Cache-Control: Cache-Control: max-age=60" + tag, .cacheControlMalformedMember, .error),
    ("/a.css", "Expires: 2016-01-26T17:45:57Z" + tag, .expiresInvalid, .error),
    ("/a.css", "Expires: Tue, 26-Jan-2016 17:45:57 GMT" + tag, .expiresInvalid, .error),
    ("/a.css", "Expires: access plus 1 month" + tag, .expiresInvalid, .error),
    ("/a.css", "Expires: A2592000" + tag, .expiresInvalid, .error),
    ("/a.css", "Expires: 3600" + tag, .expiresInvalid, .error),
    (
      "/a.css", "Cache-Control: max-age=60\nLast-Modified: Thu, 01 Jan 1970 00:00:00 GMT",
      .lastModifiedImplausible,
      .warning
    ),
    (
      "/a.css", "Cache-Control: max-age=60\nLast-Modified: Tue, 01 Jan 1980 00:00:00 GMT",
      .lastModifiedImplausible,
      .warning
    ),
    ("/", "Cache-Control: no-store\nClear-Site-Data: cache", .clearSiteDataInvalid, .warning),
    ("/a.css", "Cache-Control: max-age=60\nSurrogate-Control: max-age=60" + tag, .edgeControlLeaked, .info),
    ("/a.css", "Cache-Control: max-age=60\nX-Accel-Expires: 60" + tag, .edgeControlLeaked, .info),
    // A full download at each use is as bad however it is spelled.
    ("/a.css", "Cache-Control: no-cache", .noCacheWithoutValidator, .warning),
    ("/a.css", "Cache-Control: max-age=0", .validatorMissing, .warning),
    ("/a.css", "Cache-Control: max-age=0, must-revalidate", .validatorMissing, .warning),
    ("/a.css", "Expires: 0", .validatorMissing, .warning),
    ("/a.css", "Expires: Thu, 01 Jan 1970 00:00:00 GMT", .validatorMissing, .warning),
    ("/", page, .lifetimeMissing, .warning),
    ("/app.3f9ac2d1.js", "Cache-Control: no-cache", .versionedFileNotReused, .warning),
    ("/app.3f9ac2d1.js", "Cache-Control: max-age=0", .versionedFileNotReused, .warning),
    ("/app.3f9ac2d1.js", "Cache-Control: no-store", .versionedFileNotReused, .warning),
    ("/app.3f9ac2d1.js", "Expires: 0", .versionedFileNotReused, .warning),
    ("/app.3f9ac2d1.js", "X: y", .versionedFileNotReused, .warning),
    // Another's cookie and a page that can't be called back lead; spelling comes last.
    (
      "/", page + "Cache-Control: public, maxage=6, max-age=31536000\nSet-Cookie: a=b" + tag,
      .setCookieSharedCacheable, .error
    ),
    (
      "/", page + "Cache-Control: maxage=6, max-age=31536000" + tag, .lifetimeLongForUnversionedHTML, .warning
    ),
    ("/a.css", "Cache-Control: private, public, max-age = 60" + tag, .directivesContradict, .warning),
  ]

  private static let date = "\nDate: Tue, 26 Jan 2016 16:45:57 GMT"

  @Test("the finding that leads", arguments: rows)
  func leads(_ row: Row) throws {
    let findings = try FindingQuestion(path: row.path).findings(row.head + Self.date).worstFirst
    let first = findings.first { $0.code != .answeredWithError && $0.severity >= row.severity }
    // A word that stands for no field leaves the lifetime missing, which says what is lost.
    let isTold =
      first?.code == row.code || row.code == .directiveUnknown && findings.contains { $0.code == row.code }
    #expect(
      isTold && findings.contains { $0.code == row.code && $0.severity == row.severity },
      "\(row.head): \(findings.map(\.code.rawValue))")
    #expect(findings.count { $0.code == row.code } == 1, "\(row.head)")
  }

  @Test(
    "silent, as it changes nothing",
    arguments: [
      "Cache-Control: max-age=60\nVary: Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
      "Cache-Control: no-cache", "Cache-Control: max-age=60\nX: y",
      "Cache-Control: max-age=60, max-age=60", "Cache-Control: public, max-age=60, pre-check=60",
      "Cache-Control: max-age=60, s-maxage=600", "Cache-Control: max-age=60\nPragma: no-cache",
      "Cache-Control: max-age=60\nExpires: Tue, 26 Jan 2016 18:45:57 GMT", "Expires: 0",
      "Cache-Control: max-age=60, must-revalidate, stale-if-error=60",
      "Last-Modified: Tue, 26 Jan 2016 06:45:57 GMT",
    ])
  func silent(_ head: String) throws {
    #expect(try FindingQuestion(path: "/a.css").findings(head + Self.tag + Self.date).isEmpty, "\(head)")
  }

  @Test("a weak tag is no finding", arguments: ["", "\nContent-Encoding: gzip\nVary: Accept-Encoding"])
  func weak(_ coding: String) throws {
    let head = "Cache-Control: max-age=60\nAccept-Ranges: bytes\nETag: W/\"1\"" + coding
    #expect(try FindingQuestion(path: "/a.css").findings(head + Self.date).isEmpty)
  }
}
