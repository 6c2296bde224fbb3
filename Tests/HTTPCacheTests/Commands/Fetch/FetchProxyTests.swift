import TestSupport
import Testing

/// Contract, `-x`: as in curl.
///
/// The proxy of these tests is an origin that answers for every host.
@Suite("fetch through proxies of every kind", .timed)
struct FetchProxyTests {
  private static let target = "http://a.test/page"

  /// A proxy that answers each request itself.
  private static func proxy() throws -> Origin { try Origin { .fresh("for \($0.target)") } }

  @Test("-U gives the proxy its user, which the origin of a request never sees")
  func user() throws {
    let (proxy, program) = (try Self.proxy(), try BuiltProgram())
    let run = try program.fetch("-x", proxy.url, "-U", "me:p%40ss", Self.target)
    #expect(run.text == "for \(Self.target)", "\(run.errors)")
    // "me:p@ss"
    #expect(proxy.requests.first?["Proxy-Authorization"] == "Basic bWU6cEBzcw==")
  }

  @Test("--noproxy, and an empty -x, ask the host itself")
  func exceptions() throws {
    let (proxy, origin, program) = (try Self.proxy(), try origin(body: "own"), try BuiltProgram())
    for words in [["--noproxy", "a.test,127.0.0.1", "-x", proxy.url], ["--noproxy", "*"], ["-x", ""]] {
      let run = try program(["fetch"] + words + [origin.url], environment: ["http_proxy": proxy.url])
      #expect(run.text == "own", "\(words): \(run.errors)")
    }
    let run = try program(["fetch", origin.url], environment: ["http_proxy": proxy.url])
    #expect(run.text == "for \(origin.url)/", "\(run.errors)")
  }

  @Test("RFC 9110 §11.7.2: Proxy-Authorization is for the proxy, and goes to no origin")
  func field() throws {
    let (proxy, origin, program) = (try Self.proxy(), try origin(body: "own"), try BuiltProgram())
    let field = ["-H", "Proxy-Authorization: Bearer s3cret", "--explain", "--json"]
    let direct = try program(["fetch"] + field + [origin.url])
    let through = try program(["fetch", "-x", proxy.url] + field + [Self.target])
    #expect(direct.code == 0 && origin.requests.map { $0["Proxy-Authorization"] } == [nil])
    #expect(through.code == 0 && proxy.requests.map { $0["Proxy-Authorization"] } == ["Bearer s3cret"])
    for run in [direct, through] { #expect(!(run.text + run.errors).contains("s3cret")) }
  }

  @Test("Proxy-Authorization stays with a redirect to another origin, which the same proxy serves")
  func redirected() throws {
    let proxy = try Origin { request in
      request.target.contains("//a.")
        ? .text("", status: 302, fields: [("Location", "http://b.test/")]) : .fresh("b")
    }
    let run = try BuiltProgram().fetch("-x", proxy.url, "-H", "Proxy-Authorization: Bearer x", Self.target)
    #expect(run.text == "b" && proxy.requests.map { $0["Proxy-Authorization"] } == ["Bearer x", "Bearer x"])
  }

  /// A port at which nobody listens.
  private static func deadAddress() throws -> String {
    let origin = try Self.proxy()
    origin.stop()
    return "127.0.0.1:\(origin.port)"
  }

  @Test(
    "a dead proxy is called so, and not the origin",
    arguments: [
      ["-x", "http://me:s3cret@"], ["-x", "socks5://me:s3cret@"], ["--socks5-hostname", "me:s3cret@"],
    ])
  func dead(_ words: [String]) throws {
    let address = try Self.deadAddress()
    let run = try BuiltProgram().fetch(words[0], words[1] + address, Self.target)
    expect(run, 3, says: ": the proxy \(address) can't be reached")
    #expect(!run.errors.contains("s3cret") && !run.errors.contains("origin"))
  }

  @Test(
    "a proxy that is no URL is told without its password",
    arguments: [
      "ftp://me:s3cret@p.test:1", "http://me:s3cret@p.test:99999", "http://me:s3cret@[p.test",
      "me:s3cret@p.invalid:1",
      "http://me:s3cret/x@p.invalid:1", "http://me:x#s3cret@p.invalid:1", "http://me:x@s3cret@p.invalid:1",
      "http://me:%733cret@p.invalid:1", "s3cret://me:s3cret@p.invalid:1",
    ])
  func noPassword(_ url: String) throws {
    for words in [["-x", url], []] {
      let run = try BuiltProgram()(
        ["fetch", "--explain", "-v", "--connect-timeout", "5"] + words + [Self.target],
        environment: words.isEmpty ? ["http_proxy": url] : [:])
      #expect(run.code == 3 && !run.errors.contains("s3cret"), "\(run.errors)")
    }
  }

  @Test("a failed CONNECT says which proxy and with what status", arguments: [(403, false), (407, true)])
  func refusedTunnel(_ row: (status: Int, isHinted: Bool)) throws {
    let proxy = try Origin { _ in .text("no", status: row.status) }
    let run = try BuiltProgram().fetch("-p", "-x", proxy.url, Self.target)
    let said = "the proxy 127.0.0.1:\(proxy.port) answered CONNECT with status \(row.status)"
    expect(run, 3, says: said)
    #expect(run.errors.contains("-U USER:PASS") == row.isHinted)
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
  }

  @Test("--socks5-hostname leaves the look-up of names to the proxy (RFC 1928 §4)")
  func socks() throws {
    let (origin, program) = (try origin(body: "own"), try BuiltProgram())
    let socks = try SocksProxy()
    let url = "http://name.invalid:\(origin.port)/"
    let run = try program.fetch("-x", "http://127.0.0.1:1", "--socks5-hostname", socks.address, url)
    #expect(run.text == "own" && socks.requests == ["name.invalid \(origin.port)"], "\(run.errors)")
  }

  @Test(
    "a proxy that speaks TLS is verified by --proxy-cacert, and not by --cacert",
    .enabled(if: Nginx.isThere, "nginx is not installed"))
  func secureProxy() throws {
    let nginx = try Nginx("page", bytes("page"), tls: .own())
    let program = try BuiltProgram()
    let proxy = ["-x", "https://\(nginx.address)", "--policy", "reload"]
    for (words, code) in [
      (["--proxy-cacert", nginx.certificate], 0), (["--proxy-insecure"], 0), (["-k"], 3),
      (["--cacert", nginx.certificate], 3),
    ] {
      let run = try program(["fetch"] + proxy + words + [Self.target])
      #expect(
        run.code == Int32(code) && run.errors.contains("hint: --proxy-cacert FILE") == (code == 3),
        "\(words): \(run.errors)")
    }
  }
}
