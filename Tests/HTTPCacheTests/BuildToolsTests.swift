import Foundation
import TestSupport
import Testing

@Suite("What make runs: what a newcomer reads", .timed)
struct BuildToolsTests {
  private static func tool(_ name: String) -> String {
    PythonTools.root.appendingPathComponent("Tests/Tools/\(name)").path
  }

  /// Runs words in the directory of the sources, with variables of its own.
  private static func run(_ words: [String], _ variables: [String] = []) throws -> Executable.Run {
    let script = #"cd "$1" && shift && exec "$@""#
    let command = ["env"] + variables + ["sh", "-c", script, "sh", PythonTools.root.path] + words
    return try Executable.command(arguments: command)
  }

  @Test("install: zsh hands over a ~, which stands for the home directory")
  func tilde() throws {
    let run = try Self.run(["make", "-n", "install", "PREFIX=~/.local"], ["HOME=/home/me"])
    #expect(run.text.contains("\"/home/me/.local/bin/httpcache\"") && !run.text.contains("~/"))
  }

  @Test("install: the end says where it is, and what to add to PATH")
  func installed() throws {
    let words = ["sh", "Tests/Tools/installed.sh", "", "/p"]
    let run = try Self.run(words, ["PATH=/usr/bin:/bin"])
    #expect(run.text.contains("/p/bin/httpcache\n") && run.text.contains(#"export PATH="/p/bin:$PATH""#))
    #expect(try !Self.run(words, ["PATH=/usr/bin:/bin:/p/bin"]).text.contains("export PATH"))
    #expect(try !Self.run(["sh", "Tests/Tools/installed.sh", "/d", "/p"]).text.contains("PATH"))
  }

  @Test(
    "each action that a workflow uses is named by a commit, with its version behind it",
    arguments: [
      ".github/workflows/test.yml", ".github/workflows/release.yml", "docs/examples/github-action/action.yml",
    ])
  func pinned(_ name: String) throws {
    let text = try String(contentsOf: PythonTools.root.appendingPathComponent(name), encoding: .utf8)
    let uses = text.split(separator: "\n").filter { $0.contains(" uses: ") }
    #expect(!uses.isEmpty)
    for line in uses {
      #expect(line.contains(/uses: [\w\/.-]+@[0-9a-f]{40} # v[0-9.]+$/), "\(name): \(line)")
    }
  }

  @Test("release: a tag has to name the version that the program says of itself")
  func tagged() throws {
    let directory = try TemporaryDirectory()
    let program = try directory.write("#!/bin/sh\necho 'httpcache 1.2.3'\n", to: "httpcache")
    chmod(program, 0o755)
    #expect(try Self.run(["sh", "Tests/Tools/tagged.sh", "v1.2.3", program]).code == 0)
    for tag in ["v1.2.4", "1.2.3", "v1.2.3-rc1"] {
      let run = try Self.run(["sh", "Tests/Tools/tagged.sh", tag, program])
      expect(run, 1)
      #expect(run.errorLines == ["the tag is \(tag), and the program says that it is 1.2.3"])
    }
  }

  @Test("a swift that is another program is not taken for the toolchain")
  func otherSwift() throws {
    let directory = try TemporaryDirectory()
    for (name, version) in [("swift", "python-swiftclient 4.1.0"), ("old", "Swift version 5.10 (x)")] {
      let path = try directory.write("#!/bin/sh\necho '\(version)'\n", to: name)
      chmod(path, 0o755)
      // No apt-cache is found, so that nothing is installed.
      let script = #"PATH="$2"; . Tests/Tools/swift.sh "$1""#
      let empty = try directory.write("#!/bin/sh\n", to: "apt-cache")
      chmod(empty, 0o755)
      let run = try Self.run(["sh", "-c", script, path, path, "\(directory.path):/usr/bin:/bin"])
      #expect(run.code == 1 && run.errorLines.count == 1)
      #expect(run.errors.hasPrefix("missing: swift 6."))
      #expect(run.errors.contains("https://www.swift.org/install (\(path) is another program, or older)"))
    }
    let new = try directory.write("#!/bin/sh\necho 'Swift version 99.0 (x)'\n", to: "new")
    chmod(new, 0o755)
    #expect(try Self.run(["sh", "Tests/Tools/swift.sh", new]).code == 0)
  }

  /// What swift-testing writes of a test, as the shell writes it: that it is there, and what became of it.
  ///
  /// `cases` is the number of its arguments; nil for a test without.
  private static func test(_ name: String, cases: Int? = nil, _ events: String...) -> String {
    let id = "M.S/\(name.count)"
    let list = cases.map { #""_testCases":[\#(Array(repeating: "{}", count: $0).joined(separator: ","))],"# }
    let lines =
      [
        #"{"kind":"test","payload":{"kind":"function",\#(list ?? "")"id":"\#(id)","name":"f()","displayName":"\#(name)"}}"#
      ]
      + events.map { #"{"kind":"event","payload":{"kind":"\#($0)","testID":"\#(id)"}}"# }
    return lines.map { "echo '\($0)' >>\"$EVENTS\"; " }.joined()
  }

  static let runs: [(name: String, script: String, code: Int32, shown: [String], last: String)] = [
    (
      "what passes is counted, and not printed",
      "echo '◇ Test \"a\" started.'; echo '◇ Test case passing 1 argument x to a started.'; "
        + "echo '✔ Test \"a\" passed after 0.1 seconds.'; echo '✔ Test run with 1 test in 1 suite passed after 1 seconds.'",
      0, [], "✔ Test run with 1 test in 1 suite passed after 1 seconds."
    ),
    (
      "cases that are done count before their test ends; a word in a name is no outcome",
      test("what is skipped, passed after 1 s", cases: 4, "testStarted", "testCaseEnded", "testCaseEnded")
        + test("b", "testSkipped") + "echo '◇ Test \"what is skipped, passed after 1 s\" started.'",
      0, [": 3 of 5 cases done, 1 test skipped: what is skipped, passed after 1 s"], ""
    ),
    (
      "a failure is printed whole",
      test("a", "testStarted", "issueRecorded", "testEnded")
        + "echo '✘ Test \"a\" recorded an issue at A.swift:1:1: Expectation failed: x'; echo '↳ why'; "
        + "echo '✔ Test b() passed after 0.1 seconds.'; echo '✘ Test \"a\" failed after 0.1 seconds with 1 issue.'; "
        + "echo '✘ Test run with 2 tests in 1 suite failed after 1 seconds with 1 issue.'; exit 1",
      1,
      [
        "✘ Test \"a\" recorded an issue at A.swift:1:1: Expectation failed: x", "↳ why",
        "✘ Test \"a\" failed after 0.1 seconds with 1 issue.", "failed: a",
      ], "✘ Test run with 2 tests in 1 suite failed after 1 seconds with 1 issue."
    ),
    (
      "tests that break off say so, with what was under way",
      test("a", "testStarted") + "echo 'error: Exited with unexpected signal code 11'; exit 1", 1,
      ["error: Exited with unexpected signal code 11", "was under way: a"], ""
    ),
    (
      "what the tests cost is told, dearest first, and a test's cases are one sum",
      "printf '1.5\\tATests\\tb\\n2\\tBTests\\tc d\\n1\\tATests\\tb\\n' > $HTTPCACHE_TEST_TIMES; "
        + "echo '✔ Test run with 2 tests in 2 suites passed after 5 seconds.'", 0,
      [
        "    2.5 s  b (ATests)", "    2.0 s  c d (BTests)", "    2.5 s  ATests", "    2.0 s  BTests",
        "    0.0 s  all other suites",
        "compiled in 7 s; the tests took 4 s by themselves, side by side",
      ], "✔ Test run with 2 tests in 2 suites passed after 5 seconds."
    ),
    (
      "a signal is told by its exit code", "kill -9 $$", 137,
      ["the tests did not come to their end; the last lines are:"], ""
    ),
  ]
  @Test("make test", arguments: runs)
  func tests(_ row: (name: String, script: String, code: Int32, shown: [String], last: String)) throws {
    let log = try TemporaryDirectory().file("log")
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: log).deletingLastPathComponent().path, withIntermediateDirectories: true)
    let events = log + ".events"
    let run = try Self.run(
      ["python3", Self.tool("run_tests.py"), log, events, log + ".times", "7", "sh", "-c", row.script],
      ["EVENTS=\(events)"])
    #expect(run.code == row.code, "\(row.name)")
    let lines = run.text.split(separator: "\n").map(String.init)
    for text in row.shown {
      #expect(lines.contains { $0.hasSuffix(text) }, "\(row.name): \(run.text)")
    }
    #expect(!run.text.contains("Test case") && !run.text.contains("✔ Test b()"))
    if !row.last.isEmpty { #expect(lines.last == row.last) }
  }
}
