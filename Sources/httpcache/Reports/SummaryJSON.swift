import HTTPCacheCore

/// Reads and writes a summary, to which others can be added: JSON of a version that a reader knows or refuses.
///
/// Equal counts give equal bytes, since all lists are sorted.
enum SummaryJSON {
  static let version: Int64 = 1

  /// A count by its member.
  typealias Count<Object> = (name: StaticString, path: any WritableKeyPath<Object, Int> & Sendable)

  /// The counts before and after the member `gate`.
  private static let counts: (first: [Count<JudgementSummary>], rest: [Count<JudgementSummary>]) = (
    [("count", \.count), ("failed", \.failed)],
    [
      ("not_judged", \.notJudged), ("unmet_patterns", \.unmetPatterns), ("hidden", \.hiddenByBaseline),
      ("accepted", \.accepted), ("without_size", \.withoutSize), ("with_most_size", \.withMostSize),
      ("not_played", \.notPlayed),
    ]
  )

  private static let cacheCounts: [Count<JudgementSummary.CacheRow>] = [
    ("stored", \.stored), ("not_stored", \.notStored), ("unknown", \.unknown),
  ]

  static func read(_ reader: inout JSONReader) throws(JSONFault) -> JudgementSummary {
    var summary = JudgementSummary()
    summary.detail = .urls
    var (isKnown, hasOrigin) = (false, false)
    let start = try reader.nextPlace()
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "version":
        isKnown = try reader.value(else: "a summary of another version") { reader throws(JSONFault) in
          try whole(&reader) == version ? true : nil
        }
      case "gate": summary.isGate = try reader.optionalBool() ?? false
      case "site": summary.site = try reader.optionalString().map { Site(name: $0) }
      case "from_cache": summary.fromCache = try tally(&reader)
      case "outcomes":
        try reader.object { reader, name throws(JSONFault) in
          guard let outcome = SummaryOutcome.allCases.first(where: { "\($0.words.name)" == name }) else {
            return try reader.skip()
          }
          summary.rows[outcome] = try row(&reader)
        }
      case "origin":
        guard let origin = try reader.optionalString(), let target = try? TargetURI(origin) else { return }
        summary.origin.add(target)
        hasOrigin = true
      case "as":
        try reader.object { reader, name throws(JSONFault) in summary.caches[name] = try cacheRow(&reader) }
      case "edges": try reader.array { reader throws(JSONFault) in try edge(&reader, &summary.edges) }
      case "kinds": try reader.array { reader throws(JSONFault) in try kind(&reader, &summary.kinds) }
      case "hosts":
        try reader.object { reader, host throws(JSONFault) in summary.hosts.add(host, try count(&reader)) }
      case "findings": try reader.array { reader throws(JSONFault) in try finding(&reader, &summary) }
      case "costs": try reader.array { reader throws(JSONFault) in try cost(&reader, &summary) }
      case "clocks": try reader.array { reader throws(JSONFault) in try clock(&reader, &summary) }
      case "revisit": try visits(&reader, &summary.revisits)
      case "wasted": try waste(&reader, &summary.revisits)
      case "day_later": try visits(&reader, &summary.dayLater)
      case "day_wasted": try waste(&reader, &summary.dayLater)
      case "received":
        var times: [Int64] = []
        try reader.array { reader throws(JSONFault) in try whole(&reader).map { times.append($0) } }
        if let first = times.first, let last = times.last {
          summary.addReceived(Instant(epoch: first), Instant(epoch: last))
        }
      case "sources": try reader.array { reader throws(JSONFault) in summary.addSource(try reader.string()) }
      case "checks": try reader.array { reader throws(JSONFault) in try check(&reader, &summary) }
      case "failures": try reader.array { reader throws(JSONFault) in try failure(&reader, &summary) }
      default: try count(counts.first + counts.rest, name, of: &summary, &reader)
      }
    }
    try reader.finish()
    if !hasOrigin, summary.count > 0 { summary.origin.addUnknown() }
    guard isKnown else { throw JSONFault(.refused("'version' is missing: it is not a summary"), at: start) }
    return summary
  }

  /// Reads what one product did; its sums are those of its kinds.
  private static func edge(_ reader: inout JSONReader, _ edges: inout EdgeSums) throws(JSONFault) {
    var product = ""
    var kinds: [(kind: String, counts: EdgeSums.Counts)] = []
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "product": product = try reader.string()
      case "kinds":
        try reader.object { reader, kind throws(JSONFault) in
          var counts = EdgeSums.Counts()
          try reader.object { reader, name throws(JSONFault) in
            guard let path = EdgeSums.Counts.members.first(where: { "\($0.name)" == name })?.path else {
              return try reader.skip()
            }
            counts[keyPath: path] = try tally(&reader)
          }
          kinds.append((kind, counts))
        }
      default: try reader.skip()
      }
    }
    for (kind, counts) in kinds { edges.add(counts, of: kind, by: product) }
  }

  /// Reads the responses of one kind; passes over a kind that only another version has.
  private static func kind(_ reader: inout JSONReader, _ kinds: inout KindSums) throws(JSONFault) {
    var (name, isVersioned) = ("", Bool?.none)
    var read = KindSums.Read()
    try reader.object { reader, member throws(JSONFault) in
      switch member {
      case "kind": name = try reader.string()
      case "versioned": isVersioned = try reader.optionalBool()
      case "bytes": read.bytes = max(0, try whole(&reader) ?? 0)
      case "lifetime": read.lifetime = try whole(&reader)
      default: try count(KindSums.Read.counts, member, of: &read, &reader)
      }
    }
    guard
      let key = KindSums.Key.all.first(where: { $0.kind.name == name && $0.isVersioned == isVersioned })
    else { return }
    kinds.add(read, of: key)
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
    try reader.object { reader, name throws(JSONFault) in try count(cacheCounts, name, of: &row, &reader) }
    return row
  }

  /// Reads a member into the count of its name; passes over any other.
  private static func count<Object>(
    _ counts: [Count<Object>], _ name: String, of object: inout Object, _ reader: inout JSONReader
  ) throws(JSONFault) {
    guard let path = counts.first(where: { "\($0.name)" == name })?.path else { return try reader.skip() }
    object[keyPath: path] = try count(&reader)
  }

  private static func finding(
    _ reader: inout JSONReader, _ summary: inout JudgementSummary
  ) throws(JSONFault) {
    var (code, host, example) = ("", "", "")
    var severity = Finding.Severity.info
    var (tally, cost) = (Tally(), Int64(0))
    var hasFailed = false
    var mends: [FoundFindings.Mend] = []
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "code": code = try reader.string()
      case "host": host = try reader.string()
      case "example": example = try reader.string()
      case "worst": severity = Finding.Severity(rawValue: try reader.string()) ?? .info
      case "fails": hasFailed = try reader.optionalBool() ?? false
      case "cost": cost = try whole(&reader) ?? 0
      case "mends": try reader.array { reader throws(JSONFault) in mends.append(try mend(&reader)) }
      default: try take(name, of: &tally, &reader)
      }
    }
    // Skip a code that only another version has.
    guard let code = Finding.Code(rawValue: code) else { return }
    let kind = JudgementSummary.FindingKind(code: code, severity: severity)
    summary.add(
      FoundFindings(
        code, tally: tally, cost: cost, example: example, hasFailed: hasFailed, mends: mends),
      at: JudgementSummary.FindingKey(kind: kind, host: host))
  }

  private static func mend(_ reader: inout JSONReader) throws(JSONFault) -> FoundFindings.Mend {
    var explanation = ""
    var advice: String?
    var tally = Tally()
    var urls: [String] = []
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "explanation": explanation = try reader.string()
      case "advice": advice = try reader.optionalString()
      case "urls": try reader.array { reader throws(JSONFault) in urls.append(try reader.string()) }
      default: try take(name, of: &tally, &reader)
      }
    }
    return FoundFindings.Mend(explanation: explanation, advice: advice, tally: tally, urls: urls)
  }

  private static func clock(_ reader: inout JSONReader, _ summary: inout JudgementSummary) throws(JSONFault) {
    var file: String?
    var offset: Seconds = 0
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "file": file = try reader.optionalString()
      case "offset": offset = try whole(&reader) ?? 0
      default: try reader.skip()
      }
    }
    summary.recorderClocks.append((file, offset))
  }

  private static func visits(_ reader: inout JSONReader, _ visits: inout LaterVisits?) throws(JSONFault) {
    var found = LaterVisits(after: [])
    try reader.array { reader throws(JSONFault) in found.add(try visit(&reader)) }
    visits.add(found)
  }

  private static func visit(_ reader: inout JSONReader) throws(JSONFault) -> LaterVisit {
    var after: Seconds = 0
    var (own, others) = (LaterVisit.Outcome(), LaterVisit.Outcome())
    var costly = CostlyFiles()
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "after": after = try whole(&reader) ?? 0
      case "own": own = try outcome(&reader)
      case "others": others = try outcome(&reader)
      case "files": costly = try files(&reader)
      default: try reader.skip()
      }
    }
    var visit = LaterVisit(after: after)
    visit.add(own: own, others: others, costly)
    return visit
  }

  private static func waste(_ reader: inout JSONReader, _ visits: inout LaterVisits?) throws(JSONFault) {
    var found = LaterVisits(after: [])
    var tally = Tally()
    try reader.object { reader, name throws(JSONFault) in
      guard name == "files" else { return try take(name, of: &tally, &reader) }
      found.waste(try files(&reader))
    }
    found.waste(tally)
    visits.add(found)
  }

  private static func files(_ reader: inout JSONReader) throws(JSONFault) -> CostlyFiles {
    var files = CostlyFiles()
    try reader.array { reader throws(JSONFault) in
      var (url, bytes) = ("", Int64(0))
      try reader.object { reader, name throws(JSONFault) in
        switch name {
        case "url": url = try reader.string()
        case "bytes": bytes = try whole(&reader) ?? 0
        default: try reader.skip()
        }
      }
      files.add(url, bytes: bytes)
    }
    return files
  }

  private static func outcome(_ reader: inout JSONReader) throws(JSONFault) -> LaterVisit.Outcome {
    var outcome = LaterVisit.Outcome()
    try reader.object { reader, name throws(JSONFault) in
      guard let path = LaterVisit.Outcome.members.first(where: { "\($0.name)" == name })?.path else {
        return try reader.skip()
      }
      outcome[keyPath: path] = try tally(&reader)
    }
    return outcome
  }

  private static func check(_ reader: inout JSONReader, _ summary: inout JudgementSummary) throws(JSONFault) {
    var check = ""
    var number = 0
    var found: [String] = []
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "check": check = try reader.string()
      case "count": number = try count(&reader)
      case "found": try reader.array { reader throws(JSONFault) in found.append(try reader.string()) }
      default: try reader.skip()
      }
    }
    summary.checks.add(check, number, found)
  }

  private static func cost(_ reader: inout JSONReader, _ summary: inout JudgementSummary) throws(JSONFault) {
    var url = ""
    var rule: Rule?
    var tally = Tally()
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "url": url = try reader.string()
      case "rule": rule = try reader.optionalString().flatMap { Rule(rawValue: $0) }
      default: try take(name, of: &tally, &reader)
      }
    }
    summary.costs[url] = JudgementSummary.Cost(tally: tally, rule: rule)
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
    var tally = Tally()
    try reader.object { reader, name throws(JSONFault) in try take(name, of: &tally, &reader) }
    return tally
  }

  /// Reads a member of a tally; passes over any other.
  private static func take(
    _ name: String, of tally: inout Tally, _ reader: inout JSONReader
  ) throws(JSONFault) {
    switch name {
    case "count", "requests": tally = Tally(count: try count(&reader), bytes: tally.bytes)
    case "bytes": tally = Tally(count: tally.count, bytes: max(0, try whole(&reader) ?? 0))
    default: try reader.skip()
    }
  }

  /// The largest count that is read: sums of as many counts as fit into memory do not overflow.
  private static let largestCount: Int64 = 1_000_000_000_000

  private static func count(_ reader: inout JSONReader) throws(JSONFault) -> Int {
    try reader.value(else: "a count is a whole number from 0 to \(largestCount)") {
      reader throws(JSONFault) in
      try whole(&reader).flatMap { 0...largestCount ~= $0 ? Int(exactly: $0) : nil }
    }
  }

  private static func whole(_ reader: inout JSONReader) throws(JSONFault) -> Int64? {
    try reader.optionalNumber().flatMap { Int64(exactly: $0) }
  }

  /// The document, with a newline at its end.
  static func line(_ summary: JudgementSummary) -> [UInt8] {
    JSONWriter.line { writer in
      writer.member("version", version)
      members(counts.first, of: summary, to: &writer)
      writer.member("gate", summary.isGate)
      members(counts.rest, of: summary, to: &writer)
      writer.member("site", summary.site?.name)
      writer.member("origin", summary.origin.text)
      if let (first, last) = summary.received {
        writer.array("received", [first, last]) { $0.value($1.epoch) }
      }
      if !summary.sources.isEmpty { writer.array("sources", summary.sources) { $0.value($1) } }
      tally("from_cache", summary.fromCache, to: &writer)
      outcomes(summary, to: &writer)
      if !summary.caches.isEmpty { caches(summary, to: &writer) }
      if !summary.edges.isEmpty { edges(summary.edges, to: &writer) }
      kinds(summary.kinds, to: &writer)
      writer.object("hosts") { writer in
        for (host, count) in summary.hosts.sorted {
          writer.key(foreign: host)
          writer.value(Int64(count))
        }
      }
      findings(summary, to: &writer)
      costs(summary, to: &writer)
      if !summary.recorderClocks.isEmpty {
        writer.objects("clocks", summary.recorderClocks) { writer, clock in
          writer.member("file", clock.file)
          writer.member("offset", clock.offset)
        }
      }
      if let visits = summary.revisits { revisits("revisit", "wasted", visits, to: &writer) }
      if let visits = summary.dayLater { revisits("day_later", "day_wasted", visits, to: &writer) }
      failures(summary, to: &writer)
    }
  }

  private static func revisits(
    _ name: StaticString, _ waste: StaticString, _ visits: LaterVisits, to writer: inout JSONWriter
  ) {
    writer.objects(name, visits.visits) { writer, visit in
      writer.member("after", visit.after)
      for (name, outcome) in [("own" as StaticString, visit.own), ("others", visit.others)] {
        writer.object(name) { writer in
          for (name, amount) in outcome.tallies { tally(name, amount, to: &writer) }
        }
      }
      files(visit.files, to: &writer)
    }
    writer.object(waste) { writer in
      members(visits.wasted, to: &writer)
      files(visits.wastedFiles, to: &writer)
    }
  }

  /// Writes the files that make most of something; nothing if there are none.
  private static func files(_ files: CostlyFiles, to writer: inout JSONWriter) {
    guard !files.files.isEmpty else { return }
    writer.objects("files", files.files) { writer, file in
      writer.member("url", file.url)
      writer.member("bytes", file.bytes)
    }
  }

  private static func members<Object>(
    _ counts: [Count<Object>], of object: Object, to writer: inout JSONWriter
  ) {
    for (name, path) in counts { writer.member(name, Int64(object[keyPath: path])) }
  }

  private static func outcomes(_ summary: JudgementSummary, to writer: inout JSONWriter) {
    writer.object("outcomes") { writer in
      for outcome in SummaryOutcome.allCases {
        guard let row = summary.rows[outcome] else { continue }
        writer.object(outcome.words.name) { writer in
          tally("all", row.all, to: &writer)
          tally("first_party", row.firstParty, to: &writer)
        }
      }
    }
  }

  private static func caches(_ summary: JudgementSummary, to writer: inout JSONWriter) {
    writer.object("as") { writer in
      for (name, row) in summary.caches.sorted(by: { $0.key < $1.key }) {
        writer.key(foreign: name)
        writer.object { members(cacheCounts, of: row, to: &$0) }
      }
    }
  }

  private static func kinds(_ kinds: KindSums, to writer: inout JSONWriter) {
    guard !kinds.isEmpty else { return }
    writer.objects("kinds", kinds.sorted) { writer, row in
      writer.member("kind", row.key.kind.name)
      writer.member("versioned", row.key.isVersioned)
      let read = row.row.read
      writer.member("responses", Int64(read.responses))
      writer.member("bytes", read.bytes)
      writer.member("reused", Int64(read.reused))
      writer.member("confirmed", Int64(read.confirmed))
      writer.member("loaded", Int64(read.loaded))
      writer.member("lifetime", read.lifetime)
      writer.member("differ", Int64(read.differ))
    }
  }

  private static func edges(_ edges: EdgeSums, to writer: inout JSONWriter) {
    writer.objects("edges", edges.sorted) { writer, row in
      let all = row.all
      writer.member("product", row.product)
      counts(all, to: &writer)
      writer.object("kinds") { writer in
        for (kind, part) in row.named {
          writer.key(foreign: kind)
          writer.object { counts(part, to: &$0) }
        }
      }
      writer.key("hit_ratio")
      writer.value(share: all.hitRatio)
    }
  }

  private static func counts(_ counts: EdgeSums.Counts, to writer: inout JSONWriter) {
    for (name, path) in EdgeSums.Counts.members {
      writer.object(name) { writer in
        writer.member("requests", Int64(counts[keyPath: path].count))
        writer.member("bytes", counts[keyPath: path].bytes)
      }
    }
  }

  private static func findings(_ summary: JudgementSummary, to writer: inout JSONWriter) {
    let findings = summary.places.sorted {
      let (left, right) = ($0.key, $1.key)
      return (left.kind.code.rawValue, left.host, right.kind.severity)
        < (right.kind.code.rawValue, right.host, left.kind.severity)
    }
    writer.objects("findings", findings) { writer, entry in
      writer.member("code", entry.key.kind.code.rawValue)
      writer.member("host", entry.key.host)
      writer.member("worst", entry.key.kind.severity.rawValue)
      members(entry.value.tally, to: &writer)
      if entry.value.cost > 0 { writer.member("cost", entry.value.cost) }
      writer.member("example", entry.value.example)
      if entry.value.hasFailed { writer.member("fails", true) }
      guard !entry.value.mends.isEmpty else { return }
      writer.objects("mends", entry.value.mends) { writer, mend in
        writer.member("explanation", mend.explanation)
        writer.member("advice", mend.advice)
        members(mend.tally, to: &writer)
        writer.array("urls", mend.urls) { $0.value($1) }
      }
    }
  }

  private static func costs(_ summary: JudgementSummary, to writer: inout JSONWriter) {
    writer.objects("costs", summary.costliest) { writer, entry in
      writer.member("url", entry.url)
      writer.member("rule", entry.cost.rule?.rawValue)
      members(entry.cost.tally, to: &writer)
    }
  }

  private static func failures(_ summary: JudgementSummary, to writer: inout JSONWriter) {
    writer.objects("checks", summary.checks) { writer, group in
      writer.member("check", group.check)
      writer.member("count", Int64(group.count))
      writer.array("found", group.found) { $0.value($1) }
    }
    writer.objects("failures", summary.failures) { writer, failure in
      writer.member("subject", failure.name)
      writer.array("causes", failure.causes) { $0.value($1) }
    }
  }

  private static func tally(_ name: StaticString, _ tally: Tally, to writer: inout JSONWriter) {
    writer.object(name) { members(tally, to: &$0) }
  }

  private static func members(_ tally: Tally, to writer: inout JSONWriter) {
    writer.member("count", Int64(tally.count))
    writer.member("bytes", tally.bytes)
  }
}
