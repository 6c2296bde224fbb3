import Testing

@testable import HTTPCacheCore

@Suite("What changes under its name: feeds, manifests, indexes, release channels, data, and guesses", .timed)
struct ChangingDataTests {
  private static let (day, week, month) = ("max-age=86400", "max-age=604800", "max-age=2592000")
  private static let date = "Date: Tue, 26 Jan 2016 16:45:57 GMT\n"

  private static func codes(_ path: String, _ type: String, _ fields: String) throws -> [Finding.Code] {
    let request = RequestHead(target: try TargetURI("https://a.test\(path)"))
    let stored = StoredResponse(
      key: CacheKey(target: request.target),
      head: try head("HTTP/1.1 200 OK\n\(date)ETag: \"1\"\nContent-Type: \(type)\n\(fields)"),
      requestedAt: received, receivedAt: received)
    return Verdict(
      Subject(origin: .har, request: request, stored: stored), now: received, settings: Settings()
    ).findings.map(\.code).filter {
      $0.rawValue.hasPrefix("lifetime-long") || $0 == .serviceWorkerKept || $0 == .lifetimeIsAGuess
    }
  }

  /// The time of `Date`.
  private static let received = Instant(epoch: 1_453_826_757)

  private static let found: [(path: String, type: String, control: String)] = [
    ("/news/feed/", "application/rss+xml; charset=UTF-8", week), ("/atom.xml", "application/atom+xml", week),
    ("/feed.json", "application/feed+json", week), ("/site.webmanifest", "application/manifest+json", week),
    ("/simple/x/", "application/vnd.pypi.simple.v1+json", week),
    ("/v2/app/manifests/1.4", "application/vnd.oci.image.index.v1+json", week),
    ("/1.2.3/repodata/repomd.xml", "text/xml", week), ("/org/x/maven-metadata.xml", "text/xml", week),
    ("/v3.20/main/x86_64/APKINDEX.tar.gz", "application/gzip", week),
    ("/charts/index.yaml", "text/yaml", week),
    ("/latest.json", "application/json", week), ("/app-latest.zip", "application/zip", week),
    ("/latest-mac.yml", "text/yaml", week), ("/install.sh", "text/x-shellscript", week),
    ("/.well-known/jwks.json", "application/json", week), ("/stable.txt", "text/plain", "max-age=86401"),
    ("/countries", "application/json", "max-age=2592001"),
    ("/prices.csv", "text/csv", "max-age=60, immutable"),
  ]
  @Test(
    "is a warning for more than a day; other data for more than 30 days, or with immutable", arguments: found)
  func isFound(_ row: (path: String, type: String, control: String)) throws {
    #expect(
      try Self.codes(row.path, row.type, "Cache-Control: \(row.control)") == [
        .lifetimeLongForUnversionedData
      ],
      "\(row.path)")
  }

  private static let sound: [(path: String, type: String, control: String)] = [
    ("/feed", "application/rss+xml", day), ("/latest.json", "application/json", day),
    ("/countries", "application/json", week), ("/countries", "application/json", month),
    ("/v2/app/manifests/sha256:0a1b", "application/vnd.oci.image.manifest.v1+json", "max-age=31536000"),
    ("/1.4.2/install.sh", "text/x-shellscript", week), ("/latest.png", "image/png", week),
    ("/app.3f9a1b2c.js.map", "application/json", "max-age=31536000, immutable"),
    ("/app.js.map", "application/json", "max-age=31536000"),
    ("/dict/9cd68a83fe26d41839e75e5cd5975e61.dict", "text/plain", "max-age=31536000"),
    ("/jHz8en0JTz4E_m.png", "text/plain", "max-age=31536000"),
    ("/pool/foo_1.2.3-1_amd64.deb", "application/x-deb", week),
    ("/latest.json", "application/json", "no-cache"), ("/latest.json", "application/json", "no-store"),
  ]
  @Test(
    "a day is right, a week that somebody chose for a list too, and so is what never changes",
    arguments: sound)
  func isSound(_ row: (path: String, type: String, control: String)) throws {
    #expect(try Self.codes(row.path, row.type, "Cache-Control: \(row.control)").isEmpty, "\(row.path)")
  }

  private static let live: [(type: String, path: String, control: String, isFound: Bool)] = [
    ("application/vnd.apple.mpegurl", "/live.m3u8", "max-age=61", true),
    ("application/vnd.apple.mpegurl", "/live.m3u8", "max-age=60", false),
    ("application/dash+xml", "/live/manifest.mpd", "max-age=300", true),
    ("audio/mpegurl", "/live.m3u8", "s-maxage=2", false),
    ("application/vnd.apple.mpegurl", "/chunklist.3f9a1b2c.m3u8", "max-age=600", true),
  ]
  @Test(
    "a live playlist may be fresh for a minute, whatever its name; what is none stays as it is",
    arguments: live)
  func playlist(_ row: (type: String, path: String, control: String, isFound: Bool)) throws {
    let text = "\(Self.date)ETag: \"1\"\nContent-Type: \(row.type)\nCache-Control: \(row.control)"
    let request = RequestHead(target: try TargetURI("https://a.test\(row.path)"))
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: try head("HTTP/1.1 200 OK\n\(text)"),
      requestedAt: Self.received,
      receivedAt: Self.received)
    for isLive in [true, false] {
      var context = SubjectContext()
      context.shown.isLivePlaylist = isLive
      let verdict = Verdict(
        Subject(origin: .har, request: request, stored: stored), context, now: Self.received,
        settings: Settings())
      let found = verdict.findings.filter { $0.code == .lifetimeLongForUnversionedData }
      #expect(!found.isEmpty == (isLive && row.isFound), "\(row.path) \(isLive)")
      if let found = found.first { #expect(found.explanation.hasPrefix("This live playlist is fresh for")) }
      // Its name says nothing of what it has to come.
      if isLive { #expect(!verdict.findings.contains { $0.code == .lifetimeShortForVersionedURL }) }
    }
  }

  private static let former: [(path: String, type: String, control: String, isFormer: Bool)] = [
    ("/site.webmanifest", "application/manifest+json", week, true),
    ("/config.json", "application/json", week, true),
    ("/m", "application/manifest+json", week, true), ("/appcast.xml", "application/xml", week, true),
    ("/latest-mac.yml", "text/yaml", week, true), ("/sw.js", "text/javascript", week, true),
    ("/sw.js", "text/javascript", "max-age=14400", false),
    ("/news/feed/", "application/rss+xml", week, false),
    ("/countries", "application/json", "max-age=31536000", false), ("/install.sh", "text/plain", week, false),
    ("/1.2.3/repodata/repomd.xml", "text/xml", week, false),
  ]
  @Test("what versions before found as a page is still meant by the code of pages", arguments: former)
  func isMeantByFormer(_ row: (path: String, type: String, control: String, isFormer: Bool)) throws {
    let request = RequestHead(target: try TargetURI("https://a.test\(row.path)"))
    let stored = StoredResponse(
      key: CacheKey(target: request.target),
      head: try head(
        "HTTP/1.1 200 OK\n\(Self.date)ETag: \"1\"\nContent-Type: \(row.type)\nCache-Control: \(row.control)"),
      requestedAt: Self.received, receivedAt: Self.received)
    let finding = try #require(
      Verdict(
        Subject(origin: .har, request: request, stored: stored), now: Self.received, settings: Settings()
      )
      .findings.first { [.lifetimeLongForUnversionedData, .serviceWorkerKept].contains($0.code) })
    #expect(finding.isMeant(by: .lifetimeLongForUnversionedHTML) == row.isFormer, "\(row.path)")
    #expect(finding.isMeant(by: finding.code) && !finding.isMeant(by: .lifetimeMissing))
  }

  private static let year = "Last-Modified: Mon, 26 Jan 2015 16:45:57 GMT"
  private static let halfDay = "Last-Modified: Tue, 26 Jan 2016 04:45:57 GMT"
  private static let hour = "Last-Modified: Tue, 26 Jan 2016 15:45:57 GMT"

  private static let guesses: [(path: String, type: String, modified: String, codes: [Finding.Code])] = [
    ("/css/site.css", "text/css", year, [.lifetimeLongForUnversionedAsset]),
    ("/js/app.js", "text/javascript", year, [.lifetimeLongForUnversionedAsset]),
    ("/api/products", "application/json", year, [.lifetimeLongForUnversionedData]),
    ("/feed", "application/rss+xml", year, [.lifetimeLongForUnversionedData]),
    ("/", "text/html", year, [.lifetimeLongForUnversionedHTML]),
    ("/latest.zip", "application/zip", year, [.lifetimeLongForUnversionedData]),
    ("/css/site.css", "text/css", halfDay, [.lifetimeIsAGuess]),
    ("/api/products", "application/json", halfDay, [.lifetimeIsAGuess]),
    ("/", "text/html", halfDay, [.lifetimeIsAGuess]),
    ("/css/site.css", "text/css", hour, []), ("/", "text/html", hour, []),
    ("/img/hero.jpg", "image/jpeg", year, []), ("/a.woff2", "font/woff2", year, []),
    ("/film.mp4", "video/mp4", year, []), ("/manual.pdf", "application/pdf", year, []),
  ]
  @Test("a guess above a day is told as if it were said, one above an hour as a guess", arguments: guesses)
  func guess(_ row: (path: String, type: String, modified: String, codes: [Finding.Code])) throws {
    #expect(try Self.codes(row.path, row.type, row.modified) == row.codes, "\(row.path)")
  }

  private static let workers: [(rule: String, fields: String, isFound: Bool)] = [
    ("hours at an edge", "Cache-Control: public, max-age=14400", true),
    ("for CDNs alone", "Cache-Control: max-age=0, s-maxage=86400", true),
    ("it was there for hours", "Cache-Control: no-cache\nX-Cache: HIT\nAge: 7200", true),
    ("an hour", "Cache-Control: max-age=3600", false), ("asked each time", "Cache-Control: no-cache", false),
    ("no shared cache keeps it", "Cache-Control: private, max-age=31536000", false),
  ]
  @Test(
    "a service worker's script: a cache on the way may not keep it for more than an hour", arguments: workers)
  func worker(_ row: (rule: String, fields: String, isFound: Bool)) throws {
    for path in ["/sw.js", "/firebase-messaging-sw.js"] {
      let codes = try Self.codes(path, "text/javascript", row.fields)
      #expect(codes == (row.isFound ? [.serviceWorkerKept] : []), "\(row.rule)")
    }
  }
}
