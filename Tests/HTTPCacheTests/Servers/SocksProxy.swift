import Foundation
import TestSupport

/// A SOCKS5 proxy that takes every name for this machine.
final class SocksProxy {
  private let server: InstalledServer

  init() throws {
    let directory = try TemporaryDirectory()
    server = try InstalledServer("python3", in: directory) { port in
      [InstalledServer.tool("socks5.py"), port, directory.file("pid"), directory.file("requests")]
    }
  }

  /// Host and port.
  var address: String { server.address }

  /// Host and port of each request, as it gave them.
  var requests: [String] { server.lines(of: "requests") }
}
