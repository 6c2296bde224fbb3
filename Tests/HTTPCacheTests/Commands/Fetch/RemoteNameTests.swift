import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Names of output files")
struct RemoteNameTests {
  @Test("a number does not make a name too long for a file")
  func long() throws {
    let names = RemoteName(directory: nil)
    let name = String(repeating: "n", count: 255)
    let given = try ["a", "b", "c"].map {
      try #require(names.path(for: TargetURI("http://a.test/\(name)?\($0)")))
    }
    #expect(given == [name, name.dropLast(2) + ".1", name.dropLast(2) + ".2"])
  }
}
