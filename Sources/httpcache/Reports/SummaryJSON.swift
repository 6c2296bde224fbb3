import HTTPCacheCore

/// Reads and writes a summary, to which others can be added: JSON of a version that a reader knows or refuses.
///
/// Equal counts give equal bytes, since all lists are sorted. `JudgementSummary.shape` has the members.
enum SummaryJSON {
  static let version: Int64 = 1

  static func read(_ reader: inout JSONReader) throws(JSONFault) -> JudgementSummary {
    var summary = JudgementSummary()
    summary.detail = .urls
    try JudgementSummary.shape.read(&reader, into: &summary)
    try reader.finish()
    if summary.origin.text == nil, summary.count > 0 { summary.origin.addUnknown() }
    return summary
  }

  /// The document, with a newline at its end.
  static func line(_ summary: JudgementSummary) -> [UInt8] {
    JSONWriter.line { JudgementSummary.shape.write(summary, to: &$0) }
  }

  /// When the first and the last response were received.
  static let received = JSONShape<JudgementSummary>.Member.member(
    "received",
    write: { summary, writer in
      guard let (first, last) = summary.received else { return }
      writer.array("received", [first, last]) { $0.value($1.epoch) }
    },
    read: { reader, summary throws(JSONFault) in
      var times: [Int64] = []
      try reader.array { reader throws(JSONFault) in if let time = try reader.whole() { times.append(time) } }
      if let first = times.first, let last = times.last {
        summary.addReceived(Instant(epoch: first), Instant(epoch: last))
      }
    },
    add: { other, own in if let (first, last) = other.received { own.addReceived(first, last) } })

  /// What becomes of the responses, in the order of all reports.
  static let outcomes = JSONShape<JudgementSummary>.Member.member(
    "outcomes",
    write: { summary, writer in
      writer.object("outcomes") { writer in
        for outcome in SummaryOutcome.allCases {
          guard let row = summary.rows[outcome] else { continue }
          writer.object(outcome.words.name) { JudgementSummary.Row.shape.write(row, to: &$0) }
        }
      }
    },
    read: { reader, summary throws(JSONFault) in
      try reader.object { reader, name throws(JSONFault) in
        guard let outcome = SummaryOutcome.allCases.first(where: { "\($0.words.name)" == name }) else {
          return try reader.skip()
        }
        summary.rows[outcome] = try JudgementSummary.Row.read(&reader)
      }
    },
    add: { other, own in
      for (outcome, row) in other.rows { own.rows[outcome, default: JudgementSummary.Row()].add(row) }
    })

  static let hosts = JSONShape<JudgementSummary>.Member.member(
    "hosts",
    write: { summary, writer in
      writer.object("hosts") { writer in
        for (host, count) in summary.hosts.sorted {
          writer.key(foreign: host)
          writer.value(Int64(count))
        }
      }
    },
    read: { reader, summary throws(JSONFault) in
      try reader.object { reader, host throws(JSONFault) in summary.hosts.add(host, try reader.count()) }
    }, add: { $1.hosts.add($0.hosts) })
}

/// The findings of one code, severity and host, as a document has them.
struct FoundRow: JSONShaped {
  var code = ""
  var host = ""
  var severity = Finding.Severity.info
  var tally = Tally()
  var cost: Int64 = 0
  var example = ""
  var hasFailed = false
  var mends: [FoundFindings.Mend] = []

  static let shape = JSONShape<Self>([
    .text("code", \.code), .text("host", \.host), .text("worst", \.severityName), .beside(\.tally),
    .bytes("cost", \.cost, omitsZero: true), .text("example", \.example),
    .flag("fails", \.hasFailed, omitsFalse: true), .list("mends", \.mends, omitsEmpty: true),
  ])

  private var severityName: String {
    get { severity.rawValue }
    set { severity = Finding.Severity(rawValue: newValue) ?? .info }
  }
}

extension JudgementSummary {
  /// The findings in the order of a document: by code and host, the worst first.
  var foundRows: [FoundRow] {
    places.sorted {
      let (left, right) = ($0.key, $1.key)
      return (left.kind.code.rawValue, left.host, right.kind.severity)
        < (right.kind.code.rawValue, right.host, left.kind.severity)
    }.map { key, found in
      FoundRow(
        code: key.kind.code.rawValue, host: key.host, severity: key.kind.severity, tally: found.tally,
        cost: found.cost, example: found.example, hasFailed: found.hasFailed, mends: found.mends)
    }
  }

  /// Adds the findings of one place; a code that only another version has is passed over.
  mutating func add(_ row: FoundRow) {
    guard let code = Finding.Code(rawValue: row.code) else { return }
    add(
      FoundFindings(
        code, tally: row.tally, cost: row.cost, example: row.example, hasFailed: row.hasFailed,
        mends: row.mends),
      at: FindingKey(kind: FindingKind(code: code, severity: row.severity), host: row.host))
  }
}
