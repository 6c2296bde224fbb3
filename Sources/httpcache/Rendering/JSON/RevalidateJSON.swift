import HTTPCacheCore

/// The object that `revalidate --json` writes for a stored response: what `fetch` writes, and its outcome.
enum RevalidateJSON {
  /// The object on a line.
  ///
  /// - Parameters:
  ///   - report: what became of the request; without an answer where the origin was not asked.
  ///   - outcome: what it means for what is stored.
  ///   - entry: the response as it was stored.
  ///   - now: the time to judge as of.
  /// - Returns: the bytes, with a newline.
  static func line(
    _ report: FetchReport, _ outcome: RevalidationOutcome, _ entry: StoredEntry, now: Instant
  ) -> [UInt8] {
    JSONWriter.line { writer in
      if report.result.served == nil, report.result.error == nil {
        let subject = Subject(
          origin: .store, request: report.request, stored: entry.response,
          bodyLength: entry.response.bodyLength)
        VerdictJSON.members(Verdict(subject, now: now, settings: report.settings), to: &writer)
        FetchJSON.outcome(report, to: &writer)
      } else {
        FetchJSON.members(report, now: now, to: &writer)
      }
      writer.member("outcome", outcome.rawValue)
      writer.member("why", outcome.why(report.result))
    }
  }
}
