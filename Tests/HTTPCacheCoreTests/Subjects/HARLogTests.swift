import Testing

@testable import HTTPCacheCore

@Suite("HAR logs as browsers and proxies write them")
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
    guard case .subject(let subject)? = try entries(text).first else { throw NoSubject() }
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
    (#""cache":{"afterRequest":{"hitCount":1}},"#, #""bodySize":120,"#, true), (#""cache":{},"#, "", true),
  ]
  @Test("who answered, in the words of each browser", arguments: caches)
  func fromCache(_ row: CacheRow) throws {
    let text = #"{\#(row.entry)"request":{"url":"http://a.test/"},"response":{\#(row.response)"status":200}}"#
    #expect(try Self.subject(text).isFromServer == row.isFromServer)
  }

  @Test("what may be missing is missing; what has another type counts as missing")
  func lenient() throws {
    let subject = try Self.subject(
      #"{"response":{"status":200.0,"headers":null,"content":[],"bodySize":"1"},"request":{"url":"http://a.test/","method":1,"headers":{}},"time":null,"startedDateTime":7}"#
    )
    #expect(subject.request.method == "GET" && subject.stored.head.status == 200 && subject.bodyLength == nil)
    #expect(subject.stored.receivedAt == Self.now && subject.isFromServer)
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
        if case .subject(let subject) = entry { subject.request.target.absolute } else { "" }
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
}
