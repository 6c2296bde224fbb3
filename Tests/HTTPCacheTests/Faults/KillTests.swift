import Foundation
import TestSupport
import Testing

@Suite("Faults: kill -9, and many processes on one cache", .timed, .serialized)
struct KillTests {
  /// A resource whose body is told by its name: `/LENGTH/NUMBER`.
  private static func body(of path: String) -> [UInt8] {
    let parts = path.split(separator: "/")
    let length = parts.first.flatMap { Int($0) } ?? 0
    return Array(repeating: Array("\(parts.last ?? "")-".utf8), count: length).flatMap { $0 }.prefix(length)
      .map { $0 }
  }

  private func origin() throws -> Origin {
    try Origin { .response(fields: [("Cache-Control", "max-age=3600")], body: Self.body(of: $0.path)) }
  }

  @Test("what was acknowledged before a kill is served, whole, and nothing has to be repaired")
  func kills() throws {
    let origin = try origin()
    let httpcache = try Executable()
    var acknowledged: Set<String> = []
    var count = 0
    let kills = try FaultTime.rounds { round in
      if round % 100 == 99 {
        try FileManager.default.removeItem(atPath: httpcache.cache)
        acknowledged = []
      }
      // Many are looked up and stored on a thread of their own.
      let urls = (0..<Int.random(in: round % 4 == 1 ? 40...150 : 1...20)).map { _ in
        count += 1
        return origin.url + "/\([3, 5000, 20_000, 70_000].randomElement() ?? 3)/\(count)"
      }
      let again = Array(acknowledged.shuffled().prefix(3))
      let arguments = [
        ["fetch", "--json"] + urls + again, ["fetch", "--json", "--policy", "reload"] + urls + again,
        ["fetch", "--json", "-Z", "1"] + urls, ["trim", "--unused-for", "1d"], ["stats", "--reset"],
      ]
      let run = try httpcache.run(
        arguments[round % arguments.count], killedAfter: Int.random(in: 0...(round % 2 == 0 ? 30 : 120)),
        by: SIGKILL)
      let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      for line in lines where line.hasPrefix("{") {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        if object?["stored"] as? Bool == true, let url = object?["url"] as? String {
          acknowledged.insert(url)
        }
      }
      for url in acknowledged.shuffled().prefix(3) {
        let served = try httpcache("fetch", "--policy", "cache-only", url)
        #expect(served.code == 0 && served.output == Self.body(of: String(url.dropFirst(origin.url.count))))
      }
      let verified = try httpcache("stats", "--verify")
      #expect(verified.code == 0, "\(verified.text) \(verified.errors)")
    }
    #expect(kills > 0)
  }

  @Test("sixteen processes that open, fill and read one new cache: no error, no warning, no damage")
  func sixteenProcesses() async throws {
    let origin = try origin()
    let httpcache = try Executable()
    let urls = (0..<12).map { origin.url + "/\($0 % 2 == 0 ? 30 : 30_000)/\($0)" }
    try await withThrowingTaskGroup(of: Executable.Run.self) { group in
      for _ in 0..<16 {
        group.addTask { try httpcache.run(["fetch"] + urls.shuffled().prefix(8)) }
      }
      for try await run in group { #expect(run.code == 0 && run.errors == "", "\(run.errors)") }
    }
    for url in urls {
      let served = try httpcache("fetch", url)
      #expect(served.code == 0 && served.output == Self.body(of: String(url.dropFirst(origin.url.count))))
    }
    #expect(try httpcache("stats", "--verify").code == 0)
  }
}
