import HTTPCacheCore

/// What is fuzzed: each takes any bytes at all, and may neither trap nor hang.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// The values of fields, through every rule and finding that reads them.
  case fields
  /// Response heads as text.
  case head
  /// HAR logs.
  case har
  /// The property lists of a `Cache.db`.
  case propertyList = "property-list"
  /// The JSON and the checks of an expectation file.
  case expectations
  /// URLs and redirects.
  case uri
  /// Documents of a remote cache.
  case remoteDocument = "remote-document"

  private static let now = Instant(epoch: 1_800_000_000)

  /// Gives the bytes to what is fuzzed.
  ///
  /// - Parameter input: any bytes.
  public func run(_ input: [UInt8]) {
    switch self {
    case .fields: Self.judge(Self.response(of: input))
    case .head: Self.readHeads(input)
    case .har: Self.readLog(input)
    case .propertyList: Self.readObjects(input)
    case .expectations: Self.readExpectations(input)
    case .uri: Self.readURIs(input)
    case .remoteDocument: Self.readDocument(input)
    }
  }

  private static func readDocument(_ input: [UInt8]) {
    let key = CacheKey(method: "GET", normalizedURI: "http://a.test/")
    guard let target = target("http://a.test/"),
      let document = try? RemoteDocumentJSON.read(input, for: key, named: RemoteDocument.name(of: key))
    else { return }
    for found in document.responses {
      _ = Sharing.accepted(found.response, for: RequestHead(target: target)).map(judge)
    }
  }

  /// The fields that the first byte of a line stands for.
  private static let names = [
    "Cache-Control", "Expires", "Date", "Age", "Last-Modified", "ETag", "Vary", "Content-Range",
    "Content-Length", "Pragma", "CDN-Cache-Control", "Cache-Status", "Via", "X-Cache", "Set-Cookie",
    "Location", "Content-Type", "Content-Encoding", "Transfer-Encoding", "Cache-Groups", "Warning",
    "Clear-Site-Data", "Cache-Group-Invalidation", "Surrogate-Control", "Retry-After", "Accept-Ranges",
  ]

  /// A response with a field for each line, named by the line's first byte.
  private static func response(of input: [UInt8]) -> StoredResponse {
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: true).map { line in
      FieldLine(
        name: names[Int(line.first ?? 0) % names.count], rawValue: Array(line.dropFirst()))
    }
    let status = [200, 206, 301, 304, 404, 500][Int(input.last ?? 0) % 6]
    return stored(ResponseHead(status: status, fields: FieldSection(lines)))
  }

  private static func stored(_ head: ResponseHead) -> StoredResponse {
    StoredResponse(
      key: CacheKey(method: "GET", normalizedURI: "http://a.test/"), head: head,
      requestedAt: now, receivedAt: now, bodyLength: 5)
  }

  private static func judge(_ stored: StoredResponse) {
    guard let target = target("http://a.test/") else { return }
    var request = RequestHead(target: target, fields: stored.head.fields)
    for name in ["Range", "If-None-Match", "If-Modified-Since", "If-Range", "Cache-Control"] {
      let value = stored.head.fields.lines.first?.rawValue ?? []
      request.fields.lines.append(FieldLine(name: name, rawValue: value))
    }
    let choice = stored.head.fields.lines.count
    let settings = Settings(
      role: choice % 2 == 0 ? .private : .shared, profile: choice % 5 == 4 ? .urlcache : .rfc9111)
    let subject = Subject(origin: .headers, request: request, stored: stored, bodyLength: 5)
    let verdict = Verdict(subject, now: now, settings: settings)
    for reason in verdict.reasons { _ = reason.sentence.utf8.count }
    for finding in verdict.findings { _ = finding.explanation.utf8.count }
    _ = stored.head.storable(settings: settings)
    _ = ReuseDecision(request, candidates: [stored], now: now, settings: settings)
    _ = Validation.conditional(request, selected: stored, candidates: [stored])
    _ = Freshening.identified([stored], by: stored.head)
  }

  private static func readHeads(_ input: [UInt8]) {
    do throws(HeadText.Malformed) {
      var reader = HeadText()
      try reader.take(input)
      for found in try reader.finish() { judge(stored(found.head)) }
    } catch {
      _ = error.line
    }
  }

  private static func readLog(_ input: [UInt8]) {
    do throws(JSONFault) {
      try HARLog.forEachChunk(source(input)) { chunk in
        chunk.forEachEntry(now: now, judgesForeign: false) { entry in
          if case .subject(let subject, let context) = entry {
            _ = Verdict(subject, context, now: now, settings: Settings()).findings.count
          }
        }
        return true
      }
    } catch {
      _ = error
    }
  }

  /// Gives a reader the bytes in pieces of a length that their first one says.
  private static func source(_ input: [UInt8]) -> JSONReader.Source {
    var rest = input[...]
    let pieces = Int(input.first ?? 0) + 1
    return { room in
      let piece = rest.prefix(min(pieces, room.count))
      room.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  private static func readObjects(_ input: [UInt8]) {
    var row = CacheDBRow()
    row.requestKey = "http://a.test/"
    (row.responseObject, row.requestObject, row.userInfo) = (input, input, input)
    if case .success(let subject) = row.outcome(now: now) {
      _ = Verdict(subject, now: now, settings: Settings()).findings.count
    }
  }

  private static func readExpectations(_ input: [UInt8]) {
    for line in input.split(separator: 0x0A) {
      _ = Expectation(
        String(decoding: line, as: UTF8.self), isFetch: true, time: { HTTPDate($0, now: now)?.instant }
      ) {
        DeltaSeconds($0).value
      }
    }
    do throws(JSONFault) {
      var reader = try JSONReader(source(input))
      try reader.array { reader throws(JSONFault) in
        try reader.object { reader, name throws(JSONFault) in
          _ = Expectation(name, isFetch: false) { DeltaSeconds($0).value }
          try reader.skip()
        }
      }
      try reader.finish()
    } catch {
      _ = error
    }
  }

  private static func readURIs(_ input: [UInt8]) {
    let texts = input.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let base = target("http://a.test/b/c?d")
    for text in texts {
      _ = UserInformation.removed(from: text)
      let uri = target(text)
      _ = uri?.normalized
      _ = uri?.absolute
      do { _ = try (uri ?? base)?.resolving(text).normalized } catch { _ = error }
    }
  }

  private static func target(_ text: String) -> TargetURI? {
    do { return try TargetURI(text) } catch { return nil }
  }
}
