import HTTPCacheCore

/// The files by which a team adopts a gate: what was found before, and what is to hold from now on.
struct GateOptions: Sendable {
  /// What was found before; nil where every finding counts.
  private(set) var baseline: Baseline?

  /// Where it is read.
  fileprivate(set) var baselineSource: InputSource?

  /// Whether what is gone is taken out of its file.
  fileprivate(set) var prunes = false

  /// The file that gets what is found today; nil where none does.
  fileprivate(set) var baselineToWrite: String?

  /// The file that gets expectations which today's answers meet; nil where none does.
  fileprivate(set) var expectationsToWrite: String?

  /// Whether no file is read or written.
  var isEmpty: Bool { baseline == nil && baselineToWrite == nil && expectationsToWrite == nil }

  /// Reads the baseline.
  mutating func settle() throws(UsageError) {
    guard !prunes || baselineSource?.path != nil else {
      throw UsageError("--prune-baseline goes with --baseline FILE only")
    }
    if let baselineSource { baseline = try Baseline(baselineSource) }
  }

  /// Options of `inspect`.
  @OptionList static var options: [Option] {
    Option(
      "write-expect-file", value: .required("FILE"),
      "write a file of expectations that today's responses meet",
      kind: .file, subjects: .responses, effect: .value(.path) { $0.gate.expectationsToWrite = $1 })
    Option(
      "write-baseline", value: .required("FILE"),
      "write today's findings to a file, for --baseline", kind: .file, subjects: .responses,
      effect: .value(.path) { $0.gate.baselineToWrite = $1 })
    Option(
      "baseline", value: .required("FILE"),
      "fail only on findings that this file does not have; without --fail-on, on warnings and errors",
      kind: .file,
      excludes: ["write-baseline"], standardInput: "-", subjects: .responses,
      effect: .value(.input) { $0.gate.baselineSource = $1 })
    Option(
      "prune-baseline", "remove from the file of --baseline what is found no more", needs: ["baseline"],
      without: "goes with --baseline FILE only", subjects: .responses,
      effect: .sets { $0.gate.prunes = true })
  }
}
