/// libcurl's report of a failed transfer.
struct CurlFailure {
  /// A CURLcode, not 0.
  let code: Int32
  /// libcurl's message on this failure.
  var said: String
  /// libcurl's message for every failure of that code, which holds nothing of the request.
  var general: String
  /// The proxy that the transfer would go through; nil if there is none.
  var proxy: ProxyInUse?
  /// The status with which a proxy answered CONNECT; 0 if none did.
  var connectStatus = 0
  /// The results of verifying the origin's and the proxy's certificates, as numbers of the TLS library; 0 is good.
  var verified = (origin: 0, proxy: 0)
  /// How many files and sockets this process may have open, if that kept it from connecting; else nil.
  var openFilesLimit: Int?

  /// The message of this failure, or the general one if the former may hold a part of a password.
  fileprivate var message: String {
    // libcurl may repeat a proxy's URL, whole or in parts.
    proxy?.mayBeBetrayed(by: said) == true ? general : UserInformation.redacted(in: said)
  }

  /// Whether the message is about time: where a kept connection was gone and libcurl has begun anew on another one, it keeps
  /// the message of the first failure.
  fileprivate var isSaidOfTime: Bool {
    let said = said.asciiLowercased
    return ["timed out", "timeout", "too slow"].contains(where: said.holds)
  }

  /// Whether the result of a verification says that the certificate's issuer is not trusted.
  ///
  /// The numbers are those of OpenSSL, such as X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, and of GnuTLS.
  fileprivate static func isUntrusted(_ result: Int) -> Bool { [2, 18, 19, 20, 21, 66].contains(result) }
}

extension TransportError {
  /// Makes the error for a failure of libcurl.
  init(_ failure: CurlFailure) {
    let said = failure.message
    if let limit = failure.openFilesLimit {
      self = .tooManyFiles(limit: limit)
      return
    }
    if let proxy = failure.proxy, let error = Self.ofProxy(proxy.address, failure, proxy) {
      self = error
      return
    }
    switch failure.code {
    case 5, 6: self = .nameUnknown(said)
    case 7, 97: self = .unreachable(said)
    case 60 where CurlFailure.isUntrusted(failure.verified.origin): self = .untrusted(said, isProxy: false)
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .tls(said)
    case 28: self = .timeout(failure.isSaidOfTime ? said : failure.general)
    case 16, 18, 52, 55, 56, 92, 95: self = .cutShort(said)
    case 1, 8, 43: self = .malformedResponse
    case 27, 100: self = .headTooLarge(.lineBytes)
    case 23, 42: self = .cancelled
    default: self = .other(said)
    }
  }

  /// The error if the proxy caused the failure; nil if it did not.
  private static func ofProxy(_ address: String, _ failure: CurlFailure, _ proxy: ProxyInUse) -> Self? {
    let hasRefused = failure.connectStatus != 0 && !(200..<300).contains(failure.connectStatus)
    return switch failure.code {
    case 5: .proxyUnreachable(address, failure.message)
    case _ where hasRefused: .proxyRefused(address, status: failure.connectStatus, failure.message)
    case 7 where proxy.isMeant(by: failure.said): .proxyUnreachable(address, failure.message)
    case 97: .proxyRefused(address, status: nil, failure.message)
    case 60 where CurlFailure.isUntrusted(failure.verified.proxy): .untrusted(failure.message, isProxy: true)
    default: nil
    }
  }
}
