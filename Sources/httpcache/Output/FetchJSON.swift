import HTTPCacheCore

/// The object that `fetch --json` writes for a URL: its verdict, and what the fetch did.
enum FetchJSON {
  /// The object.
  ///
  /// - Parameters:
  ///   - report: what became of the fetch.
  ///   - now: the time to judge as of.
  /// - Returns: the object.
  static func object(_ report: FetchReport, now: Instant) -> JSONText {
    let result = report.result
    guard let served = result.served else { return withoutAnswer(report) }
    let reasons = served.reuse.reasons + (served.storage?.reasons ?? []) + served.outcome
    let verdict =
      report.verdict(now: now) ?? Verdict(report.subject(served), now: now, settings: report.settings)
    return .object(
      VerdictJSON.members(
        verdict, reasons: reasons, isStorable: served.storage?.isStorable, status: served.status)
        + [
          ("source", .string(served.source.rawValue)), ("http_version", .string(served.base.version)),
        ] + outcome(report))
  }

  /// Where there was no response: the same keys, empty.
  private static func withoutAnswer(_ report: FetchReport) -> JSONText {
    let result = report.result
    let reasons = (result.unanswered?.reasons ?? []) + result.unansweredReasons
    return .object(
      [
        ("url", .string(report.request.target.absolute)), ("method", .string(report.request.method)),
        ("status", .null), ("origin", .string("live")), ("cache", .string(report.settings.role.rawValue)),
        ("profile", .string(report.settings.profile.rawValue)), ("storable", .bool(false)),
        ("reusable", .bool(false)),
        (
          "freshness",
          .object([
            ("state", .string("stale")), ("lifetime", .null), ("source", .string("none")), ("age", .null),
            ("ttl", .null), ("expires_at", .null),
          ])
        ), ("validators", .object([("etag", .null), ("weak", .bool(false)), ("last_modified", .null)])),
        ("directives", .object([])), ("reasons", .array(reasons.map(VerdictJSON.reason))),
        ("findings", .array([])), ("user_info", .object([])), ("source", .null), ("http_version", .null),
      ] + outcome(report))
  }

  /// What the fetch did, beside its verdict.
  static func outcome(_ report: FetchReport) -> [(String, JSONText)] {
    let result = report.result
    return [
      ("stored", .bool(result.isStored)), ("coalesced", .bool(result.isCoalesced)),
      ("bytes", .int(result.bytes)), ("body_file", .optional(report.bodyFile)),
      ("elapsed_ms", .int(Int64(result.elapsedMilliseconds))),
      ("warning", .optional(result.warnings.isEmpty ? nil : result.warnings.joined(separator: "; "))),
      ("error", .optional(report.errors.isEmpty ? nil : report.errors.joined(separator: "; "))),
      ("exit_code", .int(Int64(report.exitCode.rawValue))),
    ]
  }
}
