import Foundation
import TestSupport

/// nginx as a cache in front of an origin, with a configuration for each first part of a path.
final class NginxEdge {
  /// The first part of paths, with a configuration of its own.
  struct Place: Sendable {
    let name: String
    /// What stands in its `location`.
    var lines = ""
    /// What the origin sends there.
    var fields = [("Cache-Control", "private")]
    /// Whether a field says what the cache did.
    var tells = true

    /// Told to keep what it must not: the configuration of many a guide.
    static let ignoring = "proxy_ignore_headers Cache-Control Set-Cookie Vary; proxy_cache_valid 200 10m;"

    /// Whether a request is for it.
    func holds(_ request: OriginRequest) -> Bool { request.path.hasPrefix("/\(name)/") }
  }

  private let server: InstalledServer

  static let isThere = InstalledServer.isThere("nginx")

  /// Starts it.
  ///
  /// - Parameters:
  ///   - origin: what it asks.
  ///   - places: the first parts of paths that it answers.
  /// - Throws: where it can't be started.
  init(before origin: Origin, _ places: [Place]) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(path)/\($0);"
    }
    let locations = places.map { place in
      "location /\(place.name)/ { proxy_pass \(origin.url); \(place.lines)"
        + (place.tells ? " add_header X-Cache-Status $upstream_cache_status; }" : " }")
    }
    server = try InstalledServer("nginx", in: directory) { port in
      let configuration = """
        daemon off; pid \(path)/pid; error_log \(path)/error.log; worker_processes 1;
        events {}
        http { access_log off; \(temporary.joined(separator: " "))
          proxy_cache_path \(path)/kept keys_zone=kept:4m;
          server { listen 127.0.0.1:\(port); proxy_cache kept; \(locations.joined(separator: "\n")) } }
        """
      return ["-c", try directory.write(configuration, to: "nginx.conf"), "-p", path]
    }
  }

  var url: String { "http://\(server.address)" }
}
