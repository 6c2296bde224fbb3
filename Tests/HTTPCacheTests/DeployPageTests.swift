import Foundation
import TestSupport
import Testing

@Suite(
  "docs/deploy.md: the expectation file for an edge that rewrites pages, and the list of the last deployment",
  .timed)
struct DeployPageTests {
  private static func block(_ language: String, holding word: String) throws -> String {
    let page = try String(
      contentsOf: PythonTools.root.appendingPathComponent("docs/deploy.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "\n```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0] + "\n"
    }
    return try #require(blocks.first { $0.contains(word) })
  }

  private static let script = "let x = 1\n"

  /// A deployment behind an edge that puts a script into each page.
  private static func edge(_ version: String, hash: String, content: String = script) throws -> Origin {
    try Origin { request in
      let fields = [("Date", HTTPClock.now), ("X-Version", version)]
      return switch request.target {
      case "/":
        .text(
          "<script src=/assets/app.\(hash).js></script><script>rum(\(UInt64.random(in: 0 ..< .max)))</script>",
          fields: fields + [("Content-Type", "text/html")])
      case "/assets/app.\(hash).js": .text(content, fields: fields + [("Content-Type", "text/javascript")])
      default: .text("no", status: 404, fields: fields)
      }
    }
  }

  static let deployments: [(what: String, version: String, hash: String, content: String, code: Int32)] = [
    ("the new one", "1.4.2", "3f9ac2d1", script, 0),
    ("a page of the deployment before", "1.3.9", "99ffee11", script, 1),
    ("a page of the deployment before under the new field", "1.4.2", "99ffee11", script, 1),
    ("a file that is another one", "1.4.2", "3f9ac2d1", "let x = 2\n", 1),
  ]

  @Test(
    "the expectation file holds for the new deployment, though its pages are rewritten",
    arguments: deployments)
  func rewritten(_ row: (what: String, version: String, hash: String, content: String, code: Int32)) throws {
    let program = try BuiltProgram()
    let file = try program.directory.write(try Self.block("json", holding: "same-as=dist"), to: "deploy.json")
    let assets = URL(fileURLWithPath: program.directory.file("dist/assets"))
    try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: true)
    try Data(Self.script.utf8).write(to: assets.appendingPathComponent("app.3f9ac2d1.js"))
    let edge = try Self.edge(row.version, hash: row.hash, content: row.content)
    let run = try program.inspect("--live", "--assets", "--expect-file", file, "\(edge.url)/")
    #expect(run.code == row.code, "\(row.what): \(run.text)\(run.errors)")
  }

  @Test("the list of the last deployment: each file that is gone is named")
  func lastFiles() throws {
    let program = try BuiltProgram()
    let directory = program.directory.path
    let assets = URL(fileURLWithPath: program.directory.file("dist/assets"))
    try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: true)
    try Data(Self.script.utf8).write(to: assets.appendingPathComponent("app.3f9ac2d1.js"))
    let edge = try Self.edge("1.4.2", hash: "3f9ac2d1")
    let path = URL(fileURLWithPath: program.executable.program).deletingLastPathComponent().path
    let text = try Self.block("sh", holding: "find assets").replacingOccurrences(
      of: "https://example.com", with: edge.url
    )
    .replacingOccurrences(of: "last-files.txt", with: "files.txt")
    func run() throws -> Executable.Run {
      let script = try program.directory.write(text, to: "script")
      return try Executable.command(
        arguments: [
          "env", "PATH=\(path):/usr/bin:/bin", "HOME=\(directory)", "sh", "-c",
          "cd '\(directory)' && sh '\(script)'",
        ])
    }
    let held = try run()
    expect(held, 0)
    try Data("x".utf8).write(to: assets.appendingPathComponent("old.99ffee11.js"))
    let gone = try run()
    #expect(gone.code == 1 && gone.text.contains("old.99ffee11.js"), "\(gone.text)\(gone.errors)")
  }
}
