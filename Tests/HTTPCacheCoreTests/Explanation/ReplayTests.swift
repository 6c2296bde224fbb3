import Testing

@testable import HTTPCacheCore

/// Logs in words, one request a line, and what becomes of each request at a next visit.
///
/// A line has the seconds at which the request was sent, a method if it is not GET, and the path, or a URL. Then, in any order:
/// `=304` is a status, `1000b` the size of the body (1,000 unless told), `cached` says that the browser's cache answered, and
/// `worker` that a service worker did. `cc:`, `tag:`, `date:`, `vary:`, `age:`, `expires:`, `loc:`, `cr:`, `pragma` and `clears` are
/// fields of the answer, with `>` before it `cc:`, `inm:`, `ims:`, `range:`, `dest:`, `mode:`, `cookie:`, `accept:` and `x:` of the
/// request.
struct RecordedVisit {
  private(set) var replay = Replay()

  /// The findings of each line: `twice`, with the cause, and `anew`, with the number of names.
  private(set) var found: [String] = []

  private var lines = 0

  init(_ log: [String]) throws {
    for line in log { try add(line) }
  }

  private static func date(_ seconds: Int64) -> String { HTTPDate.imfFixdate(noon + seconds) }

  private mutating func add(_ line: String) throws {
    var words = line.split(separator: " ").map(String.init)
    let seconds = try #require(Int64(words.removeFirst()))
    let method = words[0].allSatisfy(\.isUppercase) ? words.removeFirst() : "GET"
    let place = words.removeFirst()
    let (sent, received) = (noon + seconds, noon + seconds)
    var (status, length, isCached, context) = (200, Int64?.some(1000), false, SubjectContext())
    var (request, fields) = ([FieldLine](), [FieldLine("Date", Self.date(seconds))])
    for word in words {
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      let value = parts.count > 1 ? parts[1] : ""
      let number = Int64(value) ?? 0
      switch parts[0] {
      case "cached": isCached = true
      case "worker": (isCached, context.isByServiceWorker) = (true, true)
      case "unsized": length = nil
      case "pragma": fields.append(FieldLine("Pragma", "no-cache"))
      case "clears": fields.append(FieldLine("Clear-Site-Data", "\"cache\""))
      case "old":
        fields.removeAll { $0.name == "Date" }
        fields.append(FieldLine("Date", Self.date(seconds - number)))
      case "cc": fields.append(FieldLine("Cache-Control", value))
      case "tag": fields.append(FieldLine("ETag", "\"\(value)\""))
      case "date": fields.append(FieldLine("Last-Modified", Self.date(-number)))
      case "expires": fields.append(FieldLine("Expires", Self.date(number)))
      case "vary": fields.append(FieldLine("Vary", value))
      case "age": fields.append(FieldLine("Age", value))
      case "type": fields.append(FieldLine("Content-Type", value))
      case "cr": fields.append(FieldLine("Content-Range", "bytes \(value)"))
      case "loc": fields.append(FieldLine("Location", value))
      case ">cc": request.append(FieldLine("Cache-Control", value))
      case ">inm": request.append(FieldLine("If-None-Match", "\"\(value)\""))
      case ">ims":
        request.append(FieldLine("If-Modified-Since", Self.date(-number)))
      case ">range": request.append(FieldLine("Range", "bytes=\(value)"))
      case ">dest": request.append(FieldLine("Sec-Fetch-Dest", value))
      case ">mode": request.append(FieldLine("Sec-Fetch-Mode", value))
      case ">cookie": request.append(FieldLine("Cookie", value))
      case ">accept": request.append(FieldLine("Accept", value))
      case ">x": request.append(FieldLine("X", value))
      case let word where word.hasPrefix("="): status = try #require(Int(word.dropFirst()))
      case let word where word.hasSuffix("b"): length = Int64(String(word.dropLast()))
      default: Issue.record("\(word)")
      }
    }
    let target = try TargetURI(place.hasPrefix("/") ? "https://a.test" + place : place)
    let head = RequestHead(method: method, target: target, fields: FieldSection(request))
    let stored = StoredResponse(
      key: CacheKey(target: target),
      head: ResponseHead(version: "1.1", status: status, reason: "", fields: FieldSection(fields)),
      requestedAt: sent, receivedAt: received)
    let subject = Subject(
      origin: .har, request: head, stored: stored, bodyLength: status == 304 ? 0 : length,
      isFromServer: !isCached)
    context.span = ExchangeSpan(start: sent.epoch * 1000, end: received.epoch * 1000 + 100)
    let seen = replay.see(LogRequest(subject, context), context)
    lines += 1
    let twice = seen.loadedBefore.map { "twice \(lines): \($0.reason.map { "\($0)" } ?? "-")" }
    let anew = seen.changingURL.map { "anew \(lines): \($0.count)" }
    found += [twice, anew].compactMap(\.self)
  }

  /// What becomes of each request after so many seconds: `c`ached, `v`alidated, `l`oaded, `r`efreshed behind, `b` where a 304 then
  /// comes behind; the bytes that are loaded stand at the end.
  func visit(after: Seconds) -> String {
    var outcomes: [(Int, String)] = []
    var bytes: Int64 = 0
    replay.visit(after: after) { visited in
      if visited.outcome.loads { bytes += visited.bytes }
      let letter =
        switch visited.outcome {
        case .cached: "c"
        case .confirmed: "v"
        case .loaded: "l"
        case .refreshed(let isConfirmed): isConfirmed ? "b" : "r"
        }
      outcomes.append((visited.play, letter))
    }
    return outcomes.sorted { $0.0 < $1.0 }.map(\.1).joined() + " \(bytes)"
  }
}

@Suite("A next visit, played", .timed)
struct ReplayTests {
  static let visits: [(rule: String, log: [String], after: Seconds, visit: String)] = [
    // Lifetimes.
    ("a fresh answer is used", ["0 /a cc:max-age=7200"], 3600, "c 0"),
    ("a stale one without a validator is loaded", ["0 /a cc:max-age=60"], 3600, "l 1000"),
    ("a stale one with a tag is confirmed", ["0 /a cc:max-age=60 tag:1"], 3600, "v 0"),
    ("a stale one with a date is confirmed", ["0 /a cc:max-age=60 date:900"], 3600, "v 0"),
    ("what is not stored is loaded", ["0 /a cc:no-store tag:1"], 3600, "l 1000"),
    ("no-cache asks", ["0 /a cc:no-cache,max-age=7200 tag:1"], 3600, "v 0"),
    ("a guess counts: a tenth of the age", ["0 /a date:3600"], 3600, "v 0"),
    ("a guess counts while it lasts", ["0 /a date:864000"], 3600, "c 0"),
    ("Expires counts", ["0 /a expires:7200"], 3600, "c 0"),
    ("a lifetime that ends between two visits", ["0 /a cc:max-age=86400"], 86_400, "l 1000"),
    ("Age on arrival counts", ["0 /a cc:max-age=7200 age:7000"], 3600, "l 1000"),
    (
      "Age on arrival counts for what two pages share, too",
      ["0 /a cc:max-age=600 age:590", "30 /a cc:max-age=600 age:590"], 3600, "ll 2000"
    ),
    // What several pages share.
    (
      "what two pages share is loaded once",
      ["1 /a cc:max-age=600", "11 /a cc:max-age=600 cached old:10", "21 /a cc:max-age=600 cached old:20"],
      3600,
      "lcc 1000"
    ),
    (
      "beyond the lifetime it is loaded twice", ["1 /a cc:max-age=600", "1201 /a cc:max-age=600"], 3600,
      "ll 2000"
    ),
    ("what is not stored is loaded by each", ["1 /a cc:no-store", "11 /a cc:no-store"], 3600, "ll 2000"),
    ("pages are confirmed each time", ["1 /a cc:no-cache tag:1", "11 /a =304 tag:1 >inm:1"], 3600, "vv 0"),
    ("overlapping requests are one load", ["0 /a cc:max-age=0", "0 /a cc:max-age=0"], 3600, "lc 1000"),
    (
      "what the memory answered, though nothing was fresh, it answers again", ["0 /a", "9 /a cached old:9"],
      3600,
      "lc 1000"
    ),
    (
      "the memory answers nothing that the visit has not loaded",
      ["0 /a cc:max-age=7200", "9 /a cc:max-age=7200 cached"],
      3600, "cc 0"
    ),
    ("a cache that was warm before the log", ["0 /a cc:max-age=7200 cached old:60"], 3600, "c 0"),
    ("a warm cache grows old", ["0 /a cc:max-age=7200 cached old:7000"], 3600, "l 1000"),
    (
      "a fragment names no other file", ["0 /a#x cc:max-age=60", "1 /a#y cc:max-age=60 cached"], 3600,
      "lc 1000"
    ),
    (
      "who asked is no part of the key", ["0 /a cc:max-age=7200 >cookie:u=1", "1 /a cached >cookie:u=2"],
      3600, "cc 0"
    ),
    ("two queries are two files", ["0 /a?1 cc:max-age=60", "1 /a?2 cc:max-age=60"], 3600, "ll 2000"),
    // 304.
    (
      "a 304 gives a new lifetime", ["0 /a cc:max-age=1 tag:1", "9 /a =304 tag:1 cc:max-age=7200 >inm:1"],
      3600, "cc 0"
    ),
    (
      "a 304 without a lifetime keeps the old one", ["0 /a cc:max-age=7200 tag:1", "9 /a =304 tag:1 >inm:1"],
      3600, "cc 0"
    ),
    (
      "a 304 without a lifetime, but with an Age, makes it younger",
      ["0 /a cc:max-age=7200 age:7199 tag:1", "9 /a =304 tag:1 age:0 >inm:1"], 3600, "cc 0"
    ),
    (
      "without one the Age that came first stays",
      ["0 /a cc:max-age=7200 age:7199 tag:1", "9 /a =304 tag:1 >inm:1"], 3600, "vv 0"
    ),
    (
      "a 304 with no-store ends it, until it is loaded again",
      ["0 /a cc:max-age=7200 tag:1", "9 /a =304 cc:no-store tag:1 >inm:1"],
      3600, "lc 1000"
    ),
    ("a 304 to what was stored before the log", ["0 /a =304 tag:1 >inm:1"], 3600, "v 0"),
    (
      "a confirmation in play keeps the fields of the last answer",
      ["0 /a cc:max-age=60 tag:1", "90 /a =304 tag:1 cc:max-age=600 >inm:1"], 3600, "vc 0"
    ),
    (
      "a tag that was answered with itself brings no 304",
      ["0 /a cc:no-cache tag:1", "9 /a cc:no-cache tag:1 >inm:1"], 3600,
      "ll 2000"
    ),
    (
      "another tag was another content", ["0 /a cc:no-cache tag:1", "9 /a cc:no-cache tag:2 >inm:1"], 3600,
      "vv 0"
    ),
    (
      "a date that was answered with itself brings no 304",
      ["0 /a cc:no-cache date:60", "9 /a cc:no-cache date:60 >ims:60"],
      3600, "ll 2000"
    ),
    (
      "a 304 that came shows that one comes", ["0 /a cc:no-cache", "9 /a =304 >ims:60"], 3600, "vv 0"
    ),
    // Methods.
    ("what POST brings is loaded", ["0 POST /a cc:max-age=7200"], 3600, "l 1000"),
    ("HEAD and OPTIONS have no bytes", ["0 HEAD /a", "1 OPTIONS /a"], 3600, "ll 0"),
    ("a POST between makes it invalid", ["0 /a cc:max-age=7200", "1 POST /a"], 3600, "ll 2000"),
    ("in a visit, too", ["0 POST /a", "1 /a cc:max-age=7200"], 3600, "ll 2000"),
    ("a POST that failed does not", ["0 /a cc:max-age=7200", "1 POST /a =500"], 3600, "cl 1000"),
    ("Location is invalid with it", ["0 /b cc:max-age=7200", "1 POST /a =201 loc:/b"], 3600, "ll 2000"),
    (
      "HEAD gives a new lifetime", ["0 /a cc:max-age=1 tag:1", "9 HEAD /a cc:max-age=7200 tag:1"], 3600,
      "cl 0"
    ),
    (
      "HEAD with another tag outdates it", ["0 /a cc:max-age=7200 tag:1", "9 HEAD /a cc:max-age=7200 tag:2"],
      3600, "ll 1000"
    ),
    ("HEAD with 404 outdates it", ["0 /a cc:max-age=7200 tag:1", "9 HEAD /a =404"], 3600, "ll 1000"),
    // Vary.
    (
      "one response a URL: another value is loaded",
      ["0 /a cc:max-age=7200 vary:X >x:1", "1 /a cc:max-age=7200 vary:X >x:2"], 3600, "ll 2000"
    ),
    (
      "another value is confirmed where its own answer has the same tag",
      ["0 /a cc:max-age=7200 vary:X tag:1 >x:1", "1 /a cc:max-age=7200 vary:X tag:1 >x:2"], 3600, "vv 0"
    ),
    (
      "and not where it has another",
      ["0 /a cc:max-age=7200 vary:X tag:1 >x:1", "1 /a cc:max-age=7200 vary:X tag:2 >x:2"], 3600, "ll 2000"
    ),
    ("the same value is used", ["0 /a cc:max-age=7200 vary:X >x:1", "1 /a cached >x:1"], 3600, "cc 0"),
    ("Vary: * asks with the tag", ["0 /a cc:max-age=7200 vary:* tag:1"], 3600, "v 0"),
    ("Vary: * has no use of a date", ["0 /a cc:max-age=7200 vary:* date:60"], 3600, "l 1000"),
    // Errors and redirects.
    ("an error with a lifetime is used again", ["0 /a =404 cc:max-age=7200"], 3600, "c 0"),
    ("an error without one is loaded", ["0 /a =404"], 3600, "l 1000"),
    ("an error is not confirmed", ["0 /a =404 cc:max-age=60 tag:1"], 3600, "l 1000"),
    ("a permanent redirect is kept", ["0 /a =301 loc:/b", "0 /b =308 loc:/c"], 31_536_000, "cc 0"),
    ("a temporary one is asked for", ["0 /a =302 loc:/b", "0 /b =307 loc:/c"], 3600, "ll 2000"),
    ("a temporary one with a lifetime is used", ["0 /a =302 loc:/b cc:max-age=7200"], 3600, "c 0"),
    (
      "an error that is not stored takes the place, until it is loaded again",
      ["0 /a cc:max-age=7200", "1 /a =500"], 3600, "lc 1000"
    ),
    // Stale and refreshed behind.
    (
      "a stale one is used once and loaded behind", ["0 /a cc:max-age=60,stale-while-revalidate=7200"], 3600,
      "r 1000"
    ),
    ("a 304 may come behind", ["0 /a cc:max-age=60,stale-while-revalidate=7200 tag:1"], 3600, "b 0"),
    ("beyond the window it is asked for", ["0 /a cc:max-age=60,stale-while-revalidate=60"], 3600, "l 1000"),
    (
      "then it is fresh for the next page",
      ["0 /a cc:max-age=60,stale-while-revalidate=7200", "9 /a cc:max-age=60 cached"], 3600, "rc 1000"
    ),
    (
      "the page that is opened is asked for instead",
      [
        "0 /a cc:max-age=60,stale-while-revalidate=7200 >dest:document",
        "0 /b cc:max-age=60,stale-while-revalidate=7200 tag:1 type:text/html",
      ], 3600, "lv 1000"
    ),
    (
      "a page in a frame is what a page loads",
      ["0 /a cc:max-age=60,stale-while-revalidate=7200 >dest:iframe type:text/html"], 3600, "r 1000"
    ),
    (
      "a redirect and an error are asked for",
      [
        "0 /a =302 loc:/b cc:max-age=60,stale-while-revalidate=7200",
        "0 /b =404 cc:max-age=60,stale-while-revalidate=7200",
      ], 3600, "ll 2000"
    ),
    // What Chromium guesses, and by what it asks.
    ("what is gone for good is kept", ["0 /a =300 loc:/b", "0 /b =410"], 31_536_000, "cc 0"),
    ("Last-Modified shortens that in no way", ["0 /a =301 loc:/b date:864000"], 31_536_000, "c 0"),
    ("no lifetime is guessed for an error", ["0 /a =404 date:864000"], 60, "l 1000"),
    (
      "and none beside must-revalidate", ["0 /a cc:must-revalidate date:864000", "0 /b date:864000"], 60,
      "vc 0"
    ),
    ("Pragma: no-cache asks each time", ["0 /a cc:max-age=7200 pragma tag:1"], 60, "v 0"),
    ("a 203 is not confirmed", ["0 /a =203 cc:max-age=60 tag:1"], 3600, "l 1000"),
    // Signed names.
    (
      "names that never came again are new at each visit",
      ["0 /a?sig=a1 cc:max-age=7200 tag:1", "1 /a?sig=b2 cc:max-age=7200 tag:1"], 3600, "ll 2000"
    ),
    (
      "names that come again are found",
      ["0 /a?sig=a1 cc:max-age=7200 tag:1", "1 /a?sig=b2 cc:max-age=7200 tag:1", "2 /a?sig=a1 cached"], 3600,
      "ccc 0"
    ),
    // Clear-Site-Data.
    (
      "the page empties the cache of its origin, and is not kept",
      ["0 / cc:max-age=7200 clears", "1 /a cc:max-age=7200"], 3600, "ll 2000"
    ),
    (
      "not that of others",
      ["0 / cc:max-age=7200 clears", "1 https://b.test/a cc:max-age=7200"], 3600, "lc 1000"
    ),
    (
      "nor over plain http",
      ["0 http://a.test/ cc:max-age=7200 clears", "1 http://a.test/a cc:max-age=7200"], 3600, "cc 0"
    ),
    (
      "each page that does so empties it",
      ["0 / clears", "1 /a cc:max-age=7200", "2 / clears", "3 /a cc:max-age=7200"], 3600, "llll 4000"
    ),
    (
      "what was there before it is gone in the log, too",
      ["0 /a cc:max-age=7200", "1 /out clears"], 3600, "ll 2000"
    ),
    // Reloads, parts, and what no cache is asked for.
    (
      "a reload is the recorder's",
      ["0 /a cc:max-age=7200 >cc:no-cache", "9 /a cc:max-age=7200 >cc:no-cache"], 3600, "cc 0"
    ),
    ("a part answers for itself", ["0 /a =206 cc:max-age=7200 tag:1 cr:0-9/20 >range:0-9"], 3600, "c 0"),
    (
      "another part is another",
      ["0 /a =206 cc:max-age=60 cr:0-9/20 >range:0-9", "1 /a =206 cc:max-age=60 cr:9-9/20 >range:9-9"], 3600,
      "ll 2000"
    ),
    ("a service worker's answer is no request", ["0 /a worker", "1 /b cc:no-store"], 3600, "l 1000"),
    ("an unknown size counts as nothing", ["0 /a unsized"], 3600, "l 0"),
    (
      "a 304 in play spares what the log loaded", ["0 /a 300b cc:no-store", "9 /a 500b cc:no-store"], 3600,
      "ll 800"
    ),
  ]
  @Test("what becomes of each request", arguments: visits)
  func played(_ row: (rule: String, log: [String], after: Seconds, visit: String)) throws {
    #expect(try RecordedVisit(row.log).visit(after: row.after) == row.visit, "\(row.rule)")
  }

  static let logs: [(rule: String, log: [String], found: [String])] = [
    (
      "loaded again though fresh: nothing shows why", ["0 /a cc:max-age=60", "9 /a cc:max-age=60"],
      ["twice 2: -"]
    ),
    ("once it was stale", ["0 /a cc:max-age=60", "61 /a cc:max-age=60"], []),
    ("before the first had come", ["0 /a cc:max-age=60", "0 /a cc:max-age=60"], []),
    (
      "a preload of another mode", ["0 /a cc:max-age=60 >mode:no-cors", "9 /a cc:max-age=60 >mode:cors"],
      ["twice 2: mode(\"no-cors\", \"cors\")"]
    ),
    (
      "credentials in one only", ["0 /a cc:max-age=60", "9 /a cc:max-age=60 >cookie:u=1"],
      ["twice 2: credentials(isLater: true)"]
    ),
    ("a reload", ["0 /a cc:max-age=60", "9 /a cc:max-age=60 >cc:max-age=0"], []),
    (
      "a cache that is off: every request says so",
      ["0 /a cc:max-age=60 >cc:no-cache", "9 /a cc:max-age=60 >cc:no-cache"], []
    ),
    ("after an unsafe method", ["0 /a cc:max-age=60", "1 POST /a", "9 /a cc:max-age=60"], []),
    ("after Clear-Site-Data", ["0 /a cc:max-age=60", "1 /out clears", "9 /a cc:max-age=60"], []),
    (
      "two representations: another type",
      ["0 /a cc:max-age=60 type:text/html", "9 /a cc:max-age=60 type:application/json"], []
    ),
    (
      "two representations: another tag beside another Accept",
      ["0 /a cc:max-age=60 tag:1 >accept:a/b", "9 /a cc:max-age=60 tag:2 >accept:c/d"], []
    ),
    (
      "a field that Vary names and that changes nothing",
      ["0 /a cc:max-age=60 vary:X tag:1 >x:1", "9 /a cc:max-age=60 vary:X tag:1 >x:2"],
      ["twice 2: vary([\"x\"])"]
    ),
    (
      "a field that Vary names and that changes the content",
      ["0 /a cc:max-age=60 vary:X tag:1 >x:1", "9 /a cc:max-age=60 vary:X tag:2 >x:2"], []
    ),
    ("the first may not be used unasked", ["0 /a cc:no-cache", "9 /a cc:no-cache"], []),
    ("the browser's cache answered", ["0 /a cc:max-age=60", "9 /a cc:max-age=60 cached"], []),
    ("nothing was transferred", ["0 /a cc:max-age=60", "9 /a cc:max-age=60 0b"], []),
    (
      "a 304 made it fresh again",
      ["0 /a cc:max-age=1 tag:1", "9 /a =304 cc:max-age=60 >inm:1", "19 /a tag:1"], ["twice 3: -"]
    ),
  ]
  @Test("what the log shows of itself", arguments: logs)
  func found(_ row: (rule: String, log: [String], found: [String])) throws {
    #expect(try RecordedVisit(row.log).found == row.found, "\(row.rule)")
  }

  private static let amazon = "X-Amz-Date=20261123T100000Z&X-Amz-Expires=900&X-Amz-Signature="

  /// The query of each load of one object, and how many loads have the finding.
  static let objects: [(rule: String, queries: [String], found: Int)] = [
    ("Amazon's signatures", [amazon + "a1", amazon + "b2"], 1),
    ("the same signature", [amazon + "a1", amazon + "a1"], 0),
    ("six signatures", (1...6).map { amazon + "a\($0)" }, 5),
    ("two that come again in turn", [amazon + "a1", amazon + "b2", amazon + "a1", amazon + "b2"], 1),
    ("a new one of an object whose names came again", ["sig=a1", "sig=a1", "sig=b2"], 0),
    ("Azure's", ["sv=2&se=2026&sig=a%2Bb", "sv=2&se=2027&sig=cd%2B"], 1),
    (
      "CloudFront's", ["Expires=1&Signature=ab1&Key-Pair-Id=K1", "Expires=2&Signature=cd2&Key-Pair-Id=K1"], 1
    ),
    ("a signature by hand", ["token=eyJ0.a1", "token=eyJ0.b1"], 1),
    (
      "a random value beside an end",
      ["h=Zm9vYmFyMTIzNDU2Nzg5MDEy&exp=1763800000", "h=Q2FyYmF6OTg3NjU0MzIxMGFi&exp=1763800900"], 1
    ),
    ("a time", ["_=1763800000000", "_=1763800000977"], 1),
    ("a place in a film", ["t=30", "t=60"], 0),
    ("another id beside the time", ["id=1&_=1763800000000", "id=2&_=1763800000977"], 0),
    ("a version", ["v=3", "v=4"], 0),
    ("names of objects", ["key=users/alice.png", "key=users/bob.png"], 0),
    ("a talk", ["session=talk-1", "session=talk-2"], 0),
    ("a postal code", ["pin=110001", "pin=560001"], 0),
    ("a voice", ["sig=soprano", "sig=tenor"], 0),
    ("Amazon's word without its others", ["X-Amz-Signature=soprano", "X-Amz-Signature=tenor"], 0),
  ]
  @Test("an object under a URL that is signed, or dated, anew", arguments: objects)
  func anew(_ row: (rule: String, queries: [String], found: Int)) throws {
    let log = row.queries.enumerated().map { "\($0) /a?\($1) cc:max-age=60 tag:1" }
    #expect(try RecordedVisit(log).found.count { $0.hasPrefix("anew") } == row.found, "\(row.rule)")
    // Without a tag, the same length tells the object.
    let untagged = row.queries.enumerated().map { "\($0) /a?\($1) cc:max-age=60" }
    #expect(try RecordedVisit(untagged).found.count { $0.hasPrefix("anew") } == row.found, "\(row.rule)")
    let others = row.queries.enumerated().map { "\($0) /a?\($1) \(100 + $0)b cc:max-age=60" }
    #expect(try RecordedVisit(others).found.count { $0.hasPrefix("anew") } == 0, "\(row.rule)")
  }

  /// What mends a finding of each line, and the bytes that a visit an hour later then spares.
  static let savings: [(rule: String, log: [String], remedies: [(line: Int32, CostRemedy)], saved: Int64)] = [
    ("a 304 spares what is stored", ["0 /a cc:max-age=60"], [(0, .validator)], 1000),
    ("and nothing of what is not", ["0 /a cc:no-store"], [(0, .validator)], 0),
    ("and nothing of what is fresh", ["0 /a cc:max-age=7200"], [(0, .validator)], 0),
    (
      "of two loads, both", ["0 /a 300b cc:max-age=60", "900 /a 500b cc:max-age=60"],
      [(0, .validator), (1, .validator)],
      800
    ),
    (
      "once a file is shared, once", ["0 /a cc:max-age=60", "9 /a cached old:9"],
      [(0, .validator), (1, .validator)], 1000
    ),
    (
      "one name for an object",
      [
        "0 /a?sig=a1 tag:1 cc:max-age=7200", "1 /a?sig=b2 tag:1 cc:max-age=7200",
        "2 /a?sig=c3 tag:1 cc:max-age=7200",
      ],
      [(1, .oneName), (2, .oneName)], 2000
    ),
    (
      "nothing where a name came again",
      [
        "0 /a?sig=a1 tag:1 cc:max-age=7200", "1 /a?sig=b2 tag:1 cc:max-age=7200",
        "2 /a?sig=a1 tag:1 cc:max-age=7200",
      ],
      [(1, .oneName)], 0
    ),
    ("one load in place of two", ["0 /a cc:max-age=60", "9 /a cc:max-age=60"], [(1, .oneLoad)], 1000),
    (
      "a cache that is not emptied, without the page itself",
      ["0 / cc:max-age=7200 clears", "1 /a 70b cc:max-age=7200", "2 /b 50b cc:no-store"], [(0, .keptCache)],
      70
    ),
    ("nothing else is mended", ["0 /a cc:max-age=60"], [], 0),
  ]
  @Test("what a visit spares once a finding is mended", arguments: savings)
  func saved(
    _ row: (rule: String, log: [String], remedies: [(line: Int32, CostRemedy)], saved: Int64)
  ) throws {
    let replay = try RecordedVisit(row.log).replay
    let remedies = row.remedies.map { PlayedRemedy(play: $0.line, $0.1) }
    #expect(replay.saving(of: remedies, after: 3600) == row.saved, "\(row.rule)")
  }

  @Test("a field that Vary need not name costs what is loaded again for its values")
  func variedLess() throws {
    let control = "cc:max-age=7200 vary:Accept-Encoding,X"
    let replay = try RecordedVisit(["0 /a \(control) >x:1", "9 /a \(control) >x:2"]).replay
    let facts = try FindingQuestion.plain.facts("Cache-Control: max-age=7200\nVary: Accept-Encoding, X")
    let remedy = CostRemedy(
      .varySplitsCache, .warning, AdvisedLine(setting: "Vary", "Accept-Encoding").edit, nil, facts)
    let remedies = [PlayedRemedy(play: 0, remedy), PlayedRemedy(play: 1, remedy)]
    #expect(replay.saving(of: remedies, after: 3600) == 2000)
  }

  @Test("of the URLs beyond the limit it is told how many there were")
  func forgotten() throws {
    var replay = Replay()
    for number in 0..<100_003 {
      let request = RequestHead(target: try TargetURI("https://a.test/\(number)"))
      let stored = StoredResponse(
        key: CacheKey(target: request.target), head: try head("Cache-Control: max-age=60"),
        requestedAt: noon, receivedAt: noon)
      let subject = Subject(origin: .har, request: request, stored: stored, bodyLength: 1)
      _ = replay.see(LogRequest(subject, SubjectContext()), SubjectContext())
    }
    #expect(replay.forgotten == 3)
  }
}
