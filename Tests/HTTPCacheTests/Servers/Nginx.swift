import Foundation
import TestSupport
import Testing

/// nginx with one file and a configuration of its own.
final class Nginx {
  /// What it speaks TLS with: a certificate, its key, and what clients are asked for.
  struct TLS {
    let certificate: TestAuthority.Issued
    /// The authority whose certificates clients need; nil where they may show any, or none.
    var clientAuthority: String?
    /// How many requests a connection of HTTP/2 may carry.
    var requestsPerConnection = 1000

    /// With a certificate of an authority of its own.
    static func own() throws -> TLS { TLS(certificate: try TestAuthority().issue()) }
  }

  private let server: InstalledServer
  private let name: String
  /// Kept, since the files of a certificate go with it.
  private let tls: TLS?

  static let isThere = InstalledServer.isThere("nginx")

  /// Starts it with one file.
  ///
  /// - Parameters:
  ///   - name: of the file; any URL that begins with its path and a `/` has the same content.
  ///   - content: of the file.
  ///   - tls: what it speaks TLS with; nil for plain HTTP.
  ///   - fields: what it sends beside.
  /// - Throws: where it can't be started.
  init(
    _ name: String, _ content: [UInt8], tls: TLS? = nil,
    fields: [String] = ["Cache-Control max-age=3600", "X-Multi one", "X-Multi two"]
  ) throws {
    let directory = try TemporaryDirectory()
    (self.name, self.tls) = (name, tls)
    try Data(content).write(to: URL(fileURLWithPath: directory.file(name)))
    server = try InstalledServer("nginx", in: directory) { port in
      let configuration = Self.configuration(directory.path, name, port: port, tls, fields)
      return ["-c", try directory.write(configuration, to: "nginx.conf"), "-p", directory.path]
    }
  }

  /// Host and port.
  var address: String { server.address }

  /// The URL of its one file.
  var url: String { "\(tls == nil ? "http" : "https")://\(server.address)/\(name)" }

  /// The certificate that its clients have to trust; empty without TLS.
  var certificate: String { tls?.certificate.authority ?? "" }

  /// Waits until so many requests are in its log, where each stands a moment after its answer; whether it was no more in the
  /// end.
  ///
  /// - Parameter count: how many.
  /// - Returns: false where there were fewer after a minute, or more.
  func waits(for count: Int) -> Bool {
    Waiting.until { requests.count >= count }
    return requests.count == count
  }

  /// For each answered request: the number of its connection, the version of HTTP, the status.
  var requests: [[String]] {
    server.lines(of: "access.log").map { $0.split(separator: " ").map(String.init) }
  }

  /// Gives the file other content, and with it another entity tag.
  func replace(_ name: String, _ content: [UInt8]) throws {
    try Data(content).write(to: URL(fileURLWithPath: server.directory.file(name)))
  }

  private static func configuration(
    _ path: String, _ name: String, port: String, _ tls: TLS?, _ fields: [String]
  ) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(path)/\($0);"
    }
    var lines: [String] = fields.map { "add_header \($0);" }
    if let tls {
      lines += [
        "ssl_certificate \(tls.certificate.path); ssl_certificate_key \(tls.certificate.key);",
        "keepalive_requests \(tls.requestsPerConnection);",
      ]
      lines += [
        "ssl_protocols TLSv1.2 TLSv1.3; add_header X-Client \"$ssl_client_s_dn $ssl_protocol\";",
        tls.clientAuthority.map { "ssl_client_certificate \($0); ssl_verify_client on;" }
          ?? "ssl_verify_client optional_no_ca;",
      ]
    }
    return """
      daemon off; pid \(path)/pid; error_log \(path)/error.log; worker_processes 1;
      events {}
      http { log_format short '$connection $server_protocol $status';
        access_log \(path)/access.log short; \(temporary.joined(separator: " "))
        server { listen 127.0.0.1:\(port)\(tls == nil ? "" : " ssl http2"); root \(path);
          \(lines.joined(separator: "\n    "))
          location /\(name)/ { rewrite ^ /\(name) break; } } }
      """
  }
}
