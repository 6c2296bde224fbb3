import Testing

@testable import HTTPCacheCore

@Suite("HAR logs as browsers and proxies write them", .timed)
struct HARLogTests {
  static let now = Instant(epoch: 1_800_000_000)

  /// The entries of a log whose `entries` are this text.
  static func entries(_ text: String, pieces: Int = 11) throws -> [RecordedEntry] {
    try read(
      #"{"log":{"version":"1.2","creator":{"name":"t"},"entries":[\#(text)],"pages":[]}}"#, pieces: pieces)
  }

  static func read(_ text: String, pieces: Int = 11) throws -> [RecordedEntry] {
    var rest = Array(text.utf8)[...]
    var entries: [RecordedEntry] = []
    try HARLog.forEachChunk({ room in
      let piece = rest.prefix(min(pieces, room.count))
      room.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }) { chunk in
      chunk.forEachEntry(now: now, judgesForeign: false) { entries.append($0) }
      return true
    }
    return entries
  }

  /// The only subject of a log with one entry.
  static func subject(_ text: String) throws -> Subject {
    guard case .subject(let subject, _)? = try entries(text).first else { throw NoSubject() }
    return subject
  }

  struct NoSubject: Error {}

  static let chrome = #"""
    {"_fromCache":"disk","_initiator":{"type":"parser"},"startedDateTime":"2026-01-12T16:45:57.900Z","time":250.7,
     "request":{"method":"GET","url":"https://a.test/x?y#z","httpVersion":"h2","headers":[
       {"name":":authority","value":"a.test"},{"name":"accept-encoding","value":"gzip"}],"cookies":[]},
     "response":{"status":200,"statusText":"","httpVersion":"http/2.0","headers":[
       {"name":"cache-control","value":"max-age=60","comment":"c"},{"name":"set-cookie","value":"a=b\nc=d"},
       {"name":"vary","value":"accept-encoding"}],
       "content":{"size":512,"mimeType":"text/css","text":"aGVs\"bG8=","encoding":"base64"},"bodySize":0},
     "cache":{},"timings":{"send":0,"wait":1,"receive":2},"comment":"kept"}
    """#

  @Test("an entry of Chrome: times, fields, versions, size, and that its own cache answered")
  func chromeEntry() throws {
    let subject = try Self.subject(Self.chrome)
    #expect(subject.origin == .har && !subject.isFromServer && subject.bodyLength == 512)
    #expect(subject.request.target.absolute == "https://a.test/x?y" && subject.stored.head.version == "2")
    #expect(subject.request.fields.lines.map(\.name) == ["accept-encoding"])
    #expect(subject.stored.head.fields.lines(named: "Set-Cookie").map(\.value) == ["a=b", "c=d"])
    #expect(subject.stored.selectingFields.first("Accept-Encoding") == "gzip")
    #expect(rfc3339(subject.stored.requestedAt) == "2026-01-12T16:45:57Z")
    #expect(rfc3339(subject.stored.receivedAt) == "2026-01-12T16:45:58Z")
    #expect(subject.stored.userInfo["cache_date"] == "2026-01-12T16:45:58Z")
  }

  typealias CacheRow = (entry: String, response: String, isFromServer: Bool)
  static let caches: [CacheRow] = [
    ("", "", true), (#""_fromCache":"memory","#, "", false), (#""_fromCache":true,"#, "", false),
    (#""_fromCache":null,"#, "", true), (#""_fetchType":"Network Load","#, "", true),
    (#""_fetchType":"Disk Cache","#, "", false), (#""_fetchedViaServiceWorker":true,"#, "", false),
    ("", #""_fetchedViaServiceWorker":true,"#, false),
    (#""cache":{"beforeRequest":null,"afterRequest":null},"#, "", true),
    (#""cache":{"beforeRequest":{},"afterRequest":{}},"#, "", true),
    (#""cache":{"afterRequest":{"hitCount":1}},"#, "", false),
    (#""cache":{"beforeRequest":{"lastAccess":"","eTag":"","hitCount":0}},"#, #""bodySize":9,"#, false),
    ("", #""fromDiskCache":true,"#, false), ("", #""fromServiceWorker":true,"#, false),
    ("", #""fromPrefetchCache":true,"#, false), ("", #""fromDiskCache":false,"#, true),
    (#""_fromDiskCache":true,"#, "", false), (#""_fromDiskCache":false,"#, "", true),
    (#""_fromServiceWorker":true,"#, "", false), (#""_fromPrefetchCache":true,"#, "", false),
    (#""cache":{"afterRequest":null},"#, "", false), (#""cache":{"beforeRequest":null},"#, "", true),
    (#""cache":{"afterRequest":{"hitCount":1}},"#, #""bodySize":120,"#, true), (#""cache":{},"#, "", true),
  ]
  @Test("who answered, in the words of each browser", arguments: caches)
  func fromCache(_ row: CacheRow) throws {
    let text = #"{\#(row.entry)"request":{"url":"http://a.test/"},"response":{\#(row.response)"status":200}}"#
    #expect(try Self.subject(text).isFromServer == row.isFromServer)
  }

  typealias HabitRow = (rule: String, entry: String, others: String, isFromServer: Bool)
  static let zeros = #""time":0,"timings":{"blocked":0,"dns":-1,"wait":0},"#
  static let addressed =
    #"{"serverIPAddress":"192.0.2.1","request":{"url":"http://b.test/"},"response":{"status":200}}"#
  static func sized(_ body: Int, _ more: String = "", status: Int = 200) -> String {
    #""request":{"url":"http://a.test/"},"response":{"status":\#(status),"bodySize":\#(body),\#(more)"content":{"size":9}}"#
  }
  static let habits: [HabitRow] = [
    ("Firefox: no address and no time, where others have an address", zeros, addressed, false),
    ("others have none either", zeros, "{}", true),
    ("an address", zeros + #""serverIPAddress":"192.0.2.1","#, addressed, true),
    ("no address, and a time", #""time":40,"timings":{"wait":40},"#, addressed, true),
    ("no address, and a time of the whole alone", #""time":40,"timings":{"wait":0},"#, addressed, true),
    ("no address, and no times at all", "", addressed, true),
  ]
  @Test("an absence means something where the recorder notes it for others", arguments: habits)
  func habit(_ row: HabitRow) throws {
    let own = #"{\#(row.entry)"request":{"url":"http://a.test/"},"response":{"status":200}}"#
    guard case .subject(let subject, _)? = try Self.entries("\(own),\(row.others)").first else {
      throw NoSubject()
    }
    #expect(subject.isFromServer == row.isFromServer, "\(row.rule)")
  }

  typealias SizeRow = (rule: String, entry: String, others: String, isFromServer: Bool)
  static let unsent: [SizeRow] = [
    ("HAR 1.2: 0 of a body that is there is from a cache", sized(0), sized(9), false),
    ("a recorder that always writes 0", sized(0), sized(0), true),
    ("not known", sized(-1), sized(9), true),
    ("what a 304 confirms comes from the server", sized(0, status: 304), sized(9), true),
    ("bytes that came over the network", sized(0, #""_transferSize":300,"#), sized(9), true),
  ]
  @Test("a body of which nothing was received", arguments: unsent)
  func notReceived(_ row: SizeRow) throws {
    guard case .subject(let subject, _)? = try Self.entries("{\(row.entry)},{\(row.others)}").first else {
      throw NoSubject()
    }
    #expect(subject.isFromServer == row.isFromServer, "\(row.rule)")
  }

  static let bodyLengths: [(body: Int, transfer: Int, content: Int, length: Int64?)] = [
    (17_000, 17_274, 60_000, 17_000), (-1, 17_274, 60_000, 17_274), (0, 17_274, 60_000, 17_274),
    (-1, -1, 60_000, 60_000), (0, 0, 60_000, 60_000), (-1, -1, 0, 0), (0, 0, 0, 0), (-1, -1, -1, nil),
  ]
  @Test("the length of a body is what came over the network, as far as that is known", arguments: bodyLengths)
  func length(_ row: (body: Int, transfer: Int, content: Int, length: Int64?)) throws {
    let subject = try Self.subject(
      #"{"request":{"url":"http://a.test/"},"response":{"status":200,"bodySize":\#(row.body),"_transferSize":\#(row.transfer),"content":{"size":\#(row.content)}}}"#
    )
    #expect(subject.bodyLength == row.length)
  }

  static let textLengths:
    [(rule: String, method: String, status: Int, fields: String, content: String, length: Int64?)] =
      [
        ("Content-Length", "GET", 200, "Content-Length: 22755", #""size":-1,"text":"xyz""#, 22_755),
        ("not what is no number", "GET", 200, "Content-Length: 22,755", #""size":-1"#, nil),
        ("not for HEAD", "HEAD", 200, "Content-Length: 22755", #""size":-1"#, nil),
        ("not for a 304", "GET", 304, "Content-Length: 22755", #""size":-1"#, nil),
        ("not for a 204", "GET", 204, "Content-Length: 22755", #""size":-1"#, nil),
        ("the recorded text, by its bytes", "GET", 200, "X: 1", #""size":-1,"text":"x\u00e9\n""#, 4),
        ("decoded from base64", "GET", 200, "X: 1", #""size":-1,"text":"aGVsbG8=","encoding":"base64""#, 5),
        (
          "of any length", "GET", 200, "X: 1",
          "\"size\":-1,\"text\":\"\(String(repeating: "0123456789\\n", count: 250_000))\"", 2_750_000
        ),
        (
          "at most, where it was coded", "GET", 200, "Content-Encoding: gzip", #""size":-1,"text":"hello""#, 5
        ),
        (
          "a size that is noted goes first", "GET", 200, "Content-Length: 9999", #""size":4096,"text":"x""#,
          4096
        ),
      ]
  @Test("where no size is noted, the field or the recorded text tells it", arguments: textLengths)
  func textLength(
    _ row: (rule: String, method: String, status: Int, fields: String, content: String, length: Int64?)
  ) throws {
    let parts = row.fields.split(separator: ":", maxSplits: 1)
    let subject = try Self.subject(
      #"{"request":{"method":"\#(row.method)","url":"http://a.test/"},"response":{"status":\#(row.status),"headers":[{"name":"\#(parts[0])","value":"\#(parts[1].dropFirst())"}],"content":{\#(row.content)},"bodySize":-1}}"#
    )
    #expect(subject.bodyLength == row.length, "\(row.rule)")
    #expect(subject.isMostLength == row.fields.hasPrefix("Content-Encoding"), "\(row.rule)")
    #expect(
      subject.lacksLength == (row.length == nil && row.method == "GET" && row.status == 200), "\(row.rule)")
  }

  static let times: [(started: [String], received: String)] = [
    (["2026-01-12T16:46:10Z"], "2026-01-12T16:46:10Z"),
    (["2026-01-12T16:46:10Z", "2026-01-12T16:46:10Z"], "2026-01-12T16:46:10Z"),
    (["2026-01-12T16:46:10Z", "2026-01-12T16:46:10Z", "2026-01-12T16:46:30Z"], "2026-01-12T16:46:10Z"),
    (Array(repeating: "2026-01-12T16:46:10.123Z", count: 3), "2026-01-12T16:45:57Z"),
    (["0001-01-01T00:00:00Z"], "2026-01-12T16:45:57Z"), (["1970-01-01T00:00:12Z"], "2026-01-12T16:45:57Z"),
  ]
  @Test("a time of export, the year 1 and 1970 are no times of receipt: Date is", arguments: times)
  func noTime(_ row: (started: [String], received: String)) throws {
    let date = #"{"name":"Date","value":"Mon, 12 Jan 2026 16:45:57 GMT"}"#
    let entries = row.started.map {
      #"{"startedDateTime":"\#($0)","time":0,"request":{"url":"http://a.test/"},"response":{"status":200,"headers":[\#(date)]}}"#
    }
    guard case .subject(let subject, _)? = try Self.entries(entries.joined(separator: ",")).first else {
      throw NoSubject()
    }
    #expect(rfc3339(subject.stored.receivedAt) == row.received)
  }

  static let creators: [(creator: String, count: Int, received: String)] = [
    ("Insomnia REST Client", 1, "2026-01-12T16:45:57Z"), ("Insomnia REST Client", 2, "2026-01-12T16:45:57Z"),
    ("WebInspector", 1, "2026-01-12T16:52:46Z"),
  ]
  @Test("a recorder that writes the time of the export, however many entries it has", arguments: creators)
  func exporter(_ row: (creator: String, count: Int, received: String)) throws {
    let entries = (0..<row.count).map {
      #"{"startedDateTime":"2026-01-12T16:52:46.\#($0)00Z","time":0,"request":{"url":"http://a.test/"},"response":{"status":200,"headers":[{"name":"Date","value":"Mon, 12 Jan 2026 16:45:57 GMT"}]}}"#
    }
    for place in [
      "\"creator\":{\"name\":\"\(row.creator)\"},\"entries\":[%]",
      "\"entries\":[%],\"creator\":{\"name\":\"\(row.creator)\"}",
    ] {
      let log = "{\"log\":{" + place.replacing("%", with: entries.joined(separator: ",")) + "}}"
      for case .subject(let subject, _) in try Self.read(log) {
        #expect(rfc3339(subject.stored.receivedAt) == row.received)
      }
    }
  }

  @Test("what getHAR() of the developer tools returns has no object around it")
  func bare() throws {
    let entry = #"{"request":{"url":"http://a.test/"},"response":{"status":404}}"#
    #expect(try Self.read(#"{"version":"1.2","entries":[\#(entry),\#(entry)]}"#).count == 2)
  }

  @Test("of an answer without Date the time of the export is all that is known")
  func exportWithoutDate() throws {
    let entry =
      #"{"startedDateTime":"2026-01-12T16:46:10.123Z","time":5000,"request":{"url":"http://a.test/"},"response":{"status":200,"headers":[{"name":"Age","value":"1"}]}}"#
    for case .subject(let subject, _) in try Self.entries([entry, entry, entry].joined(separator: ",")) {
      #expect(rfc3339(subject.stored.receivedAt) == "2026-01-12T16:46:10Z")
    }
  }

  @Test("methods in lower case throughout are the recorder's; beside others, the client's")
  func methods() throws {
    func read(_ names: String...) throws -> [String] {
      let text = names.map {
        #"{"request":{"method":"\#($0)","url":"http://a.test/"},"response":{"status":200}}"#
      }
      return try Self.entries(text.joined(separator: ",")).compactMap { entry in
        if case .subject(let subject, _) = entry { subject.request.method } else { nil }
      }
    }
    #expect(try read("get", "post") == ["GET", "POST"])
    #expect(try read("get", "POST") == ["get", "POST"])
  }

  static let origins: [(url: String, fields: String, absolute: String?)] = [
    (
      "/x?y", #"{"name":":authority","value":"a.test:8080"},{"name":":scheme","value":"http"}"#,
      "http://a.test:8080/x?y"
    ),
    ("/x", #"{"name":":authority","value":"a.test"}"#, "https://a.test/x"),
    ("/x", #"{"name":"Host","value":"a.test"}"#, nil),
    ("http://b.test/", #"{"name":":authority","value":"a.test"}"#, "http://b.test/"),
  ]
  @Test("a URL that is a path, beside the pseudo-fields that name its origin", arguments: origins)
  func origin(_ row: (url: String, fields: String, absolute: String?)) throws {
    let text =
      #"{"request":{"headers":[\#(row.fields)],"url":"\#(row.url)"},"response":{"status":200}}"#
    var absolute: String?
    if case .subject(let subject, _)? = try Self.entries(text).first {
      absolute = subject.request.target.absolute
    }
    #expect(absolute == row.absolute)
  }

  @Test("a log in UTF-16, as PowerShell writes it, however it is cut", arguments: [1, 3, 64, 1000])
  func wide(_ piece: Int) throws {
    let text =
      #"{"log":{"entries":[{"request":{"url":"http://a.test/"},"response":{"status":200,"headers":[{"name":"X","value":"é😀"}]}}]}}"#
    for (mark, isBig) in [([0xFF, 0xFE] as [UInt8], false), ([0xFE, 0xFF], true), ([], false), ([], true)] {
      let units = text.utf16.flatMap {
        isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
      }
      var rest = (mark + units)[...]
      var values: [String?] = []
      try HARLog.forEachChunk({ room in
        let part = rest.prefix(min(piece, room.count))
        room.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
      }) { chunk in
        chunk.forEachEntry(now: Self.now, judgesForeign: false) {
          if case .subject(let subject, _) = $0 { values.append(subject.stored.head.fields.first("X")) }
        }
        return true
      }
      #expect(values == ["é😀"])
    }
  }

  @Test("what may be missing is missing; what has another type counts as missing")
  func lenient() throws {
    let subject = try Self.subject(
      #"{"response":{"status":200.0,"headers":null,"content":[],"bodySize":"1"},"request":{"url":"http://a.test/","method":1,"headers":{}},"time":null,"startedDateTime":7}"#
    )
    #expect(subject.request.method == "GET" && subject.stored.head.status == 200 && subject.bodyLength == nil)
    #expect(subject.stored.receivedAt == Self.now && subject.isFromServer)
  }

  typealias ValueRow = (value: String, read: String?)
  static let values: [ValueRow] = [
    (#""52""#, "52"), ("52", "52"), ("-1", "-1"), ("1.50", "1.50"), ("true", "true"), ("false", "false"),
    (#"{"type":"string","value":"52"}"#, "52"), (#"{"value":"5 2","x":[1]}"#, "5 2"),
    (#"{"type":"base64","value":"NTI="}"#, "52"), (#"{"type":"base64","value":"?"}"#, nil), ("{}", nil),
    ("null", nil), ("[]", nil), (#""""#, ""), (#"" \t52 \t""#, "52"), (#""5 2""#, "5 2"),
    (#"{"value":" 52 "}"#, "52"),
  ]
  @Test(
    "a value of another type is spelled, or was not recorded; white space around it is none of it",
    arguments: values)
  func value(_ row: ValueRow) throws {
    for fields in [
      #"[{"name":"Age","value":\#(row.value)}]"#, #"{"Age":\#(row.value)}"#, #"[["Age",\#(row.value)]]"#,
    ] {
      let subject = try Self.subject(
        #"{"request":{"url":"http://a.test/"},"response":{"status":200,"headers":\#(fields)}}"#)
      #expect(subject.stored.head.fields.first("Age") == row.read)
      let line = #"{"url":"http://a.test/","status":200,"response":\#(fields)}"#
      #expect(try LineLogTests.subject(line).stored.head.fields.first("Age") == row.read)
    }
  }

  @Test("without a time of its own, Date says when it was received")
  func date() throws {
    let field = #"{"name":"Date","value":"Mon, 12 Jan 2026 16:45:57 GMT"}"#
    let subject = try Self.subject(
      #"{"request":{"url":"http://a.test/"},"response":{"status":200,"headers":[\#(field)]}}"#)
    #expect(rfc3339(subject.stored.receivedAt) == "2026-01-12T16:45:57Z")
  }

  static let skips: [(url: String, status: String, skip: HARSkip)] = [
    ("http://a.test/", "0", .noResponse), ("http://a.test/", "1e99", .noResponse),
    ("http://a.test/", "-1", .noResponse),
    ("http://a.test/", "99", .badStatus), ("http://a.test/", "1000", .badStatus),
    ("data:text/plain,x", "200", .notHTTP),
    ("wss://a.test/", "101", .notHTTP), ("", "200", .badURL), ("http://", "200", .badURL),
    ("http://a b/", "200", .badURL),
  ]
  @Test("what is no response is skipped, and why", arguments: skips)
  func skipped(_ row: (url: String, status: String, skip: HARSkip)) throws {
    let text = #"{"request":{"url":"\#(row.url)"},"response":{"status":\#(row.status)}}"#
    guard case .skipped(let skip)? = try Self.entries(text).first else { throw NoSubject() }
    #expect(skip.kind == row.skip.rawValue && skip.url == row.url && !skip.cause.isEmpty)
  }

  @Test(
    "a password in the URL of a skipped entry is not kept",
    arguments: [
      ("http://u:hunter2@a.test/", "0"), ("http://u:hunter2@a.test:99999/", "200"),
      ("ws://u:hunter2@a.test/", "101"),
    ])
  func secret(_ url: String, _ status: String) throws {
    let text = #"{"request":{"url":"\#(url)"},"response":{"status":\#(status)}}"#
    guard case .skipped(let skip)? = try Self.entries(text).first else { throw NoSubject() }
    #expect(!skip.cause.contains("hunter2"))
    #expect(!url.contains("@") || !skip.url.contains("hunter2"))
  }

  @Test(
    "an entry with more than a megabyte of other texts is skipped, too", arguments: ["_error", "statusText"])
  func texts(_ name: String) throws {
    // Of one text no more than a megabyte is kept.
    let large = String(repeating: "x", count: 1 << 20)
    let entry =
      #"{"request":{"url":"http://a.test/"},"response":{"\#(name)":"\#(large)","status":200,"headers":[]}}"#
    guard case .skipped(let skipped)? = try Self.entries(entry, pieces: 1 << 16).first else {
      throw NoSubject()
    }
    #expect(skipped.kind == HARSkip.tooLarge.rawValue)
  }

  @Test("the page of a log is the one that it names, else its first document")
  func page() throws {
    func page(_ pages: String, _ entries: String) throws -> String? {
      var rest = Array(#"{"log":{"pages":[\#(pages)],"entries":[\#(entries)]}}"#.utf8)[...]
      var found: String?
      try HARLog.forEachChunk({ room in
        let piece = rest.prefix(room.count)
        room.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
      }) { chunk in
        found = chunk.page?.absolute
        return true
      }
      return found
    }
    func entry(_ url: String, _ status: Int, _ more: String = "", dest: String = "empty") -> String {
      #"{\#(more)"request":{"url":"\#(url)","headers":[{"name":"Sec-Fetch-Dest","value":"\#(dest)"}]},"response":{"status":\#(status),"headers":[]}}"#
    }
    let entries =
      entry("http://t.test/x", 301, dest: "document") + "," + entry("http://cdn.test/a", 200) + ","
      + entry("http://www.a.test/", 200, dest: "document")
    #expect(try page("", entries) == "http://www.a.test/")
    #expect(try page(#"{"id":"p","title":"https://b.test/x"}"#, entries) == "https://b.test/x")
    #expect(try page(#"{"title":"Welcome"}"#, entries) == "http://www.a.test/")
    let chrome = entry("http://c.test/", 200, #""_resourceType":"document","#)
    #expect(try page("", entry("http://cdn.test/a", 200) + "," + chrome) == "http://c.test/")
    #expect(try page("", entry("http://cdn.test/a", 200)) == nil)
    // A frame is a document to the browser, and no page to its reader.
    let frame = entry("http://ads.test/", 200, #""_resourceType":"document","#, dest: "iframe")
    #expect(
      try page("", frame + "," + entry("http://www.a.test/", 200, dest: "document")) == "http://www.a.test/")
    // What a recording proxy answers itself is no visited site.
    let own = entry("http://mitm.it/", 200, dest: "document")
    #expect(try page("", own + "," + entry("http://api.test/1", 200)) == "http://api.test/1")
    #expect(
      try page(#"{"title":"http://mitm.it/"}"#, own + "," + entry("http://api.test/1", 200))
        == "http://api.test/1")
    #expect(try page("", own) == "http://mitm.it/")
  }

  static let initiators:
    [(rule: String, requests: [(url: String, fields: [String: String])], page: String?)] = [
      (
        "the page that most requests name",
        [
          ("https://db.test/1", ["Referer": "http://own.test/p", "Sec-Fetch-Site": "cross-site"]),
          ("https://f.test/2", ["Referer": "https://css.test/a.css"]),
          ("http://own.test/3", ["Referer": "http://own.test/p", "Sec-Fetch-Site": "same-origin"]),
        ], "http://own.test/p"
      ),
      ("Origin", [("https://db.test/1", ["Origin": "http://own.test"])], "http://own.test/"),
      ("an Origin of null is none", [("https://db.test/1", ["Origin": "null"])], nil),
      (
        "Sec-Fetch-Site, where there is no Referer",
        [
          ("https://db.test/1", ["Sec-Fetch-Site": "cross-site"]),
          ("http://own.test/2", ["Sec-Fetch-Site": "same-origin"]),
        ],
        "http://own.test/2"
      ),
      (
        "not one that is said to be of another site",
        [("https://db.test/1", ["Sec-Fetch-Site": "cross-site"]), ("http://own.test/2", [:])],
        "http://own.test/2"
      ),
      ("no word", [("https://db.test/1", [:]), ("http://own.test/2", [:])], nil),
    ]
  @Test("the page of a log without pages and documents, by its requests", arguments: initiators)
  func initiator(_ row: (rule: String, requests: [(url: String, fields: [String: String])], page: String?)) {
    let entries = row.requests.map { request in
      var entry = HAREntry()
      (entry.url, entry.status) = (request.url, 200)
      for (name, value) in request.fields { entry.requestFields.append(FieldLine(name, value)) }
      return entry
    }
    #expect(RecordedPage.found(in: entries)?.absolute == row.page, "\(row.rule)")
  }

  @Test("an entry with more than a megabyte of fields is skipped, the next is judged")
  func tooLarge() throws {
    let value = String(repeating: "x", count: 20_000)
    let fields = Array(repeating: #"{"name":"A","value":"\#(value)"}"#, count: 60).joined(separator: ",")
    let large = #"{"request":{"url":"http://a.test/"},"response":{"status":200,"headers":[\#(fields)]}}"#
    let entries = try Self.entries(large + "," + Self.chrome, pieces: 1 << 18)
    guard case .skipped(let skipped)? = entries.first, skipped.kind == HARSkip.tooLarge.rawValue,
      case .subject? = entries.last
    else { throw NoSubject() }
  }

  @Test("entries of any length, in their order, however they lie in the pieces that are read")
  func lengths() throws {
    let lengths =
      [10, 300_000, 524_288, 1_500_000, 7, 523_000, 400_000, 200_000] + Array(repeating: 900, count: 900)
    let text = lengths.enumerated().map { index, length in
      let body = String(repeating: "x", count: length)
      return
        #"{"request":{"url":"http://a.test/\#(index)"},"response":{"content":{"text":"\#(body)"},"status":200}}"#
    }.joined(separator: ",\n")
    for pieces in [70_000, 1 << 20] {
      let urls = try Self.entries(text, pieces: pieces).map { entry in
        if case .subject(let subject, _) = entry { subject.request.target.absolute } else { "" }
      }
      #expect(urls == lengths.indices.map { "http://a.test/\($0)" })
    }
  }

  @Test("the place of what is wrong behind many entries, also in one that is longer than a piece")
  func place() throws {
    let body = String(repeating: "x", count: 600_000)
    let entries = Array(repeating: Self.chrome, count: 2000).joined(separator: ",\n")
    for wrong in [#"{"a":1,}"#, #"{"b":"\#(body)","a":1,}"#] {
      let text = #"{"log":{"entries":[\#(entries),\#n \#(wrong)]}}"#
      let before = Array(text.utf8.dropLast(4))
      let error = #expect(throws: JSONFault.self) { try Self.read(text, pieces: 100_000) }
      #expect(error?.cause == .expected("a member's name in quotes"))
      #expect(error?.place.offset == Int64(before.count))
      #expect(error?.place.line == 1 + before.count { $0 == 0x0A })
      let start = before.lastIndex(of: 0x0A) ?? 0
      #expect(error?.place.column == before.count - start)
    }
  }

  static let noLogs = [
    "{}", "[]", #"{"log":{}}"#, #"{"log":[]}"#, #"{"log":{"entries":{}}}"#, #"{"log":{"entries":[]}} x"#,
  ]
  @Test("what is no log is refused with a place", arguments: noLogs)
  func noLog(_ text: String) throws {
    let error = #expect(throws: JSONFault.self) { try Self.read(text) }
    #expect(error?.place.line == 1)
  }

  @Test("an empty log is a log")
  func empty() throws { #expect(try Self.entries("").isEmpty) }

  @Test("a log that is cut anywhere is refused, and never a crash")
  func cut() throws {
    let text = #"{"log":{"entries":[\#(Self.chrome)]}}"#
    for length in 0..<text.utf8.count {
      let cut = String(decoding: Array(text.utf8).prefix(length), as: UTF8.self)
      #expect(throws: JSONFault.self) { try Self.read(cut, pieces: 1 + length % 9) }
    }
  }

  static let pages: [(rule: String, referrer: String, pageref: String, count: Int?)] = [
    ("by Referer", #"{"name":"Referer","value":"https://a.test/"}"#, "", 1),
    ("by the page of the log", "", #""pageref":"p1","#, 1),
    ("another page's", #"{"name":"Referer","value":"https://a.test/other"}"#, "", nil),
    ("nobody's", "", "", nil),
  ]
  @Test("what a page loads is known of the entries behind it", arguments: pages)
  func pageFiles(_ row: (rule: String, referrer: String, pageref: String, count: Int?)) throws {
    func entry(_ url: String, _ type: String, _ pageref: String, _ fields: String) -> String {
      #"{\#(pageref)"startedDateTime":"2026-01-12T16:45:57Z","time":1,"_resourceType":"\#(type)","#
        + #""request":{"method":"GET","url":"\#(url)","headers":[\#(fields)]},"#
        + #""response":{"status":200,"headers":[{"name":"Cache-Control","value":"max-age=60"}],"content":{"size":1}}}"#
    }
    let page = entry("https://a.test/", "document", #""pageref":"p1","#, "")
    let file = entry("https://a.test/app.3f9a1b2c.js", "script", row.pageref, row.referrer)
    guard case .subject(_, let context)? = try Self.entries("\(page),\(file)").first else {
      throw NoSubject()
    }
    #expect(context.shown.files?.count == row.count, "\(row.rule)")
  }
}
