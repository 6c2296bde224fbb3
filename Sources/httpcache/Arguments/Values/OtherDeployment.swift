import HTTPCacheCore

/// A second deployment of the same site: under another scheme, host or port, or on another server under the
/// same URLs.
struct OtherDeployment: Equatable, Sendable {
  /// The URL of the deployment's root; nil if both deployments have the same URLs.
  private let base: TargetURI?

  /// The `HOST:PORT` of the server to which requests go; nil for the server that the URL names.
  let server: String?

  /// Combines the values of `--against` and `--against-connect-to`; nil if neither is given.
  init?(_ other: Self?, server: String?) {
    guard other != nil || server != nil else { return nil }
    (base, self.server) = (other?.base, server)
  }

  /// Reads the value of `--against`, a URL without path and query.
  init(_ text: String) throws(UsageError) {
    let base = try URLArgument.read(text)
    (self.base, server) = (base, nil)
    guard base.path == "/", base.query == nil else {
      throw UsageError(
        "--against takes a scheme, a host and a port; path and query are those of each URL", hint: base.origin
      )
    }
  }

  /// Makes a request for a URL of this deployment go to its server.
  func reach(_ target: TargetURI, _ options: inout TransferOptions) {
    if let server { options.connectTo.insert("\(target.host):\(target.port):\(server)", at: 0) }
  }

  /// The same resource in this deployment: the URL with the deployment's scheme, host and port.
  func target(like target: TargetURI) -> TargetURI {
    guard let base else { return target }
    let user = base.userInfo.map { "\($0)@" } ?? ""
    let authority = base.origin.dropFirst(base.scheme.count + 3)
    do {
      return try TargetURI(
        "\(base.scheme)://\(user)\(authority)\(target.absolute.dropFirst(target.origin.count))")
    } catch {
      // Not reached: both parts come from URLs that were read before.
      return base
    }
  }
}

extension ValueForm where Value == String {
  /// `HOST:PORT`; an IPv6 address is written in brackets.
  static var server: Self {
    .init("HOST:PORT", hint: "such as 192.0.2.1:443 or [2001:db8::1]:443") { text in
      let parts = TransferOptions.parts(text, count: 2)
      return parts.count == 2 && !parts[0].isEmpty && Units.isPort(parts[1]) && text.isWithoutSpace
    }
  }
}
