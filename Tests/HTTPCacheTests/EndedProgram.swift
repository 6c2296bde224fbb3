import TestSupport
import Testing

/// What a program left when it ended.
protocol EndedProgram {
  var code: Int32 { get }
  var text: String { get }
  var errors: String { get }
}

extension Executable.Run: EndedProgram {}

extension RunningProgram.End: EndedProgram {
  var text: String { "" }
}

/// Expects that a program ended with an exit code, and said some words on stderr.
func expect(
  _ run: some EndedProgram, _ code: Int32, says words: String..., at place: SourceLocation = #_sourceLocation
) {
  let lacking = words.filter { !run.errors.contains($0) }
  guard run.code != code || !lacking.isEmpty else { return }
  Issue.record(
    "exit code \(run.code), expected \(code)\(lacking.map { ", without “\($0)”" }.joined())\n\(run.text)\(run.errors)",
    sourceLocation: place)
}
