import HTTPCacheCore

/// Judges a response as `httpcache inspect` does, a minute after it was received.
func judge() throws {
  let request = RequestHead(target: try TargetURI("https://example.com/app.js"))
  let fields = [FieldLine("Cache-Control", "max-age=600"), FieldLine("Expires", "tomorrow")]
  let received = Instant(epoch: 1_800_000_000)
  let stored = StoredResponse(
    key: CacheKey(target: request.target), head: ResponseHead(status: 200, fields: FieldSection(fields)),
    requestedAt: received, receivedAt: received)
  let verdict = Verdict(
    Subject(origin: .headers, request: request, stored: stored), now: received + 60, settings: Settings())
  print("\(verdict.freshness.state.rawValue) for \(verdict.freshness.ttl ?? 0) seconds")
  if let reuse = verdict.reuse { print("the next request: \(reuse.outcome)") }
  for finding in verdict.findings { print("  \(finding.severity.rawValue): \(finding.explanation)") }
}
