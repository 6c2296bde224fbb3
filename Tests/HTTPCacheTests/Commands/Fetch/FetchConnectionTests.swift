import Foundation
import TestSupport
import Testing

@Suite("fetch: how the connection is made, as in curl", .timed)
struct FetchConnectionTests {
  @Test("addresses, interface, speed and version of HTTP")
  func connection() throws {
    let origin = try Origin { _ in .text("hello", fields: [("Cache-Control", "no-store")]) }
    let program = try BuiltProgram()
    let named = origin.url.replacingOccurrences(of: "127.0.0.1", with: "localhost")
    let rows: [(words: [String], url: String, code: Int32)] = [
      (["-4"], named, 0), (["-6"], named, 3), (["--interface", "127.0.0.1"], origin.url, 0),
      (["--interface", "no-such-interface"], origin.url, 3), (["--limit-rate", "1G"], origin.url, 0),
      (["--http2-prior-knowledge", "-m", "20"], origin.url, 3),
    ]
    for row in rows {
      let run = try program(["fetch"] + row.words + [row.url + "/"])
      #expect(
        run.code == row.code && run.text == (row.code == 0 ? "hello" : ""), "\(row.words): \(run.errors)")
    }
  }

  @Test("whom to trust, by option and by variable; a key that the server does not have")
  func trust() throws {
    let nginx = try Nginx("file", Array("secret".utf8), tls: .own())
    let program = try BuiltProgram()
    let hashed = program.directory.file("hashed")
    try FileManager.default.createDirectory(atPath: hashed, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: nginx.certificate, toPath: hashed + "/one.pem")
    try #require(try Executable.command("openssl", "rehash", hashed).code == 0)
    let pin = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    let rows: [(words: [String], environment: [String: String], code: Int32)] = [
      ([], [:], 3), (["--cacert", nginx.certificate], [:], 0), (["--capath", hashed], [:], 0),
      ([], ["SSL_CERT_FILE": nginx.certificate], 0), ([], ["SSL_CERT_DIR": hashed], 0),
      ([], ["CURL_CA_BUNDLE": nginx.certificate], 0),
      (["--cacert", nginx.certificate, "--pinnedpubkey", pin], [:], 3),
    ]
    for row in rows {
      let words = ["fetch", "--policy", "reload"] + row.words + [nginx.url]
      let run = try program(words, environment: row.environment)
      #expect(run.code == row.code && run.text == (row.code == 0 ? "secret" : ""), "\(row): \(run.errors)")
    }
  }

  @Test("the client's certificate is shown, and what its owner got is found only with it; versions of TLS")
  func certificate() throws {
    let nginx = try Nginx("file", Array("secret".utf8), tls: .own())
    let client = try TestAuthority().issue("DNS:client.test")
    let program = try BuiltProgram()
    let trusted = ["fetch", "-w", "|%header{x-client}|%{cache_source}", "--cacert", nginx.certificate]
    let own = ["-E", client.path, "--key", client.key]
    let rows: [(words: [String], text: String)] = [
      (own + ["--tls-max", "1.2"], "secret|CN=A test TLSv1.2|network"),
      (own, "secret|CN=A test TLSv1.2|cache"), (["--tlsv1.3"], "secret|TLSv1.3|network"),
      ([], "secret|TLSv1.3|cache"), (["-k"], "secret|TLSv1.3|cache"),
    ]
    for row in rows { #expect(try program(trusted + row.words + [nginx.url]).text == row.text) }
    #expect(try program.fetch(nginx.url).code == 3, "trusted by nobody else")
    let inspected = try program(["inspect", "-v", nginx.url]).text
    #expect(inspected.contains("with the client certificate"))
  }
}
