import Foundation
import TestSupport
import Testing

@Suite(
  "docs/library.md begins with a new package that works", .timed,
  .enabled(if: !Sanitizer.isThere, "the program is linked without the sanitizer"))
struct LibraryPageTests {
  private static let root = PythonTools.root

  private static var page: String {
    get throws { try String(contentsOf: root.appendingPathComponent("docs/library.md"), encoding: .utf8) }
  }

  /// The content of the page's first block of a kind.
  private static func block(_ start: String) throws -> String {
    let rest = try #require(page.components(separatedBy: "```\(start)\n").dropFirst().first)
    return try #require(rest.components(separatedBy: "```").first)
  }

  /// Runs shell commands in a directory, with the compiler of the tests.
  private static func shell(_ commands: String, in directory: TemporaryDirectory) throws -> Executable.Run {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try Executable.command(
      arguments: ["bash", "-ec", "export PATH='\(path)'; cd '\(directory.path)'; \(commands)"],
      environment: ["HOME": directory.path])
  }

  /// The commands are run as they are shown, but for `swift run`, which would build the whole library once more: the
  /// package's dependencies are resolved, and its program is compiled against the library that is built.
  @Test(
    "the commands make a package with the library, and its program fetches from the network, then from the cache"
  )
  func newPackage() throws {
    let (commands, end) = (try Self.block("sh"), "\nswift run\n")
    #expect(commands.hasSuffix(end))
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.file("httpcache"), withIntermediateDirectories: false)
    for name in ["Package.swift", "Sources", "Tests", "docs"] {
      try FileManager.default.copyItem(
        at: Self.root.appendingPathComponent(name),
        to: URL(fileURLWithPath: directory.file("httpcache/\(name)")))
    }
    let made = try Self.shell(
      "\(commands.dropLast(end.count))\nswift package show-dependencies --format json", in: directory)
    #expect(made.code == 0 && made.text.contains(#""identity": "httpcache""#), "\(made.text)\(made.errors)")
    let manifest = String(decoding: directory.contents(of: "app/Package.swift") ?? [], as: UTF8.self)
    #expect(manifest.contains(#".product(name: "HTTPCacheCore", package: "httpcache")"#), "\(manifest)")

    // Without TLS, the proxy of the environment can answer for the site.
    let source = String(decoding: directory.contents(of: "app/Sources/app/main.swift") ?? [], as: UTF8.self)
    #expect(source.contains(#""https://example.com/""#))
    let site = try Origin(always: .fresh("hello"))
    let run = try Self.run(
      source.replacingOccurrences(of: "https:", with: "http:"), in: directory, proxy: site.url)
    #expect(
      run.text.replacingOccurrences(of: "5 bytes", with: "N bytes") == (try Self.block("text")),
      "\(run.errors)")
    #expect(site.requests.map(\.target) == ["http://example.com/"])
  }

  @Test("the extension that the page has makes the message the one that Foundation shows")
  func localized() throws {
    let page = try Self.page
    let end = try #require(page.range(of: "@retroactive LocalizedError")).lowerBound
    let start = try #require(page.range(of: "```swift\n", options: .backwards, range: page.startIndex..<end))
    let shown = try #require(page[start.upperBound...].components(separatedBy: "```").first)
    let source = """
      import Foundation
      import HTTPCacheCore
      \(shown)
      do {
        _ = try await HTTPCache(directory: "cache").fetch("http://a.test/", policy: .cacheOnly)
      } catch {
        print(error.localizedDescription)
      }
      """
    let run = try Self.run(source, in: try TemporaryDirectory())
    #expect(
      run.text == "nothing in the cache may answer this, and the network was not allowed\n", "\(run.errors)")
  }

  /// Compiles a program against the library that is built, and runs it.
  private static func run(_ source: String, in directory: TemporaryDirectory, proxy: String = "") throws
    -> Executable.Run
  {
    _ = try directory.write(source, to: "main.swift")
    let compiled = try shell(try compile, in: directory)
    expect(compiled, 0)
    return try shell("http_proxy='\(proxy)' ./app-program", in: directory)
  }

  /// The command that compiles `main.swift` with the modules and objects of the library as they are built.
  private static var compile: String {
    get throws {
      let build = URL(fileURLWithPath: try Executable().program).deletingLastPathComponent()
      let maps =
        ["CCurl", "CHash"].map { build.appendingPathComponent("\($0).build/module.modulemap").path }
        + ["CSQLite", "CSystem"].map { root.appendingPathComponent("Sources/\($0)/module.modulemap").path }
      // The objects of a product that has no others than the library's and its own.
      let list = build.appendingPathComponent("library-example.product/Objects.LinkFileList")
      let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").filter {
        !$0.contains("/library_example.build/")
      }
      return
        "swiftc -swift-version 6 -module-cache-path '\(build.path)/ModuleCache' -I '\(build.path)/Modules' "
        + maps.map { "-Xcc '-fmodule-map-file=\($0)' " }.joined()
        + "main.swift -o app-program \(objects.joined(separator: " ")) -lsqlite3 -lm -ldl"
    }
  }
}
