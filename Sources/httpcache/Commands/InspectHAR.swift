import HTTPCacheCore

extension InspectCommand {
  /// Judges every entry of a log, each as of the moment it was received.
  func judgeHAR(_ source: InputSource) throws(UsageError) {
    let input = try InputStream(source)
    var skipped: [HARSkip: Int] = [:]
    var batch: [Subject] = []
    let at = options.at
    do throws(JSONFault) {
      try HARLog.forEachEntry(input.fill, now: now) { entry in
        switch entry {
        case .subject(let subject): batch.append(subject)
        case .skipped(let skip): skipped[skip, default: 0] += 1
        }
        if batch.count == Self.batchSize {
          judge.judge(batch, at: at, file: source.path)
          batch = []
        }
        return !Interruption.readerIsGone
      }
    } catch {
      judge.judge(batch, at: at, file: source.path)
      throw input.usage(error, option: "--har")
    }
    judge.judge(batch, at: at, file: source.path)
    guard !global.isQuiet else { return }
    for skip in HARSkip.allCases {
      guard let count = skipped[skip] else { continue }
      terminal.warning("\(input.name): \(count) \(count == 1 ? "entry" : "entries") skipped \(skip.rawValue)")
    }
  }

  /// How many entries are judged together: enough for every processor, few enough for memory.
  private static var batchSize: Int { 256 }
}
