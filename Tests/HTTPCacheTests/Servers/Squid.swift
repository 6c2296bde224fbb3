import Foundation
import TestSupport

/// Squid as a forward proxy that lets one user through, and stores nothing.
final class Squid {
  private let server: InstalledServer

  private static let authenticators = ["/usr/lib/squid", "/usr/lib64/squid", "/usr/libexec/squid"].map {
    "\($0)/basic_ncsa_auth"
  }

  private static let authenticator = authenticators.first(where: FileManager.default.isExecutableFile)

  static let isThere = InstalledServer.isThere("squid") && authenticator != nil

  /// Starts it.
  ///
  /// - Parameters:
  ///   - user: who may use it.
  ///   - password: the user's.
  /// - Throws: where it can't be started.
  init(user: String, password: String) throws {
    let directory = try TemporaryDirectory()
    let sealed = try Executable.command("openssl", "passwd", "-apr1", password).text
    let users = try directory.write("\(user):\(sealed)", to: "users")
    server = try InstalledServer("squid", in: directory) { port in
      let path = directory.path
      let configuration = """
        http_port 127.0.0.1:\(port)
        pid_filename \(path)/pid
        logformat short %rm %ru %un %>Hs
        access_log stdio:\(path)/access.log short
        cache_log /dev/null
        cache deny all
        netdb_filename none
        pinger_enable off
        shutdown_lifetime 0 seconds
        max_filedescriptors 1024
        visible_hostname proxy.test
        auth_param basic program \(Self.authenticator ?? "") \(users)
        acl known proxy_auth REQUIRED
        http_access allow known
        http_access deny all

        """
      return ["-N", "-f", try directory.write(configuration, to: "squid.conf")]
    }
  }

  /// Starts one that lets everyone through, and keeps in memory what it may.
  init() throws {
    let directory = try TemporaryDirectory()
    server = try InstalledServer("squid", in: directory) { port in
      let configuration = """
        http_port 127.0.0.1:\(port)
        pid_filename \(directory.path)/pid
        access_log none
        cache_log /dev/null
        cache_mem 8 MB
        netdb_filename none
        pinger_enable off
        shutdown_lifetime 0 seconds
        max_filedescriptors 1024
        visible_hostname proxy.test
        http_access allow all

        """
      return ["-N", "-f", try directory.write(configuration, to: "squid.conf")]
    }
  }

  /// Host and port.
  var address: String { server.address }

  /// Method, URL, user and status of each request, but for those that say whether it has begun.
  var requests: [String] { server.lines(of: "access.log").filter { !$0.contains("error:") } }
}
