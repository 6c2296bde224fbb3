import HTTPCacheCore

extension TransferOptions {
  /// The core's options of the same names.
  var transferOptions: HTTPCacheCore.TransferOptions {
    var options = HTTPCacheCore.TransferOptions()
    options.connectTimeout = connectTimeout
    options.maxTime = maxTime
    options.caFile = caFile
    options.isInsecure = isInsecure
    options.proxy = proxy
    options.resolve = resolve
    options.unixSocket = unixSocket
    switch httpVersion {
    case .http11: options.httpVersion = .http1_1
    case .http2: options.httpVersion = .http2
    case nil: options.httpVersion = .automatic
    }
    return options
  }
}

extension TargetURI {
  /// The user and password that the URL brings; never sent as part of it.
  var credentials: Credentials? {
    guard let userInfo else { return nil }
    let decoded = Self.decodingEscapes(userInfo)
    return Credentials(decoded.contains(":") ? decoded : "\(decoded):")
  }
}
