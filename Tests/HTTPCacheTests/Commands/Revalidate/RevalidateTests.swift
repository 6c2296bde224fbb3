import TestSupport
import Testing

@Suite("revalidate", .timed)
struct RevalidateTests {
  typealias Row = (
    rule: String, words: [String], answer: Int, fields: [(String, String)], outcome: String, code: Int32,
    isStored: Bool
  )
  /// The stored response is stale, and has the tag "1".
  static let rows: [Row] = [
    (
      "a 304 freshens", [], 304, [("ETag", "\"1\""), ("Cache-Control", "max-age=60")], "not-modified", 0, true
    ),
    (
      "a 304 that forbids storing removes what it confirms", [], 304,
      [("ETag", "\"1\""), ("Cache-Control", "no-store")], "gone", 0, false
    ),
    ("a 200 replaces", [], 200, [("ETag", "\"2\""), ("Cache-Control", "max-age=60")], "replaced", 0, true),
    ("a 404 is told apart from a failure", [], 404, [], "gone", 0, false),
    ("so is a 410", [], 410, [], "gone", 0, false),
    ("what may not be kept any more goes", [], 200, [("Cache-Control", "no-store")], "gone", 0, false),
    ("an error of the origin leaves what was", [], 503, [], "kept", 0, true),
    ("so does one of the request", [], 403, [], "kept", 0, true),
    ("HEAD that describes it freshens", ["--head"], 200, [("ETag", "\"1\"")], "not-modified", 0, true),
    ("HEAD that describes another leads to a GET", ["--head"], 200, [("ETag", "\"2\"")], "replaced", 0, true),
    ("HEAD that finds nothing", ["--head"], 404, [], "gone", 0, false),
  ]

  @Test(arguments: rows)
  func outcome(_ row: Row) throws {
    let count = Counter()
    let origin = try Origin { _ in
      guard count.next() > 1 else {
        return .text("first", fields: [("ETag", "\"1\""), ("Cache-Control", "max-age=0")])
      }
      return .text("other", status: row.answer, fields: row.fields)
    }
    let program = try BuiltProgram()
    let url = origin.url + "/"
    #expect(try program.fetch(url).code == 0)
    let run = try program(["revalidate", "--json"] + row.words + [url])
    #expect(run.code == row.code)
    #expect(try JSONObject(run.object)["outcome"] == row.outcome, "\(row.rule)")
    #expect(try JSONObject(run.object).bool("stored") == row.isStored, "\(row.rule)")
    #expect(try program.hasStored(url) == row.isStored, "\(row.rule)")
  }

  static let changes: [(path: String, outcome: String)] = [
    ("/moved", "replaced"), ("/became", "gone"), ("/empty", "replaced"), ("/same", "not-modified"),
    ("/refused", "kept"),
  ]

  @Test(
    "what HEAD is answered is what GET would be: the outcome is the same (RFC 9110 §9.3.2)",
    arguments: changes)
  func redirects(_ row: (path: String, outcome: String)) throws {
    for words in [[], ["--head"]] {
      let count = Counter()
      let origin = try Origin { Self.answer($0, isNew: count.next() > 1) }
      let program = try BuiltProgram()
      #expect(try program.fetch("--no-location", origin.url + row.path).code == 0)
      let run = try program(["revalidate", "--json"] + words + [origin.url + row.path])
      #expect(try JSONObject(run.object)["outcome"] == row.outcome, "\(words)")
    }
  }

  private static func answer(_ request: OriginRequest, isNew: Bool) -> OriginReply {
    let tag = isNew && request.path != "/same" ? "\"2\"" : "\"1\""
    let fields = [("Cache-Control", "max-age=600"), ("ETag", tag)]
    if request["If-None-Match"] == tag { return .text("", status: 304, fields: fields) }
    switch request.path {
    case "/moved": return .text("", status: 301, fields: fields + [("Location", isNew ? "/two" : "/one")])
    case "/same": return .text("", status: 301, fields: fields + [("Location", "/one")])
    case "/became" where isNew: return .text("", status: 302, fields: [("Location", "/two")])
    case "/empty": return .text("", status: 204, fields: fields)
    case "/refused" where isNew: return .text("", status: 405)
    default: return .text("one", fields: fields)
    }
  }

  @Test func anUnreachableOriginLeavesWhatWas() throws {
    let origin = try Origin(always: .fresh())
    let program = try BuiltProgram()
    let url = origin.url + "/"
    #expect(try program.fetch(url).code == 0)
    origin.stop()
    let run = try program(["revalidate", "--json", url])
    expect(run, 3)
    #expect(try JSONObject(run.object)["outcome"] == "failed")
    #expect(try program.hasStored(url))
  }

  @Test("what may stand in for an error is not confirmed by it")
  func standIns() throws {
    let count = Counter()
    let fields = [("ETag", "\"1\""), ("Cache-Control", "max-age=0, stale-if-error=600")]
    let origin = try Origin { _ in .text("first", status: count.next() > 1 ? 503 : 200, fields: fields) }
    let program = try BuiltProgram()
    let url = origin.url + "/"
    #expect(try program.fetch(url).code == 0)
    #expect(try JSONObject(program(["revalidate", "--json", url]).object)["outcome"] == "kept")
    origin.stop()
    let run = try program(["revalidate", "--json", url])
    #expect(try run.code == 3 && JSONObject(run.object)["outcome"] == "failed")
    #expect(try program.fetch("--policy", "revalidate", url).code == 3)
    #expect(try program.hasStored(url))
  }

  @Test("--stale asks about nothing that is fresh; the request is conditional")
  func selection() throws {
    let origin = try Origin { request in
      request.path == "/fresh" ? .fresh(fields: [("ETag", "\"f\"")]) : .validated(request)
    }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/fresh", origin.url + "/stale").code == 0)
    let before = origin.requests.count
    let run = try program(["revalidate", "--stale", "--json"])
    #expect(try run.objects.map { JSONObject($0)["url"] } == [origin.url + "/stale"])
    #expect(origin.requests.count == before + 1 && origin.requests.last?["If-None-Match"] == "\"1\"")
    let named = try program(["revalidate", "--stale", "--json", origin.url + "/fresh"])
    #expect(try JSONObject(named.object)["outcome"] == "fresh-enough")
    #expect(origin.requests.count == before + 1)
    #expect(try program(["revalidate", "--host", "127.0.0.1", "--json"]).objects.count == 2)
    #expect(try program(["revalidate", "--host", "other.test", "--json"]).objects.isEmpty)
  }

  @Test("--dry-run shows the request and asks nobody")
  func dryRun() throws {
    let origin = try Origin { .validated($0) }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    let run = try program(["revalidate", "--dry-run", origin.url + "/"])
    #expect(run.text.contains("GET \(origin.url)/\n") && run.text.contains("If-None-Match: \"1\""))
    #expect(origin.requests.count == 1)
  }

  @Test(
    "--dry-run shows what is sent: the tags of all variants",
    arguments: [["--all"], [], ["--all", "--head"]])
  func dryRunOfVariants(_ words: [String]) throws {
    let origin = try Origin { request in
      let tag = "\"\(request["X-A"] ?? "")\""
      let isKnown = request["If-None-Match"]?.contains(tag) == true
      return .text(
        "x", status: isKnown ? 304 : 200,
        fields: [("Cache-Control", "max-age=600"), ("Vary", "X-A"), ("ETag", tag)])
    }
    let program = try BuiltProgram()
    for value in ["1", "2"] { #expect(try program.fetch("-H", "X-A: \(value)", origin.url + "/").code == 0) }
    let subjects = ["revalidate"] + words + (words.isEmpty ? [origin.url + "/"] : [])
    let shown = try program(subjects + ["--dry-run"]).text.split(separator: "\n").filter {
      $0.hasPrefix("  If-None-Match: ")
    }.map { String($0.dropFirst("  If-None-Match: ".count)) }
    let before = origin.requests.count
    #expect(before == 2)
    #expect(try program(subjects).code == 0)
    #expect(shown.sorted() == origin.requests.dropFirst(2).compactMap { $0["If-None-Match"] }.sorted())
    #expect(words.contains("--head") || shown.allSatisfy { $0.contains("\"1\"") && $0.contains("\"2\"") })
  }

  @Test("--dry-run --stale shows no request for what is fresh enough")
  func dryRunOfFresh() throws {
    let origin = try Origin(always: .fresh("x"))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    #expect(!(try program(["revalidate", "--stale", "--dry-run", origin.url + "/"]).text.contains("GET ")))
  }

  @Test("every variant is asked about with the fields that it was selected by")
  func variants() throws {
    let origin = try Origin { request in
      let fields = [("Cache-Control", "max-age=0"), ("Vary", "X-A"), ("ETag", "\"\(request["X-A"] ?? "")\"")]
      return .text("x", status: request["If-None-Match"] == nil ? 200 : 304, fields: fields)
    }
    let program = try BuiltProgram()
    for value in ["1", "2"] { #expect(try program.fetch("-H", "X-A: \(value)", origin.url + "/").code == 0) }
    #expect(try program(["revalidate", "--json", origin.url + "/"]).objects.count == 2)
    #expect(Set(origin.requests.suffix(2).map { $0["X-A"] }) == ["1", "2"])
  }

  @Test func nothingStored() throws {
    let run = try BuiltProgram()(["revalidate", "http://127.0.0.1:9/"])
    #expect(run.code == 4 && run.output.isEmpty)
  }

  static let refused: [(words: [String], option: String)] = [
    (["-u", "me:s3cret"], "-u"), (["-H", "Authorization: s3cret"], "-H"), (["-H", "cookie: s3cret"], "-H"),
  ]

  @Test("credentials for a selection of several origins are refused, and nobody is asked", arguments: refused)
  func credentialsForMany(_ row: (words: [String], option: String)) throws {
    let origins = try (1...2).map { _ in try Origin(always: .text("x", fields: [("ETag", "\"1\"")])) }
    let program = try BuiltProgram()
    for origin in origins {
      #expect(try program(["fetch"] + row.words + ["\(origin.url)/a", "\(origin.url)/b"]).code == 0)
    }
    for selection in [["--all"], ["--stale"], ["--host", "127.0.0.1"]] {
      let run = try program(["revalidate"] + selection + row.words)
      #expect(run.code == 2 && run.errors.hasPrefix("httpcache: error: \(row.option): "), "\(run.errors)")
      #expect(run.errors.contains("hint: ") && run.errors.contains("configuration file"))
      #expect(!run.errors.contains("s3cret"))
    }
    #expect(origins.map(\.requests.count) == [2, 2])
    #expect(try program(["revalidate", "--all", "-H", "X-Other: 1"]).code == 0)
    #expect(try program(["trim", "--url", "\(origins[1].url)/*"]).code == 0)
    #expect(try program(["revalidate", "--all"] + row.words).code == 0, "one origin")
    #expect(origins[0].requests.last?["Authorization"] != nil || origins[0].requests.last?["Cookie"] != nil)
  }
}
