import HTTPCacheCore

/// A verdict as the contract's JSON object.
enum VerdictJSON {
  /// Writes the members of the object, in the contract's order.
  ///
  /// - Parameters:
  ///   - verdict: the judgement.
  ///   - reasons: those of the decisions that were taken, one list after another; the verdict's own unless told.
  ///   - isStorable: what was decided; the verdict's own unless told.
  ///   - status: of what was served; that of the response unless told.
  ///   - writer: where they go.
  static func members(
    _ verdict: Verdict, reasons: [[Reason]]? = nil, isStorable: Bool? = nil, status: Int? = nil,
    to writer: inout JSONWriter
  ) {
    let subject = verdict.subject
    writer.member("url", subject.request.target.absolute)
    writer.member("method", subject.request.method)
    writer.member("status", Int64(status ?? subject.stored.head.status))
    writer.member("origin", subject.origin.rawValue)
    writer.member("cache", verdict.settings.role.rawValue)
    writer.member("profile", verdict.settings.profile.rawValue)
    writer.member("storable", isStorable ?? verdict.isStorable)
    writer.member("reusable", verdict.isReusable)
    writer.object("freshness") { freshness(verdict.freshness, to: &$0) }
    writer.object("validators") { validators(subject.stored.head, to: &$0) }
    writer.object("directives") { directives(subject.stored.head, to: &$0) }
    writer.array("reasons", (reasons ?? [verdict.reasons]).joined(), reason)
    writer.array("findings", verdict.findings, finding)
    writer.object("user_info") { userInfo(subject, to: &$0) }
  }

  private static func freshness(_ freshness: Freshness, to writer: inout JSONWriter) {
    writer.member("state", freshness.state.rawValue)
    writer.member("lifetime", freshness.lifetime.seconds)
    writer.member("source", freshness.lifetime.source.rawValue)
    writer.member("age", freshness.age)
    writer.member("ttl", freshness.ttl)
    writer.member("expires_at", freshness.expiresAt.map(rfc3339))
  }

  private static func validators(_ head: ResponseHead, to writer: inout JSONWriter) {
    let tag = head.fields.first("ETag")
    writer.member("etag", tag)
    writer.member("weak", head.entityTag?.isWeak ?? (tag?.hasPrefix("W/") ?? false))
    writer.member("last_modified", head.fields.first("Last-Modified"))
  }

  /// The first of each name: RFC 9111 §4.2.1.
  private static func directives(_ head: ResponseHead, to writer: inout JSONWriter) {
    var seen: Set<String> = []
    let directives = head.cacheControl.directives
    for directive in directives where directives.count == 1 || seen.insert(directive.name).inserted {
      writer.key(foreign: directive.name)
      writer.value(directive.argument)
    }
  }

  /// Writes a reason.
  static func reason(_ writer: inout JSONWriter, _ reason: Reason) {
    writer.object { writer in
      writer.member("code", reason.rule.rawValue)
      writer.member("effect", reason.rule.effect.rawValue)
      writer.member("field", reason.field)
      writer.member("explanation", reason.sentence)
      writer.member("reference", reason.rule.reference)
    }
  }

  private static func finding(_ writer: inout JSONWriter, _ finding: Finding) {
    writer.object { writer in
      writer.member("code", finding.code.rawValue)
      writer.member("severity", finding.severity.rawValue)
      writer.member("field", finding.field)
      writer.member("value", finding.value)
      writer.member("explanation", finding.explanation)
      writer.member("advice", finding.advice)
      writer.member("reference", finding.reference)
    }
  }

  private static func userInfo(_ subject: Subject, to writer: inout JSONWriter) {
    for (name, value) in subject.stored.userInfo.sorted {
      writer.key(foreign: name)
      // The one name that the program itself gives to a number.
      if name == CacheDBUserInfo.unreadableName, subject.origin == .cacheDB, let size = Int64(value) {
        writer.value(size)
      } else {
        writer.value(value)
      }
    }
  }
}
