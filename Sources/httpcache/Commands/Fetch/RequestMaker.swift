import HTTPCacheCore

/// Makes the requests of `fetch`, which differ in their targets, and in fields and credentials for the origin.
final class RequestMaker {
  private let options: Options
  private let global: GlobalOptions
  private let body: TransferRequest.Body?
  private let condition: FieldLine?

  /// Takes the parts that all requests have in common; `condition` makes them conditional.
  init(
    _ options: Options, _ global: GlobalOptions, body: TransferRequest.Body?,
    condition: TimeCondition.Resolved?
  ) {
    (self.options, self.global, self.body) = (options, global, body)
    self.condition = condition?.field
  }

  /// `--user-info`, `--strip-header` and `--storage`; nil if none of them is given.
  private var willCacheResponse: WillCacheResponse? {
    let storing = options.cacheUse
    // Negotiate sends no credentials that the cache could tell users apart by, so store nothing.
    if options.connection.authentication == .negotiate { return { _ in nil } }
    guard storing.storage != .disk || !storing.userInfo.isEmpty || !storing.strippedFields.isEmpty else {
      return nil
    }
    return { proposed in
      var proposed = proposed
      proposed.storage = storing.storage
      for name in storing.strippedFields { proposed.response.head.fields.remove(name) }
      for entry in storing.userInfo { proposed.response.userInfo[entry.key] = entry.value }
      return proposed
    }
  }

  /// The last request, which is copied for the next target of its origin, since only the target differs.
  private var lastRequest: (target: TargetURI, request: FetchRequest)?

  func request(for named: NamedTarget) -> FetchRequest {
    var request = request(for: named.target.withCanonicalHost)
    request.dropCredentials(unlessVouched: named, options.fields)
    return request
  }

  private func request(for target: TargetURI) -> FetchRequest {
    if target.userInfo == nil, let last = lastRequest, target.isSameOrigin(as: last.target) {
      var request = last.request
      request.head.target = target
      return request
    }
    let request = newRequest(target)
    lastRequest = target.userInfo == nil ? (target, request) : nil
    return request
  }

  /// The URLs of the run: the `named` ones, then the URLs of the sitemaps.
  func targets(_ named: [TargetURI], _ client: Client, _ terminal: Terminal) -> TargetFeed {
    TargetFeed(
      named, sitemaps: options.sitemaps, client: client, isQuiet: global.isQuiet,
      tell: { [terminal] in terminal.say($0) }, retry: RetryText(options, terminal).write
    ) { [self] named in
      var request = request(for: named)
      for name in ["Range", "If-Modified-Since", "If-Unmodified-Since"] { request.head.fields.remove(name) }
      return request
    }
  }

  private func newRequest(_ target: TargetURI) -> FetchRequest {
    let fields = options.requestFields(
      for: target, encodings: options.isCompressed ? ContentDecoder.acceptable : nil,
      directives: options.cacheUse.directives, range: options.content.range)
    var head = RequestHead(method: options.method, target: target, fields: fields)
    if let condition, !head.fields.contains(condition.name) { head.fields.append(condition) }
    head.isDecoded = options.isCompressed
    var request = FetchRequest(head: head)
    request.originFields = options.originFields
    request.body = body
    if options.hasSession { request.cookies = .session }
    request.transfer = options.connection.transfer.without(options.fields)
    request.transfer.isTraced = global.showsConnection
    request.transfer.isMeasured =
      global.showsConnection || options.writing.writeOut?.asksForConnection == true
    request.settings = global.settings(policy: options.policy, ttl: options.ttl)
    request.settings.matchesNoVarySearch = options.cacheUse.matchesNoVarySearch
    request.settings.keepsCredentials = options.cacheUse.keepsCredentials
    request.willCacheResponse = willCacheResponse
    request.logIn(options.connection)
    if options.connection.authentication == .negotiate,
      ![.reload, .reloadAll].contains(options.policy.request)
    {
      request.settings.requestPolicy = .reload
    }
    request.settings.servesStaleIfUnreachable = options.servesStaleIfUnreachable
    request.maxRedirects = options.maxRedirects
    request.keepsMethod = options.isMethodExplicit
    request.retries = options.parallel.retries
    return request
  }
}
