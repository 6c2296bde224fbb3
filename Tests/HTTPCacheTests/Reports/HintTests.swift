import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Hints to errors of the core", .timed)
struct HintTests {
  static let rows: [(error: FetchError, hint: String?)] = [
    (.notInCache, "--explain says why; --policy cache-else-load or protocol would ask the origin"),
    (.tooManyRedirects(3), "--max-redirects allows more"), (.badRedirect("x"), nil), (.readerClosed, nil),
    (.cookieNotSent(limit: 10), "-b '' sends the cookies that redirects set, as browsers do"),
    (.transport(.libraryMissing("x")), "install the package libcurl4 (macOS: curl)"),
    (.transport(.tls("x")), nil),
    (.transport(.untrusted("x", isProxy: false)), "--cacert FILE names a certificate to trust"),
    (.transport(.untrusted("x", isProxy: true)), "--proxy-cacert FILE names a certificate to trust"),
    (.transport(.proxyRefused("p:1", status: 407, "x")), "-U USER:PASS gives the proxy its credentials"),
    (.transport(.proxyRefused("p:1", status: 403, "x")), nil),
    (.transport(.proxyUnreachable("p:1", "x")), nil),
    (
      .transport(.timeout("x")), "--max-time and --connect-timeout set the limits, --retry tries again"
    ),
    (.transport(.tooManyFiles(limit: 16)), "ulimit -n 1024 lets the commands of a shell have more"),
    (.transport(.unreachable("x")), nil), (.transport(.cancelled), nil),
    (.store(.noDirectory), "use another --cache-dir"),
    (.store(.newerSchema(path: "/c", found: 9, known: 3)), "update httpcache, or use another --cache-dir"),
    (.store(.foreignDatabase(path: "/c")), "use another --cache-dir"),
    (.store(.damaged(path: "/c")), "the next fetch moves it aside and begins a new one"),
    (.store(.full(path: "/c")), "free some space on its file system"),
    (
      .store(.unusable(path: "/c", reason: "x")),
      "httpcache stats --repair sets the database aside and begins a new one"
    ),
    (
      .store(.noPermission(path: "/c")),
      "check who owns the directory and its mode, or use another --cache-dir"
    ),
    (.store(.locked(path: "/c")), nil), (.store(.newerStored), nil),
  ]

  @Test("the error speaks of values, and the hint of options", arguments: rows)
  func hint(_ row: (error: FetchError, hint: String?)) {
    #expect(row.error.hint == row.hint)
    #expect(!row.error.message.contains("--"))
  }

  @Test("what is known of one fetch comes before what is known of its error")
  func remedy() {
    var result = FetchResult()
    result.error = .transport(.timeout("x"))
    result.remedy = .serveStale
    #expect(result.hint == "--stale-if-unreachable would serve what is stored")
    result.remedy = .fetchTheRest
    #expect(result.hint == "the bytes received are kept: fetch it again, and only the rest is asked for")
    result.remedy = .raiseLimit(1 << 20)
    #expect(
      result.hint
        == "only its first 1.0 MiB are kept, and asked for no more: --max-entry-size has all of it kept")
  }

  @Test func warning() {
    let warning = FetchWarning.bodyTooLarge(limit: 5)
    #expect(warning.text == "a body of more than 5 B is not kept whole")
    #expect(
      warning.advice == "a body of more than 5 B is not kept whole; --max-entry-size raises the limit")
  }
}
