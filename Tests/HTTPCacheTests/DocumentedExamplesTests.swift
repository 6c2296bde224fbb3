import Foundation
import TestSupport
import Testing

@Suite("Every example of the pages runs as pasted", .timed)
struct DocumentedExamplesTests {
  private static let docs = PythonTools.root.appendingPathComponent("docs")

  /// What stands in docs/ci.md and in the composite action.
  struct Piece: Decodable, Sendable {
    let place: String
    let shell: String
    let text: String
  }

  private static func pieces() throws -> [Piece] {
    let tool = PythonTools.root.appendingPathComponent("Tests/Tools/ci_examples.py").path
    let python = PythonTools.directory.appendingPathComponent("bin/python").path
    let run = try Executable.command(arguments: [python, tool, PythonTools.root.path])
    try #require(run.code == 0, "\(run.errors)")
    return try JSONDecoder().decode([Piece].self, from: Data(run.output))
  }

  /// A place with what the examples read: the patterns, and a log.
  private static func place(_ program: BuiltProgram, control: String) throws -> TemporaryDirectory {
    let patterns = try String(
      contentsOf: docs.appendingPathComponent("examples/expectations.json"), encoding: .utf8)
    _ = try program.directory.write(patterns, to: "expectations.json")
    let log =
      #"{"log":{"entries":[{"startedDateTime":"2026-01-12T16:45:57Z","time":5,"request":{"url":"http://a.test/"},"#
      + #""response":{"status":200,"headers":[{"name":"Cache-Control","value":"\#(control)"}]}}]}}"#
    _ = try program.directory.write(log, to: "traffic.har")
    return program.directory
  }

  /// Runs a piece of shell with the built program on PATH.
  private static func run(_ piece: Piece, in program: BuiltProgram, _ variables: [String]) throws
    -> Executable.Run
  {
    let script = try program.directory.write(piece.text, to: "script")
    let path = URL(fileURLWithPath: program.executable.program).deletingLastPathComponent().path
    let words = ["env", "PATH=\(path):/usr/bin:/bin", "HOME=\(program.directory.path)"] + variables
    // GitHub runs bash so; GitLab and a script of one's own end at the first error, too.
    let shell = piece.shell == "bash" ? "bash --noprofile --norc -eo pipefail" : "sh -e"
    return try Executable.command(
      arguments: words + ["sh", "-c", "cd '\(program.directory.path)' && \(shell) '\(script)'"])
  }

  @Test("docs/ci.md: 0 where the site is right, 1 where it is not", .enabled(if: PythonTools.areThere))
  func pipeline() throws {
    let right = try Origin { request in
      let control = request.target.contains("/assets/") ? "max-age=31536000, immutable" : "no-cache"
      return .text(
        "x", fields: [("Cache-Control", control), ("ETag", "\"1\""), ("Date", HTTPDateText.now())])
    }
    let wrong = try Origin(
      always: .text("x", fields: [("Cache-Control", "public; max-age=60"), ("Date", "now")]))
    let pieces = try Self.pieces().filter { $0.text.contains("httpcache inspect") }
    #expect(pieces.count >= 6)
    for (origin, control, code) in [(right, "max-age=60", Int32(0)), (wrong, "max-age=x", 1)] {
      for piece in pieces {
        let program = try BuiltProgram()
        _ = try Self.place(program, control: control)
        let urls = "URLS=\(origin.url)/\n\(origin.url)/assets/app.1a2b3c4d.css\n"
        let run = try Self.run(
          piece, in: program,
          ["SITE=\(origin.url)", urls, "FAIL_ON=error", "EXPECT_FILE=expectations.json", "ASSETS=true"])
        // A report for the security tab gates nothing.
        let expected = piece.text.contains("--format sarif") ? 0 : code
        #expect(run.code == expected, "\(piece.place): \(run.text)\(run.errors)")
      }
    }
  }

  /// What becomes of a release on its way to the composite action, and what the action says of it.
  private static let releases: [(what: String, change: String, isTaken: Bool, says: String)] = [
    ("as it was made", ":", true, "httpcache 9.9.9"),
    ("tampered with", "echo >>$name", false, "is not the file that the release names: nothing is installed"),
    (
      "another file under its name",
      "sed -i \"s/^[0-9a-f]*/$(echo x | sha256sum | cut -c 1-64)/\" SHA256SUMS",
      false, "is not the file that the release names: nothing is installed"
    ),
    (
      "which its list does not name", "sed -i 's/9\\.9\\.9/9.9.8/' SHA256SUMS", false,
      "names no httpcache-9.9.9"
    ),
    ("without its list", "rm SHA256SUMS", false, "404"),
    ("without its tarball", "rm $name", false, "404"),
  ]
  @Test(
    "The composite action brings the tarball of a version only if its SHA-256 is that of SHA256SUMS",
    .enabled(if: PythonTools.areThere), arguments: releases)
  func release(_ row: (what: String, change: String, isTaken: Bool, says: String)) throws {
    let piece = try #require(try Self.pieces().first { $0.text.contains("SHA256SUMS") })
    let directory = try TemporaryDirectory()
    // A release of one program that says its version; the test's own program must not be on PATH.
    let made = try Executable.command(arguments: [
      "sh", "-ec",
      """
      cd '\(directory.path)' && mkdir -p release/tree/bin home
      printf '#!/bin/sh\\necho httpcache 9.9.9\\n' >release/tree/bin/httpcache && chmod 755 release/tree/bin/httpcache
      cd release && name=httpcache-9.9.9-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m).tar.gz
      tar -czf "$name" tree && sha256sum httpcache* >SHA256SUMS
      \(row.change)
      """,
    ])
    try #require(made.code == 0, "\(made.errors)")
    let origin = try Origin { request in
      guard request.path.hasPrefix("/v9.9.9/"),
        let bytes = directory.contents(of: "release/" + request.path.dropFirst("/v9.9.9/".count))
      else { return .text("", status: 404) }
      return .response(body: bytes)
    }
    let script = try directory.write(piece.text, to: "script")
    let run = try Executable.command(arguments: [
      "env", "PATH=/usr/bin:/bin", "HOME=\(directory.path)/home", "GITHUB_PATH=\(directory.path)/paths",
      "VERSION=9.9.9", "RELEASE=\(origin.url)/v9.9.9", "SOURCE=", "REF=", "bash", "--noprofile", "--norc",
      "-eo", "pipefail", script,
    ])
    #expect((run.code == 0) == row.isTaken, "\(row.what): \(run.text)\(run.errors)")
    #expect("\(run.text)\(run.errors)".contains(row.says), "\(row.what): \(run.text)\(run.errors)")
    let isThere = directory.contents(of: "home/.httpcache-build/bin/httpcache") != nil
    #expect(isThere == row.isTaken, "\(row.what)")
    #expect((directory.contents(of: "paths") != nil) == row.isTaken, "\(row.what)")
  }
}
