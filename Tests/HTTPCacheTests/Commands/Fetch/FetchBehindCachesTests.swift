import TestSupport
import Testing

/// Contract: what an answer's Age says counts, and what a request accepts decides what it gets.
@Suite("fetch from an origin behind Varnish and behind Apache's cache", .timed)
struct FetchBehindCachesTests {
  /// An origin whose answers can be reused, and are old already.
  private static func agedOrigin() throws -> Origin {
    try Origin { request in
      request["If-None-Match"] == "\"1\""
        ? .text("", status: 304, fields: [("ETag", "\"1\""), ("Cache-Control", "max-age=3600")])
        : .fresh("page", fields: [("ETag", "\"1\""), ("Age", "100"), ("Vary", "Accept-Encoding")])
    }
  }

  /// Fetches through another cache as each policy says.
  private static func checkPolicies(through cache: String, of origin: Origin, reaching: Int) throws {
    let (url, program) = ("\(cache)/page", try BuiltProgram())
    #expect(try program.fetch(url).text == "page")
    let stored = try #require(try program.inspected(url).first)
    // RFC 9111 §4.2.3: the age is at least what the caches before this one say.
    #expect((stored.object("freshness").int("age") ?? 0) >= 100)
    #expect(try program.fetched(url)["source"] == "cache")
    #expect(origin.requests.count == 1)
    // RFC 9111 §5.2.1.4: with no-cache a cache on the way asks its origin, as the request for a reload does.
    for policy in ["reload", "revalidate", "reload-all"] {
      let run = try program.fetch("--policy", policy, "--expect", "status=200", url)
      #expect(run.code == 0 && run.text == "page", "\(policy): \(run.errors)")
    }
    #expect(origin.requests.count == reaching, "\(origin.requests.map(\.fields))")
  }

  /// Varnish takes no notice of what requests say of caches.
  @Test("Varnish", .enabled(if: Varnish.isThere, "varnish is not installed"))
  func varnish() throws {
    let origin = try Self.agedOrigin()
    let varnish = try Varnish(before: origin)
    try Self.checkPolicies(through: varnish.url, of: origin, reaching: 1)
  }

  @Test("Apache", .enabled(if: Apache.isThere, "apache2 is not installed"))
  func apache() throws {
    let origin = try Self.agedOrigin()
    let apache = try Apache(before: origin)
    try Self.checkPolicies(through: apache.url, of: origin, reaching: 2)
  }

  /// Varnish asks its origin for gzip, undoes it for those who do not accept it, and gives both the one weak tag.
  @Test(
    "RFC 9110 §12.5.3: what a request does not accept it does not get, though both codings have one weak tag",
    .enabled(if: Varnish.isThere, "varnish is not installed"))
  func oneTagForTwoCodings() throws {
    let coded = try Gzip.coded("page")
    let origin = try Origin { _ in
      .response(
        fields: [
          ("Content-Encoding", "gzip"), ("ETag", "W/\"1\""), ("Cache-Control", "max-age=0"),
          ("Vary", "Accept-Encoding"),
        ], body: coded)
    }
    let (varnish, program) = (try Varnish(before: origin), try BuiltProgram())
    let url = varnish.url + "/page"
    for words in [["--compressed"], [], ["--compressed"], []] {
      let run = try program(["fetch"] + words + [url])
      #expect(run.code == 0 && run.text == "page", "\(words): \(run.errors)")
    }
  }
}
