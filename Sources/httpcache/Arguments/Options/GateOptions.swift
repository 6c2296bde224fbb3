import HTTPCacheCore

/// The files by which a team adopts a gate: what was found before, and what is to hold from now on.
struct GateOptions: Equatable, Sendable {
  /// What was found before; nil where every finding counts.
  let baseline: Baseline?

  /// Where it was read.
  let baselineSource: InputSource?

  /// Whether what is gone is taken out of its file.
  let prunes: Bool

  /// The file that gets what is found today; nil where none does.
  let baselineToWrite: String?

  /// The file that gets expectations which today's answers meet; nil where none does.
  let expectationsToWrite: String?

  /// Whether no file is read or written.
  var isEmpty: Bool { baseline == nil && baselineToWrite == nil && expectationsToWrite == nil }

  /// Reads the options, and the baseline.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    baselineSource = try arguments.value(.baseline, as: .input)
    prunes = arguments.has(.pruneBaseline)
    baselineToWrite = try arguments.value(.writeBaseline, as: .path)
    expectationsToWrite = try arguments.value(.writeExpectFile, as: .path)
    try arguments.refuse(.baseline, with: .writeBaseline)
    guard !prunes || baselineSource?.path != nil else {
      throw UsageError("--prune-baseline goes with --baseline FILE only")
    }
    baseline = try baselineSource.map { source throws(UsageError) in try Baseline(source) }
  }
}
