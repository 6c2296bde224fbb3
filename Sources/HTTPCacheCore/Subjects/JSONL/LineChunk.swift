/// A few lines of JSON Lines, each an object that describes one response.
package struct LineChunk: RecordedChunk {
  /// The most lines of a chunk, and the size of their text, in bytes, at which it is full.
  private static let (countLimit, sizeLimit) = (256, 1 << 18)

  private var text: [UInt8] = []
  private var lines: [(end: Int, number: Int)] = []

  /// The numbers of lines that are too long to be read.
  private var tooLong: [Int] = []

  init() {}

  package var count: Int { lines.count + tooLong.count }

  package var clockOffset: Seconds? { nil }

  var isFull: Bool { count >= Self.countLimit || text.count >= Self.sizeLimit }

  /// Adds a line, which is copied.
  mutating func add(_ line: UnsafeRawBufferPointer, number: Int) {
    if lines.isEmpty {
      lines.reserveCapacity(Self.countLimit)
      text.reserveCapacity(Self.sizeLimit + (Self.sizeLimit >> 2))
    }
    text.append(contentsOf: line)
    lines.append((text.count, number))
  }

  /// Notes a line that is too long to be read.
  mutating func addTooLong(number: Int) { tooLong.append(number) }

  /// The page that most requests name, since lines name none.
  package var page: TargetURI? {
    var entries: [HAREntry] = []
    forEachLine { _, entry in
      if case .success(let entry) = entry { entries.append(entry) }
    }
    return RecordedPage.found(in: entries)
  }

  package func forEachEntry(now: Instant, judgesForeign: Bool, _ visit: (consuming RecordedEntry) -> Void) {
    forEachLine { number, read in
      do throws(JSONFault) {
        switch try read.get().outcome(now: now, judgesForeign: judgesForeign) {
        case .success(let subject): visit(.subject(subject, SubjectContext()))
        case .failure(let skipped): visit(.skipped(skipped))
        }
      } catch {
        visit(.unreadable(line: number, cause: "\(error.message) (column \(error.place.column))"))
      }
    }
    for number in tooLong {
      visit(.unreadable(line: number, cause: "it is longer than \(LineLog.lineLimit) bytes"))
    }
  }

  /// Reads the lines with their numbers, in order.
  private func forEachLine(_ visit: (Int, Result<HAREntry, JSONFault>) -> Void) {
    text.withUnsafeBufferPointer { text in
      guard let first = text.baseAddress else { return }
      var start = 0
      for line in lines {
        var reader = JSONReader(first + start, count: line.end - start)
        start = line.end
        var read: Result<HAREntry, JSONFault>
        do throws(JSONFault) {
          read = .success(try LineEntry.read(&reader))
          try reader.finish()
        } catch {
          read = .failure(error)
        }
        visit(line.number, read)
      }
    }
  }
}

/// Reads an object with the members `url`, `method`, `status`, `request`, `response`, `received_at` and `body_bytes`.
enum LineEntry {
  /// The names of the members.
  private enum Name: JSONName {
    case url, method, status, request, response, receivedAt, bodyBytes, other

    init(jsonName bytes: UnsafeBufferPointer<UInt8>) {
      let names: [(Name, StaticString)] = [
        (.url, "url"), (.method, "method"), (.status, "status"), (.request, "request"),
        (.response, "response"),
        (.receivedAt, "received_at"), (.bodyBytes, "body_bytes"),
      ]
      self = names.first { bytes.spells($0.1) }?.0 ?? .other
    }
  }

  static func read(_ reader: inout JSONReader) throws(JSONFault) -> HAREntry {
    var entry = HAREntry()
    entry.origin = .jsonl
    entry.version = "1.1"
    guard try reader.peek() == 0x7B else {
      throw JSONFault(.refused("it is not an object"), at: reader.place)
    }
    var hasStatus = false
    var request: RecordedLines?
    try reader.members { (reader: inout JSONReader, name: Name) throws(JSONFault) in
      switch name {
      case .url: entry.url = try reader.optionalString() ?? ""
      case .method:
        let method = try reader.optionalString() ?? ""
        if !method.isEmpty { entry.method = known[method] ?? method }
      case .status:
        entry.status = try status(&reader)
        hasStatus = true
      case .request: request = try HAREntryReader.fields(&reader)
      case .response: entry.takeResponse(try HAREntryReader.fields(&reader))
      case .receivedAt: entry.startedAt = try time(&reader)
      case .bodyBytes: entry.bodySize = try HAREntryReader.whole(&reader) ?? -1
      case .other: try reader.skip()
      }
    }
    if let request { entry.takeRequest(request) }
    guard !entry.url.isEmpty else { throw JSONFault(.refused("'url' is missing"), at: reader.place) }
    guard hasStatus else { throw JSONFault(.refused("'status' is missing"), at: reader.place) }
    return entry
  }

  /// Methods in lower case as the recorder's spelling of those that there are (RFC 9110 §9.1): a line tells nothing of the
  /// others, on which its verdict must not depend.
  private static let known = Dictionary(
    uniqueKeysWithValues: [
      "get", "head", "post", "put", "delete", "options", "patch", "query", "trace", "connect",
    ].map {
      ($0, $0.asciiUppercased)
    })

  /// Reads a status; 0, and null, stand for a request without an answer.
  private static func status(_ reader: inout JSONReader) throws(JSONFault) -> Int {
    let isNull = try reader.peek() == 0x6E
    let place = reader.place
    let status = try HAREntryReader.status(&reader) ?? (isNull ? 0 : -1)
    guard (0...999).contains(status) else {
      throw JSONFault(.refused("'status' is not a number from 0 to 999"), at: place)
    }
    return Int(status)
  }

  /// Reads a time, in RFC 3339 or as seconds since 1970; returns milliseconds since 1970.
  private static func time(_ reader: inout JSONReader) throws(JSONFault) -> Int64? {
    let isText = try reader.peek() == 0x22
    let place = reader.place
    if isText {
      guard let time = try reader.withString(timestampMilliseconds) else {
        throw JSONFault(.refused("'received_at' is not a time"), at: place)
      }
      return time
    }
    guard let seconds = try reader.optionalNumber() else { return nil }
    // Milliseconds are the usual mistake: they would be a time that no clock reaches.
    guard abs(seconds) < 253_402_300_800 else {
      throw JSONFault(.refused("'received_at' is after the year 9999; it is in seconds"), at: place)
    }
    return Int64(exactly: (seconds * 1000).rounded())
  }
}
