import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("Checks of content: sha256= and same-as=, live and fetched")
struct InspectContentTests {
  /// The sentences of the checks that do not hold, by path.
  private func failures(_ run: Executable.Run) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for object in try run.objects {
      let path = URLComponents(string: object["url"] as? String ?? "")?.path ?? ""
      let failures = object["failures"] as? [[String: Any]] ?? []
      found[path] = failures.compactMap { $0["found"] as? String }
    }
    return found
  }

  private func digest(_ text: String) -> String {
    var hash = ContentHash()
    bytes(text).withUnsafeBytes { hash.add($0) }
    guard case .digest(let digest, _) = hash.content else { return "" }
    return digest.hexadecimal
  }

  @Test("the content is compared without its coding, and whole")
  func coded() throws {
    let text = String(repeating: "content ", count: 50_000)
    let coded = try Gzip.coded(text)
    let origin = try Origin { request in
      switch request.path {
      case "/damaged":
        .response(fields: [("Content-Encoding", "gzip")], body: bytes("no gzip at all"))
      case "/cut": .response(fields: [("Content-Encoding", "gzip")], body: Array(coded.dropLast(9)))
      case "/unknown": .response(fields: [("Content-Encoding", "secret")], body: coded)
      default: .response(fields: [("Content-Encoding", "gzip")], body: coded)
      }
    }
    let program = try BuiltProgram()
    let file = try program.directory.write(text, to: "page")
    let checks = ["--expect", "sha256=\(digest(text))", "--expect", "same-as=\(file)"]
    #expect(try program(["inspect", "--live", "-q"] + checks + ["\(origin.url)/page"]).code == 0)
    for words in [["--json"], ["--compressed", "-o", program.directory.file("out")]] {
      #expect(try program(["fetch"] + words + checks + ["\(origin.url)/page"]).code == 0)
      // The second time it comes from the cache.
      #expect(try program(["fetch"] + words + checks + ["\(origin.url)/page"]).code == 0)
    }
    let run = try program(
      ["inspect", "--live", "--json"] + checks + ["damaged", "cut", "unknown"].map { "\(origin.url)/\($0)" })
    #expect(run.code == 1)
    let found = try failures(run)
    for (path, why) in [
      ("/damaged", "its content coding is damaged"), ("/cut", "its content ends too early"),
      ("/unknown", "its content coding secret can't be undone here"),
    ] {
      #expect(found[path] == [why, why])
    }
    let head = try program(
      ["inspect", "--live", "--json", "--method", "HEAD"] + checks + ["\(origin.url)/page"])
    #expect(try failures(head)["/page"] == ["no body was read", "no body was read"])
  }

  @Test("one URL and a directory: every file is asked for; what is missing and what differs is named")
  func deployment() throws {
    let built = [
      "index.html": "<p>new", "app.js": "js", "sub/index.html": "sub", "sub/ä b.txt": "odd name",
      ".well-known/x": "well", ".hidden": "secret", "_headers": "/*",
    ]
    let program = try BuiltProgram()
    let dist = program.directory.file("dist")
    for (name, text) in built {
      let url = URL(fileURLWithPath: "\(dist)/\(name)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let served = [
      "/app/": "<p>new", "/app/app.js": "old js", "/app/sub/": "sub", "/app/.well-known/x": "well",
    ]
    let origin = try Origin { request in
      served[request.path].map { .text($0) } ?? .text("nothing here", status: 404)
    }
    let run = try program.inspect("--live", "--json", "--expect", "same-as=\(dist)", "\(origin.url)/app/")
    #expect(run.code == 1)
    let found = try failures(run)
    #expect(Set(found.keys) == Set(served.keys).union(["/app/sub/ä b.txt"]), "\(run.text)")
    #expect(found.filter { $0.value.isEmpty }.count == 3)
    let script = try #require(found["/app/app.js"]?.first)
    #expect(
      script
        == "6 bytes with SHA-256 \(digest("old js")); \(dist)/app.js has 2 bytes with SHA-256 \(digest("js"))"
    )
    #expect(found["/app/sub/ä b.txt"]?.first?.hasPrefix("answered with 404, 12 bytes") == true)
    // Two URLs are what they are, below the root of the host.
    let two = try program.inspect(
      "--live", "--json", "--expect", "same-as=\(dist)", "\(origin.url)/app.js", "\(origin.url)/app/none")
    let none = try failures(two)["/app/none"]
    #expect(try failures(two).count == 2 && none == ["there is no \(dist)/app/none"])
    let gone = try program.inspect("--live", "--expect", "same-as=\(dist)/gone", "\(origin.url)/")
    #expect(gone.code == 2 && gone.errors.contains("can't read \(dist)/gone"))
  }

  @Test("a path never leaves its directory: no '..', no escaped slash, no link outward")
  func outside() throws {
    let origin = try Origin(always: .text("secret"))
    let program = try BuiltProgram()
    let dist = program.directory.file("dist")
    try FileManager.default.createDirectory(atPath: dist, withIntermediateDirectories: true)
    let secret = try program.directory.write("secret", to: "secret")
    try FileManager.default.createSymbolicLink(atPath: "\(dist)/link", withDestinationPath: secret)
    let paths = ["link", "%2e%2e/secret", "..%2fsecret", "a%00b", "%2e%2e%2fsecret"]
    let run = try program(
      ["inspect", "--live", "--json", "--expect", "same-as=\(dist)"] + paths.map { "\(origin.url)/\($0)" })
    #expect(run.code == 1, "\(run.errors)")
    let shown = try run.objects.map { ($0["failures"] as? [[String: Any]])?.first?["found"] as? String }
    #expect(shown.first == "\(dist)/link is a link outward")
    #expect(shown.dropFirst().allSatisfy { $0 == "\(dist) has no file for such a URL" }, "\(shown)")
  }

  @Test("in a file of checks a path is relative to the file, and stays below it")
  func expectationFile() throws {
    let origin = try Origin { .text($0.path == "/a.txt" ? "a" : "other") }
    let program = try BuiltProgram()
    let directory = program.directory.file("site")
    try FileManager.default.createDirectory(atPath: "\(directory)/dist", withIntermediateDirectories: true)
    for name in ["a.txt", "b.txt"] {
      try Data("a".utf8).write(to: URL(fileURLWithPath: "\(directory)/dist/\(name)"))
    }
    let file = try program.directory.write(
      "[{\"url\": \"*.txt\", \"expect\": [\"same-as=dist\", \"type=text/plain\"]}]", to: "site/checks.json")
    let run = try program.inspect(
      "--live", "--json", "--expect-file", file, "\(origin.url)/a.txt", "\(origin.url)/b.txt")
    let found = try failures(run)
    #expect(run.code == 1 && found["/b.txt"]?.first?.contains("\(directory)/dist/b.txt has 1 byte") == true)
    #expect(found["/a.txt"]?.contains { $0.contains("SHA-256") } == false)
    for path in ["../secret", "/etc/passwd", "dist/../../x"] {
      let bad = try program.directory.write(
        "[{\"url\": \"*\", \"expect\": [\"same-as=\(path)\"]}]", to: "site/bad.json")
      let refused = try program.inspect("--live", "--expect-file", bad, origin.url)
      #expect(refused.code == 2 && refused.errors.contains("leaves the directory of this file"), "\(path)")
    }
  }
}
