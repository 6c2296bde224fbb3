import TestSupport
import Testing

@Suite("fetch: the policy of a request", .timed)
struct FetchReuseTests {
  typealias Row = (policy: String, stored: String, source: String?, requests: Int, code: Int)
  /// `stored` is what the origin said of the response that lies in the cache; empty where there is none.
  static let rows: [Row] = [
    ("protocol", "max-age=60", "cache", 0, 0), ("protocol", "max-age=0", "revalidated", 1, 0),
    ("protocol", "", "network", 1, 0), ("reload", "max-age=60", "network", 1, 0),
    ("reload-all", "max-age=60", "network", 1, 0), ("cache-else-load", "max-age=60", "cache", 0, 0),
    ("cache-else-load", "max-age=0", "stale", 0, 0), ("cache-else-load", "", "network", 1, 0),
    ("cache-only", "max-age=60", "cache", 0, 0), ("cache-only", "max-age=0", "stale", 0, 0),
    ("cache-only", "", nil, 0, 4), ("revalidate", "max-age=60", "revalidated", 1, 0),
    ("revalidate", "", "network", 1, 0),
  ]
  @Test(arguments: rows)
  func policy(_ row: Row) throws {
    let origin = try Origin { request in
      let fields = [("Cache-Control", row.stored.isEmpty ? "max-age=60" : row.stored), ("ETag", "\"1\"")]
      return .text("x", status: request["If-None-Match"] == nil ? 200 : 304, fields: fields)
    }
    let program = try BuiltProgram()
    if !row.stored.isEmpty { #expect(try program.fetch(origin.url + "/").code == 0) }
    let before = origin.requests.count
    let answer = try program.fetched("--policy", row.policy, origin.url + "/")
    #expect(answer["source"] == row.source)
    #expect(answer.int("exit_code") == row.code)
    #expect(origin.requests.count - before == row.requests)
  }

  @Test func policyOfTheSession() throws {
    let origin = try Origin(always: .fresh())
    let program = try BuiltProgram()
    let outcome = try program.fetch(origin.url + "/", environment: ["HTTPCACHE_POLICY": "cache-only"])
    expect(outcome, 4)
    #expect(origin.connectionCount == 0)
  }

  @Test func reloadAllAsksOtherCachesToStandAside() throws {
    let origin = try Origin(always: .fresh())
    #expect(try BuiltProgram().fetch("--policy", "reload-all", origin.url + "/").code == 0)
    #expect(origin.requests.first?["Cache-Control"]?.contains("no-cache") == true)
  }

  @Test func onlyIfCached() throws {
    let origin = try Origin(always: .fresh())
    let outcome = try BuiltProgram().fetch("--only-if-cached", origin.url + "/")
    #expect(outcome.code == 4 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("httpcache: error: "))
    #expect(origin.connectionCount == 0)
  }

  typealias Directive = (stored: String, words: [String], source: String)
  /// The stored response is a thousand seconds old when it comes: what a busy machine takes for a test is nothing to that.
  static let directives: [Directive] = [
    ("max-age=9000", ["--max-age", "500"], "revalidated"), ("max-age=9000", ["--max-age", "6000"], "cache"),
    ("max-age=9000", ["--min-fresh", "8500"], "revalidated"),
    ("max-age=9000", ["--min-fresh", "3000"], "cache"),
    ("max-age=0", ["--max-stale"], "stale"), ("max-age=0", ["--max-stale=1h"], "stale"),
    ("max-age=0", ["--max-stale=5"], "revalidated"),
    ("max-age=0, must-revalidate", ["--max-stale"], "revalidated"),
    ("max-age=9000", ["--ttl", "0"], "revalidated"), ("max-age=0", ["--ttl", "1h"], "cache"),
    ("max-age=9000", ["-H", "Cache-Control: no-cache"], "revalidated"),
  ]
  @Test(arguments: directives)
  func requestDirective(_ row: Directive) throws {
    let origin = try Origin { request in
      let fields = [("Cache-Control", row.stored), ("ETag", "\"1\""), ("Age", "1000")]
      return .text("x", status: request["If-None-Match"] == nil ? 200 : 304, fields: fields)
    }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    let again = try program(["fetch", "--json"] + row.words + [origin.url + "/"]).objects
    #expect(again.first?["source"] as? String == row.source)
  }

  typealias Kept = (words: [String], stored: Bool)
  static let kept: [Kept] = [
    (["--storage", "disk"], true), (["--storage", "memory"], false), (["--storage", "never"], false),
    (["--capacity", "0"], false), (["--read-only"], false), (["--max-entry-size", "3"], false),
    (["--profile", "urlcache"], true), ([], true),
  ]
  @Test(arguments: kept)
  func whereAResponseMayBeKept(_ row: Kept) throws {
    let origin = try Origin(always: .fresh("five!"))
    let program = try BuiltProgram()
    let outcome = try program(["fetch"] + row.words + [origin.url + "/"])
    #expect(outcome.code == 0 && outcome.text == "five!")
    #expect(try program.fetch(origin.url + "/").text == "five!")
    #expect(origin.requests.count == (row.stored ? 1 : 2))
  }

  @Test func memoryServesTheSameRun() throws {
    let origin = try Origin(always: .fresh("kept"))
    let url = origin.url + "/"
    #expect(try BuiltProgram().fetch("--storage", "memory", "-Z", "1", url, url).text == "keptkept")
    #expect(origin.requests.count == 1)
  }

  @Test func sharedCacheObeysPrivate() throws {
    let origin = try Origin(always: .text("mine", fields: [("Cache-Control", "private, max-age=60")]))
    let program = try BuiltProgram()
    #expect(try program.fetched("--shared", origin.url + "/").bool("stored") == false)
    #expect(try program.fetched(origin.url + "/").bool("stored") == true)
  }

  @Test func userInfo() throws {
    let origin = try Origin(always: .fresh())
    let program = try BuiltProgram()
    let words = ["--user-info", "ticket=42", "--user-info", "who=me=you", origin.url + "/"]
    #expect(try program(["fetch"] + words).code == 0)
    let info = try #require(program.inspected(origin.url + "/").first).object("user_info")
    #expect(info["ticket"] == "42" && info["who"] == "me=you" && info["cache_date"]?.hasSuffix("Z") == true)
  }

  @Test func strippedFieldsAreShownButNotStored() throws {
    let origin = try Origin(always: .fresh(fields: [("X-Noise", "1"), ("X-Kept", "2")]))
    let program = try BuiltProgram()
    let first = try program.fetch("-i", "--strip-header", "x-noise", origin.url + "/").text
    let second = try program.fetch("-i", origin.url + "/").text
    #expect(first.contains("X-Noise: 1") && !second.contains("X-Noise") && second.contains("X-Kept: 2"))
  }

  @Test func credentialsAreStoredOnlyOnDemand() throws {
    let origin = try Origin(always: .fresh(fields: [("Set-Cookie", "id=1")]))
    let program = try BuiltProgram()
    #expect(try program.fetch("-i", origin.url + "/").text.contains("Set-Cookie: id=1"))
    #expect(try !program.fetch("-i", origin.url + "/").text.contains("Set-Cookie"))
    #expect(try program.fetch("--keep-credentials", "--policy", "reload", origin.url + "/").code == 0)
    #expect(try program.fetch("-i", origin.url + "/").text.contains("Set-Cookie: id=1"))
  }
}
