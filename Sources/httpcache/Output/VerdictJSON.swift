import HTTPCacheCore

/// A verdict as the contract's JSON object.
enum VerdictJSON {
  /// The members of the object, in the contract's order.
  ///
  /// - Parameters:
  ///   - verdict: the judgement.
  ///   - reasons: those of the decisions that were taken; the verdict's own unless told.
  ///   - isStorable: what was decided; the verdict's own unless told.
  ///   - status: of what was served; that of the response unless told.
  /// - Returns: name and value of each member.
  static func members(
    _ verdict: Verdict, reasons: [Reason]? = nil, isStorable: Bool? = nil, status: Int? = nil
  ) -> [(String, JSONText)] {
    let subject = verdict.subject
    return [
      ("url", .string(subject.request.target.absolute)), ("method", .string(subject.request.method)),
      ("status", .int(Int64(status ?? subject.stored.head.status))),
      ("origin", .string(subject.origin.rawValue)),
      ("cache", .string(verdict.settings.role.rawValue)),
      ("profile", .string(verdict.settings.profile.rawValue)),
      ("storable", .bool(isStorable ?? verdict.isStorable)), ("reusable", .bool(verdict.isReusable)),
      ("freshness", freshness(verdict.freshness)), ("validators", validators(subject.stored.head)),
      ("directives", directives(subject.stored.head)),
      ("reasons", .array((reasons ?? verdict.reasons).map(reason))),
      ("findings", .array(verdict.findings.map(finding))), ("user_info", userInfo(subject)),
    ]
  }

  private static func freshness(_ freshness: Freshness) -> JSONText {
    .object([
      ("state", .string(freshness.state.rawValue)), ("lifetime", .optional(freshness.lifetime.seconds)),
      ("source", .string(freshness.lifetime.source.rawValue)), ("age", .int(freshness.age)),
      ("ttl", .optional(freshness.ttl)), ("expires_at", .optional(freshness.expiresAt.map(rfc3339))),
    ])
  }

  private static func validators(_ head: ResponseHead) -> JSONText {
    let tag = head.fields.first("ETag")
    return .object([
      ("etag", .optional(tag)), ("weak", .bool(head.entityTag?.isWeak ?? (tag?.hasPrefix("W/") ?? false))),
      ("last_modified", .optional(head.fields.first("Last-Modified"))),
    ])
  }

  /// The first of each name: RFC 9111 §4.2.1.
  private static func directives(_ head: ResponseHead) -> JSONText {
    var seen: Set<String> = []
    let first = head.cacheControl.directives.filter { seen.insert($0.name).inserted }
    return .object(first.map { ($0.name, .optional($0.argument)) })
  }

  static func reason(_ reason: Reason) -> JSONText {
    .object([
      ("code", .string(reason.rule.rawValue)), ("effect", .string(reason.rule.effect.rawValue)),
      ("field", .optional(reason.field)), ("explanation", .string(reason.sentence)),
      ("reference", .string(reason.rule.reference)),
    ])
  }

  private static func finding(_ finding: Finding) -> JSONText {
    .object([
      ("code", .string(finding.code.rawValue)), ("severity", .string(finding.severity.rawValue)),
      ("field", .optional(finding.field)), ("value", .optional(finding.value)),
      ("explanation", .string(finding.explanation)), ("advice", .optional(finding.advice)),
      ("reference", .string(finding.reference)),
    ])
  }

  private static func userInfo(_ subject: Subject) -> JSONText {
    .object(
      subject.stored.userInfo.sorted.map { name, value in
        // The one name that the program itself gives to a number.
        let isSize = name == CacheDBUserInfo.unreadableName && subject.origin == .cacheDB
        let size = isSize ? Int64(value) : nil
        return (name, size.map(JSONText.int) ?? .string(value))
      })
  }
}
