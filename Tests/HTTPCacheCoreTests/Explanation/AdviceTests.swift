import Foundation
import Testing

@testable import HTTPCacheCore

@Suite(
  "Advice closes: put in place and judged again, nothing is left that a field could mend, and nothing is advised",
  .timed
)
struct AdviceTests {
  @Test("what servers and frameworks send", arguments: CacheRole.allCases)
  func heads(_ role: CacheRole) throws {
    #expect(AdviceCases.heads.count >= 150)
    for head in AdviceCases.heads {
      let problems = try AdviceCases.problems(FindingQuestion(role: role, path: head.path), head.text)
      #expect(problems == [], "\(head.name)")
    }
  }

  /// How many generated heads are judged: 1,600 of them by `make test`, all of 100,000 by `ADVICE_HEADS=100000`.
  private static let count = ProcessInfo.processInfo.environment["ADVICE_HEADS"].flatMap(Int.init) ?? 1600

  @Test("generated heads", arguments: 0..<16)
  func generated(_ seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed))
    var advised = 0
    for _ in 0..<Self.count / 16 {
      let (question, text) = AdviceCases.generated(&numbers)
      let problems = try AdviceCases.problems(question, text)
      #expect(problems == [], "\(question)")
      if Findings.all(try question.facts(text)).advice != nil { advised += 1 }
    }
    #expect(advised > Self.count / 40)
  }

  typealias Row = (path: String, head: String, set: [String], remove: [String])

  static let rows: [Row] = [
    ("/", "Cache-Control: no-store", [], []),
    ("/a.css", "Cache-Control: max-age=600\nETag: \"1\"", [], []),
    // What changes nothing is not advised, and what cancels the advised lifetime goes with it.
    ("/", "Pragma: no-cache\nCache-Control: no-store", [], []),
    ("/a.css", "Cache-Control: max-age=60, max-age=60, pre-check=60, public\nETag: \"1\"", [], []),
    (
      "/a.css", "Cache-Control: max-age=60\nExpires: Tue, 26 Jan 2016 17:45:57 GMT\nETag: \"1\"", [], []
    ),
    ("/a.css", "Pragma: no-cache\nETag: \"1\"", ["Cache-Control: no-cache"], []),
    (
      "/app.3f9ac2d1.js", "Cache-Control: no-cache, no-store, must-revalidate\nPragma: no-cache\nExpires: 0",
      ["Cache-Control: must-revalidate, max-age=31536000, immutable"], ["Expires", "Pragma"]
    ),
    ("/a.css", "Cache-Control: public; max-age=600\nETag: \"1\"", ["Cache-Control: public, max-age=600"], []),
    (
      "/", "Cache-Control: max-age=60, private, public\nPragma: x", ["Cache-Control: max-age=60, private"],
      []
    ),
    // RFC 9111 §7.3: what counts once it is spelt right is judged, too.
    ("/a.css", "Cache-Control: max-age:600\nSet-Cookie: a=b", ["Cache-Control: private, max-age=600"], []),
    // What was not stored is not stored after it: a 302 needs a lifetime to be.
    ("/", "HTTP/1.1 302 Found\nCache-Control: max-age:600", ["Cache-Control: no-store"], []),
    // What is followed already is not advised again.
    (
      "/", "Cache-Control: Private, no-cache\nVary: Cookie\nExpires: 0\nETag: \"1\"\nSet-Cookie: a=b", [],
      []
    ),
    (
      "/a.css", "Expires: Mon, 26 Jan 2016 17:45:57 GMT\nETag: \"1\"",
      ["Expires: Tue, 26 Jan 2016 17:45:57 GMT"], []
    ),
    ("/a.css", "Expires: tomorrow\nCache-Control: max-age=60\nETag: \"1\"", [], ["Expires"]),
    ("/a.css", "Vary: *\nCache-Control: max-age=60\nETag: \"1\"", ["Cache-Control: no-cache"], ["Vary"]),
    (
      "/a.css", "Vary: Accept;Origin\nContent-Encoding: gzip\nCache-Control: max-age=60\nETag: \"1\"",
      ["Vary: Accept, Origin, Accept-Encoding"], []
    ),
    (
      "/app.3f9ac2d1.js", "Cache-Control: public, max-age=60, no-transform\nETag: \"1\"",
      ["Cache-Control: public, max-age=31536000, no-transform, immutable"], []
    ),
    // RFC 8246 §2: the one case in which a response that no cache might store may be stored.
    (
      "/app.3f9ac2d1.js", "Cache-Control: no-store\nETag: \"1\"",
      ["Cache-Control: max-age=31536000, immutable"], []
    ),
    (
      "/app.3f9ac2d1.js", "Cache-Control: private, no-store",
      ["Cache-Control: private, max-age=31536000, immutable"], []
    ),
    ("/app.3f9ac2d1.js", "Cache-Control: no-store\nSet-Cookie: a=b", [], []),
    (
      "/a.css?v=2", "Cache-Control: max-age=31,536,000, immutable",
      ["Cache-Control: max-age=31536000, immutable"], []
    ),
    (
      "/a.css", "Cache-Control: \"public, max-age=60\"\nETag: \"1\"", ["Cache-Control: public, max-age=60"],
      []
    ),
    ("/a.css", "Cache-Control: Cache-Control: max-age=60\nETag: \"1\"", ["Cache-Control: max-age=60"], []),
    ("/a.css", "Cache-Control: 3600\nETag: \"1\"", ["Cache-Control: max-age=3600"], []),
    ("/a.css", "Cache-Control: off\nETag: \"1\"", ["Cache-Control: max-age=3600"], []),
    ("/a.css", "Expires: 600\nETag: \"1\"", ["Cache-Control: max-age=600"], ["Expires"]),
    ("/", "Cache-Control: no-store\nClear-Site-Data: cache", ["Clear-Site-Data: \"cache\""], []),
    ("/app.3f9ac2d1.js", "Cache-Control: private, max-age=60\nETag: \"1\"\nSet-Cookie: a=b", [], []),
    // RFC 9111 §5.2.2.10: what is said to private caches takes nothing from shared ones.
    (
      "/", "Content-Type: text/html\nCache-Control: s-maxage=600\nETag: \"1\"",
      ["Cache-Control: s-maxage=600, max-age=0"], []
    ),
    (
      "/", "Content-Type: text/html\nCache-Control: public, s-maxage=600",
      ["Cache-Control: public, s-maxage=600, max-age=0"], []
    ),
    (
      "/", "Content-Type: text/html\nCache-Control: max-age=31536000, s-maxage=600\nETag: \"1\"",
      ["Cache-Control: max-age=0, s-maxage=600"], []
    ),
    ("/a.css", "Cache-Control: s-maxage=600\nExpires: 0\nETag: \"1\"", [], []),
    (
      "/a.css", "Cache-Control: s-maxage=600\nVary: *\nETag: \"1\"", ["Cache-Control: no-cache"], ["Vary"]
    ),
    // What max-age overrides is left out, and no finding says to write it.
    (
      "/a.css", "Cache-Control: max-age=3600\nExpires: Mon, 26 Jan 2016 17:45:57 GMT\nETag: \"1\"", [],
      ["Expires"]
    ),
    (
      "/a.css", "Cache-Control: max-age=3600\nExpires: Tuesday, 26-Jan-16 17:45:57 GMT\nETag: \"1\"", [],
      ["Expires"]
    ),
    // A space inside a name stands for its hyphen.
    ("/account", "Cache-Control: no store, max-age=600\nETag: \"1\"", ["Cache-Control: no-store"], []),
    ("/account", "Cache-Control: public no - store\nETag: \"1\"", ["Cache-Control: no-store"], []),
    ("/account", "Cache-Control: no chace no store\nETag: \"1\"", ["Cache-Control: no-cache, no-store"], []),
    (
      "/a", "Cache-Control: must revalidate, max age=60\nETag: \"1\"",
      ["Cache-Control: must-revalidate, max-age=60"], []
    ),
    ("/a", "Cache-Control: max-age=7 days\nETag: \"1\"", ["Cache-Control: max-age=604800"], []),
    ("/a", "Cache-Control: public max-age = 60\nETag: \"1\"", ["Cache-Control: public, max-age=60"], []),
    ("/account", "Cache-Control: no-store max-age:60", ["Cache-Control: no-store"], []),
    ("/account", "Cache-Control: max-age=60, (no store)", ["Cache-Control: no-store"], []),
    (
      "/a.css", "Vary: accept encoding\nContent-Encoding: gzip\nCache-Control: max-age=60\nETag: \"1\"",
      ["Vary: accept-encoding"], []
    ),
    (
      "/a.css", "Vary: Origin User Agent Accept\nCache-Control: private, max-age=60\nETag: \"1\"",
      ["Vary: Origin, User-Agent, Accept"], []
    ),
    // RFC 9111 §4.2.1: what has a lifetime that can't be read is stale, and stays so.
    (
      "/", "Content-Type: text/html\nCache-Control: max-age=0, s-maxage=abc\nETag: \"1\"",
      ["Cache-Control: max-age=0, s-maxage=0"], []
    ),
    (
      "/", "Content-Type: text/html\nCache-Control: max-age=null\nETag: \"1\"", ["Cache-Control: max-age=0"],
      []
    ),
    ("/a.css", "Cache-Control: max-age=, max-age=0\nETag: \"1\"", ["Cache-Control: max-age=0"], []),
    ("/a.png", "Expires: garbage\nETag: \"1\"", ["Cache-Control: no-cache"], ["Expires"]),
    (
      "/a.png", "Expires: Tue, 26 Jan 2016 17:45:57 CET\nETag: \"1\"", ["Cache-Control: no-cache"],
      ["Expires"]
    ),
    ("/a.css", "Cache-Control: max-age=60000ms\nETag: \"1\"", ["Cache-Control: max-age=60"], []),
    ("/a.png", "Cache-Control: max-age=1y\nETag: \"1\"", ["Cache-Control: max-age=31536000"], []),
    (
      "/a.css", "Cache-Control: max-age=60, stale-while-revalidate, stale-while-revalidate=60\nETag: \"1\"",
      ["Cache-Control: max-age=60"], []
    ),
    // RFC 9111 §5.2: a value follows the equals sign, and field names are quoted.
    (
      "/a.css", "Cache-Control: private=, max-age=60\nETag: \"1\"", ["Cache-Control: private, max-age=60"], []
    ),
    ("/a.css", "Cache-Control: max-age=60, foo=\nETag: \"1\"", ["Cache-Control: max-age=60, foo"], []),
    (
      "/a.css", "Cache-Control: max-age=60, private=\"\nETag: \"1\"", ["Cache-Control: max-age=60, private"],
      []
    ),
    // What restricts behind a quote that never closes counts, and stays.
    (
      "/a.css", "Cache-Control: private=\"a, must-revalidate, private max-age=60\nETag: \"1\"",
      ["Cache-Control: private, must-revalidate, max-age=3600"], []
    ),
    (
      "/a.css", "Cache-Control: max-age=60, private: Set-Cookie\nETag: \"1\"",
      ["Cache-Control: max-age=60, private"], []
    ),
    (
      "/a.css", #"Cache-Control: max-age = 60, private="a\"b""# + "\nETag: \"1\"",
      [#"Cache-Control: max-age=60, private="a\"b""#], []
    ),
    // Data under the name of a script may be one user's, and what is no script, style, font or image is not stored for its name.
    ("/user.3f9ac2d1.js", "Content-Type: application/json\nCache-Control: no-store", [], []),
    (
      "/app.3f9ac2d1.wasm", "Content-Type: application/wasm\nCache-Control: no-store",
      ["Cache-Control: max-age=31536000, immutable"], []
    ),
    ("/intro.3f9ac2d1.mp4", "Content-Type: video/mp4\nCache-Control: no-store", [], []),
    (
      "/app.3f9ac2d1.wasm", "Content-Type: application/wasm\nCache-Control: no-cache\nETag: \"1\"",
      ["Cache-Control: max-age=31536000, immutable"], []
    ),
    // RFC 9111 §5.2.2.8: no line for the edge permits what `proxy-revalidate` forbids.
    (
      "/a.css", "Cache-Control: max-age=60, proxy-revalidate, stale-while-revalidate=60\nETag: \"1\"",
      ["CDN-Cache-Control: max-age=60, proxy-revalidate"], []
    ),
    (
      "/a", "HTTP/1.1 204 X\nCache-Control: stale-while-revalidate=60, proxy-revalidate",
      ["Cache-Control: proxy-revalidate"], []
    ),
    // An edge that must ask each time, may not read Vary, or would outlive a signature gets no line of its own.
    (
      "/a.css", "Cache-Control: public, max-age=0, s-maxage=0, stale-while-revalidate=60\nETag: \"1\"", [], []
    ),
    (
      "/a", "Vary: *\nCache-Control: max-age=0, s-maxage=60, stale-while-revalidate=600\nETag: \"1\"",
      ["Cache-Control: no-cache"], ["Vary"]
    ),
    (
      "/a",
      "HTTP/1.1 302 Found\nCache-Control: max-age=60, stale-while-revalidate=600\n"
        + "Location: https://b.test/x?X-Amz-Date=20160126T164457Z&X-Amz-Expires=300&X-Amz-Signature=a",
      ["Cache-Control: max-age=60"], []
    ),
    // RFC 9213 §2.2: nobody uses unasked what `Vary: *` kept from it, by whichever field it goes.
    (
      "/account", "Vary: *\nCache-Control: private, max-age=600\nCDN-Cache-Control: max-age=60\nETag: \"1\"",
      ["Cache-Control: private, no-cache", "CDN-Cache-Control: no-cache"], ["Vary"]
    ),
    (
      "/account", "Vary: *\nCache-Control: no-store\nCDN-Cache-Control: max-age:60\nETag: \"1\"",
      ["CDN-Cache-Control: private, max-age=60"], []
    ),
    (
      "/account", "Vary: *\nCache-Control: private\nCDN-Cache-Control: max-age:60\nETag: \"1\"",
      ["Cache-Control: private, no-cache", "CDN-Cache-Control: private, no-cache"], ["Vary"]
    ),
    (
      "/account", "Vary: *\nCache-Control: max-age:600\nETag: \"1\"", ["Cache-Control: no-cache"], ["Vary"]
    ),
    (
      "/account",
      "Cache-Control: public, max-age=600\nCDN-Cache-Control: max-age=60\nSet-Cookie: a=b\nETag: \"1\"",
      ["Cache-Control: private, max-age=600", "CDN-Cache-Control: private, max-age=60"], []
    ),
    (
      "/account", "Cache-Control: max-age=60\nNetlify-CDN-Cache-Control: max-age:9\nETag: \"1\"",
      ["Netlify-CDN-Cache-Control: max-age=9"], []
    ),
    // RFC 9111 §7.3: who is redirected from a store does not get the cookie.
    (
      "/login", "HTTP/1.1 302 Found\nLocation: /\nCache-Control: max-age=60\nSet-Cookie: a=b",
      ["Cache-Control: no-store"], []
    ),
    (
      "/blob",
      "HTTP/1.1 302 Found\nLocation: https://b.test/k?X-Amz-Date=20160126T164557Z&X-Amz-Expires=300&X-Amz-Signature=a"
        + "\nCache-Control: private, max-age=600, stale-while-revalidate=60",
      ["Cache-Control: private, max-age=300"], []
    ),
    // RFC 9111 §3: `private` is a permission, by which a browser might store what nothing else lets it store.
    (
      "/login", "HTTP/1.1 302 Found\nLocation: /x\nCache-Control: s-max-age=3600",
      ["Cache-Control: no-store"], []
    ),
    (
      "/login", "HTTP/1.1 302 Found\nLocation: /x\nCache-Control: max-age = 600",
      ["Cache-Control: max-age=600"], []
    ),
    ("/a.css", "Cache-Control: s-max-age=60\nETag: \"1\"", ["Cache-Control: s-maxage=60, max-age=3600"], []),
    // Without a validator `no-cache` says what is to be; the tag itself no advice can make up.
    ("/api", "Content-Type: application/json", ["Cache-Control: no-cache"], []),
    ("/api", "Content-Type: application/json\nSet-Cookie: a=b", ["Cache-Control: no-store"], []),
    ("/api", "Content-Type: application/json\nCache-Control: no-cache", [], []),
    ("/a.css", "Cache-Control: max-age=0", [], []),
    // What GitHub's API sends: the same lifetime twice loses nothing.
    ("/api", "Cache-Control: private, max-age=60, s-maxage=60\nETag: \"1\"", [], []),
    (
      "/api", "Cache-Control: private, max-age=60, s-maxage=600\nETag: \"1\"",
      ["Cache-Control: private, max-age=60"], []
    ),
    // RFC 8246 §2: a file that is named by its content needs no guess.
    (
      "/assets/index-B1x2Yz_q.js", "Last-Modified: Tue, 26 Jan 2016 16:44:57 GMT\nETag: \"1\"",
      ["Cache-Control: max-age=31536000, immutable"], []
    ),
    (
      "/assets/index-B1x2Yz_q.js", "Last-Modified: Mon, 26 Jan 2015 16:44:57 GMT",
      ["Cache-Control: max-age=31536000, immutable"], []
    ),
    // What S3 keeps of an upload is no coding of the content; what nobody knows may be one.
    (
      "/a.css",
      "Cache-Control: max-age=60\nContent-Encoding: aws-chunked,gzip\nVary: Accept-Encoding\nETag: \"1\"",
      ["Content-Encoding: gzip"], []
    ),
    (
      "/a.css", "Cache-Control: max-age=60\nContent-Encoding: aws-chunked\nETag: \"1\"", [],
      ["Content-Encoding"]
    ),
    ("/a.css", "Cache-Control: max-age=60\nContent-Encoding: utf-8\nETag: \"1\"", [], ["Content-Encoding"]),
    // RFC 9213 §2.1: a parameter is ignored.
    (
      "/a.css", "Cache-Control: max-age=60\nCDN-Cache-Control: public; max-age=600\nETag: \"1\"",
      ["CDN-Cache-Control: public, max-age=600"], []
    ),
    (
      "/a.css", "Cache-Control: max-age=60\nCDN-Cache-Control: max-age=600;no-store\nETag: \"1\"",
      ["CDN-Cache-Control: no-store"], []
    ),
    // Directives of requests, misspelt.
    ("/a.css", "Cache-Control: max-age=60, max_stale=60\nETag: \"1\"", ["Cache-Control: max-age=60"], []),
    (
      "/a.css", "Cache-Control: max-age=60\nCDN-Cache-Control: max-age=60, min_fresh=5\nETag: \"1\"",
      ["CDN-Cache-Control: max-age=60"], []
    ),
    // A page without a tag: `no-cache` stays, since `no-store` would take the browser's way back.
    ("/", "Content-Type: text/html\nCache-Control: no-cache", [], []),
    ("/", "Content-Type: text/html", ["Cache-Control: no-cache"], []),
    // RFC 9213 §2.1: `&&` is no key of a dictionary.
    (
      "/a.css", "Cache-Control: max-age=60\nCDN-Cache-Control: max-age=60, &&\nETag: \"1\"",
      ["CDN-Cache-Control: max-age=60"], []
    ),
  ]
  @Test("the line to paste", arguments: rows)
  func lines(_ row: Row) throws {
    let text = row.head.hasPrefix("HTTP/") ? row.head : "HTTP/1.1 200 OK\n" + row.head
    let date = "Date: Tue, 26 Jan 2016 16:45:57 GMT"
    let question = FindingQuestion(path: row.path)
    let advice = Findings.all(try question.facts("\(text)\n\(date)")).advice
    #expect(try AdviceCases.problems(question, "\(text)\n\(date)") == [])
    #expect(advice?.set.map { "\($0.name): \($0.value)" } ?? [] == row.set)
    #expect(advice?.remove ?? [] == row.remove)
  }

  static let shared: [(head: String, set: [String], remove: [String])] = [
    // RFC 9111 §5.3: where only `s-maxage` overrides Expires, it is the lifetime of browsers.
    ("Cache-Control: s-maxage=600\nExpires: Tue, 26 Jan 2016 17:45:57 GMT\nETag: \"1\"", [], []),
    ("Cache-Control: s-maxage=600\nExpires: 0\nETag: \"1\"", [], []),
    (
      "Cache-Control: s-maxage=600\nExpires: tomorrow\nETag: \"1\"",
      ["Cache-Control: s-maxage=600, max-age=0"], ["Expires"]
    ),
    (
      "Cache-Control: s-maxage=600\nExpires: Mon, 26 Jan 2016 17:45:57 GMT\nETag: \"1\"",
      ["Expires: Tue, 26 Jan 2016 17:45:57 GMT"], []
    ),
    (
      "HTTP/1.1 302 Found\nLocation: /b\nCache-Control: max-age=0, s-maxage=604800",
      ["Cache-Control: max-age=0, s-maxage=3600"], []
    ),
  ]
  @Test("judged as a shared cache, what private caches have stays theirs", arguments: shared)
  func sharedLines(_ row: (head: String, set: [String], remove: [String])) throws {
    let text =
      (row.head.hasPrefix("HTTP/") ? row.head : "HTTP/1.1 200 OK\n" + row.head) + "\n"
      + Finding.Code.exampleDate
    let advice = Findings.all(try FindingQuestion.shared.facts(text)).advice
    #expect(try AdviceCases.problems(.shared, text) == [])
    #expect(advice?.set.map { "\($0.name): \($0.value)" } ?? [] == row.set)
    #expect(advice?.remove ?? [] == row.remove)
  }

  @Test("a targeted field that is named counts in a browser, too: the line there is for it")
  func targeted() throws {
    let question = FindingQuestion(targets: ["CDN-Cache-Control"])
    let text = "HTTP/1.1 200 OK\nCDN-Cache-Control: s-maxage=600\nETag: \"1\"\n" + Finding.Code.exampleDate
    #expect(try AdviceCases.problems(question, text) == [])
    let advice = Findings.all(try question.facts(text)).advice
    #expect(advice?.set.map(\.value) == ["s-maxage=600, max-age=3600"])
  }

  @Test("misspelt for shared caches, it is not advised to be stored by any other")
  func permissions() throws {
    for status in [302, 303, 307, 403, 500, 503] {
      for fields in ["", "\nVary: *", "\nVary: Accept-Encoding, accept-encoding", "\nETag: \"1\""] {
        for role in CacheRole.allCases {
          for control in ["s-max-age=60", "no-store public private", "s-maxage:60"] {
            let text = "HTTP/1.1 \(status) X\nLocation: /x\nCache-Control: \(control)\(fields)"
            #expect(try AdviceCases.problems(FindingQuestion(role: role), text) == [])
          }
        }
      }
    }
  }

  /// The subjects of what the documentation and the tests have of recordings.
  private static func recordings() throws -> [Subject] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let corpus = root.appendingPathComponent("Tests/Fuzz/Corpus/har")
    let logs =
      try FileManager.default.contentsOfDirectory(atPath: corpus.path).map {
        corpus.appendingPathComponent($0)
      }
      + [root.appendingPathComponent("docs/examples/page.har")]
    var subjects: [Subject] = []
    for log in logs {
      var rest = Array(try Data(contentsOf: log))[...]
      // A log of the fuzzer may end in the middle.
      _ = try? HARLog.forEachChunk({ buffer in
        let part = rest.prefix(buffer.count)
        buffer.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
      }) { chunk in
        chunk.forEachEntry(now: Instant(epoch: 1_768_236_357), judgesForeign: false) {
          if case .subject(let subject, _) = $0 { subjects.append(subject) }
        }
        return true
      }
    }
    let at = Instant(epoch: 1_453_826_757)
    return try subjects
      + AdviceCases.heads.map { row in
        let target = try TargetURI("https://a.test" + row.path)
        return Subject(
          origin: .live, request: RequestHead(method: "GET", target: target),
          stored: StoredResponse(
            key: CacheKey(target: target), head: try head(row.text), requestedAt: at, receivedAt: at))
      }
  }

  @Test(
    "of all that is recorded, only a script, style or font that is named by its content becomes storable",
    arguments: CacheRole.allCases)
  func storing(_ role: CacheRole) throws {
    let subjects = try Self.recordings()
    #expect(subjects.count > 150)
    var advised = 0
    for subject in subjects {
      let verdict = Verdict(subject, now: subject.stored.receivedAt, settings: Settings(role: role))
      guard let advice = verdict.advice else { continue }
      advised += 1
      var stored = subject.stored
      for line in advice.set { stored.head.fields.set(line.name, line.value) }
      for name in advice.remove { stored.head.fields.remove(name) }
      let sent = Subject(
        origin: subject.origin, request: subject.request, stored: stored, bodyLength: subject.bodyLength,
        isFromServer: subject.isFromServer)
      let kind = AssetKind(subject.stored.head, at: subject.request.target)
      if URLNaming(verdict).version != nil, [.script, .style, .font].contains(kind) { continue }
      for other in CacheRole.allCases {
        func isStorable(_ subject: Subject) -> Bool? {
          Verdict(subject, now: subject.stored.receivedAt, settings: Settings(role: other)).isStorable
        }
        #expect(
          isStorable(subject) == true || isStorable(sent) != true,
          "\(subject.urlText): \(subject.stored.head) \(advice)")
      }
    }
    #expect(advised > 50)
  }

  @Test(
    "Surrogate-Control: in the syntax of that field",
    arguments: [
      ("max-age=60\nSet-Cookie: a=b", "no-store"),
      ("max-age=60, max-age=5;abc\nVary: Cookie", "no-store, max-age=5;abc"),
      ("content=\"ESI/1.0\"", "max-age=3600, content=\"ESI/1.0\""),
    ])
  func surrogate(_ field: String, _ value: String) throws {
    let date = "Date: Tue, 26 Jan 2016 16:45:57 GMT\nETag: \"1\""
    let question = try FindingQuestion.plain.facts("HTTP/1.1 200 OK\n\(date)\nSurrogate-Control: \(field)")
    let judged = Findings.all(
      Facts(
        question.subject.directed(by: ["Surrogate-Control"]), SubjectContext(), settings: question.settings,
        now: question.now))
    #expect(judged.advice?.set == [FieldLine("Surrogate-Control", value)], "\(judged)")
    #expect(!judged.findings.map(\.code).contains(.cacheControlEmpty))
  }

  @Test(
    "a year of the seventies in two digits, which other caches read in the last century, is not written in this one"
  )
  func seventies() throws {
    for (value, others) in [
      ("Thursday, 01-Jan-70 00:00:00 GMT", "1970"), ("Wednesday, 01-Jan-75 00:00:00 GMT", "1975"),
    ] {
      let verdict = Verdict(
        Subject(origin: .live, request: try request(), stored: try stored("Expires: \(value)\nETag: \"1\"")),
        now: noon,
        settings: Settings())
      let advice = try #require(verdict.advice)
      #expect(advice.remove == ["Expires"] && advice.set.map(\.name) == ["Cache-Control"], "\(advice.set)")
      #expect(verdict.findings.contains { $0.explanation.contains("Apache and others read \(others)") })
    }
  }

}
