import Foundation
import TestSupport
import Testing

@Suite(
  "docs/library.md begins with a new package that works",
  .enabled(if: !Sanitizer.isThere, "the program is linked without the sanitizer"))
struct LibraryPageTests {
  private static let root = PythonTools.root

  /// The text between two marks of the page, the first such.
  private static func block(_ start: String) throws -> String {
    let page = try String(contentsOf: root.appendingPathComponent("docs/library.md"), encoding: .utf8)
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

    let origin = try Origin(always: .fresh("hello"))
    let source = String(decoding: directory.contents(of: "app/Sources/app/main.swift") ?? [], as: UTF8.self)
    #expect(source.contains(#""https://example.com/""#))
    _ = try directory.write(
      source.replacingOccurrences(of: "https://example.com", with: origin.url), to: "main.swift")
    let compiled = try Self.shell(try Self.compile, in: directory)
    #expect(compiled.code == 0, "\(compiled.text)\(compiled.errors)")
    let run = try Self.shell("./app-program", in: directory)
    #expect(
      run.text.replacingOccurrences(of: "5 bytes", with: "N bytes") == (try Self.block("text")),
      "\(run.errors)")
    #expect(origin.requests.count == 1)
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
