import Testing

@testable import HTTPCacheCore

/// Small recordings as each program writes them: what is the recorder's must not be taken for the origin's words.
@Suite("Recorders are not origins", .timed)
struct RecorderTests {
  /// A recording of one entry, and what it comes to.
  struct Recording: Sendable, CustomTestStringConvertible {
    let recorder: String
    let entry: String
    var isStorable: Bool? = true
    var isReusable: Bool? = true
    var isFromServer = true
    var found: Set<Finding.Code> = []
    var notFound: Set<Finding.Code> = []
    var testDescription: String { recorder }
  }

  static let date = #"{"name":"Date","value":"Mon, 12 Jan 2026 16:45:57 GMT"}"#
  static let tag = #"{"name":"ETag","value":"\"1\""}"#

  /// An entry in the order in which most programs write.
  private static func entry(
    _ url: String, _ fields: [String], before: String = "", response: String = "", status: String = "200",
    cache: String = "{}", request: String = ""
  ) -> String {
    #"""
    {\#(before)"startedDateTime":"2026-01-12T16:45:57.000Z","time":12.5,
     "request":{"method":"GET","url":"\#(url)","httpVersion":"HTTP/1.1","cookies":[],\#(request)"headersSize":-1,"bodySize":0},
     "response":{\#(response)"status":\#(status),"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],
       "headers":[\#(fields.joined(separator: ","))],"redirectURL":"","headersSize":-1,"bodySize":120,
       "content":{"size":120,"mimeType":"text/css"}},
     "cache":\#(cache),"timings":{"send":0,"wait":1,"receive":2}}
    """#
  }

  private static func field(_ name: String, _ value: String) -> String {
    #"{"name":"\#(name)","value":"\#(value)"}"#
  }

  private static let fresh = [date, field("Cache-Control", "max-age=600"), tag]

  static let recordings: [Recording] = [
    Recording(
      recorder: "Chrome: HTTP/2 pseudo-fields, lines joined by a line break, its own cache",
      entry: entry(
        "https://a.test/app.css",
        [field(":status", "200"), field("set-cookie", "a=b\\nc=d")] + fresh, before: #""_fromCache":"disk","#,
        request: #""headers":[{"name":":authority","value":"a.test"},{"name":":method","value":"GET"}],"#),
      isFromServer: false),
    Recording(
      recorder: "Chrome: a 200 from the memory cache without any field",
      entry: entry("https://a.test/app.css", [], before: #""_fromCache":"memory","#),
      isStorable: nil, isReusable: nil, isFromServer: false,
      notFound: [.lifetimeMissing, .validatorMissing, .dateMissing]),
    Recording(
      recorder: "a 404 of which no field was written down",
      entry: entry("https://a.test/app.css", [], status: "404"), isStorable: nil, isReusable: nil,
      notFound: [.lifetimeMissing, .dateMissing]),
    Recording(
      recorder: "a browser whose cache was switched off: its own directives say nothing of other visits",
      entry: entry(
        "https://a.test/app.css", fresh,
        request:
          #""headers":[{"name":"Cache-Control","value":"no-cache"},{"name":"Pragma","value":"no-cache"}],"#)),
    Recording(
      recorder: "a page that was loaded anew, without a trace",
      entry: entry(
        "https://a.test/app.css", fresh,
        request: #""headers":[{"name":"cache-control","value":"max-age=0, no-store"}],"#)),
    Recording(
      recorder: "a request with a directive of its own keeps it",
      entry: entry(
        "https://a.test/app.css", fresh,
        request: #""headers":[{"name":"cache-control","value":"no-cache, min-fresh=700"}],"#),
      isReusable: false),
    Recording(
      recorder: "Firefox: `afterRequest: null`, and answered by the network",
      entry: entry("https://a.test/app.css", fresh, cache: #"{"beforeRequest":null,"afterRequest":null}"#)),
    Recording(
      recorder: "Safari: Transfer-Encoding: Identity beside Content-Length (Apple's HTTP stack)",
      entry: entry(
        "https://a.test/app.css",
        fresh + [field("Transfer-Encoding", "Identity"), field("Content-Length", "120")],
        before: #""_fetchType":"Network Load","#),
      notFound: [.etagMalformed]),
    Recording(
      recorder: "Safari: the disk cache",
      entry: entry("https://a.test/app.css", fresh, before: #""_fetchType":"Disk Cache","#),
      isFromServer: false),
    Recording(
      recorder: "Internet Explorer: Content-Length with a comma among its digits",
      entry: entry("https://a.test/app.css", fresh + [field("Content-Length", "6,219")])),
    Recording(
      recorder: "Fiddler: chunked and a length, as received and as decoded",
      entry: entry(
        "https://a.test/app.css",
        fresh + [field("Transfer-Encoding", "chunked"), field("Content-Length", "6219")],
        before: #""comment":"[#1]","connection":"ClientPort:5","#)),
    Recording(
      recorder: "PhantomJS: pseudo-fields in lower case, and joined duplicates",
      entry: entry(
        "https://a.test/app.css",
        [
          field("status", "200 OK"), field("version", "HTTP/1.1"), field("Content-Length", "120, 120"),
          field("Transfer-Encoding", "chunked, chunked"),
          field("Date", "Mon, 12 Jan 2026 16:45:57 GMT, Mon, 12 Jan 2026 16:45:57 GMT"),
          field("Cache-Control", "max-age=600\\nmax-age=600"), tag,
        ]), notFound: [.dateInvalid]),
    Recording(
      recorder: "PhantomJS: lengths that differ",
      entry: entry(
        "https://a.test/app.css", fresh + [field("Content-Length", "120"), field("Content-Length", "33")])),
    Recording(
      recorder: "PhantomJS: two dates in one Expires",
      entry: entry(
        "https://a.test/app.css",
        [
          date, tag,
          field("Expires", "Mon, 12 Jan 2026 17:45:57 GMT, Mon, 12 Jan 2026 17:45:57 GMT"),
        ]), found: [.expiresRepeated], notFound: [.expiresInvalid]),
    Recording(
      recorder: "chrome-har (Browsertime): from the disk cache",
      entry: entry(
        "https://a.test/app.css", fresh, response: #""fromDiskCache":true,"fromServiceWorker":false,"#,
        cache: #"{"beforeRequest":{"lastAccess":"","eTag":"","hitCount":0}}"#), isFromServer: false),
    Recording(
      recorder: "chrome-har (Browsertime): from the network",
      entry: entry(
        "https://a.test/app.css", fresh,
        response:
          #""fromDiskCache":false,"fromEarlyHints":false,"fromServiceWorker":false,"fromPrefetchCache":false,"#
      )),
    Recording(
      recorder: "Puppeteer's recorders: a service worker",
      entry: entry("https://a.test/app.css", fresh, response: #""fromServiceWorker":true,"#),
      isFromServer: false),
    Recording(
      recorder: "Playwright: a service worker in Chrome's words",
      entry: entry("https://a.test/app.css", fresh, response: #""_fetchedViaServiceWorker":true,"#),
      isFromServer: false),
    Recording(
      recorder: "chrome-har: from the prefetch cache",
      entry: entry("https://a.test/app.css", fresh, response: #""fromPrefetchCache":true,"#),
      isFromServer: false),
    Recording(
      recorder: "WebPageTest: numbers in quotes",
      entry: entry(
        "https://a.test/app.css", fresh, before: #""_cached":0,"_load_ms":"12","#, status: "\"200\"")),
    Recording(
      recorder: "Charles: members of its own and no time of its own",
      entry: entry(
        "https://a.test/app.css", fresh, before: #""_clientAddress":"127.0.0.1","serverIPAddress":"","#)),
    Recording(
      recorder: "a proxy that writes fields as an object",
      entry: #"""
        {"request":{"url":"https://a.test/app.css","headers":{"Accept":"*/*"}},
         "response":{"status":200,"headers":{"Cache-Control":"max-age=600","ETag":"\"1\"","Set-Cookie":["a=b","c=d"],
           ":status":"200","X":7,"Date":"Mon, 12 Jan 2026 16:45:57 GMT"}}}
        """#),
    Recording(
      recorder: "an old Chrome: a space and quotes in the URL as typed",
      entry: entry("https://a.test/a b.css?q=\\\"x\\\"", fresh)),
    Recording(
      recorder: "a 304 with a lifetime is not stored, and no advice about storing is given",
      entry: entry(
        "https://a.test/app.css", [date, field("Vary", "*"), field("ETag", "W/\\\"1\\\"")], status: "304"),
      isStorable: false, isReusable: false, notFound: [.varyStar, .lifetimeMissing]),
  ]

  @Test("is judged right", arguments: recordings)
  func judged(_ row: Recording) throws {
    let subject = try HARLogTests.subject(row.entry)
    let verdict = Verdict(subject, now: subject.stored.receivedAt, settings: Settings())
    #expect(verdict.isStorable == row.isStorable && verdict.isReusable == row.isReusable)
    #expect(subject.isFromServer == row.isFromServer)
    let codes = Set(verdict.findings.map(\.code))
    #expect(
      codes.isSuperset(of: row.found) && codes.isDisjoint(with: row.notFound), "\(codes.map(\.rawValue))")
    #expect(!verdict.reasons.cites(.headDoubtful))
  }

  @Test("what is unknown meets no check, and is judged no further")
  func unknown() throws {
    let row = Self.recordings[1]
    let subject = try HARLogTests.subject(row.entry)
    let verdict = Verdict(subject, now: subject.stored.receivedAt, settings: Settings())
    #expect(verdict.reasons.map(\.rule) == [.fieldsNotRecorded] && verdict.freshnessState == nil)
    #expect(verdict.reasons.first?.sentence.hasPrefix("this 200 was recorded without any field") == true)
    #expect(verdict.findings.isEmpty && verdict.advice == nil)
    for name in ["storable", "not-storable", "fresh", "stale", "reusable"] {
      let check = try #require(Expectation(name, isFetch: false) { _ in nil })
      #expect(check.shortfall(verdict) != nil, "\(name)")
    }
  }

  @Test(
    "the framing of a Cache.db is Apple's",
    arguments: [
      "Transfer-Encoding: Identity\nContent-Length: 120", "Content-Length: 6,219",
      "Transfer-Encoding: chunked, chunked",
    ])
  func cacheDB(_ framing: String) throws {
    let stored = try stored("\(framing)\nCache-Control: max-age=600")
    let subject = Subject(origin: .cacheDB, request: try request(), stored: stored)
    let verdict = Verdict(subject, now: noon, settings: Settings())
    #expect(verdict.isStorable == true && !verdict.reasons.cites(.headDoubtful))
  }

  @Test("RFC 9112 §6.3: what came over the network is still held to its framing")
  func framing() throws {
    let head = try head("Content-Length: 6,219\nCache-Control: max-age=600")
    let exchange = Exchange(request: try request(), head: head)
    #expect(StorageDecision(exchange, settings: Settings()).reasons.cites(.headDoubtful))
  }

  @Test("the same log as a call (JSONP), as viewers of HAR logs load it", arguments: ["", " ", ";", " ;\n"])
  func call(_ end: String) throws {
    let log = #"{"log":{"entries":[\#(Self.recordings[0].entry)]}}"#
    #expect(try HARLogTests.read("onInputData(\(log))\(end)").count == 1)
    #expect(try HARLogTests.read("\u{FEFF}har.view (\(log))\(end)", pieces: 1).count == 1)
  }

  @Test("a call that is not closed, or followed by more, is refused", arguments: ["", ")x", "};", ") {}"])
  func openCall(_ end: String) {
    #expect(throws: JSONFault.self) { try HARLogTests.read(#"f({"log":{"entries":[]}}\#(end)"#) }
  }
}
