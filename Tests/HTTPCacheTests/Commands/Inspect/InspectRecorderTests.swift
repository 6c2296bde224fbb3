import TestSupport
import Testing

@Suite("inspect --har: what recorders write, by the built program", .timed)
struct InspectRecorderTests {
  /// A log of two hosts whose recorder's clock is an hour behind, with an entry that has no fields.
  static let log: String = {
    let entries = (0..<12).map { index in
      """
      {"startedDateTime":"2026-01-12T15:45:57.\(100 + index)Z","time":0,
       "request":{"url":"http://\(index.isMultiple(of: 2) ? "a" : "b").test/\(index)"},
       "response":{"status":200,"headers":[{"name":"Cache-Control","value":"max-age=60"},
         {"name":"Date","value":"Mon, 12 Jan 2026 16:45:57 GMT"}]}}
      """
    }
    let bare =
      #"{"startedDateTime":"2026-01-12T15:45:57Z","time":0,"_fromCache":"memory","request":{"url":"http://a.test/bare"},"response":{"status":200,"headers":[]}}"#
    return #"{"log":{"entries":[\#((entries + [bare]).joined(separator: ","))]}}"#
  }()

  @Test("the recorder's clock is told once, and corrected; what has no fields is neither storable nor not")
  func clock() throws {
    let run = try BuiltProgram()(
      ["inspect", "--har", "-", "--json", "--fail-on", "warning"], stdin: Self.log)
    let verdicts = try run.objects.map(JSONObject.init)
    #expect(run.code == 0 && verdicts.count == 13)
    let clocks = verdicts.flatMap { $0.codes("findings") }.filter { $0.hasPrefix("clock-") }
    #expect(clocks.count == 1)
    #expect(verdicts.dropLast().allSatisfy { $0.object("freshness").int("age") == 0 })
    #expect(verdicts[0].object("freshness")["expires_at"] == "2026-01-12T16:46:57Z")
    let bare = try #require(verdicts.last)
    #expect(bare.keys.isSuperset(of: ["storable", "reusable"]))
    #expect(bare.bool("storable") == nil && bare.bool("reusable") == nil)
    #expect(bare.codes("findings").isEmpty && bare.codes("reasons") == ["fields-not-recorded"])
  }

  @Test("what was recorded without fields is told once a log, and of each response with -v")
  func bare() throws {
    let program = try BuiltProgram()
    let sentence = "1 response was recorded without any field"
    for format in ["text", "html", "markdown"] {
      let text = try program(["inspect", "--har", "-", "--format", format], stdin: Self.log).text
      #expect(text.ranges(of: sentence).count == 1, "\(format): \(text)")
    }
    let verbose = try program(["inspect", "--har", "-", "-v"], stdin: Self.log).text
    #expect(verbose.contains("\nRemarks\n  . this 200 was recorded without any field"), "\(verbose)")
  }

  @Test("a log packed by gzip, also in several members, is judged as it is unpacked")
  func gzip() throws {
    let program = try BuiltProgram()
    let path = try program.directory.write(Self.log, to: "a.har")
    let half = Self.log.utf8.count / 2
    let script = """
      import gzip, sys
      text = open(sys.argv[1], 'rb').read()
      open(sys.argv[2], 'wb').write(gzip.compress(text))
      open(sys.argv[3], 'wb').write(gzip.compress(text[:\(half)]) + gzip.compress(text[\(half):]))
      open(sys.argv[4], 'wb').write(gzip.compress(text)[:-20])
      """
    let packed = ["one", "two", "cut"].map { program.directory.file($0) }
    #expect(try Executable.command(arguments: ["/usr/bin/python3", "-c", script, path] + packed).code == 0)
    let plain = try program(["inspect", "--json", "--har", path])
    for name in packed.dropLast() {
      let run = try program(["inspect", "--json", "--har", name])
      #expect(run.code == 0 && run.text == plain.text)
    }
    let cut = try program(["inspect", "--json", "--har", packed[2]])
    expect(cut, 2, says: "the gzip data is damaged")
  }
}
