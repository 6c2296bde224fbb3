import Foundation
import TestSupport

/// A small site on a real server: a page, a script with its version in the name, and a picture.
final class WebSite {
  /// How it is served.
  enum Kind: String, CaseIterable {
    /// nginx, in the configuration that its documentation leads to.
    case nginx
    /// nginx with its own cache before it.
    case nginxCache = "nginx, proxy_cache"
    /// nginx that answers what does not exist with the start page, as guides for single-page applications have it.
    case fallback = "nginx, try_files to the start page"
    /// Apache with mod_deflate.
    case apache
  }

  private let server: InstalledServer

  static let names = ["", "assets/app.3f9ac2d1.js", "picture.png"]

  private static let apacheModules = ["/usr/lib/apache2/modules", "/usr/lib64/httpd/modules"].first {
    FileManager.default.fileExists(atPath: "\($0)/mod_deflate.so")
  }

  /// Whether such a server is installed.
  static func isThere(_ kind: Kind) -> Bool {
    kind == .apache
      ? InstalledServer.isThere("apache2") && apacheModules != nil : InstalledServer.isThere("nginx")
  }

  init(_ kind: Kind) throws {
    let directory = try TemporaryDirectory()
    let root = directory.file("root")
    try FileManager.default.createDirectory(atPath: root + "/assets", withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root)
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/\(name)"))
    }
    try write(String(repeating: "<p>A page.</p>\n", count: 300), "index.html")
    let script = String(repeating: "console.log(1);\n", count: 300)
    try write(script, "assets/app.3f9ac2d1.js")
    try Data(Gzip.coded(script)).write(to: URL(fileURLWithPath: root + "/assets/app.3f9ac2d1.js.gz"))
    try Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }).write(
      to: URL(fileURLWithPath: root + "/picture.png"))
    server = try InstalledServer(kind == .apache ? "apache2" : "nginx", in: directory) { port in
      if kind == .apache {
        return ["-X", "-f", try directory.write(Self.apache(directory.path, port), to: "apache.conf")]
      }
      let configuration = Self.nginx(kind, directory.path, port)
      return ["-c", try directory.write(configuration, to: "nginx.conf"), "-p", directory.path]
    }
  }

  /// Host and port.
  var address: String { server.address }

  /// The URLs of its files.
  var urls: [String] { Self.names.map { "http://\(address)/\($0)" } }

  private static func nginx(_ kind: Kind, _ path: String, _ port: String) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(path)/\($0);"
    }
    let site = """
      root \(path)/root; gzip on; gzip_vary on; gzip_static on; gzip_types text/javascript text/css;
          location / { \(kind == .fallback ? "try_files $uri /index.html;" : "try_files $uri $uri/ =404;")
            index index.html; expires 60; }
          location /assets/ { \(kind == .fallback ? "try_files $uri /index.html;" : "try_files $uri =404;")
            add_header Cache-Control "max-age=31536000, immutable"; }
      """
    // The site behind the cache listens on a socket of its own.
    let servers =
      kind == .nginxCache
      ? """
      server { listen 127.0.0.1:\(port); location / { proxy_pass http://unix:\(path)/site; proxy_cache kept;
            proxy_cache_valid 200 1m; proxy_http_version 1.1; proxy_set_header Accept-Encoding "";
            gzip on; gzip_vary on; gzip_proxied any; gzip_types text/javascript text/css;
            add_header X-Cache-Status $upstream_cache_status; } }
        server { listen unix:\(path)/site; \(site.replacingOccurrences(of: "gzip_static on;", with: "")) }
      """ : "server { listen 127.0.0.1:\(port); \(site) }"
    return """
      daemon off; pid \(path)/pid; error_log \(path)/error.log; worker_processes 1;
      events {}
      http { access_log off; \(temporary.joined(separator: " "))
        types { text/html html; text/javascript js; image/png png; }
        proxy_cache_path \(path)/kept keys_zone=kept:1m;
        \(servers) }
      """
  }

  private static func apache(_ path: String, _ port: String) -> String {
    ["mpm_event", "authz_core", "dir", "mime", "filter", "deflate", "headers"].map {
      "LoadModule \($0)_module \(apacheModules ?? "")/mod_\($0).so\n"
    }.joined() + """
      ServerName site.test
      Listen 127.0.0.1:\(port)
      PidFile \(path)/pid
      ErrorLog \(path)/errors
      DefaultRuntimeDir \(path)
      User www-data
      Group www-data
      DocumentRoot \(path)/root
      DirectoryIndex index.html
      TypesConfig /dev/null
      AddType text/html .html
      AddType text/javascript .js
      AddType image/png .png
      AddOutputFilterByType DEFLATE text/html text/javascript
      Header set Cache-Control "max-age=60"

      """
  }
}
