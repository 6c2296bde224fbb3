import TestSupport
import Testing

/// Contract, exit code 3: "the network or the origin failed: unreachable, TLS, time-out, response cut short".
@Suite("fetch over TLS, from nginx", .timed, .enabled(if: Nginx.isThere, "nginx is not installed"))
struct FetchTLSTests {
  /// What the server shows, whether its authority is trusted, and the exit code.
  typealias Row = (
    name: String, issued: String, isExpired: Bool, isTrusted: Bool, code: Int32, isHinted: Bool
  )
  static let rows: [Row] = [
    ("RFC 9110 §4.3.4: a certificate for this host", "IP:127.0.0.1", false, true, 0, false),
    ("RFC 9110 §4.3.4: one for another host", "DNS:other.test", false, true, 3, false),
    ("RFC 5280 §6.1.3: one whose time is over", "IP:127.0.0.1", true, true, 3, false),
    ("RFC 5280 §6.1.3: one of an authority that nobody named", "IP:127.0.0.1", false, false, 3, true),
  ]

  @Test("a certificate is verified, and -k asks for none", arguments: rows.indices)
  func certificate(_ index: Int) throws {
    let row = Self.rows[index]
    let authority = try TestAuthority()
    let issued = try authority.issue(row.issued, isExpired: row.isExpired)
    let nginx = try Nginx("page", bytes("page"), tls: .init(certificate: issued))
    let program = try BuiltProgram()
    let trusted = row.isTrusted ? ["--cacert", nginx.certificate] : []
    let run = try program(["fetch"] + trusted + [nginx.url])
    #expect(run.code == row.code && run.text == (row.code == 0 ? "page" : ""), "\(row.name): \(run.errors)")
    #expect(run.errors.contains("TLS failed") == (row.code == 3), "\(row.name): \(run.errors)")
    #expect(run.errors.contains("hint: --cacert FILE") == row.isHinted, "\(row.name): \(run.errors)")
    #expect(try program.hasStored(nginx.url) == (row.code == 0), "\(row.name)")
    #expect(try program.fetch("-k", nginx.url).text == "page", "\(row.name)")
  }

  @Test("a server that wants a certificate of the client gets that of -E, by the authority that it trusts")
  func clientCertificate() throws {
    let authority = try TestAuthority()
    var tls = Nginx.TLS(certificate: try authority.issue())
    tls.clientAuthority = authority.certificate
    let nginx = try Nginx("page", bytes("page"), tls: tls)
    let (known, stranger) = (try authority.issue("DNS:client.test"), try TestAuthority().issue())
    let program = try BuiltProgram()
    for (words, isAllowed) in [
      ([], false), (["-E", stranger.path, "--key", stranger.key], false),
      (["-E", known.path, "--key", known.key], true),
    ] {
      let run = try program(["fetch", "-f", "--cacert", nginx.certificate] + words + [nginx.url])
      #expect(
        (run.code == 0) == isAllowed && run.text == (isAllowed ? "page" : ""), "\(words): \(run.errors)")
    }
  }

  /// nginx ends a connection of HTTP/2 after `keepalive_requests`, and refuses what was sent on it meanwhile (RFC 9113 §6.8).
  @Test("RFC 9113 §8.7: what a GOAWAY refuses is sent again: no URL of a batch is lost")
  func batchOverHTTP2() throws {
    let count = 400
    var tls = try Nginx.TLS.own()
    tls.requestsPerConnection = 100
    let nginx = try Nginx("page", bytes("page"), tls: tls)
    let program = try BuiltProgram()
    let urls = (1...count).map { "\(nginx.url)/\($0)" }.joined(separator: "\n")
    let words = ["fetch", "--json", "-Z", "50", "--cacert", nginx.certificate, "--input-file", "-"]
    let run = try program(words, stdin: urls)
    expect(run, 0)
    let results = try run.objects
    #expect(results.count == count && results.allSatisfy { $0["status"] as? Int == 200 })
    // Some may have been answered twice.
    _ = nginx.waits(for: count)
    let answered = nginx.requests
    #expect(answered.count >= count && answered.allSatisfy { $0[1] == "HTTP/2.0" && $0[2] == "200" })
    #expect(Set(answered.map { $0[0] }).count >= count / 100, "as many connections as the server wants")
    let again = try program(words, stdin: urls)
    #expect(again.code == 0 && nginx.waits(for: answered.count), "all are stored")
  }
}
