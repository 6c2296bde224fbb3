import Foundation
import TestSupport
import Testing

@Suite("fetch: where bodies go", .timed)
struct FetchDestinationTests {
  private let origin: Origin
  private let program: BuiltProgram

  init() throws {
    origin = try Origin { .fresh("at " + $0.target) }
    program = try BuiltProgram()
  }

  private func file(_ name: String) -> String? {
    program.directory.contents(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func bodiesInTheOrderOfTheURLs() throws {
    let urls = (0..<20).map { "\(origin.url)/\($0)" }
    let outcome = try program(["fetch"] + urls)
    #expect(outcome.text == (0..<20).map { "at /\($0)" }.joined())
    #expect(try program(["fetch"] + urls.reversed()).text == (0..<20).reversed().map { "at /\($0)" }.joined())
  }

  @Test func outputFiles() throws {
    let outcome = try program.fetch("-o", "one", "-o", "two", origin.url + "/1", origin.url + "/2")
    #expect(outcome.code == 0 && outcome.output.isEmpty)
    #expect(file("one") == "at /1" && file("two") == "at /2")
    #expect(program.directory.names == ["cache", "one", "two"])
  }

  @Test("a device takes the bodies of all URLs; a file would keep only the last")
  func device() throws {
    let urls = [origin.url + "/1", origin.url + "/2"]
    for words in [["-o", "/dev/null"], ["-o", "/dev/null", "-o", "/dev/null"]] {
      let outcome = try program(["fetch"] + words + urls)
      #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
    }
    #expect(try program(["fetch", "-o", "one"] + urls).code == 2)
  }

  @Test func remoteName() throws {
    #expect(try program.fetch("-O", origin.url + "/dir/app.css?v=1").code == 0)
    #expect(file("app.css") == "at /dir/app.css?v=1")
  }

  @Test func collidingNamesGetANumber() throws {
    let paths = ["/a/x", "/b/x", "/c/x"]
    let outcome = try program(
      ["fetch", "--flat", "--output-dir", program.directory.path] + paths.map { origin.url + $0 })
    expect(outcome, 0)
    #expect(program.directory.names == ["cache", "x", "x.1", "x.2"])
    #expect(file("x") == "at /a/x" && file("x.1") == "at /b/x" && file("x.2") == "at /c/x")
  }

  @Test("--output-dir keeps the directories of the URLs; a file in the way is an error of its URL only")
  func mirror() throws {
    let words = [
      "fetch", "--output-dir", program.directory.file("site"), origin.url + "/a/b/x", origin.url + "/y",
    ]
    #expect(try program(words).code == 0)
    #expect(file("site/a/b/x") == "at /a/b/x" && file("site/y") == "at /y")
    let blocked = try program([
      "fetch", "--output-dir", program.directory.file("site"), origin.url + "/y/z", origin.url + "/w",
    ])
    expect(blocked, 5, says: "can't write \(program.directory.file("site/y/z")): ")
    #expect(file("site/w") == "at /w")
  }

  @Test func namesStayInTheirDirectory() throws {
    let outcome = try program.fetch("-O", origin.url + "/..%2F..%2Fescaped")
    #expect(outcome.code != 0)
    #expect(program.directory.names == [] || program.directory.names == ["cache"])
  }

  @Test("more bodies at once than files may be open, each in the file of its name")
  func moreFilesThanDescriptors() throws {
    let paths = (0..<300).map { "/number\($0)" }
    let list = try program.directory.write(paths.map { origin.url + $0 + "\n" }.joined(), to: "list")
    let into = program.directory.file("into")
    for _ in 1...2 {
      let run = try Executable.command(
        arguments: [
          "sh", "-c", "ulimit -n 64 && exec \"$@\"", "sh", program.executable.program, "fetch", "-q",
          "--input-file", list,
          "--output-dir", into,
        ], environment: ["HTTPCACHE_DIR": program.directory.file("cache")])
      #expect(run.code == 0 && run.errors == "")
      for path in paths { #expect(file("into" + path) == "at " + path) }
    }
    #expect(origin.requests.count == 300, "the second time all of them are hits")
  }

  @Test func fileThatIsThereIsReplaced() throws {
    _ = try program.directory.write("something longer than the body", to: "one")
    _ = try program.directory.write("first", to: "body1")
    let urls = (0..<50).map { "\(origin.url)/\($0)" }
    #expect(try program.fetch("-o", "one", urls[0]).code == 0)
    #expect(file("one") == "at /0")
    let arguments = urls.enumerated().flatMap { ["-o", "body\($0.offset)", $0.element] }
    #expect(try program(["fetch"] + arguments).code == 0)
    for index in urls.indices { #expect(file("body\(index)") == "at /\(index)") }
    #expect(program.directory.names.count == 52, "nothing is left beside")
  }

  @Test("-o writes through a link, also where nothing is at its end; a name made from the URL replaces one")
  func links() throws {
    let manager = FileManager.default
    for name in ["there", "new"] {
      try manager.createSymbolicLink(atPath: program.directory.file("to-\(name)"), withDestinationPath: name)
    }
    _ = try program.directory.write("old", to: "there")
    for name in ["there", "new"] {
      #expect(try program.fetch("-o", program.directory.file("to-\(name)"), origin.url + "/a").code == 0)
      #expect(file(name) == "at /a")
      #expect(try manager.destinationOfSymbolicLink(atPath: program.directory.file("to-\(name)")) == name)
    }
    _ = try program.directory.write("kept", to: "kept")
    try manager.createSymbolicLink(atPath: program.directory.file("b"), withDestinationPath: "kept")
    #expect(try program.fetch("--output-dir", program.directory.path, origin.url + "/b").code == 0)
    #expect(file("b") == "at /b" && file("kept") == "kept")
  }

  @Test(
    "the names of open descriptors are written, not replaced",
    arguments: ["-o /dev/stdout", "-o /dev/fd/1", "-o /dev/fd/3 3>&1", "-o /dev/stderr 2>&1"])
  func descriptors(_ words: String) throws {
    let target = program.directory.file("all")
    let script =
      "{ echo before; \(program.executable.program) fetch \(words) '\(origin.url)/a'; } >'\(target)'"
    let cache = "HTTPCACHE_DIR=\(program.directory.file("cache"))"
    #expect(try Executable.command("env", cache, "sh", "-c", script).code == 0)
    #expect(file("all") == "before\nat /a")
  }

  @Test("of many, those whose file can't be written fail alone")
  func someFilesCannotBeWritten() throws {
    let arguments = (0..<60).flatMap {
      ["-o", $0 % 20 == 7 ? "no/such/\($0)" : "body\($0)", "\(origin.url)/\($0)"]
    }
    let outcome = try program(["fetch", "--json"] + arguments)
    expect(outcome, 5)
    let objects = try outcome.objects
    #expect(objects.count == 60)
    for (index, object) in objects.enumerated() {
      let isBad = index % 20 == 7
      #expect(object["url"] as? String == "\(origin.url)/\(index)")
      #expect((object["error"] as? String)?.hasPrefix("can't write no/such/") == (isBad ? true : nil))
      #expect(object["body_file"] as? String == (isBad ? nil : "body\(index)"))
      #expect(object["stored"] as? Bool == true && object["exit_code"] as? Int == (isBad ? 5 : 0))
    }
  }

  @Test("of equal URLs in one batch the first is transferred, and the others find what it stored")
  func equalURLsOfABatch() throws {
    let urls = (0..<40).map { "\(origin.url)/\($0)" }
    let objects = try program(["fetch", "--json", "-Z", "2"] + urls + urls).objects
    #expect(objects.prefix(40).allSatisfy { $0["source"] as? String == "network" })
    #expect(objects.suffix(40).allSatisfy { $0["source"] as? String == "cache" })
    #expect(origin.requests.count == 40)
  }

  @Test func fileThatCannotBeWritten() throws {
    let outcome = try program.fetch("-o", "no/such/directory", origin.url + "/")
    #expect(outcome.code == 5 && outcome.errors.hasPrefix("httpcache: error: "))
  }

  @Test func inputFile() throws {
    let list = "# a list\n\(origin.url)/1\n\n\(origin.url)/2\n"
    let path = try program.directory.write(list, to: "list")
    #expect(try program.fetch("--input-file", path).text == "at /1at /2")
    #expect(try program.fetch("--input-file", "-", origin.url + "/0", stdin: list).text == "at /0at /1at /2")
  }

  @Test func bodyOfTheRequest() throws {
    let path = try program.directory.write("of a file", to: "data")
    #expect(try program.fetch("-d", "@" + path, origin.url + "/").code == 0)
    #expect(try program.fetch("-X", "PUT", "-d", "@-", origin.url + "/", stdin: "of stdin").code == 0)
    #expect(origin.requests.map(\.method) == ["POST", "PUT"])
    #expect(origin.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["of a file", "of stdin"])
  }

  @Test func explanationGoesToStandardError() throws {
    let outcome = try program.fetch("--explain", origin.url + "/")
    #expect(outcome.text == "at /" && outcome.errors.contains("RFC 9111"))
    #expect(try program.fetch("-v", origin.url + "/").errors.contains(origin.url))
  }

  static let verdictKeys: Set<String> = [
    "url", "method", "status", "origin", "cache", "profile", "storable", "reusable", "freshness",
    "validators",
    "directives", "reasons", "findings", "advice", "user_info",
  ]
  static let fetchKeys = verdictKeys.union([
    "source", "stored", "coalesced", "http_version", "bytes", "body_file", "elapsed_ms", "warning", "error",
    "exit_code",
  ])

  @Test(arguments: [[], ["--policy", "cache-only"]])
  func everyKeyOfTheContract(_ words: [String]) throws {
    let object = try #require(program(["fetch", "--json"] + words + [origin.url + "/"]).objects.first)
    let answer = JSONObject(object)
    #expect(answer.keys.isSuperset(of: Self.fetchKeys))
    #expect(
      answer.object("freshness").keys == ["state", "lifetime", "source", "age", "ttl", "expires_at"])
    #expect(answer.object("validators").keys == ["etag", "weak", "last_modified"])
  }

  @Test func jsonSaysWhatHappened() throws {
    let answer = try program.fetched("-o", "out", origin.url + "/")
    #expect(answer["source"] == "network" && answer["origin"] == "live" && answer["http_version"] == "1.1")
    #expect(answer.int("bytes") == 4 && answer["body_file"] == "out" && answer.int("exit_code") == 0)
    #expect(answer.isNull("error") && answer.isNull("warning") && answer.bool("coalesced") == false)
    #expect(answer.object("freshness").int("lifetime") == 3600 && answer.bool("reusable") == true)
    #expect(answer.object("directives")["max-age"] == "3600")
  }

  @Test func jsonIsOneLineAURLInOrder() throws {
    let objects = try program.executable.run(["fetch", "--json", origin.url + "/2", origin.url + "/1"])
      .objects
    #expect(objects.map { $0["url"] as? String } == [origin.url + "/2", origin.url + "/1"])
  }
}
