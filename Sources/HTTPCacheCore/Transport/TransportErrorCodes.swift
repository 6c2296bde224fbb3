extension TransportError {
  /// The error that a result code of libcurl stands for.
  ///
  /// - Parameters:
  ///   - code: a CURLcode, not 0.
  ///   - said: libcurl's message.
  init(code: Int32, said: String) {
    // libcurl's message may repeat a proxy's URL, which may hold a password.
    let said = UserInformation.redacted(in: said)
    switch code {
    case 5, 6: self = .nameUnknown(said)
    case 7, 97: self = .unreachable(said)
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .tls(said)
    case 28: self = .timeout(said)
    case 16, 18, 52, 55, 56, 92, 95: self = .cutShort(said)
    case 1, 8, 43: self = .malformedResponse
    case 27, 100: self = .headTooLarge
    case 23, 42: self = .cancelled
    default: self = .other(said)
    }
  }
}
