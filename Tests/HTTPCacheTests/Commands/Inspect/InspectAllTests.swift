import TestSupport
import Testing

@Suite("inspect --all: everything stored", .timed)
struct InspectAllTests {
  /// More responses than are judged together.
  private static let count = 150

  private func seeded() throws -> (program: BuiltProgram, origin: Origin, urls: [String]) {
    let long = String(repeating: "b", count: 400)
    let origin = try Origin { request in
      request.path.hasSuffix("7") ? .text(long, fields: [("Cache-Control", "max-age=0")]) : .fresh()
    }
    let program = try BuiltProgram()
    let urls = (1000..<(1000 + Self.count)).map { "\(origin.url)/\($0)" }
    let run = try program.fetch("-q", "-Z", "4", "--input-file", "-", stdin: urls.joined(separator: "\n"))
    expect(run, 0)
    return (program, origin, urls)
  }

  @Test("every response is judged once, in the order of the URLs, by each report")
  func order() throws {
    let (program, origin, urls) = try seeded()
    #expect(try program.inspected("--all").map { $0["url"] } == urls)
    let stale = urls.filter { $0.hasSuffix("7") }
    #expect(
      try program.inspected("--all").filter { $0.object("freshness")["state"] == "stale" }.map { $0["url"] }
        == stale)
    #expect(try program.inspect("--all", "--format", "table").text.split(separator: "\n").count > Self.count)
    let summary = try program.inspect("--all").text
    #expect(
      summary.hasPrefix("150 responses from \(origin.url), ") && summary.split(separator: "\n").count < 60)
    let text = try program.inspect("--all", "-v").text
    #expect(urls.allSatisfy { text.contains("\($0)\n") || text.contains("\($0) ") }, "\(origin.url)")
  }

  @Test("what fails is counted over all of them, and the time may be told")
  func checks() throws {
    let (program, _, _) = try seeded()
    let run = try program.inspect("--all", "-q", "--expect", "fresh")
    #expect(run.code == 1 && run.text == "150 judged, 15 failed: 0 errors, 15 warnings\n")
    let later = try program.inspect("--all", "-q", "--expect", "stale", "--at", "+2h")
    #expect(later.code == 0 && later.text == "150 judged, 0 failed: 0 errors, 15 warnings\n")
  }
}
