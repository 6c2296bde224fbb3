import Foundation
import TestSupport
import Testing

/// nginx with a configuration of its own, ended with the test.
final class Nginx {
  let directory: TemporaryDirectory
  /// The URL of its one file.
  private(set) var url = ""
  private var process = Process()

  /// Starts it with one file.
  ///
  /// - Parameters:
  ///   - name: of the file.
  ///   - content: of the file.
  ///   - isSecure: whether it speaks TLS, with a certificate that it has made itself: `certificate`.
  /// - Throws: where it can't be started.
  init(_ name: String, _ content: [UInt8], isSecure: Bool = false) throws {
    directory = try TemporaryDirectory()
    try replace(name, content)
    if isSecure { try makeCertificate() }
    // A port that was free may be another test's by the time that nginx asks for it.
    for _ in 0..<10 where try start(name, isSecure: isSecure) { return }
    try #require(Bool(false), "nginx does not answer")
  }

  /// Starts it on a port that is free, and waits until it answers; false where it has ended.
  private func start(_ name: String, isSecure: Bool) throws -> Bool {
    let probe = try Origin { _ in .stall }
    probe.stop()
    let address = String(probe.url.dropFirst("http://".count))
    url = "\(isSecure ? "https" : "http")://\(address)/\(name)"
    let configuration = configuration(address, isSecure: isSecure)
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: directory.file("nginx.conf")))
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["nginx", "-c", directory.file("nginx.conf"), "-p", directory.path]
    process.environment = ["PATH": "/usr/local/sbin:/usr/sbin:/usr/bin:/bin"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It writes the number of its process once it has the port.
    while process.isRunning {
      if FileManager.default.fileExists(atPath: directory.file("nginx.pid")),
        try Executable.command("curl", "-sk", "-o", "/dev/null", url).code == 0
      {
        return true
      }
      usleep(10_000)
    }
    return false
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// The certificate that its clients have to trust.
  var certificate: String { directory.file("certificate.pem") }

  /// How many requests were answered.
  var requestCount: Int {
    get throws {
      try String(contentsOfFile: directory.file("access.log"), encoding: .utf8).split(separator: "\n").count
    }
  }

  /// Gives the file other content, and with it another entity tag.
  func replace(_ name: String, _ content: [UInt8]) throws {
    try Data(content).write(to: URL(fileURLWithPath: directory.file(name)))
  }

  private func makeCertificate() throws {
    let made = try Executable.command(
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
      "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", directory.file("key.pem"), "-out", certificate)
    try #require(made.code == 0, "\(made.errors)")
  }

  private func configuration(_ address: String, isSecure: Bool) -> String {
    let path = directory.path
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(path)/\($0);"
    }
    let certificate =
      isSecure
      ? """
      ssl_certificate \(certificate); ssl_certificate_key \(path)/key.pem; ssl_protocols TLSv1.2 TLSv1.3;
      ssl_verify_client optional_no_ca; add_header X-Client "$ssl_client_s_dn $ssl_protocol";
      """
      : ""
    return """
      daemon off; pid \(path)/nginx.pid; error_log \(path)/error.log; worker_processes 1;
      events {}
      http { access_log \(path)/access.log; \(temporary.joined(separator: " "))
        server { listen \(address)\(isSecure ? " ssl" : ""); root \(path); \(certificate)
          add_header Cache-Control max-age=3600; add_header X-Multi one; add_header X-Multi two; } }
      """
  }
}
