import HTTPCacheCore

/// JSON Lines: an object for each subject, flushed as soon as it is judged.
final class JSONReport: InspectReport {
  private let terminal: Terminal
  private let context: ReportContext

  init(_ terminal: Terminal, _ context: ReportContext) { (self.terminal, self.context) = (terminal, context) }

  var saysClosing: Bool { true }

  var rendering: EntryRendering? {
    EntryRendering(judged: { Self.line($0, $1, to: &$2) }, skipped: { Self.line($0, to: &$1) })
  }

  func add(_ judgement: Judgement) throws(OutputError) {
    try terminal.write(JSONWriter.bytes { Self.line(judgement, judgement.entries, to: &$0) })
    try terminal.flush()
  }

  func skip(_ skipped: SkippedEntry) throws(OutputError) {
    try terminal.write(JSONWriter.bytes { Self.line(skipped, to: &$0) })
  }

  private static func line(_ skipped: SkippedEntry, to writer: inout JSONWriter) {
    writer.line { writer in
      writer.member("url", skipped.url)
      writer.member("origin", skipped.origin.rawValue)
      writer.member("error", skipped.cause)
    }
  }

  private static func line(
    _ judgement: borrowing Judgement, _ entries: [Judgement.Entry], to writer: inout JSONWriter
  ) {
    writer.line { writer in
      let failed = judgement.isFailed ? entries.filter(\.fails) : []
      let checks = failed.compactMap(\.check)
      VerdictJSON.members(judgement.verdict, entries: entries, to: &writer)
      let subject = judgement.verdict.subject
      if subject.origin == .live {
        writer.member("accept_encoding", subject.request.fields.first("Accept-Encoding"))
      }
      if !judgement.verdict.settings.otherCaches.isEmpty { otherCaches(judgement.verdict, to: &writer) }
      ProbesJSON.members(judgement.verdict, to: &writer)
      let context = judgement.verdict.context
      if let other = context.counterpart { Self.against(other, judgement.verdict.differences, to: &writer) }
      if let assets = context.assets { Self.assets(assets, to: &writer) }
      if case .success(let next)? = subject.stored.head.redirectTarget(from: subject.request.target) {
        writer.member("location", next.absolute)
      }
      writer.array("failed_checks", checks) { $0.value($1.text) }
      writer.array("failed_findings", failed.compactMap(\.finding)) {
        $0.value($1.code.rawValue)
      }
      writer.objects("failures", checks, shortfall)
      writer.objects("failed_patterns", failed.filter { $0.place != nil }) { writer, entry in
        writer.member("pattern", entry.place?.pattern)
        switch entry.what {
        case .check(let check): writer.member("check", check.text)
        case .finding(let finding): writer.member("finding", finding.code.rawValue)
        }
      }
    }
  }

  /// How other caches treat the response; `null` if the recording lacks the fields that decide it.
  private static func otherCaches(_ verdict: borrowing Verdict, to writer: inout JSONWriter) {
    writer.objects("as", verdict.otherDecisions) { writer, decision in
      writer.member("cache", decision.cache.name)
      writer.member("version", decision.cache.version)
      writer.member("basis", decision.basis.rawValue)
      outcome(decision, to: &writer)
      guard decision.cache.isBrowser else { return }
      guard let page = decision.asPage else { return writer.null("as_page") }
      writer.object("as_page") { outcome(page, to: &$0) }
    }
  }

  /// How a cache uses the response.
  private static func outcome(_ decision: CacheDecision, to writer: inout JSONWriter) {
    writer.member("stored", decision.isStored)
    writer.member("lifetime", decision.lifetime)
    writer.member("stale", decision.staleSpan)
    writer.member("revalidates", decision.isRevalidated)
    writer.objects("reasons", decision.reasons, VerdictJSON.reason)
  }

  /// The response that it is compared with, and the differences.
  private static func against(_ other: Counterpart, _ differences: [Difference], to writer: inout JSONWriter)
  {
    writer.object("against") { writer in
      writer.member("url", other.request.target.absolute)
      if let server = other.server { writer.member("server", server) }
      writer.member("status", Int64(other.stored.head.status))
      if !other.key.isEmpty { ProbesJSON.key(other.key, to: &writer) }
      writer.objects("differs", differences) { writer, difference in
        writer.member("part", difference.part.rawValue)
        writer.member("here", difference.here)
        writer.member("there", difference.there)
      }
    }
  }

  /// The counts of the assets that a page loads.
  private static func assets(_ count: AssetCount, to writer: inout JSONWriter) {
    writer.object("assets") { writer in
      writer.member("judged", Int64(count.judged))
      writer.member("judged_before", Int64(count.known))
      writer.member("other_origins", Int64(count.foreign))
      writer.member("left_out", Int64(count.leftOut))
      writer.member("all_counted", !count.isCut)
    }
  }

  /// A check that does not hold, and the value that was found instead.
  private static func shortfall(_ writer: inout JSONWriter, _ failed: Judgement.FailedCheck) {
    writer.member("check", failed.text)
    writer.member("pattern", failed.place?.pattern)
    writer.member("found", failed.shortfall.observation.found)
    writer.member("field", failed.shortfall.observation.field)
    writer.member("value", failed.shortfall.observation.value)
    writer.member("explanation", failed.sentence)
  }

  func fail(_ failure: SubjectFailure) throws(OutputError) {
    try terminal.write(
      JSONWriter.line { writer in
        writer.member("url", failure.url)
        if failure.url == nil { writer.member("subject", failure.subject) }
        writer.member("origin", failure.origin.rawValue)
        writer.member("error", failure.message)
      })
    try terminal.flush()
  }

  func rehearse(_ target: TargetURI, _ probes: [ProbeReport]) throws(OutputError) {
    try terminal.write(
      JSONWriter.line { writer in
        writer.member("url", target.absolute)
        ProbesJSON.probes(probes, to: &writer)
      })
  }

  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError) {
    try terminal.write(
      JSONWriter.line { writer in
        writer.member("pattern", place.pattern)
        writer.member("line", Int64(place.line))
        writer.member("failed", isFailure)
        writer.member("error", place.missMessage)
      })
    try terminal.flush()
  }

  /// Writes the summary to stderr, so that stdout has one object for each subject.
  ///
  /// Only `--revisit` adds an object at the end; and if only a summary is reported, it goes to stdout.
  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    if context.isSummary { return try terminal.write(SummaryJSON.line(summary)) }
    if let visits = summary.revisits { try terminal.write(Self.line(visits, notPlayed: summary.notPlayed)) }
    guard context.isClosingSaid else { return }
    // The summary of a log ends with the closing line.
    let lines =
      isLog
      ? PageText(terminal, .error, widest: PageText.widestSummary).lines(SummaryPage(summary))
      : ["httpcache: \(summary.lastLine)"]
    for line in lines { terminal.say(line) }
  }
}

extension JSONReport {
  /// Later visits, as the last line.
  private static func line(_ visits: LaterVisits, notPlayed: Int) -> [UInt8] {
    JSONWriter.line { writer in
      writer.objects("revisit", visits.visits) { writer, visit in
        writer.member("after", visit.after)
        for (party, outcome) in visit.parties {
          writer.object(party) { writer in
            for (name, tally) in outcome.tallies {
              writer.object(name) { writer in
                writer.member("requests", Int64(tally.count))
                writer.member("bytes", tally.bytes)
              }
            }
          }
        }
      }
      writer.object("wasted") { writer in
        writer.member("requests", Int64(visits.wasted.count))
        writer.member("bytes", visits.wasted.bytes)
      }
      if notPlayed > 0 { writer.member("not_played", Int64(notPlayed)) }
    }
  }
}

/// A verdict as the JSON object that `inspect`, `fetch` and `revalidate` write.
enum VerdictJSON {
  /// Writes the members of the object.
  ///
  /// `reasons`, `isStorable`, `isReusable` and `status` are those of a fetch, and replace the verdict's own unless nil;
  /// `entries` are those of a judgement, whose findings have a standing.
  static func members(
    _ verdict: borrowing Verdict, reasons: [[Reason]]? = nil, isStorable: Bool? = nil,
    isReusable: Bool? = nil,
    status: Int? = nil, entries: [Judgement.Entry]? = nil, to writer: inout JSONWriter
  ) {
    switch verdict.subject.target {
    case .url(let url): writer.member("url", url.absolute)
    case .unnamed: writer.null("url")
    }
    writer.member("method", verdict.subject.request.method)
    writer.member("status", Int64(status ?? verdict.subject.stored.head.status))
    writer.member("origin", verdict.subject.origin.rawValue)
    writer.member("cache", verdict.settings.role.rawValue)
    writer.member("profile", verdict.settings.profile.rawValue)
    writer.member("storable", isStorable ?? verdict.isStorable)
    writer.member("reusable", isReusable ?? verdict.isReusable)
    let server = verdict.subject.stored.key.server
    if !server.isEmpty { writer.member("server", server) }
    freshness(verdict.freshness, verdict.freshnessState, to: &writer)
    validators(verdict.subject.stored.head, to: &writer)
    directives(verdict.subject.stored.head.cacheControl.directives, to: &writer)
    writer.array("reasons") { writer in
      for list in reasons ?? verdict.reasonLists {
        for index in list.indices { writer.object { reason(&$0, list[index]) } }
      }
    }
    if let entries {
      writer.objects("findings", entries.filter { $0.finding != nil }) { writer, entry in
        if let found = entry.finding { finding(&writer, found, entry.hiding) }
      }
    } else {
      writer.objects("findings", verdict.findings) { finding(&$0, $1, nil) }
    }
    advice(verdict.advice, to: &writer)
    userInfo(verdict.subject.stored.userInfo, of: verdict.subject.origin, to: &writer)
    writer.member("size", verdict.subject.bodyLength)
    let saysEdge = verdict.edge.field != nil || verdict.context.repetition != nil
    writer.member("edge", saysEdge ? verdict.edge.state.rawValue : nil)
    writer.member("waste", verdict.wastedBytes.map { Int64(saturating: $0.rounded()) })
  }

  private static func freshness(
    _ freshness: Freshness, _ state: Freshness.State?, to writer: inout JSONWriter
  ) {
    writer.object("freshness") { writer in
      writer.member("state", state?.rawValue)
      writer.member("lifetime", freshness.lifetime.seconds)
      writer.member("source", freshness.lifetime.source.rawValue)
      writer.member("age", freshness.age)
      writer.member("ttl", freshness.ttl)
      writer.member("expires_at", freshness.expiresAt.map(rfc3339))
    }
  }

  private static func validators(_ head: ResponseHead, to writer: inout JSONWriter) {
    let tag = head.fields.first("ETag")
    let modified = head.fields.first("Last-Modified")
    writer.object("validators") { writer in
      writer.member("etag", tag)
      // `W/` counts even if no valid tag follows.
      writer.member("weak", tag?.hasPrefix("W/") ?? false)
      writer.member("last_modified", modified)
    }
  }

  /// Writes the first directive of each name (RFC 9111 §4.2.1).
  private static func directives(_ directives: [Directive], to writer: inout JSONWriter) {
    writer.object("directives") { writer in
      var seen: Set<String> = []
      for directive in directives where directives.count == 1 || seen.insert(directive.name).inserted {
        writer.key(foreign: directive.name)
        writer.value(directive.argument)
      }
    }
  }

  static func reason(_ writer: inout JSONWriter, _ reason: Reason) {
    writer.member("code", reason.rule.rawValue)
    writer.member("effect", reason.rule.effect.rawValue)
    writer.member("field", reason.field)
    writer.member("explanation", reason.sentence)
    writer.member("reference", reason.rule.reference)
  }

  private static func finding(_ writer: inout JSONWriter, _ finding: Finding, _ hiding: Judgement.Hiding?) {
    writer.member("code", finding.code.rawValue)
    writer.member("severity", finding.severity.rawValue)
    writer.member("field", finding.field)
    writer.member("value", finding.value)
    writer.member("explanation", finding.explanation)
    writer.member("advice", finding.advice)
    writer.member("reference", finding.reference)
    switch hiding {
    case .baseline: writer.member("hidden", "baseline")
    case .accepted(let reason):
      writer.member("hidden", "accepted")
      writer.member("hidden_reason", reason)
    case nil: break
    }
  }

  /// The fields to set and to remove; null if there are none.
  private static func advice(_ advice: Advice?, to writer: inout JSONWriter) {
    guard let advice else { return writer.null("advice") }
    writer.object("advice") { writer in
      writer.array("set", advice.set) { $0.array([$1.name, $1.value]) { $0.value($1) } }
      writer.array("remove", advice.remove) { $0.value($1) }
    }
  }

  private static func userInfo(
    _ values: UserInfo, of origin: Subject.Origin, to writer: inout JSONWriter
  ) {
    writer.object("user_info") { writer in
      for (name, value) in values.sorted {
        writer.key(foreign: name)
        // The program adds this name itself, with a number as its value.
        if origin == .cacheDB, name == CacheDBUserInfo.unreadableName, let size = Int64(value) {
          writer.value(size)
        } else {
          writer.value(value)
        }
      }
    }
  }
}
