extension TargetURI {
  /// Whether the origin is trustworthy: TLS protects it, or it is this machine (W3C Secure Contexts).
  var isTrustworthy: Bool {
    if scheme == "https" { return true }
    let host = host
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    guard host.hasPrefix("127.") else { return false }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
