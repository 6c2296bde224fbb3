/// What a browser's log showed so far, by which a later entry is known to be a URL that was loaded before, or an object under
/// another URL.
///
/// It sees the entries in the order of the log. Its memory is bounded: beyond a number of URLs, further ones are only counted.
package struct LogMemory: Sendable {
  /// The most URLs, and the most objects, that are remembered.
  private static let most = 100_000

  private var loads: [Int: Load] = [:]
  private var objects: [Int: (url: Int, count: Int)] = [:]

  /// Whether every request so far carried `no-cache`, as all do while a browser's cache is off: then nothing is loaded twice
  /// by mistake.
  private var isCacheOff = true

  /// How many URLs were not remembered.
  package private(set) var forgotten = 0

  package init() {}

  /// Notes an entry.
  ///
  /// - Returns: what the earlier entries show of it.
  package mutating func see(_ subject: Subject, _ context: SubjectContext) -> SubjectContext {
    var context = context
    let request = subject.request
    guard request.method == "GET", request.target.isHTTP else { return context }
    isCacheOff = isCacheOff && request.isForced
    guard subject.isFromServer, subject.stored.head.status == 200, subject.bodyLength ?? 0 > 0 else {
      return context
    }
    let url = Self.hash(request.target.absolute)
    let load = Load(subject, context.span)
    if !isCacheOff, let first = loads[url], let span = context.span {
      context.loadedBefore = first.repetition(by: request, span)
    }
    if load != nil || loads[url] != nil { remember(load, at: url) }
    if let object = ChangingURL(subject) { context.changingURL = see(object, at: url) }
    return context
  }

  private mutating func remember(_ load: Load?, at url: Int) {
    if loads[url] == nil, loads.count >= Self.most { forgotten += 1 } else { loads[url] = load }
  }

  /// The object under another URL than before; nil if it is new, or has the same URL again.
  private mutating func see(_ object: ChangingURL, at url: Int) -> ChangingURL? {
    guard let known = objects[object.hash] else {
      if objects.count < Self.most { objects[object.hash] = (url, 1) } else { forgotten += 1 }
      return nil
    }
    guard known.url != url else { return nil }
    objects[object.hash] = (url, known.count + 1)
    return object.seen(known.count + 1)
  }

  static func hash(_ text: String) -> Int {
    var hasher = Hasher()
    hasher.combine(text)
    return hasher.finalize()
  }
}

/// When a request was sent and answered by the clock of its recorder, in milliseconds since 1970.
package struct ExchangeSpan: Sendable, Hashable {
  let start, end: Int64
}

/// One load of a URL, as far as the next load of the same URL is compared with it.
private struct Load: Sendable {
  /// When it came, and until when it stayed fresh, in milliseconds since 1970.
  private let end, freshUntil: Int64

  private let mode: String?
  private let hasCredentials: Bool

  /// The fields that Vary names, each with the hash of its value in the request.
  private let selecting: [(name: String, value: Int)]

  /// Nil unless a browser may use it again without asking.
  init?(_ subject: Subject, _ span: ExchangeSpan?) {
    let head = subject.stored.head
    let control = head.cacheControl
    guard let span, !control.contains("no-store"), !control.isUnqualified("no-cache"),
      !head.nominatedNames.contains("*"),
      let lifetime = FreshnessLifetime(head, receivedAt: subject.stored.receivedAt, role: .private).seconds
    else { return nil }
    let left = lifetime.subtractingSaturated(head.ageValue)
    guard left > 0 else { return nil }
    end = span.end
    freshUntil = span.end + min(left, 31_536_000) * 1000
    mode = subject.request.fetchMode
    hasCredentials = subject.request.hasCredentials
    selecting = head.nominatedNames.map { ($0, subject.request.hash(of: $0)) }
  }

  /// Why the same URL was loaded again while this load was fresh; nil if it was not, or if the two requests don't show why.
  func repetition(by request: RequestHead, _ span: ExchangeSpan) -> LoadedBefore? {
    guard span.start >= end, span.start < freshUntil else { return nil }
    let varied = selecting.filter { request.hash(of: $0.name) != $0.value }.map(\.name)
    let reason: LoadedBefore.Reason
    if request.isForced {
      reason = .noCache
    } else if !varied.isEmpty {
      reason = .vary(varied)
    } else if let mode, let other = request.fetchMode, mode != other {
      reason = .mode(mode, other)
    } else if hasCredentials != request.hasCredentials {
      reason = .credentials(isLater: request.hasCredentials)
    } else {
      return nil
    }
    return LoadedBefore(reason: reason, after: span.start - end, left: (freshUntil - span.start) / 1000)
  }
}

extension RequestHead {
  fileprivate var fetchMode: String? { fields.first("Sec-Fetch-Mode")?.asciiLowercased }

  fileprivate var hasCredentials: Bool { fields.contains("Cookie") || fields.contains("Authorization") }

  /// Whether it tells caches to ask the origin.
  fileprivate var isForced: Bool {
    cacheControl.contains("no-cache") || fields.combined("Pragma")?.asciiLowercased.holds("no-cache") == true
  }

  fileprivate func hash(of name: String) -> Int {
    fields.combined(name).map { LogMemory.hash($0) } ?? 0
  }
}
