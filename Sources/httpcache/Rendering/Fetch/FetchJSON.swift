import HTTPCacheCore

/// The object that `fetch --json` writes for a URL: its verdict, and the facts of the fetch.
enum FetchJSON {
  static func line(_ report: FetchReport, now: Instant) -> [UInt8] {
    JSONWriter.line { members(report, now: now, to: &$0) }
  }

  static func members(_ report: FetchReport, now: Instant, to writer: inout JSONWriter) {
    guard let served = report.result.served, let verdict = report.verdict(now: now) else {
      return withoutAnswer(report, to: &writer)
    }
    VerdictJSON.members(
      verdict,
      reasons: [served.reuse.reasons, served.storage?.reasons ?? [], served.outcome, verdict.remarks],
      isStorable: served.storage?.isStorable, isReusable: report.isWhole ? nil : false, status: served.status,
      to: &writer)
    writer.member("source", served.source.rawValue)
    writer.member("remote", served.isRemote)
    writer.member("http_version", served.base.version)
    outcome(report, to: &writer)
  }

  /// The members of a verdict without values, for a fetch without a response.
  private static func withoutAnswer(_ report: FetchReport, to writer: inout JSONWriter) {
    writer.member("url", report.request.target.absolute)
    writer.member("method", report.request.method)
    writer.null("status")
    writer.member("origin", "live")
    writer.member("cache", report.settings.role.rawValue)
    writer.member("profile", report.settings.profile.rawValue)
    writer.member("storable", false)
    writer.member("reusable", false)
    writer.object("freshness") { writer in
      writer.member("state", "stale")
      writer.null("lifetime")
      writer.member("source", "none")
      for name: StaticString in ["age", "ttl", "expires_at"] { writer.null(name) }
    }
    writer.object("validators") { writer in
      writer.null("etag")
      writer.member("weak", false)
      writer.null("last_modified")
    }
    writer.object("directives") { _ in }
    let reasons = (report.result.unanswered?.reasons ?? []) + report.result.unansweredReasons
    writer.objects("reasons", reasons, VerdictJSON.reason)
    writer.array("findings") { _ in }
    writer.null("advice")
    writer.object("user_info") { _ in }
    writer.null("source")
    writer.member("remote", false)
    writer.null("http_version")
    outcome(report, to: &writer)
  }

  /// The members with the facts of the fetch, besides its verdict.
  static func outcome(_ report: FetchReport, to writer: inout JSONWriter) {
    let result = report.result
    let errors = report.errors
    writer.member("stored", report.isInCache)
    writer.member("coalesced", result.isCoalesced)
    writer.member("bytes", result.bytes)
    writer.member("body_file", report.bodyFile)
    writer.member("elapsed_ms", Int64(result.elapsedMilliseconds))
    writer.member("warning", report.warnings.isEmpty ? nil : report.warnings.joined(separator: "; "))
    writer.member("error", errors.isEmpty ? nil : errors.joined(separator: "; "))
    writer.member("exit_code", Int64(report.exitCode.rawValue))
  }
}

/// Writes the lines of `fetch --json` in the order of the URLs.
///
/// A worker pool makes the lines while the main thread fetches.
final class FetchLines {
  /// How many reports are made into lines together.
  private static let batchSize = 64

  /// How many batches may be under way before this thread waits.
  private static let limit = 4

  private static let pool = WorkerPool(threads: ExecutionPlan.renderers)

  private let terminal: Terminal
  private var batch: [(report: FetchReport, now: Instant, index: Int)] = []
  private var underWay: [WorkerPool.Piece<[(index: Int, line: [UInt8])]>] = []
  private let order: OutputOrder

  init(_ terminal: Terminal) {
    self.terminal = terminal
    order = OutputOrder(terminal, flushesEach: false)
  }

  /// Adds the report on the URL with this index, judged as of `now`.
  func add(_ report: FetchReport, now: Instant, index: Int) throws(OutputError) {
    batch.append((report, now, index))
    if batch.count == Self.batchSize { try start() }
  }

  /// Writes the lines of all reports so far; called before the client waits, and at the end.
  func finish() throws(OutputError) {
    try start()
    while !underWay.isEmpty { try write() }
  }

  private func start() throws(OutputError) {
    guard !batch.isEmpty else { return }
    defer { batch = [] }
    guard !underWay.isEmpty || batch.count >= ExecutionPlan.leastForThreads else {
      for (report, now, index) in batch { try order.writeWhole(FetchJSON.line(report, now: now), of: index) }
      return try terminal.flush()
    }
    underWay.append(
      Self.pool.start(isWorthIt: batch.count >= ExecutionPlan.leastForThreads) { [batch] in
        batch.map { item in (index: item.index, line: FetchJSON.line(item.report, now: item.now)) }
      })
    if underWay.count > Self.limit { try write() }
  }

  /// Writes the lines of the first batch, once they are there.
  private func write() throws(OutputError) {
    for (index, line) in underWay.removeFirst().take() { try order.writeWhole(line, of: index) }
    try terminal.flush()
  }
}
