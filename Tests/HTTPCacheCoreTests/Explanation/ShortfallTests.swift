import Testing

@testable import HTTPCacheCore

@Suite("A check that does not hold says what was found, and where", .timed)
struct ShortfallTests {
  typealias Row = (check: String, head: String, role: CacheRole, says: String)

  static let lifetimes: [Row] = [
    ("lifetime<=1h", "Cache-Control: max-age=86400", .private, "1 day, from Cache-Control: max-age=86400"),
    (
      "lifetime>=1h", "Cache-Control: s-maxage=60, max-age=9", .shared,
      "1 minute, from Cache-Control: s-maxage=60"
    ),
    ("lifetime>=1h", "Cache-Control: max-age=x", .private, "0 seconds, from Cache-Control: max-age=x"),
    (
      "lifetime>=1h", "CDN-Cache-Control: max-age=60", .shared, "1 minute, from CDN-Cache-Control: max-age=60"
    ),
    ("lifetime>=1h", "Expires: 0", .private, "0 seconds, from Expires: 0"),
    ("lifetime>=1h", "X: y", .private, "no lifetime"),
    (
      "explicit", "Last-Modified: Sun, 11 Jan 1970 13:46:40 GMT", .private,
      "2 hours 24 minutes (a guess), from Last-Modified: Sun, 11 Jan 1970 13:46:40 GMT"
    ),
    ("heuristic", "Cache-Control: max-age=60", .private, "1 minute, from Cache-Control: max-age=60"),
    ("ttl>=1h", "Cache-Control: max-age=60", .private, "1 minute left, from Cache-Control: max-age=60"),
    (
      "ttl>0", "Cache-Control: max-age=60\r\nAge: 90", .private,
      "over since 30 seconds, from Cache-Control: max-age=60"
    ),
    (
      "fresh", "Cache-Control: max-age=60\r\nAge: 90", .private,
      "stale, as its age is 1 minute 30 seconds and its lifetime 1 minute, from Cache-Control: max-age=60"
    ),
    ("fresh", "X: y", .private, "stale, as it has no lifetime"),
    (
      "revalidated-each-time", "Cache-Control: max-age=60", .private,
      "1 minute, from Cache-Control: max-age=60"
    ),
    (
      "revalidated-each-time", "Cache-Control: max-age=0", .private,
      "used stale where no origin confirms it, from Cache-Control: max-age=0"
    ),
    (
      "revalidated-each-time", "Cache-Control: max-age=0, proxy-revalidate", .private,
      "used stale where no origin confirms it, from Cache-Control: max-age=0, proxy-revalidate"
    ),
    ("age<60", "Age: 90", .private, "1 minute 30 seconds, from Age: 90"),
    (
      "age<60", "Date: Mon, 12 Jan 1970 13:45:10 GMT", .private,
      "1 minute 30 seconds, from Date: Mon, 12 Jan 1970 13:45:10 GMT"
    ),
    ("age>60", "X: y", .private, "0 seconds, since it was received"),
  ]

  static let others: [Row] = [
    ("status=200", "X: y", .private, ""),
    ("status=404", "X: y", .private, "200"),
    ("storable", "Cache-Control: private, no-store", .private, "not storable, from Cache-Control: no-store"),
    ("storable", "Cache-Control: private", .shared, "not storable, from Cache-Control: private"),
    ("not-storable", "Cache-Control: max-age=60", .private, "storable, from Cache-Control: max-age=60"),
    (
      "not-storable", "Cache-Control: max-age=60\r\nCDN-Cache-Control: no-store", .shared,
      "storable by other shared caches, from Cache-Control: max-age=60"
    ),
    ("not-storable", "Cache-Control: private\r\nCDN-Cache-Control: no-store", .shared, ""),
    ("reusable", "Cache-Control: no-store", .private, "not reusable, from Cache-Control: no-store"),
    (
      "reusable", "Cache-Control: no-cache, max-age=9", .private, "not reusable, from Cache-Control: no-cache"
    ),
    ("validator", "X: y", .private, "neither ETag nor Last-Modified"),
    ("validator", "ETag: unquoted", .private, "no usable validator, from ETag: unquoted"),
    ("etag", "X: y", .private, "no ETag"),
    ("strong-etag", "ETag: W/\"a\"", .private, "a weak entity tag, from ETag: W/\"a\""),
    ("last-modified", "Last-Modified: now", .private, "no date, from Last-Modified: now"),
    ("directive=immutable", "X: y", .private, "no Cache-Control"),
    (
      "directive=immutable", "Cache-Control: max-age=9", .private,
      "no immutable, from Cache-Control: max-age=9"
    ),
    ("directive=max-age=8", "Cache-Control: max-age=9", .private, "max-age=9, from Cache-Control: max-age=9"),
    (
      "directive!=no-store", "Cache-Control: no-store\r\nCache-Control: max-age=9", .private,
      "no-store, from Cache-Control: no-store, max-age=9"
    ),
    ("vary=origin", "Vary: Cookie", .private, "no origin, from Vary: Cookie"),
    ("vary!=cookie", "Vary: Cookie", .private, "cookie, from Vary: Cookie"),
    ("vary=origin", "X: y", .private, "no Vary"),
  ]

  static let contents: [Row] = [
    ("etag=\"v7\"", "ETag: \"v7\"", .private, ""),
    ("etag=\"v7\"", "ETag: W/\"v7\"", .private, "another entity tag, from ETag: W/\"v7\""),
    ("etag=\"v7\"", "X: y", .private, "no ETag"),
    ("etag!=\"v7\"", "ETag: \"v7\"", .private, "that entity tag, from ETag: \"v7\""),
    ("etag!=\"v7\"", "X: y", .private, ""),
    ("last-modified>=T", "Last-Modified: Thu, 01 Jan 1970 00:01:40 GMT", .private, ""),
    (
      "last-modified>=T", "Last-Modified: Thu, 01 Jan 1970 00:01:39 GMT", .private,
      "earlier, from Last-Modified: Thu, 01 Jan 1970 00:01:39 GMT"
    ),
    (
      "last-modified<T", "Last-Modified: Thu, 01 Jan 1970 00:01:40 GMT", .private,
      "at that time, from Last-Modified: Thu, 01 Jan 1970 00:01:40 GMT"
    ),
    ("last-modified>=T", "Last-Modified: now", .private, "no date, from Last-Modified: now"),
    ("last-modified>=T", "X: y", .private, "no Last-Modified"),
    ("type=text/HTML", "Content-Type: Text/html ;charset=utf-8", .private, ""),
    ("type=text/html", "Content-Type: text/css", .private, "text/css, from Content-Type: text/css"),
    ("type=text/html", "X: y", .private, "no Content-Type"),
    ("type!=text/html", "X: y", .private, ""),
    ("field:x-version=1.4.*", "X-Version: 1.4.7", .private, ""),
    ("field:X-Version=1.4.*", "X-Version: 1.5", .private, "another value, from X-Version: 1.5"),
    ("field:X-Version=1.4.*", "X: y", .private, "no X-Version"),
    (
      "field:Location=https://c.test/", "Location: https://u:p@b.test/", .private,
      "another value, from Location: https://…@b.test/"
    ),
    ("field:X-Version!=1.4.*", "X-Version: 1.4.", .private, "that value, from X-Version: 1.4."),
    ("field:X=a", "X: b\r\nX: a", .private, ""), ("field:X=b, a", "X: b\r\nX: a", .private, ""),
    ("field:X=*", "X: ", .private, ""),
    ("sha256=\(digits)", "X: y", .private, "no body was read"),
    ("sha256!=\(digits)", "X: y", .private, "no body was read"),
    ("same-as=dist", "X: y", .private, "no body was read"),
  ]

  /// A digest that is none of the contents here.
  private static let digits = String(repeating: "0a", count: 32)

  @Test("the value of a field for credentials is not shown, whatever its name says")
  func hiddenFields() throws {
    for (name, check) in [
      ("Set-Cookie", "field:set-cookie=id=1"), ("X-Api-Key", "field:X-Api-Key=*1"),
      ("X-Api-Key", "field:X-Api-Key!=*t"),
    ] {
      let shortfall = try #require(try Self.shortfall((check, "\(name): s3cret", .private, "")))
      #expect(!shortfall.sentence.contains("s3cret") && shortfall.observation.value == nil, "\(check)")
      #expect(shortfall.observation.found.hasSuffix("which is not shown"))
    }
  }

  @Test("the content is that of a digest, or of a file")
  func content() throws {
    let digest = [UInt8](repeating: 10, count: 32)
    let other = [UInt8](repeating: 11, count: 32)
    func says(
      _ check: String, _ content: ObservedContent?, file: ObservedContent = .unread("there is no dist/a"),
      status: Int = 200
    ) throws -> String? {
      let subject = try Self.subject("X: y", status: status)
      let check = try #require(HTTPCacheCore.Expectation(check, isFetch: false) { _ in nil })
      let verdict = Verdict(
        subject, SubjectContext(content: content), now: Self.now, settings: Settings())
      return check.shortfall(verdict) { _ in
        LocalFile(name: "dist/a", content: file)
      }?.observation.found
    }
    let (read, shown) = (ObservedContent.digest(digest, length: 1), "1 byte with SHA-256 \(Self.digits)")
    #expect(try says("sha256=\(Self.digits.uppercased())", read) == nil)
    #expect(try says("sha256!=\(Self.digits)", read) == shown)
    #expect(try says("sha256=\(String(repeating: "0", count: 64))", read) == shown)
    #expect(
      try says("sha256=\(Self.digits)", .unread("its content ends too early"))?.hasSuffix("early") == true)
    #expect(try says("same-as=dist", read) == "there is no dist/a")
    #expect(try says("same-as!=dist", read) == "there is no dist/a")
    #expect(try says("same-as=dist", read, file: read) == nil)
    #expect(try says("same-as!=dist", read, file: read) == "the content of dist/a")
    let differs = try #require(try says("same-as=dist", .digest(other, length: 2), file: read, status: 404))
    #expect(
      differs.hasPrefix("answered with 404, 2 bytes with SHA-256 0b") && differs.hasSuffix("has \(shown)"))
    #expect(try says("same-as=dist", nil, file: read) == "no body was read")
  }

  @Test(
    "a malformed check of content is none",
    arguments: [
      "sha256=0a", "sha256>\(digits)", "sha256=\(digits)0", "sha256=\(digits.dropLast())g", "same-as=",
      "type=",
      "field:=x", "field:a b=x", "field:X=", "field:X>1", "fields:X=1", "last-modified>=yesterday", "etag>1",
    ])
  func malformed(text: String) {
    let check = HTTPCacheCore.Expectation(text, isFetch: false) { _ in nil }
    #expect(check == nil)
  }

  @Test("checks of a response", arguments: lifetimes + others + contents)
  func found(_ row: Row) throws {
    let shortfall = try Self.shortfall(row)
    #expect(shortfall?.observation.explanation ?? "" == row.says)
    if let shortfall { #expect(shortfall.sentence == "\(row.check) does not hold: \(row.says)") }
  }

  @Test(
    "a type that no response can have is no check",
    arguments: ["type=text/*", "type=text/css; charset=utf-8", "type=text", "type=text/", "type!=a/b/c"])
  func types(_ check: String) {
    #expect(HTTPCacheCore.Expectation(check, isFetch: false) { _ in nil } == nil)
  }

  @Test("every check of inspect is one of fetch", arguments: ["edge=hit", "hit-ratio>=0.9", "type=text/css"])
  func checksOfBoth(_ check: String) {
    for isFetch in [false, true] {
      #expect(HTTPCacheCore.Expectation(check, isFetch: isFetch) { _ in nil } != nil, "\(isFetch)")
    }
  }

  @Test("checks of a fetch")
  func fetch() throws {
    let row: Row = ("", "Cache-Control: no-store", .private, "")
    let facts = HTTPCacheCore.Expectation.FetchFacts(source: .network, isStored: false)
    let none = HTTPCacheCore.Expectation.FetchFacts(source: nil, isStored: true)
    func says(_ check: String, _ facts: HTTPCacheCore.Expectation.FetchFacts) throws -> String? {
      try #require(HTTPCacheCore.Expectation(check, isFetch: true) { DeltaSeconds($0).value }).shortfall(
        Self.verdict(row), fetch: facts)?.observation.explanation
    }
    #expect(try says("source=cache", facts) == "source=network")
    #expect(try says("source=network", facts) == nil)
    #expect(try says("source=cache", none) == "no answer")
    #expect(try says("stored", facts) == "not stored, from Cache-Control: no-store")
    #expect(try says("stored", none) == nil)
    #expect(try says("not-stored", none) == "stored")
  }

  @Test("a value that a stranger chose is cut at 200 characters")
  func long() throws {
    let head = "Vary: " + String(repeating: "a", count: 300)
    let shortfall = try #require(try Self.shortfall(("vary=origin", head, .private, "")))
    #expect(shortfall.observation.value == String(repeating: "a", count: 200) + "…")
  }

  @Test("a lifetime that no rule gives is below every bound, and above none")
  func noLifetime() throws {
    for head in ["Cache-Control: no-store", "X: y"] {
      #expect(try Self.shortfall(("lifetime<=1h", head, .private, "")) == nil)
      #expect(try Self.shortfall(("lifetime<1h", head, .private, "")) == nil)
      for check in ["lifetime>=0", "lifetime>0", "lifetime=0"] {
        #expect(try Self.shortfall((check, head, .private, "")) != nil, "\(check)")
      }
    }
  }

  @Test("a credential of the request is never told")
  func credential() throws {
    let subject = try Self.subject("X: y", FieldLine("Authorization", "Bearer s3cret"))
    var settings = Settings()
    settings.role = .shared
    let verdict = Verdict(subject, now: Self.now, settings: settings)
    let check = try #require(HTTPCacheCore.Expectation("storable", isFetch: false) { _ in nil })
    let text = try #require(check.shortfall(verdict)).observation.explanation
    #expect(text.hasPrefix("not storable (the request carried Authorization") && !text.contains("s3cret"))
  }

  /// 12 January 1970, 13:46:40.
  private static let now = Instant(epoch: 1_000_000)

  private static func subject(
    _ lines: String, _ field: FieldLine..., status: Int = 200
  ) throws -> Subject {
    let target = try TargetURI("http://a.test/")
    var text = HeadText()
    try text.take(Array("HTTP/1.1 \(status) Test\r\n\(lines)\r\n\r\n".utf8)[...])
    let head = try #require(try text.finish().first).head
    let stored = StoredResponse(
      key: CacheKey(target: target), head: head, selectingFields: FieldSection(), requestedAt: now,
      receivedAt: now)
    return Subject(
      origin: .headers, request: RequestHead(target: target, fields: FieldSection(field)), stored: stored)
  }

  private static func verdict(_ row: Row) throws -> Verdict {
    var settings = Settings()
    settings.role = row.role
    return Verdict(try subject(row.head), now: now, settings: settings)
  }

  private static func shortfall(_ row: Row) throws -> Shortfall? {
    let check = HTTPCacheCore.Expectation(
      row.check, isFetch: false, time: { $0 == "T" ? Instant(epoch: 100) : nil },
      duration: { text in text == "1h" ? 3_600 : DeltaSeconds(text).value })
    return try #require(check).shortfall(verdict(row))
  }
}
