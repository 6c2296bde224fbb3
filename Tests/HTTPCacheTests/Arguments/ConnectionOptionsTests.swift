import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("Options of the connection", .timed)
struct ConnectionOptionsTests {
  private static func transfer(_ line: String, _ environment: ProcessEnvironment = [:]) throws
    -> TransferOptions
  {
    try Options(try arguments("fetch \(line) x", environment: environment)).connection.transfer
  }

  typealias Change = @Sendable (inout TransferOptions) -> Void
  static let rows: [(line: String, change: Change)] = [
    ("-m 5", { $0.maxTime = 5 }), ("-4", { $0.addressFamily = .ipv4 }),
    ("-4 --ipv6", { $0.addressFamily = .ipv6 }),
    ("--interface eth0", { $0.set(CurlSetting("INTERFACE", .text("eth0"))) }),
    (
      "--limit-rate 100K",
      {
        $0.set(CurlSetting("MAX_RECV_SPEED_LARGE", .offset(102_400)))
        $0.set(CurlSetting("MAX_SEND_SPEED_LARGE", .offset(102_400)))
      }
    ),
    ("--http2-prior-knowledge", { $0.set(CurlSetting("HTTP_VERSION", .number(5))) }),
    ("--http3 --http1.1", { $0.set(CurlSetting("HTTP_VERSION", .number(2))) }),
    (
      "--capath /c",
      {
        $0.set(CurlSetting("CAPATH", .text("/c")))
        $0.trust = TransferOptions.Trust(directory: "/c")
      }
    ),
    ("--tlsv1.2 --tls-max 1.3", { ($0.oldestTLS, $0.newestTLS) = (.tls1_2, .tls1_3) }),
    ("--tlsv1", { $0.oldestTLS = .tls1_0 }), ("-1 --tlsv1.1 --tlsv1.3", { $0.oldestTLS = .tls1_3 }),
    (
      "--pinnedpubkey sha256//x",
      {
        $0.set(CurlSetting("PINNEDPUBLICKEY", .text("sha256//x")))
        $0.trust = TransferOptions.Trust(pinnedKey: "sha256//x")
      }
    ),
    (
      "-E /c --key /k",
      {
        $0.certificate = "/c"
        $0.set(CurlSetting("SSLKEY", .text("/k")))
      }
    ),
    ("--cert /c:p:q", { ($0.certificate, $0.certificatePassword) = ("/c", "p:q") }),
    ("--cert /c\\:p", { $0.certificate = "/c:p" }),
    (
      "--resolve ex\u{e4}mple.test:80:[::1],127.0.0.1",
      { $0.resolve = ["xn--exmple-cua.test:80:[::1],127.0.0.1"] }
    ),
    ("--resolve +ex\u{e4}mple.test:80:::1", { $0.resolve = ["+xn--exmple-cua.test:80:::1"] }),
    ("--connect-to ex\u{e4}mple.test::[0:0::1]:8", { $0.connectTo = ["xn--exmple-cua.test::[::1]:8"] }),
  ]

  @Test(arguments: rows)
  func options(_ row: (line: String, change: Change)) throws {
    var expected = TransferOptions()
    row.change(&expected)
    #expect(try Self.transfer(row.line) == expected, "\(row.line)")
  }

  typealias Trust = (environment: ProcessEnvironment, line: String, file: String?, directory: String?)
  static let trust: [Trust] = [
    (["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"], "", "/f", "/d"),
    (["CURL_CA_BUNDLE": "/b", "SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"], "", "/b", nil),
    (["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "/f"], "", "/f", nil),
    (["CURL_CA_BUNDLE": "/b"], "--cacert /o", "/o", nil), (["SSL_CERT_FILE": "/f"], "--capath /o", nil, "/o"),
    (["SSL_CERT_FILE": "/f"], "-k", nil, nil),
  ]

  @Test(
    "whom to trust: the option, else CURL_CA_BUNDLE, else SSL_CERT_DIR and SSL_CERT_FILE, as curl's manual says"
  )
  func environment() throws {
    for row in Self.trust {
      let transfer = try Self.transfer(row.line, row.environment)
      func text(_ name: String) -> String? {
        guard case .text(let text) = transfer.settings.first(where: { $0.name == name })?.value else {
          return nil
        }
        return text
      }
      #expect(text("CAINFO") == row.file && text("CAPATH") == row.directory, "\(row)")
      // What the environment names belongs to the machine.
      #expect((transfer.trust != nil) == row.line.contains("--ca"), "\(row)")
    }
  }

  @Test("of a file the content counts, not its name; a pipe equals nothing")
  func namedTrust() throws {
    let directory = try TemporaryDirectory()
    let (one, other) = (directory.file("one"), directory.file("other"))
    func trust(_ path: String) throws -> TransferOptions.Trust? {
      try Self.transfer("--cacert \(path)").trust
    }
    for path in [one, other] { try Data("certificates".utf8).write(to: URL(fileURLWithPath: path)) }
    let digest = try trust(one)?.certificates
    #expect(try digest?.utf8.count == 64 && trust(other)?.certificates == digest)
    try Data("others".utf8).write(to: URL(fileURLWithPath: other))
    #expect(try trust(other)?.certificates != digest)
    #expect(try trust(directory.file("none"))?.certificates == directory.file("none"))
    #expect(try Self.transfer("--pinnedpubkey \(one)").trust?.pinnedKey == digest)
    try #require(mkfifo(directory.file("pipe"), 0o600) == 0)
    #expect(try trust(directory.file("pipe")) != trust(directory.file("pipe")))
  }

  @Test("what the owner of a certificate got is found only with it, over https")
  func route() throws {
    for (url, server) in [("https://a.test/", "certificate=/c"), ("http://a.test/", "")] {
      var request = FetchRequest(head: RequestHead(method: "GET", target: try TargetURI(url)))
      request.transfer.certificate = "/c"
      #expect(request.key.server == server)
    }
  }
}
