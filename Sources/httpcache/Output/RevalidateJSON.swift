import HTTPCacheCore

/// The object that `revalidate --json` writes for a stored response: what `fetch` writes, and its outcome.
enum RevalidateJSON {
  /// The object.
  ///
  /// - Parameters:
  ///   - report: what became of the request; without an answer where nobody was asked.
  ///   - outcome: what it means for what is stored.
  ///   - entry: the response as it was stored.
  ///   - now: the time to judge as of.
  /// - Returns: the object.
  static func object(
    _ report: FetchReport, _ outcome: RevalidationOutcome, _ entry: StoredEntry, now: Instant
  ) -> JSONText {
    let extra: [(String, JSONText)] = [
      ("outcome", .string(outcome.rawValue)), ("why", .string(outcome.why(report.result))),
    ]
    guard report.result.served == nil, report.result.error == nil else {
      return FetchJSON.object(report, now: now).appending(extra)
    }
    let subject = Subject(
      origin: .store, request: report.request, stored: entry.response, bodyLength: entry.response.bodyLength)
    let verdict = Verdict(subject, now: now, settings: report.settings)
    return JSONText.object(VerdictJSON.members(verdict) + FetchJSON.outcome(report)).appending(extra)
  }
}
