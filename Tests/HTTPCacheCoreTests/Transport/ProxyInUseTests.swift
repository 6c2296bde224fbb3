import Testing

@testable import HTTPCacheCore

@Suite("The proxy that a message is about, and what it must not say", .timed)
struct ProxyInUseTests {
  private static func proxy(
    _ url: String?, user: String? = nil, for target: String = "https://a.test/",
    environment: [String: String] = [:]
  ) -> ProxyInUse? {
    var options = ProxyOptions()
    (options.url, options.credentials) = (url, user)
    return ProxyInUse(options, for: target) { environment[$0] }
  }

  typealias Address = (rule: String, url: String?, target: String, address: String?)
  static let environment = [
    "http_proxy": "http://plain:1", "HTTP_PROXY": "http://never:1", "HTTPS_PROXY": "secure:2",
    "all_proxy": "all:3",
  ]
  static let addresses: [Address] = [
    ("curl's --proxy: the scheme may be absent", "proxy:3128", "http://a.test/", "proxy:3128"),
    ("the user and what follows are left out", "socks5h://u:p%40@proxy:1/x", "http://a.test/", "proxy:1"),
    ("a password may hold @ and /", "http://u:a@b/c@proxy:1", "http://a.test/", "proxy:1"),
    ("an empty one is none", "", "http://a.test/", nil),
    ("http_proxy, in small letters only", nil, "http://a.test/", "plain:1"),
    ("HTTPS_PROXY in either", nil, "https://a.test/", "secure:2"),
  ]

  @Test(arguments: addresses)
  func address(_ row: Address) {
    let found = Self.proxy(row.url, for: row.target, environment: Self.environment)
    #expect(found?.address == row.address, "\(row.rule)")
  }

  typealias Secret = (url: String?, user: String?, message: String, isSecret: Bool)
  static let secrets: [Secret] = [
    ("http://me:s3cret@p:1", nil, "Unsupported proxy syntax in 'http://me:s3cret@p:1'", true),
    ("http://me:a%40b@p:1", nil, "Could not resolve proxy: b", true),
    ("http://me:s3/cr#t@p:1", nil, "Port number was not a decimal number between 0 and 65535: s3", true),
    ("http://p:1", "me:s%33cret", "Unsupported: me s3cret", true),
    ("http://me@p:1", nil, "Could not resolve proxy: me", false),
    (
      "http://me:s3cret@p:1", nil, "Failed to connect to p port 1 after 0 ms: Couldn't connect to server",
      false
    ),
  ]

  @Test("a message that holds the password, in any form or part, gives way to one that names nothing")
  func secrets() throws {
    for row in Self.secrets {
      let proxy = try #require(Self.proxy(row.url, user: row.user))
      let failure = CurlFailure(code: 1000, said: row.message, general: "general", proxy: proxy)
      #expect(TransportError(failure) == .other(row.isSecret ? "general" : row.message), "\(row)")
    }
  }

  typealias Failure = (
    rule: String, code: Int32, said: String, status: Int, verified: (origin: Int, proxy: Int),
    error: TransportError
  )
  static let failures: [Failure] = [
    ("CURLE_COULDNT_RESOLVE_PROXY", 5, "x", 0, (0, 0), .proxyUnreachable("p:1", "x")),
    (
      "to the proxy", 7, "Failed to connect to p port 1", 0, (0, 0),
      .proxyUnreachable("p:1", "Failed to connect to p port 1")
    ),
    (
      "to the origin", 7, "Failed to connect to a port 1", 0, (0, 0),
      .unreachable("Failed to connect to a port 1")
    ),
    ("CONNECT, as libcurl 7 has it", 56, "x", 407, (0, 0), .proxyRefused("p:1", status: 407, "x")),
    ("CONNECT, as libcurl 8 has it", 7, "x", 403, (0, 0), .proxyRefused("p:1", status: 403, "x")),
    ("cut short behind a tunnel", 56, "x", 200, (0, 0), .cutShort("x")),
    ("CURLE_PROXY", 97, "x", 0, (0, 0), .proxyRefused("p:1", status: nil, "x")),
    ("the origin's issuer is unknown", 60, "x", 200, (20, 0), .untrusted("x", isProxy: false)),
    ("the proxy's issuer is unknown", 60, "x", 0, (0, 19), .untrusted("x", isProxy: true)),
    ("GnuTLS: no signer", 60, "x", 0, (66, 0), .untrusted("x", isProxy: false)),
    ("X509_V_ERR_CERT_HAS_EXPIRED", 60, "x", 0, (10, 0), .tls("x")),
    ("another host's", 60, "x", 0, (0, 0), .tls("x")),
  ]

  @Test("who has failed, the proxy or the origin")
  func failures() {
    for row in Self.failures {
      let failure = CurlFailure(
        code: row.code, said: row.said, general: "general", proxy: Self.proxy("p:1"),
        connectStatus: row.status, verified: row.verified)
      #expect(TransportError(failure) == row.error, "\(row.rule)")
    }
  }
}
