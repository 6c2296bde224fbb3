import HTTPCacheCore
import TestSupport
import Testing

@Suite("HTTPCache, with real servers", .timed)
struct HTTPCacheServerTests {
  private let directory = TemporaryCache()

  private func status(_ url: String, _ connection: HTTPCache.Connection) async throws -> Int {
    let cache = try HTTPCache(directory: directory.directory, connection: connection)
    return try await cache.fetch(url, policy: .reload).head.status
  }

  @Test(
    "RFC 9110 §4.3.4: a server is believed whose authority is trusted, and no other",
    .enabled(if: Nginx.isThere, "nginx is not installed"))
  func trustedCertificates() async throws {
    let (nginx, stranger) = (try Nginx("page", bytes("page"), tls: .own()), try TestAuthority())
    var connection = HTTPCache.Connection()
    for file in [nil, stranger.certificate, nginx.certificate] {
      connection.trustedCertificates = file
      if file == nginx.certificate {
        #expect(try await status(nginx.url, connection) == 200)
      } else {
        let failure = await #expect(throws: HTTPCache.Failure.self) {
          _ = try await status(nginx.url, connection)
        }
        #expect(failure?.kind == .untrusted, "\(failure?.message ?? "")")
      }
    }
    #expect(stranger.certificate != nginx.certificate)
    connection = HTTPCache.Connection()
    connection.isInsecure = true
    #expect(try await status(nginx.url, connection) == 200)
    // What came without verification does not answer a request that verifies.
    connection.isInsecure = false
    connection.trustedCertificates = nginx.certificate
    let verifying = try HTTPCache(directory: directory.path + "/other", connection: connection)
    connection.isInsecure = true
    let trusting = try HTTPCache(directory: directory.path + "/other", connection: connection)
    try await trusting.fetch(nginx.url).finished()
    #expect(try await trusting.fetch(nginx.url).source == .cache)
    try await verifying.fetch(nginx.url).finished()
    #expect(try await verifying.fetch(nginx.url).source == .cache)
    // What came under a file of certificates answers nobody who trusts another.
    connection = HTTPCache.Connection()
    let other = try HTTPCache(directory: directory.path + "/other", connection: connection)
    await #expect(throws: HTTPCache.Failure.self) { try await other.fetch(nginx.url) }
  }

  @Test(
    "a server that wants a certificate of the client gets it, with its key",
    .enabled(if: Nginx.isThere, "nginx is not installed"))
  func clientCertificate() async throws {
    let authority = try TestAuthority()
    var tls = Nginx.TLS(certificate: try authority.issue())
    tls.clientAuthority = authority.certificate
    let nginx = try Nginx("page", bytes("page"), tls: tls)
    let known = try authority.issue("DNS:client.test")
    var connection = HTTPCache.Connection()
    connection.trustedCertificates = nginx.certificate
    #expect(try await status(nginx.url, connection) == 400)
    (connection.clientCertificate, connection.clientKey) = (known.path, known.key)
    #expect(try await status(nginx.url, connection) == 200)
    let encrypted = directory.path + "/key.pem"
    let made = try Executable.command(
      "openssl", "ec", "-aes256", "-passout", "pass:secret", "-in", known.key, "-out", encrypted)
    expect(made, 0)
    (connection.clientKey, connection.clientPassword) = (encrypted, "secret")
    #expect(try await status(nginx.url, connection) == 200)
  }

  @Test("two caches share through a server what a shared cache may store", arguments: RemoteServers.installed)
  func remote(kind: RemoteServers.Kind) async throws {
    let server = try RemoteServers(kind)
    let origin = try Origin { request in
      let control = request.path == "/mine" ? "private, max-age=86400" : "max-age=86400"
      return .generated(fields: [("Cache-Control", control)], byteCount: 100_000)
    }
    var remote = HTTPCache.Remote(server.url)
    remote.mode = .readWrite
    if let endpoint = server.environment["AWS_ENDPOINT_URL"] {
      remote.url = endpoint + "/cache/team"
      remote.accessKey = HTTPCache.Remote.AccessKey(
        id: "ASIAEXAMPLE1", secret: "secret/1+", sessionToken: "token/1+==", region: "eu-west-1")
    }
    let (one, other) = (
      try HTTPCache(directory: directory.path + "/one", remote: remote),
      try HTTPCache(directory: directory.path + "/other", remote: remote)
    )
    for path in ["/page", "/mine"] { try await one.fetch(origin.url + path).finished() }
    #expect(await one.flush() == 0)
    for (path, source) in [("/page", BodySource.cache), ("/mine", .network)] {
      let response = try await other.fetch(origin.url + path)
      #expect(response.source == source, "\(path): \(response.reasons)")
      #expect(try await response.data(upTo: 1 << 20).count == 100_000)
    }
    #expect(origin.requests.count == 3)
  }
}
