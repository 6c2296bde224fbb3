import CSystem

extension TransferOptions {
  /// Notes which certificates and keys the user trusts, by the options of libcurl that name them so far.
  ///
  /// Certificates that are named later, as by the environment, belong to the machine.
  package mutating func noteTrust() {
    func text(_ name: String) -> String? {
      guard case .text(let text)? = settings.first(where: { $0.name == name })?.value else { return nil }
      return text
    }
    var named = Trust()
    named.certificates = text("CAINFO").map(Self.identity)
    named.directory = text("CAPATH")
    named.pinnedKey = text("PINNEDPUBLICKEY").map { $0.hasPrefix("sha256//") ? $0 : Self.identity(of: $0) }
    trust = named == Trust() ? nil : named
  }

  /// The SHA-256 of a file, in hexadecimal.
  ///
  /// A file that can't be read stands for itself: libcurl reports it. What a pipe holds is not known before libcurl reads
  /// it, so it equals nothing that was trusted before.
  private static func identity(of path: String) -> String {
    let descriptor = open(path.cText, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return path }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return "\(path) at \(HostClock.microseconds())"
    }
    var hash = SHA256()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { DescriptorIO.read(descriptor, into: $0) }
      guard count > 0 else { return count == 0 ? hash.digest.hexadecimal : path }
      chunk.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }
}
