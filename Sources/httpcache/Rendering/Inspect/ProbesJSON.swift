import HTTPCacheCore

/// The probes and repetitions of a response, as members of its verdict.
enum ProbesJSON {
  /// Writes the members about debug fields, repetitions, the mapped key and probes; none if none were asked for.
  static func members(_ verdict: Verdict, to writer: inout JSONWriter) {
    let subject = verdict.subject
    let debugged = DebuggedProduct.answers(subject.stored.head, to: subject.request)
    if !debugged.isEmpty {
      writer.array("debug_edge", debugged) { writer, line in
        writer.array([line.name, line.redactedValue]) { $0.value($1) }
      }
    }
    if let repetition = verdict.context.repetition {
      writer.member(
        "edge_field",
        verdict.edge.field.map { "\($0): \(UserInformation.redacted(in: verdict.edge.value ?? ""))" })
      writer.key("hit_ratio")
      writer.value(share: repetition.hitRatio)
      writer.array("edges", repetition.answers) { $0.value($1.edge.state.rawValue) }
      writer.objects("edge_states", repetition.words(to: subject.request)) { writer, word in
        writer.member("vendor", word.product)
        writer.member("state", word.text)
        writer.member("meaning", word.meaning)
        writer.member("next", word.next)
      }
      writer.member("edge_obstacle", repetition.obstacle(subject.request))
      if let answer = repetition.withoutCookies {
        writer.member("edge_without_cookies", answer.edge.state.rawValue)
      }
    }
    let key = verdict.context.probes.flatMap(\.key)
    if !key.isEmpty { Self.key(key, to: &writer) }
    if !verdict.context.probes.isEmpty { probes(verdict.context.probes, to: &writer) }
  }

  /// Writes a mapped key, an object for each input.
  static func key(_ rows: [KeyRow], to writer: inout JSONWriter) {
    writer.objects("key", rows) { writer, row in
      writer.member("input", row.input.rawValue)
      writer.member("in_key", row.isInKey)
      writer.member("in_content", row.isInContent)
      writer.member("reason", row.reason)
    }
  }

  static func probes(_ reports: [ProbeReport], to writer: inout JSONWriter) {
    writer.objects("probes", reports) { writer, report in
      writer.member("probe", report.probe.rawValue)
      writer.objects("requests", report.exchanges) { exchange($1, of: report, to: &$0) }
      writer.member("outcome", report.outcome.rawValue)
      writer.member("reason", report.reason)
    }
  }

  private static func exchange(
    _ exchange: ProbeExchange, of report: ProbeReport, to writer: inout JSONWriter
  ) {
    writer.member("method", exchange.request.head.method)
    writer.member("url", exchange.request.head.target.absolute)
    writer.object("fields") { writer in
      for (name, value) in report.shownFields(of: exchange) {
        writer.key(foreign: name)
        writer.value(value)
      }
    }
    switch exchange.result {
    case .success(let answer): writer.member("status", Int64(answer.head.status))
    case .failure(let problem):
      writer.null("status")
      writer.member("error", problem.message)
    }
    if let address = exchange.request.address { writer.member("address", address) }
  }
}
