import HTTPCacheCore

/// The output of `revalidate` for one stored response.
struct RevalidateOutput {
  private let terminal: Terminal
  private let isJSON: Bool

  init(_ terminal: Terminal, isJSON: Bool) {
    self.terminal = terminal
    self.isJSON = isJSON
  }

  /// The outcome on a line; as JSON, the object of `fetch` and the outcome.
  ///
  /// If the origin was not asked, `report` has no response, and the stored response is judged as of `now`.
  func line(
    _ outcome: RevalidationOutcome, _ report: FetchReport, _ entry: StoredEntry, now: Instant
  ) -> [UInt8] {
    guard isJSON else {
      let name = terminal.styled(outcome.rawValue.rightPadded(13), outcome.style, on: .output)
      let url = Escaping.escaped(report.request.target.absolute)
      return Array("\(name)\(url): \(Escaping.escaped(outcome.why(report.result)))\n".utf8)
    }
    return JSONWriter.line { writer in
      if let unasked = report.verdict(unaskedFor: entry, now: now) {
        VerdictJSON.members(unasked, to: &writer)
        FetchJSON.outcome(report, to: &writer)
      } else {
        FetchJSON.members(report, now: now, to: &writer)
      }
      writer.member("outcome", outcome.rawValue)
      writer.member("why", outcome.why(report.result))
    }
  }

  /// The request that would be sent; `value` gives the value of a field to print, which may be redacted.
  func request(_ request: RequestHead, value: (FieldLine) -> String) -> [UInt8] {
    guard isJSON else {
      let lines = request.fields.lines.map { "  \($0.name): \(Escaping.escaped(value($0)))\n" }
      return Array(
        ("\(request.method) \(Escaping.escaped(request.target.absolute))\n" + lines.joined()).utf8)
    }
    return JSONWriter.line { writer in
      writer.member("url", request.target.absolute)
      writer.member("method", request.method)
      writer.object("request") { writer in
        for field in request.fields.lines {
          writer.key(foreign: field.name)
          writer.value(value(field))
        }
      }
      writer.member("dry_run", true)
    }
  }
}
