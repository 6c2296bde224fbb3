import HTTPCacheCore

/// Entries of recordings: workers judge them, and they are reported in the order of the recording.
extension RecordedEntry {
  /// Reads the entries of a chunk, each with what its log showed before it if it has a place in that.
  fileprivate static func forEach(
    of chunk: some RecordedChunk, at place: LogOrder.Place?, now: Instant, judgesForeign: Bool,
    _ visit: (consuming RecordedEntry) -> Void
  ) {
    guard let place else { return chunk.forEachEntry(now: now, judgesForeign: judgesForeign, visit) }
    var entries: [RecordedEntry] = []
    entries.reserveCapacity(chunk.count)
    chunk.forEachEntry(now: now, judgesForeign: judgesForeign) { entries.append($0) }
    place.order.pass(&entries, turn: place.turn)
    for entry in entries { visit(entry) }
  }
}

extension Judge {
  /// Judges entries of a recording on another thread; they are reported later, in the order of the recording.
  ///
  /// `tellsParty` makes the site of the recording's page, or else of its first URL, the first party. `now` is the time
  /// of receipt of an entry that has none. Entries are judged as of `at`, or as of their receipt if it is nil.
  /// `file` is the file that they were read from.
  func judge(
    _ chunk: some RecordedChunk, tellsParty: Bool, now: Instant, at: JudgedAt?, file: String?
  ) {
    let judgesForeign = settings.profile == .urlcache
    if tellsParty, narrowing.site == nil { seeSite(of: chunk, now: now, judgesForeign: judgesForeign) }
    if let offset = chunk.clockOffset { summary.setClock(offset, of: file) }
    let (requirements, narrowing, settings, rendering, isCounted) = (
      requirements, narrowing, settings, rendering, gate == nil
    )
    let part = emptySummary
    let place = chunk.isOfOneBrowser ? recording.nextPlace() : nil
    recording.start(isWorthIt: chunk.count >= ExecutionPlan.leastForThreads) {
      var judged = JudgedChunk(part)
      var writer = JSONWriter(capacity: rendering == nil ? 0 : chunk.count * Self.usualLength)
      RecordedEntry.forEach(of: chunk, at: place, now: now, judgesForeign: judgesForeign) { entry in
        switch consume entry {
        case .subject(let subject, let context):
          guard narrowing.includes(subject.request.target) else { return }
          let now = at?.instant(for: subject.stored) ?? subject.stored.receivedAt
          let judgement = requirements.judgement(
            consume subject, context, now: now, profile: nil, file: file, settings: settings)
          judged.add(judgement, isCounted: isCounted, rendering: rendering, to: &writer)
        case .skipped(let skipped):
          guard narrowing.includes(skipped) else { return }
          judged.add(skipped, rendering: rendering, to: &writer)
        case .unreadable(let line, let cause): judged.unreadable.append((line, cause))
        }
      }
      judged.text = writer.bytes
      return judged
    }
    reportJudged()
    if recording.isFull {
      recording.waitForFirst()
      reportJudged()
    }
  }

  /// Sets the first party to the site of the recording's page, or of its first URL if it names no page.
  private func seeSite(of chunk: some RecordedChunk, now: Instant, judgesForeign: Bool) {
    if let page = chunk.page { return see(page) }
    chunk.forEachEntry(now: now, judgesForeign: judgesForeign) {
      if case .subject(let subject, _) = $0 { see(subject.request.target) }
    }
  }

  /// About as many bytes as a verdict has as JSON.
  private static let usualLength = 2_500

  /// Renders an entry on another thread; nil if there are several reports, or the text depends on earlier entries.
  private var rendering: EntryRendering? {
    outputs.count == 1 && gate == nil ? outputs.first?.report.rendering : nil
  }

  /// Waits for the last chunks of a recording, which are reported later.
  ///
  /// - Returns: how many of its entries were skipped, by kind.
  @discardableResult
  func endRecording() -> [String: Int] {
    finish()
    let (skipped, replay) = recording.end()
    if let replay { replayed = replay }
    if let forgotten = replayed?.forgotten, forgotten > 0 {
      terminal.warning(
        "\(forgotten.counted("request")) beyond 100,000 URLs or 500,000 requests are no part of later visits")
    }
    return skipped
  }

  func reportJudged() {
    let judged = recording.takeJudged()
    for chunk in judged {
      for skipped in chunk.listed { list(skipped) }
      for (line, cause) in chunk.unreadable { tell(unreadable: line, cause) }
      unmetPatterns.subtract(chunk.metPatterns)
      summary.add(chunk.summary)
      write { report throws(OutputError) in
        try terminal.write(chunk.text)
        for entry in chunk.entries {
          switch entry {
          case .judged(let judgement) where gate == nil: try report.add(judgement)
          case .judged: break
          case .skipped(let skipped): try report.skip(skipped)
          }
        }
      }
      guard gate != nil else { continue }
      // Not on the worker: each finding uses up an entry of the baseline, so the order counts.
      for case .judged(let judgement) in chunk.entries { take(judgement) }
    }
    if !judged.isEmpty { attempt(nil) { () throws(OutputError) in try terminal.flush() } }
  }

  private func tell(unreadable line: Int, _ cause: String) {
    codes.insert(.usage)
    if recording.namesUnreadable() { terminal.error("--jsonl: line \(line): \(cause)") }
  }
}
