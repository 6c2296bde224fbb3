/// A response to be judged, with its request and its origin: what came, and nothing that was found out later.
public struct Subject: Sendable {
  /// Where the response comes from.
  public enum Origin: String, Sendable {
    /// The cache's own store.
    case store
    /// A request made now.
    case live
    /// A response head in a file.
    case headers
    /// An entry of a HAR log.
    case har
    /// An entry of a `Cache.db`.
    case cacheDB = "cache-db"
    /// A line of JSON Lines.
    case jsonl
  }

  /// What the response is the answer for.
  package enum Target: Sendable {
    case url(TargetURI)
    /// A head in a file without a URL: no report shows one, and no pattern of URLs is meant.
    case unnamed
  }

  /// Where the response comes from.
  public let origin: Origin

  /// The request.
  public let request: RequestHead

  /// The response and its times, in the form of a stored one, whether or not it may be stored.
  public let stored: StoredResponse

  /// The head as the origin sent it, if the stored one leaves out fields such as Set-Cookie; nil if both are the
  /// same.
  package let receivedHead: ResponseHead?

  /// The bytes of the body, as they came over the network where that is known; nil if unknown.
  public let bodyLength: Int64?

  /// Whether the body may have had fewer bytes on the network than `bodyLength`, the length of its content without a coding.
  package let isMostLength: Bool

  /// The type of resource that the recording browser names, such as `script`; nil if it names none.
  public let resourceType: String?

  /// Whether the response came from the server, not from a cache.
  public let isFromServer: Bool

  /// Findings about the recording, which follow those about the response.
  public let notes: [Finding]

  private let isNamed: Bool

  /// Makes a subject.
  ///
  /// - Parameters:
  ///   - origin: where it comes from.
  ///   - request: the request.
  ///   - stored: the response and its times.
  ///   - bodyLength: bytes of the body; nil if unknown.
  ///   - isFromServer: whether the response came from the server; true by default.
  ///   - notes: findings about the recording; none by default.
  public init(
    origin: Origin, request: RequestHead, stored: StoredResponse, bodyLength: Int64? = nil,
    isFromServer: Bool = true, notes: [Finding] = []
  ) {
    self.init(
      origin: origin, request: request, stored: stored, receivedHead: nil, bodyLength: bodyLength,
      isFromServer: isFromServer, notes: notes)
  }

  /// Makes a subject; `isNamed` is false for a head that came without a URL, and `request` then has any.
  package init(
    origin: Origin, request: RequestHead, stored: StoredResponse, receivedHead: ResponseHead?,
    bodyLength: Int64?, resourceType: String? = nil, isFromServer: Bool = true, isMostLength: Bool = false,
    notes: [Finding] = [], isNamed: Bool = true
  ) {
    self.origin = origin
    self.request = request
    self.stored = stored
    self.receivedHead = receivedHead
    self.bodyLength = bodyLength
    self.resourceType = resourceType
    self.isFromServer = isFromServer
    self.isMostLength = isMostLength
    self.notes = notes
    self.isNamed = isNamed
  }

  /// The same response, for caches that obey these targeted fields.
  func directed(by targets: [String]?) -> Subject {
    var (stored, receivedHead) = (stored, receivedHead)
    stored.head.targets = targets
    receivedHead?.targets = targets
    return Subject(
      origin: origin, request: request, stored: stored, receivedHead: receivedHead, bodyLength: bodyLength,
      resourceType: resourceType, isFromServer: isFromServer, isMostLength: isMostLength, notes: notes,
      isNamed: isNamed)
  }
}

extension Subject {
  /// What the response is the answer for.
  package var target: Target { isNamed ? .url(request.target) : .unnamed }

  /// The URL of the request, for people.
  public var urlText: String {
    switch target {
    case .url(let url): url.absolute
    case .unnamed: "(no URL)"
    }
  }

  /// The host of the URL, for people.
  package var hostText: String {
    switch target {
    case .url(let url): url.host
    case .unnamed: urlText
    }
  }

  /// Whether the response has a body of which nothing tells the size.
  package var lacksLength: Bool { bodyLength == nil && stored.head.hasBody(answering: request.method) }

  /// Whether another program received and recorded the response.
  public var isRecorded: Bool { [.har, .cacheDB, .jsonl].contains(origin) }

  /// Whether the recording has a final response without any field, which no origin sends: the recorder left them out.
  public var lacksFields: Bool {
    isRecorded && !stored.head.isInterim && stored.head.fields.isEmpty && request.target.isHTTP
  }

  /// A head in a file counts as saved earlier if it is judged more than this many seconds later than by its Date and
  /// Age.
  private static let savedTolerance: Seconds = 60

  /// Whether it is a head in a file that is judged later than its Date.
  public var isSavedEarlier: Bool {
    guard origin == .headers, let date = stored.head.date(receivedAt: stored.receivedAt) else { return false }
    return stored.receivedAt - date > Self.savedTolerance.addingSaturated(stored.head.ageValue)
  }

  private static let forcingNames = FieldNames(["cache-control", "pragma"])
  private static let forcing: Set = ["no-cache", "no-store", "max-age=0"]

  /// The request without the directives that a browser adds when its cache is off or it reloads.
  var unforcedRequest: RequestHead {
    guard isRecorded, origin != .cacheDB, request.fields.contains(oneOf: Self.forcingNames) else {
      return request
    }
    var request = request
    let own = request.fields.members("Cache-Control").filter { !Self.forcing.contains($0.asciiLowercased) }
    request.fields.remove("Pragma")
    request.fields.remove("Cache-Control")
    if !own.isEmpty { request.fields.set("Cache-Control", own.joined(separator: ", ")) }
    return request
  }

  /// Whether it is the page that was opened, and not what a page loads: by what the request or the recorder says, and where
  /// neither says it, by the content.
  var isOpened: Bool {
    Self.isOpened(request.fields.first("Sec-Fetch-Dest"), resourceType) ?? stored.head.isPage
  }

  /// Whether a destination (Fetch: request destinations) or a recorder's type is that of a page that was opened; nil if both are
  /// absent.
  package static func isOpened(_ destination: String?, _ resourceType: String?) -> Bool? {
    let names = [destination, resourceType].compactMap(\.?.asciiLowercased)
    // Recorders call a frame a document, too.
    return names.isEmpty ? nil : names.contains("document") && frames.isDisjoint(with: names)
  }

  /// What a request is for that loads a page into another one (Fetch: request destinations).
  private static let frames: Set = ["iframe", "frame", "fencedframe", "embed", "object"]

  /// The exchange that decides storing.
  var exchange: Exchange {
    var exchange = Exchange(
      request: unforcedRequest, head: stored.head, bodyLength: bodyLength, isFromServer: isFromServer,
      isRecorded: isRecorded)
    switch origin {
    case .live: exchange.mayBeCutOff = stored.head.mayBeCutOff(answering: request)
    case .store: exchange.mayBeCutOff = stored.mayBeCutOff
    case .headers, .har, .cacheDB, .jsonl: break
    }
    return exchange
  }
}

extension ResponseHead {
  /// Whether a body follows the head of an answer to this method (RFC 9110 §6.4.1).
  func hasBody(answering method: String) -> Bool {
    method != "HEAD" && !isInterim && status != 204 && status != 304
  }

  /// The bytes of the body by `Content-Length`; nil if there is no such number, or no body: to HEAD and with 304 the field tells
  /// the length that the body of another answer has (RFC 9110 §8.6).
  package func announcedLength(answering method: String) -> Int64? {
    guard hasBody(answering: method), let length = first(.contentLength) else { return nil }
    return length.utf8.allSatisfy(\.isDigit) ? Int64(length) : nil
  }
}
