import HTTPCacheCore

/// Files for a gate in CI: a baseline of known findings, and expectations that today's responses meet.
struct GateOptions: Sendable {
  /// The known findings; nil if every finding counts.
  private(set) var baseline: Baseline?

  fileprivate(set) var baselineSource: InputSource?

  /// Whether findings that no longer occur are removed from the file of the baseline.
  fileprivate(set) var prunes = false

  /// Whether patterns of files that are gone are removed from the file of `--expect-file`.
  fileprivate(set) var prunesExpectations = false

  /// The file for today's findings; nil if they are not written.
  fileprivate(set) var baselineToWrite: String?

  /// The file for expectations that today's responses meet; nil if they are not written.
  fileprivate(set) var expectationsToWrite: String?

  /// That file as it is before the run; nil if there is none.
  private(set) var writtenExpectations: WrittenExpectations?

  /// Whether no baseline is read and no file is written.
  var isEmpty: Bool { baseline == nil && baselineToWrite == nil && expectationsToWrite == nil }

  /// Reads the files that are there; times in them count from `now`.
  mutating func settle(now: Instant) throws(UsageError) {
    guard !prunes || baselineSource?.path != nil else {
      throw UsageError("--prune-baseline goes with --baseline FILE only")
    }
    if let baselineSource { baseline = try Baseline(baselineSource) }
    if let path = expectationsToWrite {
      writtenExpectations = try WrittenExpectations(path: path, now: now, option: "--write-expect-file")
    }
  }

  @OptionList static var options: [Option] {
    Option(
      "write-expect-file", value: "FILE",
      "write a file of expectations that today's responses meet; what people wrote into it stays",
      subjects: .responses, effect: .file { $0.gate.expectationsToWrite = $1 })
    Option(
      "write-baseline", value: "FILE", "write today's findings to a file, for --baseline",
      subjects: .responses, effect: .file { $0.gate.baselineToWrite = $1 })
    Option(
      "baseline", value: "FILE",
      "fail only on findings that this file does not have; without --fail-on, on warnings and errors",
      excludes: ["write-baseline"], standardInput: "-", subjects: .responses,
      effect: .input { $0.gate.baselineSource = $1 })
    Option(
      "prune-baseline", "remove from the file of --baseline what is found no more", needs: ["baseline"],
      needsError: "goes with --baseline FILE only", subjects: .responses,
      effect: .sets { $0.gate.prunes = true })
    Option(
      "prune-expect-file",
      "remove from the file of --expect-file what a run over a sitemap met no more, of the kinds of file that it met",
      needs: ["expect-file"], needsError: "goes with --expect-file FILE only", subjects: .responses,
      effect: .sets { $0.gate.prunesExpectations = true })
  }
}
