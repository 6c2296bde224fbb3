import Foundation
import TestSupport
import Testing

@Suite("What fuzzing began with and has found", .timed)
struct FuzzCorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzz/Corpus")

  @Test(
    "every input of the corpus, and every input cut at any byte, is survived", arguments: FuzzTarget.allCases)
  func corpus(_ target: FuzzTarget) throws {
    let directory = Self.corpus.appendingPathComponent(target.rawValue)
    let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let input = Array(try Data(contentsOf: file))
      target.run(input)
      for length in stride(from: 0, to: min(input.count, 600), by: 7) { target.run(Array(input[..<length])) }
    }
  }
}
