import Foundation
import TestSupport

/// Apache with one file, which alice (`secret`) and bob (`other`) get by Digest (RFC 7616).
final class ApacheDigest {
  private let server: InstalledServer

  static let isThere = Apache.isThere && Apache.has("auth_digest") && Apache.has("headers")

  /// The digests of `USER:REALM:PASSWORD`.
  private static let users = """
    alice:test:\(md5Alice)
    bob:test:\(md5Bob)

    """
  private static let md5Alice = "d80a40a1155d17efbae0f114ebab987e"
  private static let md5Bob = "0527a8324626433c374d2e1f6b12ac02"

  init(_ content: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let root = directory.file("root")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    _ = try directory.write(content, to: "root/file")
    // Apache weakens the tag of a file that was changed within the last second, and names the strong one later.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_768_240_000)], ofItemAtPath: "\(root)/file")
    let users = try directory.write(Self.users, to: "users")
    for open in [path, root] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: open)
    }
    server = try InstalledServer("apache2", in: directory) { port in
      let modules = [
        "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_digest", "headers",
      ]
      let configuration =
        Apache.loading(modules) + [
          "ServerName digest.test", "Listen 127.0.0.1:\(port)", "PidFile \(path)/pid",
          "ErrorLog \(path)/errors", "DefaultRuntimeDir \(path)",
          "User www-data", "Group www-data", "DocumentRoot \(root)",
          "Header set Cache-Control max-age=600", "<Location />", "AuthType Digest", "AuthName test",
          "AuthUserFile \(users)", "Require valid-user", "</Location>",
        ]
      return [
        "-X", "-f", try directory.write(configuration.joined(separator: "\n") + "\n", to: "apache.conf"),
      ]
    }
  }

  var url: String { "http://\(server.address)/file" }
}
