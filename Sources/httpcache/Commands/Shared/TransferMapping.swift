import CSystem
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
    options.connectTo = connectTo
    options.unixSocket = unixSocket.map(Self.absolute)
    switch httpVersion {
    case .http11: options.httpVersion = .http1_1
    case .http2: options.httpVersion = .http2
    case nil: options.httpVersion = .automatic
    }
    return options
  }

  /// The path from the root: a response is found by the socket that it came over, from whatever directory.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return String(cString: directory) + "/" + path
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
