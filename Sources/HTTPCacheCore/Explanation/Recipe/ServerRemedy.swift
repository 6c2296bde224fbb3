/// A line of a server's configuration that mends what a finding tells, whatever response it was found in.
///
/// Findings quote it, and docs/recipes.md lists all of them: a correction is made here.
package struct ServerRemedy: Sendable {
  /// A server, by its name in a sentence.
  package enum Server: String, Sendable, CaseIterable {
    case nginx
    case apache = "Apache"
    case caddy = "Caddy"
  }

  package let server: Server

  /// What the line does, in the words of a cell of a table.
  package let purpose: String

  package let line: String

  /// The line as advice quotes it, such as "nginx: `etag on;`".
  private var quoted: String { "\(server.rawValue): `\(line)`" }

  /// The lines as advice quotes them for an answer: that of the server which names itself there, where it has one; else all.
  static func quoted(_ remedies: ServerRemedy..., to head: ResponseHead) -> String {
    let name = head.fields.first("Server")?.asciiLowercased ?? ""
    let purposes = remedies.map(\.purpose)
    let own = (remedies + all).first {
      name.hasPrefix($0.server.rawValue.asciiLowercased) && purposes.contains($0.purpose)
    }
    return own?.quoted ?? remedies.map(\.quoted).joined(separator: "; ")
  }

  private init(_ server: Server, _ purpose: String, _ line: String) {
    (self.server, self.purpose, self.line) = (server, purpose, line)
  }

  static let missingFile = Self(.nginx, "answer 404 for files that do not exist", "try_files $uri =404;")
  private static let missingFileOfCaddy = Self(.caddy, missingFile.purpose, "try_files {path} =404")
  static let etag = Self(.nginx, "send a tag, and answer 304 to it", "etag on;")
  static let anyLaterDate = Self(
    .nginx, "answer 304 to every date that is not earlier", "if_modified_since before;")
  static let gzipVary = Self(.nginx, "send the same `Vary` with and without a coding", "gzip_vary on;")
  static let gunzip = Self(.nginx, "send content without a coding where none is accepted", "gunzip on;")
  static let varyOrigin = Self(
    .nginx, "say that the answer depends on `Origin`", "add_header Vary Origin always;")
  private static let varyOriginOfCaddy = Self(.caddy, varyOrigin.purpose, "header +Vary Origin")
  static let passCredentials = Self(
    .nginx, "keep requests with credentials away from a cache",
    "proxy_no_cache $http_cookie$http_authorization; proxy_cache_bypass $http_cookie$http_authorization;")

  /// Takes a field out of the requests that the origin gets.
  static func withoutField(_ name: String, by server: Server = .nginx) -> Self {
    Self(
      server, "pass on no field that only your own proxy may set",
      server == .caddy ? "request_header -\(name)" : "proxy_set_header \(name) \"\";")
  }

  static let tagOfContent = Self(
    .apache, "make the tag of the content alone, the same on every machine", "FileETag Digest")
  static let noTag = Self(
    .apache, "leave `Last-Modified` alone, which is confirmed for every coding", "FileETag None")
  static let appendVary = Self(
    .apache, "say that the coding depends on `Accept-Encoding`", "Header append Vary Accept-Encoding")
  private static let appendVaryOfCaddy = Self(.caddy, appendVary.purpose, "header +Vary Accept-Encoding")
  static let noPathInfo = Self(.apache, "answer 404 for paths behind a page", "AcceptPathInfo Off")
  static let alwaysSet = Self(.apache, "send a field with 304 and errors, too", "Header always set")

  /// All remedies; a field stands for those that a request may bring.
  package static let all: [ServerRemedy] = [
    .missingFile, .missingFileOfCaddy, .etag, .anyLaterDate, .gzipVary, .gunzip, .varyOrigin,
    .varyOriginOfCaddy, .passCredentials, .withoutField("X-Forwarded-Host"),
    .withoutField("X-Forwarded-Host", by: .caddy), .tagOfContent, .noTag,
    .appendVary, .appendVaryOfCaddy, .noPathInfo, .alwaysSet,
  ]
}
