import Foundation
import TestSupport
import Testing

/// An authority that issues certificates for one test, made with openssl.
final class TestAuthority {
  /// A certificate and its key, as files; they are there as long as this value.
  struct Issued {
    let path: String
    let key: String
    /// The certificate of the authority.
    let authority: String
    /// Kept, since the files go with it.
    fileprivate let directory: TemporaryDirectory
  }

  private let directory: TemporaryDirectory

  static let isThere = InstalledServer.isThere("openssl")

  init() throws {
    directory = try TemporaryDirectory()
    try openssl(
      ["req", "-x509", "-days", "2", "-out", certificate] + newKey("authority", "A test's authority"))
  }

  /// The certificate that clients have to trust.
  var certificate: String { directory.file("authority.pem") }

  /// Issues a certificate.
  ///
  /// - Parameters:
  ///   - name: for whom, as `subjectAltName` has it.
  ///   - isExpired: whether its time was years ago.
  /// - Returns: the certificate and its key.
  /// - Throws: where openssl fails.
  func issue(_ name: String = "IP:127.0.0.1", isExpired: Bool = false) throws -> Issued {
    let path = directory.file("\(UUID().uuidString).pem")
    let request = directory.file("request.pem")
    let extensions = try directory.write("subjectAltName=\(name)\n", to: "extensions")
    let policy = "[policy]\ncommonName=supplied\n"
    let configuration = try directory.write(
      "[ca]\ndefault_ca=here\n[here]\ndatabase=\(directory.file("database"))\nnew_certs_dir=\(directory.path)\n"
        + "rand_serial=yes\nunique_subject=no\ndefault_md=sha256\npolicy=policy\n\(policy)", to: "ca.conf")
    _ = try directory.write("", to: "database")
    try openssl(["req", "-new", "-out", request] + newKey("\(path).key", "A test"))
    try openssl(
      ["ca", "-batch", "-notext", "-config", configuration, "-cert", certificate]
        + ["-keyfile", directory.file("authority.key"), "-in", request, "-extfile", extensions, "-out", path]
        + ["-startdate", "20200101000000Z", "-enddate", isExpired ? "20200201000000Z" : "20490101000000Z"])
    return Issued(path: path, key: "\(path).key", authority: certificate, directory: directory)
  }

  private func newKey(_ name: String, _ subject: String) -> [String] {
    let path = name.hasPrefix("/") ? name : directory.file("\(name).key")
    return ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=\(subject)"]
      + ["-keyout", path]
  }

  private func openssl(_ words: [String]) throws {
    let run = try Executable.command(arguments: ["openssl"] + words)
    try #require(run.code == 0, "openssl \(words[0]): \(run.errors)")
  }
}
