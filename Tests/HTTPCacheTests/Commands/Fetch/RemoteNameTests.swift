import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Names of output files", .timed)
struct RemoteNameTests {
  @Test("a number does not make a name too long for a file")
  func long() throws {
    let names = RemoteName(directory: nil, keepsDirectories: false)
    let name = String(repeating: "n", count: 255)
    let given = try ["a", "b", "c"].map {
      try #require(names.path(for: TargetURI("http://a.test/\(name)?\($0)")))
    }
    let beginning = String(name.dropLast(2))
    #expect(given == [name, "\(beginning).1", "\(beginning).2"])
  }

  static let mirrored: [(urls: [String], paths: [String?])] = [
    (["/a/b/c.css", "/c.css", "/"], ["d/a/b/c.css", "d/c.css", "d/index.html"]),
    (["/a/", "/a//x", "/a/x?1"], ["d/a/index.html", "d/a/x", "d/a/x.1"]),
    (["/a", "/a/b", "/a/c"], ["d/a", "d/a.1/b", "d/a.1/c"]), (["/a/b", "/a"], ["d/a/b", "d/a.1"]),
    (["/%2e%2e/x", "/a%2Fb/x", "/a/%2e%2e"], [nil, nil, nil]), (["/%C3%A9/%41"], ["d/é/A"]),
  ]
  @Test("a mirror keeps the directories of the URLs, and never leaves its own", arguments: mirrored)
  func directories(_ row: (urls: [String], paths: [String?])) throws {
    let names = RemoteName(directory: "d", keepsDirectories: true)
    #expect(try row.urls.map { names.path(for: try TargetURI("http://a.test\($0)")) } == row.paths)
  }
}
