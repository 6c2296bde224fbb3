import HTTPCacheCore

extension InspectCommand {
  /// Judges every entry of a log, each as of the moment it was received.
  func judgeHAR(_ source: InputSource) throws(UsageError) {
    let input = try InputStream(source)
    var skipped: [HARSkip: Int] = [:]
    let at = options.at
    do throws(JSONFault) {
      try HARLog.forEachEntry(input.fill, now: now) { entry in
        switch entry {
        case .subject(let subject):
          judge.judge(subject, now: at ?? subject.stored.receivedAt, file: source.path)
        case .skipped(let skip): skipped[skip, default: 0] += 1
        }
        return !Interruption.readerIsGone
      }
    } catch {
      throw input.usage(error, option: "--har")
    }
    guard !global.isQuiet else { return }
    for skip in HARSkip.allCases {
      guard let count = skipped[skip] else { continue }
      terminal.warning("\(input.name): \(count) \(count == 1 ? "entry" : "entries") skipped \(skip.rawValue)")
    }
  }
}
