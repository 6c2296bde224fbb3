import TestSupport
import Testing

/// No false alarm on well-run servers.
@Suite("inspect --live --probe against real servers", .timed)
struct InspectProbeServerTests {
  /// The probes that are done unless told, and those that have to be named.
  private static let every =
    "--probe=validate,encoding,head,range,origin,missing,header,suffix,representations"

  /// The codes of what is worse than info.
  private static func alarms(_ urls: [String], _ words: [String] = []) throws -> Set<String> {
    let run = try BuiltProgram()(["inspect", "--live", "--json", every] + words + urls)
    let subjects = try run.objects.map(JSONObject.init)
    #expect(run.code == 0 && subjects.count == urls.count, "\(run.errors)")
    for subject in subjects {
      let probes = subject.members["probes"] as? [[String: Any]] ?? []
      let failed = probes.filter { $0["outcome"] as? String == "failed" }
      #expect(probes.count == 9 && failed.isEmpty, "\(failed)")
    }
    return Set(
      subjects.flatMap { subject in
        (subject.members["findings"] as? [[String: Any]] ?? []).filter { $0["severity"] as? String != "info" }
          .compactMap { $0["code"] as? String }
      })
  }

  @Test(
    "nginx: static, gzip_static, and behind its own cache", .enabled(if: WebSite.isThere(.nginx), "no nginx"),
    arguments: [WebSite.Kind.nginx, .nginxCache])
  func nginx(_ kind: WebSite.Kind) throws {
    let site = try WebSite(kind)
    #expect(try Self.alarms(site.urls) == [])
  }

  @Test("Varnish before nginx", .enabled(if: Varnish.isThere && WebSite.isThere(.nginx), "no varnish"))
  func varnish() throws {
    let site = try WebSite(.nginx)
    let varnish = try Varnish(before: site.address)
    #expect(try Self.alarms(WebSite.names.map { "\(varnish.url)/\($0)" }) == [])
  }

  @Test("Squid before nginx", .enabled(if: Squid.isThere && WebSite.isThere(.nginx), "no squid"))
  func squid() throws {
    let site = try WebSite(.nginx)
    let squid = try Squid()
    #expect(try Self.alarms(site.urls, ["-x", "http://\(squid.address)"]) == [])
  }

  @Test(
    "Apache: mod_deflate gives a tag that it does not know again, and nothing else is wrong",
    .enabled(if: WebSite.isThere(.apache), "no apache2"))
  func apache() throws {
    let site = try WebSite(.apache)
    #expect(try Self.alarms(site.urls) == ["encoded-variant-not-revalidated"])
  }

  @Test(
    "a start page for every missing file is found, as an error",
    .enabled(if: WebSite.isThere(.fallback), "no nginx"))
  func fallback() throws {
    let site = try WebSite(.fallback)
    #expect(try Self.alarms([site.urls[1]]).contains("missing-file-answered"))
  }
}
