import HTTPCacheCore

/// The file of a summary, for `--merge-summaries`: JSON with a version; a version that is not known is refused.
enum SummaryFile {
  static let version: Int64 = 1

  /// The outcomes by their names in the file.
  static let kinds: [(kind: Conclusion.Kind, name: StaticString)] = [
    (.reused, "reused"), (.confirmed, "confirmed"), (.downloaded, "downloaded"), (.notStored, "not-stored"),
    (.part, "part"), (.confirmation, "confirmation"), (.unknown, "unknown"),
  ]

  /// Reads a summary; `source` fills a buffer with the next bytes of the file.
  ///
  /// - Throws: the first part that can't be understood, with line and column.
  static func read(_ source: @escaping JSONReader.Source) throws(JSONFault) -> JudgementSummary {
    var reader = try JSONReader(source)
    var summary = JudgementSummary()
    var isKnown = false
    let start = try reader.nextPlace()
    try reader.object { reader, name throws(JSONFault) in
      let place = try reader.nextPlace()
      switch name {
      case "version":
        isKnown = try whole(&reader) == version
        guard isKnown else { throw JSONFault(.refused("a summary of another version"), at: place) }
      case "count": summary.count = try count(&reader)
      case "failed": summary.failed = try count(&reader)
      case "gate": summary.isGate = try reader.optionalBool() ?? false
      case "not_judged": summary.notJudged = try count(&reader)
      case "unmet_patterns": summary.unmetPatterns = try count(&reader)
      case "hidden": summary.hiddenByBaseline = try count(&reader)
      case "accepted": summary.accepted = try count(&reader)
      case "site": summary.site = try reader.optionalString().map { Site(host: $0) }
      case "from_cache": summary.fromCache = try tally(&reader)
      case "outcomes":
        try reader.object { reader, name throws(JSONFault) in
          guard let kind = kinds.first(where: { "\($0.name)" == name })?.kind else {
            return try reader.skip()
          }
          summary.rows[kind] = try row(&reader)
        }
      case "as":
        try reader.object { reader, name throws(JSONFault) in summary.caches[name] = try cacheRow(&reader) }
      case "hosts":
        try reader.object { reader, host throws(JSONFault) in summary.hosts[host] = try count(&reader) }
      case "findings": try reader.array { reader throws(JSONFault) in try finding(&reader, &summary) }
      case "costs": try reader.array { reader throws(JSONFault) in try cost(&reader, &summary) }
      case "failures": try reader.array { reader throws(JSONFault) in try failure(&reader, &summary) }
      default: try reader.skip()
      }
    }
    try reader.finish()
    guard isKnown else { throw JSONFault(.refused("'version' is missing: it is not a summary"), at: start) }
    return summary
  }

  private static func row(_ reader: inout JSONReader) throws(JSONFault) -> JudgementSummary.Row {
    var row = JudgementSummary.Row()
    try reader.object { reader, party throws(JSONFault) in
      switch party {
      case "all": row.all = try tally(&reader)
      case "first_party": row.firstParty = try tally(&reader)
      default: try reader.skip()
      }
    }
    return row
  }

  private static func cacheRow(_ reader: inout JSONReader) throws(JSONFault) -> JudgementSummary.CacheRow {
    var row = JudgementSummary.CacheRow()
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "stored": row.stored = try count(&reader)
      case "not_stored": row.notStored = try count(&reader)
      case "unknown": row.unknown = try count(&reader)
      default: try reader.skip()
      }
    }
    return row
  }

  private static func finding(
    _ reader: inout JSONReader, _ summary: inout JudgementSummary
  ) throws(JSONFault) {
    var (code, host, example) = ("", "", "")
    var severity = Finding.Severity.info
    var number = 0
    var bytes: Int64 = 0
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "code": code = try reader.string()
      case "host": host = try reader.string()
      case "example": example = try reader.string()
      case "worst": severity = Finding.Severity(rawValue: try reader.string()) ?? .info
      case "count": number = try count(&reader)
      case "bytes": bytes = try whole(&reader) ?? 0
      default: try reader.skip()
      }
    }
    // Skip a code that only a later version has.
    guard let code = Finding.Code(rawValue: code) else { return }
    let place = JudgementSummary.Place(code: code, severity: severity, host: host)
    summary.add(
      JudgementSummary.Found(tally: Tally(count: number, bytes: bytes), example: example), at: place)
  }

  private static func cost(_ reader: inout JSONReader, _ summary: inout JudgementSummary) throws(JSONFault) {
    var url = ""
    var rule: Rule?
    var number = 0
    var bytes: Int64 = 0
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "url": url = try reader.string()
      case "rule": rule = try reader.optionalString().flatMap { Rule(rawValue: $0) }
      case "count": number = try count(&reader)
      case "bytes": bytes = try whole(&reader) ?? 0
      default: try reader.skip()
      }
    }
    summary.costs[url] = JudgementSummary.Cost(tally: Tally(count: number, bytes: bytes), rule: rule)
  }

  private static func failure(_ reader: inout JSONReader, _ summary: inout JudgementSummary) throws(JSONFault)
  {
    var subject = ""
    var causes: [String] = []
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "subject": subject = try reader.string()
      case "causes": try reader.array { reader throws(JSONFault) in causes.append(try reader.string()) }
      default: try reader.skip()
      }
    }
    summary.failures.append((subject, causes))
  }

  private static func tally(_ reader: inout JSONReader) throws(JSONFault) -> Tally {
    var number = 0
    var bytes: Int64 = 0
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "count": number = try count(&reader)
      case "bytes": bytes = try whole(&reader) ?? 0
      default: try reader.skip()
      }
    }
    return Tally(count: number, bytes: bytes)
  }

  private static func count(_ reader: inout JSONReader) throws(JSONFault) -> Int {
    let place = try reader.nextPlace()
    guard let number = try whole(&reader), let count = Int(exactly: number), count >= 0 else {
      throw JSONFault(.refused("a count is a whole number of 0 or more"), at: place)
    }
    return count
  }

  private static func whole(_ reader: inout JSONReader) throws(JSONFault) -> Int64? {
    try reader.optionalNumber().flatMap { Int64(exactly: $0) }
  }
}
