import HTTPCacheCore
import TestSupport
import Testing

@Suite("No message repeats the password of a URL", .timed)
struct PasswordTests {
  /// Command lines that are wrong, or whose URL is.
  static let lines = [
    "http://u:hunter2@h/", "u:hunter2@h", "fetc http://u:hunter2@h/", "fetch http://u:hunter2@h:0/",
    "fetch http://u:hunter2/x@h/", "fetch http://u:hunter2?x@h/", "fetch http://u:hunter2#x@h/",
    "fetch http://u:x@hunter2@h:0/", "fetch http://u:a/hunter2@h/", "fetch u:hunter2/x@h",
    "fetch ftp://u:hunter2@h/", "fetch ftp://u:hunter2/x@h/", "fetch http://u:hunter2@/",
    "fetch http://u:hunter2@", "fetch http:/u:hunter2@h/", "fetch HTTPS:u:hunter2@h/",
    "inspect http:/u:hunter2@h/",
    "fetch http://u:<hunter2@h/", "fetch http://u:\"hunter2@h/", "fetch http://u:'hunter2@h/",
    "fetch --policy http://u:hunter2@h/ x", "fetch -X http://u:hunter2@h/ x", "fetch --http://u:hunter2@h/ x",
    "fetch --input-file http://u:hunter2@h/", "fetch -d @http://u:hunter2@h/ x", "fetch --ttl u:hunter2@h x",
    "fetch -x http://u:hunter2@h:x/ http://127.0.0.1:1/", "fetch -H http://u:hunter2@h/ x",
    "fetch --expect http://u:hunter2@h/ x", "inspect --headers - --url http://u:hunter2@h:0/",
    "inspect --at http://u:hunter2@h/ x", "inspect --har http://u:hunter2@h/",
    "inspect --cache-db http://u:hunter2@h/",
    "inspect --expect-file http://u:hunter2@h/ x", "trim http://u:hunter2@h/",
    "trim --host http://u:hunter2@h/",
    "stats http://u:hunter2@h/", "stats --by http://u:hunter2@h/", "help http://u:hunter2@h/",
    "revalidate --host http://u:hunter2@h/", "revalidate --all http://u:hunter2@h/",
    "--generate-completion http://u:hunter2@h/", "inspect http://u:hunter2@h.invalid/",
    "revalidate http://u:hunter2@h.invalid/",
  ]

  @Test(arguments: lines)
  func line(_ line: String) throws {
    let run = try BuiltProgram()(words(line))
    #expect(run.code != 0 && !run.errors.isEmpty, "\(run.errors)")
    #expect(!run.errors.contains("hunter2") && !run.text.contains("hunter2"), "\(run.errors)")
  }

  @Test(
    "also one with a space, which the shell was told to keep", arguments: ["fetch", "trim", "help", "fetc"])
  func space(command: String) throws {
    let run = try BuiltProgram()([command, "http://u:hunter2 x@h/"])
    #expect(run.code == 2 && !run.errors.contains("hunter2"), "\(run.errors)")
  }

  @Test(
    "nor that of a Location which is refused",
    arguments: [
      "ftp://joe:hunter2@a.test/", "http://joe:hunter2/x@a.test/", "http://joe:hunter2@a.test:99999/",
      "//joe:hunter2@a.test:0/", "http:joe:hunter2@a.test", "http://joe:hunter2<x@a.test/",
    ])
  func location(_ location: String) throws {
    let origin = try Origin(always: .text("", status: 302, fields: [("Location", location)]))
    let program = try BuiltProgram()
    for words in [["--explain", "-v"], ["--json"]] {
      let run = try program(["fetch", "--max-time", "20"] + words + [origin.url])
      #expect(!run.errors.contains("hunter2") && !run.text.contains("hunter2"), "\(run.errors) \(run.text)")
    }
  }

  static let texts: [(text: String, shown: String)] = [
    ("http://h/a@b", "http://h/a@b"), ("http://h:80/a:b@c", "http://h:80/a:b@c"),
    ("http://[::1]:80/a@b", "http://[::1]:80/a@b"), ("http://u:p@h/", "http://…@h/"),
    ("see http://u@h/ and http://v:w@i/", "see http://…@h/ and http://…@i/"),
    ("'http://u:p/q@h' is none", "'http://…@h' is none"), ("'u:p@h' is none", "'…@h' is none"),
    ("me@example.test", "me@example.test"), ("http://…@h/", "http://…@h/"), ("plain", "plain"),
  ]

  @Test("and nothing else is left out", arguments: texts)
  func redacted(_ row: (text: String, shown: String)) {
    #expect(UserInformation.redacted(in: row.text) == row.shown)
  }
}
