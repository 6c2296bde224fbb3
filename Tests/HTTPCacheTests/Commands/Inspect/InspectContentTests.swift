import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("Checks of content: sha256= and same-as=, live and fetched", .timed)
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

  /// Digests of RFC 9530, appendix A and B: of `{"hello": "world"}` and a line feed, its bytes 10 to 18, and its Brotli form.
  private static let (whole, part, brotli) = (
    "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:",
    "sha-256=:jjcgBDWNAtbYUXI37CVG3gRuGOAjaaDRGpIUFsdyepQ=:",
    "sha-256=:d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=:"
  )
  private static let text = bytes("{\"hello\": \"world\"}\n")
  private static let coded: [UInt8] = [
    0x0B, 0x09, 0x80, 0x7B, 0x22, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x22, 0x3A, 0x20, 0x22, 0x77, 0x6F, 0x72,
    0x6C,
    0x64, 0x22, 0x7D, 0x0A, 0x03,
  ]

  typealias Digests = (
    rule: String, status: Int, content: String, whole: String, body: [UInt8], field: String?
  )
  static let digests: [Digests] = [
    ("B.1 both are of the whole", 200, whole, whole, text, nil),
    ("§2 the content is another", 200, whole, "md5=:AA==:", text.dropLast() + [0x21], "Content-Digest"),
    ("§3 so is the representation", 200, "md5=:AA==:", whole, text.dropLast() + [0x21], "Repr-Digest"),
    ("B.3 of a part and of the whole", 206, part, whole, Array(text[10...18]), nil),
    ("§2 not of the whole", 206, whole, whole, Array(text[10...18]), "Content-Digest"),
    ("B.6 both are of the coded bytes", 200, brotli, brotli, coded, nil),
    ("§2 not of the content without its coding", 200, whole, brotli, coded, "Content-Digest"),
  ]

  @Test("RFC 9530: content with another digest than its head names is an error", arguments: digests)
  func wrongDigest(_ row: Digests) throws {
    let origin = try Origin { _ in
      var fields = [("Content-Digest", row.content), ("Repr-Digest", row.whole)]
      if row.status == 206 { fields.append(("Content-Range", "bytes 10-18/19")) }
      if row.body == Self.coded { fields.append(("Content-Encoding", "br")) }
      return .response(status: row.status, fields: fields, body: row.body)
    }
    var words = ["inspect", "--live", "--json", "--fail-on", "error", "--probe=head"]
    if row.status == 206 { words += ["-H", "Range: bytes=10-18"] }
    let run = try BuiltProgram()(words + [origin.url + "/"])
    #expect(run.code == (row.field == nil ? 0 : 1), "\(row.rule): \(run.errors)")
    let findings = try #require(try run.objects.first?["findings"] as? [[String: Any]])
    let wrong = findings.filter { $0["code"] as? String == "digest-wrong" }
    #expect(wrong.map { $0["field"] as? String } == (row.field.map { [$0] } ?? []), "\(row.rule)")
    #expect(wrong.allSatisfy { $0["severity"] as? String == "error" })
    // What arrived whole is probed all the same.
    #expect((try run.objects.first?["probes"] as? [Any])?.count == 1, "\(row.rule)")
  }

  static let unencoded: [(rule: String, body: [UInt8], field: String?)] = [
    ("it is of the content", text, nil),
    ("it is of other content", text.dropLast() + [0x21], "Unencoded-Digest"),
    ("coded content is not compared with it", coded, nil),
  ]
  @Test("Unencoded-Digest is of the content without a coding", arguments: unencoded)
  func unencodedDigest(_ row: (rule: String, body: [UInt8], field: String?)) throws {
    let origin = try Origin { _ in
      let coding = row.body == Self.coded ? [("Content-Encoding", "br")] : []
      return .response(status: 200, fields: [("Unencoded-Digest", Self.whole)] + coding, body: row.body)
    }
    let subject = try #require(try BuiltProgram().inspected("--live", origin.url + "/").first)
    let findings = subject.members["findings"] as? [[String: Any]] ?? []
    let wrong = findings.filter { $0["code"] as? String == "digest-wrong" }
    #expect(wrong.map { $0["field"] as? String } == (row.field.map { [$0] } ?? []), "\(row.rule)")
  }

  @Test(
    "Unencoded-Digest of gzip content is not held against the coded bytes, be it right or wrong",
    arguments: [true, false])
  func unencodedDigestOfGzip(_ isRight: Bool) throws {
    let digest = isRight ? Self.whole : Self.part
    let coded = try Gzip.coded(String(decoding: Self.text, as: UTF8.self))
    let origin = try Origin { _ in
      .response(fields: [("Unencoded-Digest", digest), ("Content-Encoding", "gzip")], body: coded)
    }
    let program = try BuiltProgram()
    let checks = ["--expect", "sha256=\(self.digest(String(decoding: Self.text, as: UTF8.self)))"]
    let run = try program(["inspect", "--live", "--json"] + checks + ["\(origin.url)/"])
    expect(run, 0)
    let findings = try #require(try run.objects.first?["findings"] as? [[String: Any]])
    #expect(!findings.contains { $0["code"] as? String == "digest-wrong" })
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
    expect(run, 1)
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
    expect(run, 1)
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
    expect(gone, 2, says: "can't read \(dist)/gone")
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
    expect(run, 1)
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
