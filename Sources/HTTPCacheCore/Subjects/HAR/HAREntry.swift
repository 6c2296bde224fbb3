/// The parts of a recorded exchange that matter to caching; missing ones are nil or empty.
struct HAREntry {
  /// The kind of recording that the entry is from.
  var origin = Subject.Origin.har
  var url = ""
  var method = "GET"
  var requestFields = FieldSection()

  var status = 0
  var version = ""
  var reason = ""
  var responseFields = FieldSection()
  var bodySize: Int64 = -1
  var contentSize: Int64 = -1

  /// The bytes of the recorded text of the content, without base64; nil if there is none, or another member tells the size.
  var textLength: Int64?

  /// Members of Chrome and Playwright: the bytes of head and content that came over the network, and the type of the
  /// resource.
  var transferSize: Int64 = -1
  var resourceType: String?

  /// The name that the log gives the page that the request belongs to; empty if it gives none.
  var pageName = ""

  /// What its recorded body shows; the files of a page as the entries behind it show them, too.
  var shown = BodyEvidence()

  /// The URLs that its recorded body names, if it is a page whose files matter.
  var named: [TargetURI] = []

  /// How long its recorded body would be as gzip; nil if that is unknown, or says nothing.
  var gzipLength: Int64?

  /// When the request was sent, in milliseconds since 1970; nil for a time before HTTP, such as the year 1 or 1970, which
  /// stands for none.
  var startedAt: Int64? {
    didSet { if let time = startedAt, time < Self.earliest { startedAt = nil } }
  }

  /// Whether `startedAt` is the time of the export, and says only that the request was sent before.
  var isTimedByExport = false

  /// Whether the entry says when the request was sent.
  private var isTimed: Bool { startedAt != nil && !isTimedByExport }

  /// The beginning of 1990, in milliseconds since 1970: HTTP is not older.
  private static let earliest: Int64 = 631_152_000_000

  /// How long the exchange took, in milliseconds.
  var elapsed: Double = 0

  /// Whether the recording program notes that its cache answered, as Chrome, Safari, Firefox and chrome-har do.
  var isFromCache = false

  /// Whether a service worker of the page answered.
  var isByServiceWorker = false

  /// Whether a cache of the recording program may have answered, as a body that is there and was not transferred shows, where
  /// no other entry tells that sizes are noted.
  private(set) var mayBeOfCache = false

  /// Whether the entry is the one that tells of the recorder's clock, or of its origin's.
  var (tellsOfRecorder, tellsOfOrigin) = (false, false)

  /// Whether the address of the server is noted.
  var hasAddress = false

  /// Whether every duration that is noted is 0.
  var isWithoutDuration = false

  /// Whether `cache` describes an entry after the request, as Firefox writes it if its cache answered.
  var tellsOfCacheEntry = false

  /// Why there is no response, in the recorder's words; empty if it gives no cause.
  var error = ""

  /// Whether the header fields exceed the limit.
  var isTooLarge = false
}

/// Why an entry of a log is not judged.
package enum HARSkip: String, CaseIterable {
  /// The request was blocked, cancelled, or still under way when the log was saved.
  case noResponse = "without a response (blocked or cancelled: status 0)"
  /// The scheme is `data:`, `blob:`, `ws:` or that of a browser extension, for example.
  case notHTTP = "whose URL is neither http nor https"
  /// A URL that no request can be sent to.
  case badURL = "whose URL can't be read"
  /// The status is not a number from 100 to 999.
  case badStatus = "whose status is not a number from 100 to 999"
  /// More than a megabyte of header fields and other texts.
  case tooLarge = "with more than a megabyte of header fields"
}

extension HAREntry {
  /// Whether a cache of the recording program answered, and not the origin.
  ///
  /// Firefox records such a response as a 304 with its cache entry and without a body size.
  private var wasAnsweredByCache: Bool { isFromCache || (tellsOfCacheEntry && bodySize <= 0) }

  /// The entry as a subject, or why there is none.
  ///
  /// The time of receipt is `now` if the entry has none and the response has no Date. The recorder's clock is `clock`
  /// seconds behind the clocks of the origins, so these are added to its times; `origins` are those with another clock. With
  /// `judgesForeign`, URLs of other schemes than http and https are judged, too.
  func outcome(
    now: Instant, clock: Seconds = 0, origins: OriginClocks = OriginClocks(), judgesForeign: Bool
  ) -> Result<Subject, SkippedEntry> {
    func skipped(_ kind: HARSkip, _ cause: String) -> Result<Subject, SkippedEntry> {
      .failure(SkippedEntry(origin, url, kind: kind.rawValue, cause))
    }
    let target: TargetURI
    do throws(TargetURI.Malformed) {
      target = try TargetURI(recorded: url, allowsForeign: judgesForeign)
    } catch {
      guard !url.isEmpty else { return skipped(.badURL, "there is no URL") }
      switch error {
      case .scheme, .noScheme: return skipped(.notHTTP, error.reason(in: UserInformation.redacted(in: url)))
      case .noHost, .port, .character:
        return skipped(.badURL, error.reason(in: UserInformation.redacted(in: url)))
      }
    }
    guard !isTooLarge else { return skipped(.tooLarge, "it has more than a megabyte of header fields") }
    guard status > 0 else {
      let words = error.isEmpty ? "it was blocked or cancelled" : "\(error.prefix(200))"
      return skipped(.noResponse, "there is no response: \(words) (status \(status))")
    }
    guard (100...999).contains(status) else {
      return skipped(.badStatus, "its status \(status) is not a number from 100 to 999")
    }
    return .success(subject(target, now: now, clock: origins.offset(of: target.host) ?? clock))
  }

  /// The entry, which has a response, as a subject.
  private func subject(_ target: TargetURI, now: Instant, clock: Seconds) -> Subject {
    let head = ResponseHead(
      version: version, status: status, reason: reason, fields: responseFields)
    let request = RequestHead(method: method, target: target, fields: requestFields)
    var (requestedAt, receivedAt) = times(now: now)
    // Correct only times by another clock: a time taken from Date is by the origin's clock, and that of this machine
    // is the recorder's.
    if clock != 0, isTimed, !HostAddress.isOfThisMachine(target.host) {
      (requestedAt, receivedAt) = (requestedAt + clock, receivedAt + clock)
    }
    let (length, isMost) = length(of: head)
    let stored = StoredResponse(
      key: CacheKey(target: target), head: head, selectingFields: head.selectingFields(of: request),
      requestedAt: requestedAt, receivedAt: receivedAt, bodyLength: length ?? 0,
      userInfo: [StoredResponse.cacheDateName: rfc3339(receivedAt)])
    return Subject(
      origin: origin, request: request, stored: stored, receivedHead: nil, bodyLength: length,
      resourceType: resourceType, isFromServer: !wasAnsweredByCache, isMostLength: isMost)
  }

  /// The bytes of the body, as they came over the network where that is known; nil if unknown.
  ///
  /// A size that is noted counts, then the field, then the recorded text, which is without its content coding: then it may have
  /// been less.
  private func length(of head: ResponseHead) -> (length: Int64?, isMost: Bool) {
    if let noted = [bodySize, transferSize, contentSize].first(where: { $0 > 0 }) { return (noted, false) }
    if contentSize == 0 { return (0, false) }
    if let announced = head.announcedLength(answering: method) { return (announced, false) }
    guard let textLength, head.hasBody(answering: method) else { return (bodySize == 0 ? 0 : nil, false) }
    return (textLength, head.has(.contentEncoding))
  }

  /// The reading of the recorder's clock by this response; nil if it gives none, as on the recorder's own machine.
  var clockReading: ClockReading? {
    guard isTimed, (100...999).contains(status), !wasAnsweredByCache, !mayBeOfCache else { return nil }
    let (requestedAt, receivedAt) = times(now: Instant(epoch: 0))
    guard let date = responseFields.date(receivedAt: receivedAt),
      let host = (try? TargetURI(recorded: url, allowsForeign: false))?.host,
      !HostAddress.isOfThisMachine(host)
    else { return nil }
    return ClockReading(
      host: host, date: date, age: responseFields.ageValue, requestedAt: requestedAt, receivedAt: receivedAt)
  }

  /// The URL of a page that the browser navigated to and received; nil for a resource of a page, a frame in it, and a redirect.
  var page: TargetURI? {
    guard status < 300 || status == 304, status >= 200,
      Subject.isOpened(requestFields.first("Sec-Fetch-Dest"), resourceType) == true
    else { return nil }
    return try? TargetURI(recorded: url, allowsForeign: false)
  }

  /// Notes that a body which is there was not transferred, as the entry says; a 304 confirms one that was there before.
  mutating func noteUntransferred() {
    mayBeOfCache = bodySize == 0 && contentSize > 0 && transferSize <= 0 && status != 304
  }

  /// The URL and the head of the answer, as far as they have been read; nil for a URL that is neither http nor https.
  private var answer: (target: TargetURI, head: ResponseHead)? {
    guard let target = try? TargetURI(recorded: url, allowsForeign: false) else { return nil }
    return (target, ResponseHead(version: version, status: status, reason: reason, fields: responseFields))
  }

  /// What is worth looking for in the body, as the members before it tell: in that of a page or playlist.
  var sought: BodySearch {
    guard status == 200, method == "GET", let type = responseFields.first("Content-Type")?.asciiLowercased,
      !["image/", "font/", "video/", "text/css"].contains(where: type.hasPrefix), !type.holds("script"),
      let (target, head) = answer
    else { return [] }
    return BodySearch(head, at: target, receivedAt: times(now: Instant(epoch: 0)).receivedAt)
  }

  /// Whether the body has shown anything.
  private var hasShown: Bool { !named.isEmpty || shown != BodyEvidence() }

  /// Forgets what the body shows and what, as the whole entry tells, does not matter.
  mutating func settleShown() {
    guard hasShown else { return }
    let sought = sought
    if !sought.contains(.files) { named = [] }
    shown.keep(sought)
  }

  /// Whether the length of the body as gzip is worth knowing, as the members before the body tell.
  var mayGainByCoding: Bool {
    guard status > 0, responseFields.combined("Cache-Control")?.asciiLowercased.holds("no-transform") == true,
      let (target, head) = answer
    else { return false }
    return TransformFindings.mayGain(
      head, answering: RequestHead(method: method, target: target, fields: requestFields))
  }

  /// Takes the fields of the request; where the URL is a path, the pseudo-fields name its origin.
  mutating func takeRequest(_ lines: RecordedLines) {
    requestFields = lines.fields
    if lines.isFull { isTooLarge = true }
    if url.utf8.first == 0x2F, let authority = lines.authority {
      url = "\(lines.scheme ?? "https")://\(authority)\(url)"
    }
  }

  /// Takes the fields of the response.
  mutating func takeResponse(_ lines: RecordedLines) {
    responseFields = lines.fields
    if lines.isFull { isTooLarge = true }
  }

  /// The bytes of the entry's texts.
  private var textSize: Int {
    let texts = [url, method, version, reason, error, resourceType ?? "", pageName]
    return texts.reduce(requestFields.size + responseFields.size) { $0 + $1.utf8.count }
  }

  /// About how many bytes of memory the entry takes.
  var size: Int { named.reduce(1000 + textSize) { $0 + 200 + $1.path.utf8.count } }

  /// Drops the fields and most texts of the entry if they have more bytes than a limit; the entry is then not judged.
  mutating func limit(to most: Int) {
    guard isTooLarge || textSize > most else { return }
    isTooLarge = true
    (requestFields, responseFields) = (FieldSection(), FieldSection())
    (url, method) = (String(url.prefix(Self.mostShown)), String(method.prefix(Self.mostShown)))
    (version, reason, error, resourceType, pageName) = ("", "", "", nil, "")
  }

  /// The most characters that are kept of the URL of an entry that is too large.
  private static let mostShown = 2000

  private func times(now: Instant) -> (requestedAt: Instant, receivedAt: Instant) {
    guard let startedAt, isTimed else {
      // Without Date, the latest time at which the response can have come.
      let latest = startedAt.map { Instant(epoch: floored($0)) } ?? now
      let received = responseFields.date(receivedAt: latest) ?? latest
      return (received, received)
    }
    return (Instant(epoch: floored(startedAt)), Instant(epoch: floored(startedAt + milliseconds)))
  }

  /// How long the exchange took; more than a year is a mistake of the writer.
  private var milliseconds: Int64 { elapsed.isFinite ? Int64(min(max(0, elapsed), 31_536_000_000)) : 0 }

  /// When the request was sent and answered; nil if the entry does not tell.
  var span: ExchangeSpan? {
    guard let startedAt, isTimed else { return nil }
    return ExchangeSpan(start: startedAt, end: startedAt + milliseconds)
  }

  private func floored(_ milliseconds: Int64) -> Seconds {
    milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
  }
}
