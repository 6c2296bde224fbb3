import Foundation
import TestSupport
import Testing

/// A server that keeps what is put: real ones, with room of their own, which end with the test.
final class RemoteServers {
  /// Which server it is.
  enum Kind: String, CaseIterable {
    /// nginx, in the configuration of `docs/remote.md`.
    case nginx
    /// Apache with mod_dav, which makes no directory by itself.
    case apache
    /// moto's S3, behind a check of signatures.
    case objectStore = "S3"
  }

  static let apacheModules = ["/usr/lib/apache2/modules", "/usr/lib64/httpd/modules"].first {
    FileManager.default.fileExists(atPath: "\($0)/mod_dav_fs.so")
  }

  /// Those that are installed on this machine.
  static var installed: [Kind] {
    Kind.allCases.filter { kind in
      switch kind {
      case .nginx: InstalledServer.isThere("nginx")
      case .apache: InstalledServer.isThere("apache2") && apacheModules != nil
      case .objectStore: PythonTools.areThere
      }
    }
  }

  let kind: Kind
  private let server: InstalledServer

  /// Starts one.
  ///
  /// - Parameters:
  ///   - kind: which.
  ///   - token: the value of `Authorization` that it wants; nil where it wants none.
  /// - Throws: where it can't be started.
  init(_ kind: Kind, token: String? = nil) throws {
    self.kind = kind
    let directory = try TemporaryDirectory()
    let root = directory.file("root")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: root)
    let python = PythonTools.directory.appendingPathComponent("bin/python").path
    server = try InstalledServer(
      kind == .nginx ? "nginx" : kind == .apache ? "apache2" : python, in: directory
    ) { port in
      switch kind {
      case .nginx:
        let text = try Self.nginx(directory.path, port, token)
        return ["-c", try directory.write(text, to: "nginx.conf"), "-p", directory.path]
      case .apache:
        return ["-X", "-f", try directory.write(Self.apache(directory.path, port), to: "apache.conf")]
      case .objectStore: return [InstalledServer.tool("s3_server.py"), port, directory.file("pid")]
      }
    }
  }

  /// What `--remote` is given.
  var url: String {
    switch kind {
    case .nginx, .apache: "http://\(server.address)/team"
    case .objectStore: "s3://cache/a team/+%41~"
    }
  }

  /// What the environment says besides.
  var environment: [String: String] {
    kind != .objectStore
      ? [:]
      : [
        "AWS_ACCESS_KEY_ID": "ASIAEXAMPLE1", "AWS_SECRET_ACCESS_KEY": "secret/1+",
        "AWS_SESSION_TOKEN": "token/1+==", "AWS_ENDPOINT_URL": "http://\(server.address)",
        "AWS_REGION": "eu-west-1",
      ]
  }

  /// The names below `ac` and `cas`, and what they hold; only for servers that keep files.
  func files(_ folder: String) -> [String: [UInt8]] {
    let path = server.directory.file("root/team/\(folder)")
    var found: [String: [UInt8]] = [:]
    for name in TemporaryCache.names(in: path) where name.count == 64 {
      found[name] = TemporaryCache.read("\(path)/\(name)")
    }
    return found
  }

  /// Replaces what it keeps under a name.
  func replace(_ name: String, with text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: server.directory.file("root/team/\(name)")))
  }

  /// Removes what it keeps under a name.
  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: server.directory.file("root/team/\(name)"))
  }

  /// The configuration of `docs/remote.md`, for this directory and port.
  private static func nginx(_ path: String, _ port: String, _ token: String?) throws -> String {
    let page = try String(
      contentsOf: PythonTools.root.appendingPathComponent("docs/remote.md"), encoding: .utf8)
    let parts = page.components(separatedBy: "```nginx\n")
    var server = try #require(parts.last?.components(separatedBy: "```").first)
    let guardian = token.map { "if ($http_authorization != \"\($0)\") { return 401; }" } ?? ""
    for (text, other) in [
      ("listen 8080;", "listen 127.0.0.1:\(port); \(guardian)"), ("/srv/httpcache-tmp", "\(path)/tmp"),
      ("/srv/httpcache", "\(path)/root"), ("10.0.0.0/8", "127.0.0.1"),
    ] {
      try #require(server.contains(text))
      server = server.replacingOccurrences(of: text, with: other)
    }
    let temporary = ["proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(path)/\($0);" }
    return """
      daemon off; pid \(path)/pid; error_log \(path)/error.log; worker_processes 1;
      events {}
      http { access_log off; \(temporary.joined(separator: " "))
      \(server) }
      """
  }

  private static func apache(_ path: String, _ port: String) -> String {
    ["mpm_event", "authz_core", "dav", "dav_fs"].map {
      "LoadModule \($0)_module \(apacheModules ?? "")/mod_\($0).so\n"
    }.joined() + """
      ServerName remote.test
      Listen 127.0.0.1:\(port)
      PidFile \(path)/pid
      ErrorLog \(path)/error.log
      DefaultRuntimeDir \(path)
      User www-data
      Group www-data
      DocumentRoot \(path)/root
      DAVLockDB \(path)/locks
      <Directory \(path)/root>
        DAV On
      </Directory>

      """
  }
}
