import TestSupport
import Testing

/// Contract, `-x`: as in curl.
@Suite(
  "fetch through Squid, which wants a password", .timed, .enabled(if: Squid.isThere, "squid is not installed")
)
struct FetchSquidTests {
  private static let password = "s3:cr@t/%"
  private static let encoded = "s3%3Acr%40t%2F%25"

  @Test("RFC 9110 §11.7.1: plain requests go through with the user of the proxy's URL")
  func plain() throws {
    let origin = try Origin(always: .fresh("page"))
    let (squid, program) = (try Squid(user: "me", password: Self.password), try BuiltProgram())
    let url = origin.url + "/page"
    let run = try program.fetch("-x", "http://me:\(Self.encoded)@\(squid.address)", url)
    #expect(run.code == 0 && run.text == "page", "\(run.errors)")
    #expect(squid.requests == ["GET \(url) me 200"])
    #expect(origin.requests.first?["Proxy-Authorization"] == nil)
    #expect(try program.fetched(url)["source"] == "cache", "stored as what it is an answer to")
  }

  @Test(
    "RFC 9110 §9.3.6: https goes through a tunnel, and what the origin shows is verified",
    .enabled(if: Nginx.isThere, "nginx is not installed"))
  func tunnel() throws {
    let nginx = try Nginx("page", bytes("page"), tls: .own())
    let (squid, program) = (try Squid(user: "me", password: Self.password), try BuiltProgram())
    let proxy = ["-x", "http://me:\(Self.encoded)@\(squid.address)"]
    let run = try program(["fetch", "--cacert", nginx.certificate] + proxy + [nginx.url])
    #expect(run.code == 0 && run.text == "page", "\(run.errors)")
    #expect(
      try program(["fetch", "--storage", "never", "--policy", "reload"] + proxy + [nginx.url]).code == 3)
    #expect(squid.requests.allSatisfy { $0.hasPrefix("CONNECT \(nginx.address) me 200") })
    #expect(!squid.requests.isEmpty && nginx.waits(for: 1))
  }

  @Test("a user whom the proxy does not know gets no answer of the origin, and nothing prints the password")
  func refused() throws {
    let origin = try Origin(always: .fresh("page"))
    let (squid, program) = (try Squid(user: "me", password: Self.password), try BuiltProgram())
    let proxy = "http://me:other-s3cret@\(squid.address)"
    let plain = try program.fetch("-f", "--explain", "-x", proxy, origin.url)
    #expect(plain.code == 1 && plain.text.isEmpty)
    let tunnel = try program.fetch("-f", "--explain", "-x", proxy, "https://127.0.0.1:\(origin.port)")
    expect(tunnel, 3)
    for run in [plain, tunnel] { #expect(!(run.text + run.errors).contains("s3cret"), "\(run.errors)") }
    #expect(origin.requests.isEmpty)
  }
}
