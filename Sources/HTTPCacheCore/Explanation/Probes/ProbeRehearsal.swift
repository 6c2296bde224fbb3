/// Lists the requests that probes would send, by the answers of an imagined server without faults; sends nothing.
package enum ProbeRehearsal {
  /// The text that is shown in place of the server's tag.
  private static let tag = "\"ETAG-AS-RECEIVED\""
  private static let codedTag = "\"ETAG-OF-THE-CODED-ANSWER\""
  /// The text that is shown in place of the server's date.
  private static let shownDate = "LAST-MODIFIED-AS-RECEIVED"

  /// The reports of the probes about a request with the requests that they would send, and without answers.
  ///
  /// A server with faults may get fewer or more requests. `now` is the time of the imagined answers.
  package static func reports(_ request: RequestHead, _ settings: ProbeSettings, now: Instant)
    -> [ProbeReport]
  {
    var plain = RequestHead(target: request.target)
    plain.fields.set("Accept-Encoding", "identity")
    let first = answer(plain, of: request.target, now, settings)
    let subject = Subject(
      origin: .live, request: request,
      stored: StoredResponse(
        key: CacheKey(target: request.target), head: first.head, requestedAt: now, receivedAt: now))
    var run = ProbeRun(subject, settings)
    // The probe of the key needs a cache that reports hits.
    var stored: Set<RequestHead> = []
    while let next = run.next() {
      var fields = FieldSection()
      if next.probe == .key {
        fields.append(FieldLine("X-Cache", stored.insert(next.head).inserted ? "MISS" : "HIT"))
      }
      run.take(.success(answer(next.head, of: request.target, now, settings, fields)))
    }
    return run.reports.map(shown)
  }

  private static func answer(
    _ request: RequestHead, of target: TargetURI, _ now: Instant, _ settings: ProbeSettings,
    _ own: FieldSection = FieldSection()
  ) -> ProbeResponse {
    let isCoded = request.fields.first("Accept-Encoding")?.asciiLowercased.holds("gzip") ?? false
    let date = HTTPDate.imfFixdate(now)
    let tag = isCoded ? codedTag : tag
    var fields = FieldSection([
      FieldLine("Cache-Control", "max-age=60"), FieldLine("ETag", tag), FieldLine("Last-Modified", date),
      FieldLine("Vary", "Accept-Encoding, Origin"), FieldLine("Date", date),
      FieldLine("Accept-Ranges", "bytes"),
    ])
    for line in own.lines { fields.append(line) }
    if isCoded { fields.append(FieldLine("Content-Encoding", "gzip")) }
    var content = ProbeContent()
    var bytes = (0..<100).map { UInt8($0) }
    // Each user gets a page of their own.
    if let user = settings.identities.firstIndex(where: request.fields.lines.contains) {
      bytes[0] = UInt8(truncatingIfNeeded: user + 1)
    }
    var status = 200
    if request.target.path != target.path {
      status = 404
    } else if let sent = request.fields.first("If-None-Match") {
      status = sent.isSameTag(as: tag) ? 304 : 200
    } else if request.fields.contains("If-Modified-Since") {
      status = 304
    }
    var shown = bytes[...]
    if let text = request.fields.first("Range"), !request.fields.contains("If-Range"),
      let range = RangeRequest(text)?.specifiers.first?.resolved(length: 100)
    {
      status = 206
      shown = bytes[Int(range.lowerBound)...Int(range.upperBound)]
      fields.append(FieldLine("Content-Range", ContentRange(range, of: 100).text))
    }
    Array(shown).withUnsafeBytes { piece in
      content.take(piece)
      content.takeDecoded(piece)
    }
    return ProbeResponse(
      head: ResponseHead(status: status, fields: fields), content: content, requestedAt: now, receivedAt: now)
  }

  /// The report as it is shown, with a text in place of the made-up date.
  private static func shown(_ report: ProbeReport) -> ProbeReport {
    let exchanges = report.exchanges.map { exchange in
      var head = exchange.request.head
      if head.fields.contains("If-Modified-Since") { head.fields.set("If-Modified-Since", shownDate) }
      let request = ProbeRequest(
        probe: report.probe, label: exchange.request.label, head: head, turn: .first, address: nil)
      return ProbeExchange(request: request, result: .failure(ProbeExchange.Problem("not sent")))
    }
    return ProbeReport(
      probe: report.probe, exchanges: exchanges, outcome: .skipped,
      reason: report.exchanges.isEmpty ? report.reason ?? "nothing else to ask" : "not sent", findings: [],
      validation: nil, key: [], secretNames: report.secretNames)
  }
}
