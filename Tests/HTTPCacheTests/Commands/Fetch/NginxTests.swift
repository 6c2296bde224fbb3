import Foundation
import TestSupport
import Testing

@Suite("fetch against nginx, beside curl", .timed)
struct NginxTests {
  @Test(
    "the field lines are those that curl prints, plus Cache-Status; a hit opens nothing and loads no libcurl")
  func sameAsCurlAndSilent() throws {
    let content = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let nginx = try Nginx("file", content)
    let httpcache = try Executable()
    let curl = try Executable.command("curl", "-si", nginx.url).output
    let first = try httpcache("fetch", "-i", nginx.url).output
    #expect(Self.withoutDateAndCacheStatus(first) == Self.withoutDateAndCacheStatus(curl))
    #expect(nginx.waits(for: 2))

    let traced = httpcache.directory.file("trace")
    let hit = try Executable.command(
      "strace", "-f", "-o", traced, "-e", "trace=openat,connect,socket", httpcache.program, "fetch",
      nginx.url,
      environment: ["HTTPCACHE_DIR": httpcache.cache])
    #expect(hit.code == 0 && hit.output == content)
    let trace = try String(contentsOfFile: traced, encoding: .utf8)
    #expect(trace.contains("cache.db") && !trace.contains("libcurl") && !trace.contains("socket("))
    #expect(nginx.waits(for: 2))
  }

  @Test(
    "where nothing has been stored libcurl is loaded beside the making of the store, unless nothing may be asked"
  )
  func libraryIsLoadedBesideTheMakingOfTheStore() throws {
    let nginx = try Nginx("file", [1, 2, 3])
    let httpcache = try Executable()
    /// The exit code, and the threads that opened the database and libcurl.
    func traced(_ options: String...) throws -> (code: Int32, store: Set<Substring>, library: Set<Substring>)
    {
      let trace = httpcache.directory.file("trace")
      let run = try Executable.command(
        arguments: ["strace", "-f", "-o", trace, "-e", "trace=openat", httpcache.program, "fetch", nginx.url]
          + options,
        environment: ["HTTPCACHE_DIR": httpcache.cache])
      let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      func openers(_ name: String) -> Set<Substring> {
        Set(lines.filter { $0.contains(name) }.compactMap { $0.split(separator: " ").first })
      }
      return (run.code, openers("/cache.db\""), openers("/libcurl"))
    }
    let unasked = try traced("--only-if-cached")
    #expect(unasked.code == 4 && unasked.library.isEmpty)
    try FileManager.default.removeItem(atPath: httpcache.cache)
    let asked = try traced()
    #expect(asked.code == 0 && !asked.library.isEmpty && !asked.store.isEmpty)
    if ProcessInfo.processInfo.activeProcessorCount > 1 {
      #expect(asked.library.isDisjoint(with: asked.store))
    }
  }

  /// The text of a response without what may differ between two requests, and what this cache adds.
  private static func withoutDateAndCacheStatus(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n").filter {
      !$0.hasPrefix("Date:") && !$0.hasPrefix("Cache-Status:")
    }
  }
}
