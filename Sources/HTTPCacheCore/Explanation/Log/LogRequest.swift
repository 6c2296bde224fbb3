/// A request of a log with its answer, read ahead of the requests before it: what `Replay` has to know of it.
package struct LogRequest: Sendable {
  /// Nil for what no cache is asked for: a URL that is neither http nor https, and what a service worker answered.
  let play: Play?

  let target: TargetURI

  /// A hash of the URL, and of the part of it that was asked for.
  let key: Int

  /// Whether it told caches to ask, as a reload does.
  let isForced: Bool

  let mode: FetchMode?
  let hasCredentials: Bool

  /// Hashes of the request's Accept, and of the type of the answer.
  let accept, type: UInt32

  /// The fields that Vary names, each with the hash of its value in the request.
  let selecting: [Selecting]

  /// What the request's condition shows of the validator; nil if there was none, or the content is another one.
  let isHonoured: Bool?

  /// Whether it brought a body with the status 200.
  let isDownload: Bool

  /// The object that the URL names by a signature or a time.
  let object: ChangingURL?

  /// The URLs whose stored answers are invalid behind it.
  let invalidated: [TargetURI]

  /// The decision on storing, as the verdict on it has it; nil where the play is decided on another form of it.
  let storage: StorageDecision?

  /// The request's values, by which it is compared with an answer that names other fields.
  let request: RequestHead

  struct Selecting: Sendable {
    let name: String
    let value: UInt32
  }

  /// Reads a request and its answer.
  package init(_ subject: Subject, _ context: SubjectContext) {
    let head = subject.stored.head
    request = subject.request
    target = request.target
    isForced = request.isForced
    mode = request.fields.first("Sec-Fetch-Mode").flatMap { FetchMode(rawValue: $0.asciiLowercased) }
    hasCredentials = request.fields.contains("Cookie") || request.fields.contains("Authorization")
    accept = request.fields.combined("Accept").map { UInt32(hashOf: $0) } ?? 0
    type = head.has(.contentType) ? UInt32(hashOf: head.mediaType) : 0
    isDownload =
      request.method == "GET" && subject.isFromServer && head.status == 200 && subject.bodyLength ?? 0 > 0
    isHonoured = subject.isFromServer ? head.honours(request) : nil
    selecting = head.selecting(request)
    object = isDownload ? ChangingURL(subject) : nil
    invalidated =
      Invalidation.isSafe(request.method) ? [] : Invalidation.targets(request, answeredBy: head)
    var hasher = Hasher()
    hasher.combine(target.normalized)
    if let range = request.fields.first("Range"), head.status == 206 { hasher.combine(range) }
    key = hasher.finalize()
    guard target.isHTTP, !context.isByServiceWorker else {
      (play, storage) = (nil, nil)
      return
    }
    storage =
      request.method == "GET" && head.status != 304
      ? StorageDecision(subject.exchange, settings: Settings(role: .private)) : nil
    var play = Play(subject, context, storage)
    (play.answer.names, play.answer.values) = selecting.hashes
    self.play = play
  }
}

/// The values of Sec-Fetch-Mode (Fetch Metadata §2.2).
enum FetchMode: String, Sendable {
  case cors, navigate, websocket
  case noCORS = "no-cors"
  case sameOrigin = "same-origin"
}

extension [LogRequest.Selecting] {
  /// Hashes of the names, 0 for none, and of the values.
  var hashes: (names: UInt32, values: UInt32) {
    isEmpty ? (0, 0) : (UInt32(hashOf: map(\.name)), UInt32(hashOf: map(\.value)))
  }
}

extension RequestHead {
  /// Whether it tells caches to ask the origin.
  fileprivate var isForced: Bool {
    fields.contains("Cache-Control")
      && (cacheControl.contains("no-cache") || cacheControl.seconds("max-age")?.value == 0)
      || fields.combined("Pragma")?.asciiLowercased.holds("no-cache") == true
  }

  func hash(of name: String) -> UInt32 { fields.combined(name).map { UInt32(hashOf: $0) } ?? 0 }
}

extension ResponseHead {
  /// The fields that Vary names, each with the value that a request has of it.
  func selecting(_ request: RequestHead) -> [LogRequest.Selecting] {
    nominatedNames.map { LogRequest.Selecting(name: $0, value: request.hash(of: $0)) }
  }

  /// Whether an answer to a condition keeps the word that the validators give: a 304 does, and the same tag or date with the
  /// content does not; nil for another content, and without a condition.
  fileprivate func honours(_ request: RequestHead) -> Bool? {
    let tags = request.fields.combined("If-None-Match")
    let date = request.fields.first("If-Modified-Since")
    guard request.method == "GET" else { return nil }
    if status == 304 { return true }
    guard status == 200 else { return nil }
    if let tags {
      guard let own = entityTag else { return nil }
      return ListSyntax.members(of: tags).contains { EntityTag($0)?.matchesWeakly(own) == true } ? false : nil
    }
    return date.map { fields.first("Last-Modified") == $0 } == true ? false : nil
  }
}
