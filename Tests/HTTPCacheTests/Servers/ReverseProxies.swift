import Foundation
import TestSupport

/// Varnish in front of an origin.
final class Varnish {
  private let server: InstalledServer

  static let isThere = InstalledServer.isThere("varnishd")

  convenience init(before origin: Origin) throws { try self.init(before: "127.0.0.1:\(origin.port)") }

  /// Starts it.
  ///
  /// - Parameter address: host and port of the origin.
  /// - Throws: where it can't be started.
  init(before address: String) throws {
    let directory = try TemporaryDirectory()
    server = try InstalledServer("varnishd", in: directory) { port in
      ["-F", "-j", "none", "-n", directory.file("work"), "-a", "127.0.0.1:\(port)"]
        + ["-b", address, "-s", "malloc,8M", "-T", "none", "-P", directory.file("pid")]
    }
  }

  var url: String { "http://\(server.address)" }
}

/// nginx in front of an origin: nodes at one port of several loopback addresses, each with a cache of its own.
///
/// The origin sees the number of the node in `X-Node`. A request with `X-Purge` replaces what the node has.
final class NginxCache {
  private let server: InstalledServer

  init(before origin: Origin, nodes: Int = 1) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(path)/\($0);"
    }
    server = try InstalledServer("nginx", in: directory) { port in
      let servers = (1...nodes).map { node in
        """
        proxy_cache_path \(path)/kept\(node) keys_zone=kept\(node):1m;
        server { listen 127.0.0.\(node):\(port); location / { proxy_pass http://127.0.0.1:\(origin.port);
          proxy_cache kept\(node); proxy_cache_bypass $http_x_purge; proxy_set_header X-Node \(node);
          add_header X-Cache-Status $upstream_cache_status; } }
        """
      }
      let configuration = """
        daemon off; pid \(path)/pid; error_log \(path)/error.log; worker_processes 1;
        events {}
        http { access_log off; \((temporary + servers).joined(separator: " ")) }
        """
      return ["-c", try directory.write(configuration, to: "nginx.conf"), "-p", path]
    }
  }

  var url: String { url(ofNode: 1) }

  func url(ofNode node: Int) -> String { "http://127.0.0.\(node):\(server.port)" }

  /// A URL whose host has the addresses of two nodes, and what tells the program so.
  var named: (url: String, words: [String]) {
    let name = "edge.test:\(server.port)"
    return ("http://\(name)", ["--resolve", "\(name):127.0.0.1,127.0.0.2"])
  }
}

/// Apache with its cache in front of an origin.
final class Apache {
  private let server: InstalledServer

  private static let modules = ["/usr/lib/apache2/modules", "/usr/lib64/httpd/modules"].first {
    FileManager.default.fileExists(atPath: "\($0)/mod_cache_disk.so")
  }

  static let isThere = InstalledServer.isThere("apache2") && modules != nil

  /// Whether it has a module.
  static func has(_ module: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(modules ?? "")/mod_\(module).so")
  }

  /// The lines that load modules.
  static func loading(_ names: [String]) -> [String] {
    names.map { "LoadModule \($0)_module \(modules ?? "")/mod_\($0).so" }
  }

  init(before origin: Origin) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let store = directory.file("store")
    try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: store)
    server = try InstalledServer("apache2", in: directory) { port in
      let loaded = Self.loading(["mpm_event", "authz_core", "proxy", "proxy_http", "cache", "cache_disk"])
      let configuration =
        loaded + [
          "ServerName proxy.test", "Listen 127.0.0.1:\(port)", "PidFile \(path)/pid",
          "ErrorLog \(path)/errors", "DefaultRuntimeDir \(path)", "User www-data", "Group www-data",
          "CacheEnable disk /", "CacheRoot \(store)", "ProxyPass / http://127.0.0.1:\(origin.port)/",
        ]
      return [
        "-X", "-f",
        try directory.write(configuration.joined(separator: "\n") + "\n", to: "apache.conf"),
      ]
    }
  }

  var url: String { "http://\(server.address)" }
}
