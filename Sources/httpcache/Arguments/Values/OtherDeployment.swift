import HTTPCacheCore

/// Where the same site is served a second time: another scheme, host or port, or another server for the same.
struct OtherDeployment: Equatable, Sendable {
  /// Its start page; nil where its URLs are the same.
  private let base: TargetURI?

  /// The server that is asked in place of that of the URL, host and port; nil for that of the URL.
  let server: String?

  /// Puts together what the options say; nil where they name no other deployment.
  ///
  /// - Parameters:
  ///   - other: what `--against` names.
  ///   - server: what `--against-connect-to` names.
  init?(_ other: Self?, server: String?) {
    guard other != nil || server != nil else { return nil }
    (base, self.server) = (other?.base, server)
  }

  /// Reads `--against`.
  ///
  /// - Parameter text: a URL without a path of its own.
  /// - Throws: what is wrong with it.
  init(_ text: String) throws(UsageError) {
    let base = try URLArgument.read(text)
    (self.base, server) = (base, nil)
    guard base.path == "/", base.query == nil else {
      throw UsageError(
        "--against takes a scheme, a host and a port; path and query are those of each URL", hint: base.origin
      )
    }
  }

  /// The URL with its scheme, host and port replaced, where they are others.
  func target(like target: TargetURI) -> TargetURI {
    guard let base else { return target }
    let user = base.userInfo.map { "\($0)@" } ?? ""
    let authority = base.origin.dropFirst(base.scheme.count + 3)
    do throws(TargetURI.Malformed) {
      return try TargetURI(
        "\(base.scheme)://\(user)\(authority)\(target.absolute.dropFirst(target.origin.count))")
    } catch {
      // Both parts have been read before, so that the whole can be read.
      return base
    }
  }
}

extension ValueForm where Value == String {
  /// `HOST:PORT`; an IPv6 address stands in brackets.
  static var server: Self {
    .init("HOST:PORT", hint: "such as 192.0.2.1:443 or [2001:db8::1]:443") { text in
      let parts = TransferOptions.parts(text, count: 2)
      guard parts.count == 2, !parts[0].isEmpty, let port = Units.wholeNumber(parts[1][...]),
        (1...65_535).contains(port), text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
      else { return nil }
      return text
    }
  }
}
