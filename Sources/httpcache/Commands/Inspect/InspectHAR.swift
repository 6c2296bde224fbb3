import HTTPCacheCore

extension InspectCommand {
  /// Judges every entry of a log, each as of the moment it was received.
  func judgeHAR(_ source: InputSource) throws(UsageError) {
    let input = try InputStream(source)
    do throws(JSONFault) {
      try HARLog.forEachShare(input.fill) { share in
        judge.judge(share, now: now, at: options.at, file: source.path)
        return !Interruption.readerIsGone
      }
    } catch {
      judge.endRecording()
      throw input.usage(error, option: "--har")
    }
    let skipped = judge.endRecording()
    guard !global.isQuiet else { return }
    for skip in HARSkip.allCases {
      guard let count = skipped[skip] else { continue }
      terminal.warning("\(input.name): \(count) \(count == 1 ? "entry" : "entries") skipped \(skip.rawValue)")
    }
  }
}
