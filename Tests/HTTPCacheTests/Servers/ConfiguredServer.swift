import Foundation
import TestSupport

/// A server with a piece of configuration that is included as it is, before an origin.
final class ConfiguredServer {
  /// Which server it is.
  enum Kind: String, CaseIterable {
    case nginx, apache, caddy, varnish

    fileprivate var program: String {
      switch self {
      case .nginx, .caddy: rawValue
      case .apache: "apache2"
      case .varnish: "varnishd"
      }
    }
  }

  private let server: InstalledServer

  /// Those that are installed on this machine.
  static var installed: [Kind] {
    Kind.allCases.filter { kind in
      kind == .apache
        ? Apache.isThere && Apache.has("proxy_http") && Apache.has("headers")
        : InstalledServer.isThere(kind.program)
    }
  }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - kind: which server.
  ///   - piece: what its configuration includes where the piece's own words say so.
  ///   - snippet: what Caddy's `reverse_proxy` includes.
  ///   - origin: what it asks for everything.
  /// - Throws: where it does not take the configuration.
  init(_ kind: Kind, including piece: String, snippet: String = "", before origin: Origin) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let address = "127.0.0.1:\(origin.port)"
    let file = try directory.write(piece, to: "piece")
    func whole(_ port: String) -> String {
      switch kind {
      case .nginx:
        Self.nginx(
          path,
          """
          include \(file);
            server { listen 127.0.0.1:\(port);
              location / { proxy_pass http://\(address); }
              location /me { add_header X-Frame-Options DENY; proxy_pass http://\(address); }
              location ~ \\.(js|css)$ { proxy_pass http://\(address); } }
          """)
      case .apache:
        Self.apache(
          path, port, ["proxy", "proxy_http"],
          "ProxyPass / http://\(address)/ nocanon\nAllowEncodedSlashes NoDecode\nInclude \(file)\n")
      case .caddy:
        Self.caddy(
          "http://127.0.0.1:\(port) {\n\timport \(file)\n\treverse_proxy \(address) {\n\(snippet)\n\t}\n}\n")
      case .varnish:
        """
        vcl 4.1;
        include "\(file)";
        backend origin { .host = "127.0.0.1"; .port = "\(origin.port)"; }

        """
      }
    }
    server = try Self.start(kind, in: directory, whole)
  }

  /// Starts it with a whole site, such as a page of the documentation shows.
  ///
  /// - Parameters:
  ///   - kind: which server; not Varnish, which has no files.
  ///   - files: what the directory `root` holds.
  ///   - site: its configuration for a port, in a directory.
  /// - Throws: where it does not take the configuration.
  init(_ kind: Kind, files: [String: String], site: (_ directory: String, _ port: String) -> String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    try Self.write(files.mapValues { Array($0.utf8) }, to: directory)
    server = try Self.start(kind, in: directory) { port in
      switch kind {
      case .nginx:
        Self.nginx(path, "types { text/html html; text/javascript js; image/jpeg jpg; }\n" + site(path, port))
      case .apache:
        Self.apache(
          path, port, ["proxy", "proxy_http", "dir", "mime"],
          """
          TypesConfig /dev/null
          AddType text/html .html
          AddType text/javascript .js
          AddType image/jpeg .jpg

          """ + site(path, port))
      case .caddy, .varnish: Self.caddy(site(path, port))
      }
    }
  }

  /// Starts it as Debian ships it, or Caddy's own package, with files and no line on caches.
  ///
  /// - Parameters:
  ///   - kind: which server; not Varnish, which has no files.
  ///   - files: what the site holds.
  /// - Throws: where it can't be started.
  init(shipped kind: Kind, files: [String: [UInt8]]) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    try Self.write(files, to: directory)
    server = try Self.start(kind, in: directory) { port in
      switch kind {
      case .nginx:
        Self.nginx(
          path,
          """
          sendfile on; tcp_nopush on; types_hash_max_size 2048; gzip on;
          include \(Self.nginxTypes); default_type application/octet-stream;
          server { listen 127.0.0.1:\(port); root \(path)/root; index index.html;
            location / { try_files $uri $uri/ =404; } }
          """)
      case .apache:
        Self.apache(
          path, port, Self.apacheModules,
          Self.apacheFiles.map { "Include \($0)\n" }.joined()
            + """
            DocumentRoot \(path)/root
            <Directory />
              Options FollowSymLinks
              AllowOverride None
              Require all denied
            </Directory>
            <Directory \(path)/root>
              Options Indexes FollowSymLinks
              AllowOverride None
              Require all granted
            </Directory>

            """)
      case .caddy, .varnish:
        Self.caddy("http://127.0.0.1:\(port) {\n\troot * \(path)/root\n\tfile_server\n}\n")
      }
    }
  }

  private static let nginxTypes = "/etc/nginx/mime.types"
  /// Those that Debian loads and that a site of files needs.
  private static let apacheModules =
    ["alias", "authn_core", "authz_host", "autoindex", "deflate", "dir", "env", "filter", "mime"]
    + ["negotiation", "setenvif"]
  private static let apacheFiles = [
    "alias", "autoindex", "deflate", "dir", "mime", "negotiation", "setenvif",
  ]
  .map { "/etc/apache2/mods-available/\($0).conf" }

  /// Whether a server is there with the files of configuration that it is shipped with.
  static func isShipped(_ kind: Kind) -> Bool {
    let isThere = FileManager.default.fileExists(atPath:)
    return InstalledServer.isThere(kind.program)
      && (kind != .nginx || isThere(nginxTypes))
      && (kind != .apache || apacheModules.allSatisfy(Apache.has) && apacheFiles.allSatisfy(isThere))
  }

  /// Writes the files of a site into the directory `root`.
  static func write(_ files: [String: [UInt8]], to directory: TemporaryDirectory) throws {
    for (name, content) in files {
      let file = URL(fileURLWithPath: "\(directory.path)/root/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content).write(to: file)
      // Apache gives a file of this second a weak entity tag.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_768_236_357)], ofItemAtPath: file.path)
    }
  }

  /// Host and port.
  var address: String { server.address }

  var url: String { "http://\(address)" }

  private static func start(
    _ kind: Kind, in directory: TemporaryDirectory, _ configuration: (String) -> String
  ) throws -> InstalledServer {
    let path = directory.path
    // Caddy writes into the home of its user unless told.
    let program = kind == .caddy ? "env" : kind.program
    return try InstalledServer(program, in: directory) { port in
      let file = try directory.write(configuration(port), to: "configuration")
      switch kind {
      case .nginx: return ["-c", file, "-p", path]
      case .apache: return ["-X", "-f", file]
      case .caddy:
        return ["XDG_CONFIG_HOME=\(path)", "XDG_DATA_HOME=\(path)", "caddy", "run", "--adapter", "caddyfile"]
          + ["--config", file, "--pidfile", "\(path)/pid"]
      case .varnish:
        return ["-F", "-j", "none", "-n", "\(path)/work", "-a", "127.0.0.1:\(port)", "-f", file]
          + ["-s", "malloc,8M", "-T", "none", "-P", "\(path)/pid"]
      }
    }
  }

  private static func nginx(_ path: String, _ text: String) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(path)/\($0);"
    }
    return """
      daemon off; pid \(path)/pid; error_log \(path)/error.log; worker_processes 1;
      events {}
      http { access_log off; \(temporary.joined(separator: " "))
        \(text) }
      """
  }

  private static func apache(_ path: String, _ port: String, _ modules: [String], _ text: String) -> String {
    (Apache.loading(["mpm_event", "authz_core", "headers"] + modules) + [
      "ServerName site.test", "Listen 127.0.0.1:\(port)", "PidFile \(path)/pid", "ErrorLog \(path)/errors",
      "DefaultRuntimeDir \(path)", "User www-data", "Group www-data",
    ]).joined(separator: "\n") + "\n" + text
  }

  private static func caddy(_ text: String) -> String { "{\n\tadmin off\n\tauto_https off\n}\n" + text }
}
