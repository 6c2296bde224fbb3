import HTTPCacheCore

/// Where the same site is served a second time: another scheme, host or port.
struct OtherDeployment: Equatable, Sendable {
  /// Its start page.
  private let base: TargetURI

  /// Reads `--against`.
  ///
  /// - Parameter text: a URL without a path of its own.
  /// - Throws: what is wrong with it.
  init(_ text: String) throws(UsageError) {
    base = try URLArgument.read(text)
    guard base.path == "/", base.query == nil else {
      throw UsageError(
        "--against takes a scheme, a host and a port; path and query are those of each URL", hint: base.origin
      )
    }
  }

  /// The URL with its scheme, host and port replaced.
  func target(like target: TargetURI) -> TargetURI {
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
