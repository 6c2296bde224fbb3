/// The parts of a recorded exchange that matter to caching; missing ones are nil or empty.
struct HAREntry {
  /// The kind of recording that it is from.
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

  /// Chrome's own members: the bytes of head and content that came over the network, and the type of the resource.
  var transferSize: Int64 = -1
  var resourceType: String?

  /// When the request was sent, in milliseconds since 1970.
  var startedAt: Int64?

  /// How long the exchange took, in milliseconds.
  var elapsed: Double = 0

  /// Whether the recording program says that its cache answered, as Chrome, Safari and chrome-har do.
  var isFromCache = false

  /// Whether `cache` describes an entry after the request, as Firefox writes it where its cache answered.
  var tellsOfCacheEntry = false

  /// Why there is no response, in the recorder's words; empty if it says nothing.
  var error = ""

  /// Whether the header fields exceed the limit.
  var isTooLarge = false
}

/// Why an entry of a log is not judged.
package enum HARSkip: String, CaseIterable {
  /// Blocked, cancelled, or still on its way when the log was saved.
  case noResponse = "without a response (blocked or cancelled: status 0)"
  /// `data:`, `blob:`, `ws:`, an extension of the browser.
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
  /// Firefox records such an answer as a 304 with its cache entry and without a body size.
  private var wasAnsweredByCache: Bool { isFromCache || (tellsOfCacheEntry && bodySize <= 0) }

  /// The entry as a subject, or why there is none.
  ///
  /// The time of receipt is `now` where the entry has none and the response has no Date. The recorder's clock is behind
  /// those of the origins by `clock` seconds, which are added to its times. With `judgesForeign`, URLs of other schemes
  /// than http and https are judged, too.
  func outcome(now: Instant, clock: Seconds, judgesForeign: Bool) -> Result<Subject, SkippedEntry> {
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
    return .success(subject(target, now: now, clock: clock))
  }

  /// The entry as a subject, where it has a response.
  private func subject(_ target: TargetURI, now: Instant, clock: Seconds) -> Subject {
    let head = ResponseHead(
      version: version, status: status, reason: reason, fields: responseFields)
    let request = RequestHead(method: method, target: target, fields: requestFields)
    var (requestedAt, receivedAt) = times(now: now)
    // A time taken from Date is by the origin's clock already.
    if startedAt != nil { (requestedAt, receivedAt) = (requestedAt + clock, receivedAt + clock) }
    let length = bodySize > 0 ? bodySize : contentSize >= 0 ? contentSize : nil
    let stored = StoredResponse(
      key: CacheKey(target: target), head: head, selectingFields: head.selectingFields(of: request),
      requestedAt: requestedAt, receivedAt: receivedAt, bodyLength: length ?? 0,
      userInfo: [StoredResponse.cacheDateName: rfc3339(receivedAt)])
    var subject = Subject(
      origin: origin, request: request, stored: stored, bodyLength: length,
      isFromServer: !wasAnsweredByCache)
    subject.transferLength = transferSize > 0 ? transferSize : nil
    subject.resourceType = resourceType
    return subject
  }

  /// The reading of the recorder's clock that this answer gives; nil if it gives none.
  var clockReading: ClockReading? {
    guard startedAt != nil, (100...999).contains(status), !wasAnsweredByCache else { return nil }
    let (requestedAt, receivedAt) = times(now: Instant(epoch: 0))
    guard let date = responseFields.date(receivedAt: receivedAt) else { return nil }
    return ClockReading(
      date: date, age: responseFields.ageValue, requestedAt: requestedAt, receivedAt: receivedAt)
  }

  /// The URL of a page that the browser navigated to and received; nil for a resource of a page, and for a redirect.
  var page: TargetURI? {
    guard status < 300 || status == 304, status >= 200,
      resourceType == "document"
        || requestFields.first("Sec-Fetch-Dest")?.equalsIgnoringASCIICase("document") == true
    else { return nil }
    return try? TargetURI(recorded: url, allowsForeign: false)
  }

  /// How many bytes its texts have.
  private var textSize: Int {
    let texts = [url, method, version, reason, error, resourceType ?? ""]
    return texts.reduce(requestFields.size + responseFields.size) { $0 + $1.utf8.count }
  }

  /// About how many bytes of memory it takes.
  var size: Int { 1000 + textSize }

  /// Drops the fields and most texts of an entry that has more bytes of them than a limit; it is not judged then.
  mutating func limit(to most: Int) {
    guard isTooLarge || textSize > most else { return }
    isTooLarge = true
    (requestFields, responseFields) = (FieldSection(), FieldSection())
    (url, method) = (String(url.prefix(Self.mostShown)), String(method.prefix(Self.mostShown)))
    (version, reason, error, resourceType) = ("", "", "", nil)
  }

  /// How much is shown of the URL of an entry that is too large, in characters.
  private static let mostShown = 2000

  private func times(now: Instant) -> (requestedAt: Instant, receivedAt: Instant) {
    guard let startedAt else {
      let received = responseFields.date(receivedAt: now) ?? now
      return (received, received)
    }
    // A recording of more than a year is a mistake of the writer.
    let milliseconds = elapsed.isFinite ? Int64(min(max(0, elapsed), 31_536_000_000)) : 0
    return (Instant(epoch: floored(startedAt)), Instant(epoch: floored(startedAt + milliseconds)))
  }

  private func floored(_ milliseconds: Int64) -> Seconds {
    milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
  }
}
