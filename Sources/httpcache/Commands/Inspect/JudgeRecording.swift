import HTTPCacheCore

/// The entries of recordings, which workers judge, and which are reported in their order.
extension Judge {
  /// Judges entries of a recording on another thread; they are reported in their order, some time before the end.
  ///
  /// - Parameters:
  ///   - share: the entries.
  ///   - tellsParty: whether the site of the page, else of the first URL, is the first party.
  ///   - now: the time of receipt where an entry says none.
  ///   - at: the time to judge as of; that of each one's receipt where nil.
  ///   - file: the file that they were read from.
  func judge(
    _ share: some RecordedShare, tellsParty: Bool, now: Instant, at: JudgedAt?, file: String?
  ) {
    let judgesForeign = settings.profile == .urlcache
    if tellsParty, narrowing.site == nil { seeSite(of: share, now: now, judgesForeign: judgesForeign) }
    if let offset = share.clockOffset { summary.setClock(offset, of: file) }
    let (demands, narrowing, settings, rendering, isCounted) = (
      demands, narrowing, settings, rendering, gate == nil
    )
    let revisits = revisits
    underWay.append(
      Self.pool.start(isWorthIt: share.count >= WorkerPool.leastCount || !underWay.isEmpty) {
        var judged = JudgedShare(site: narrowing.site, revisits: revisits)
        var writer = JSONWriter()
        share.forEachEntry(now: now, judgesForeign: judgesForeign) { entry in
          switch consume entry {
          case .subject(let subject):
            guard narrowing.includes(subject.request.target) else { return }
            let now = at?.instant(for: subject.stored) ?? subject.stored.receivedAt
            let judgement = demands.judgement(
              consume subject, now: now, profile: nil, file: file, settings: settings)
            judged.add(judgement, isCounted: isCounted, rendering: rendering, to: &writer)
          case .skipped(let skipped):
            guard narrowing.includes(skipped) else { return }
            judged.add(skipped, rendering: rendering, to: &writer)
          case .unreadable(let line, let cause): judged.add(unreadable: line, cause)
          }
        }
        judged.text = writer.bytes
        return judged
      })
    reportJudged()
    if underWay.count > Self.limit {
      waitForFirst()
      reportJudged()
    }
  }

  /// Learns the first party from the page of a recording; from its first URL where nothing names the page.
  private func seeSite(of share: some RecordedShare, now: Instant, judgesForeign: Bool) {
    if let page = share.page { return see(page) }
    share.forEachEntry(now: now, judgesForeign: judgesForeign) {
      if case .subject(let subject) = $0 { see(subject.request.target) }
    }
  }

  /// Makes a subject's text on another thread; nil where there are several reports, or the text depends on what came
  /// before.
  private var rendering: EntryRendering? {
    outputs.count == 1 && gate == nil ? outputs.first?.report.rendering : nil
  }

  /// Waits for the last shares of a recording, which are reported later.
  ///
  /// - Returns: how many entries of it could not be judged, and why.
  @discardableResult
  func endRecording() -> [String: Int] {
    while !underWay.isEmpty { waitForFirst() }
    isRecordingDue = true
    defer { skipped = [:] }
    return skipped
  }

  func waitForFirst() {
    let share = underWay.removeFirst().wait()
    for entry in share.listed { skipped[entry.kind, default: 0] += 1 }
    judged.append(share)
  }

  func reportJudged() {
    for share in judged {
      for skipped in share.listed { list(skipped) }
      for (line, cause) in share.unreadable { tell(unreadable: line, cause) }
      unmetPatterns.subtract(share.metPatterns)
      summary.add(share.summary)
      codes.formUnion(share.codes)
      write { report throws(OutputError) in
        if !share.text.isEmpty {
          try share.text.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try terminal.write(bytes) }
        }
        for entry in share.entries {
          switch entry {
          case .judged(let judgement) where gate == nil: try report.add(judgement)
          case .judged: break
          case .skipped(let skipped): try report.skip(skipped)
          }
        }
      }
      guard gate != nil else { continue }
      // In the order of the recording, since a baseline is used up.
      for case .judged(let judgement) in share.entries { take(judgement) }
    }
    if !judged.isEmpty, let output = outputs.first {
      attempt(output) { () throws(OutputError) in try terminal.flush() }
    }
    judged = []
  }

  /// How many lines that can't be read are named; the others are counted.
  private static let mostNamed = 20

  private func tell(unreadable line: Int, _ cause: String) {
    unreadableCount += 1
    codes.insert(.usage)
    if unreadableCount <= Self.mostNamed { terminal.error("--jsonl: line \(line): \(cause)") }
  }
}
