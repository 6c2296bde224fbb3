import CCurl
import CSystem

/// Sets the options of one libcurl handle, by name.
struct EasyOptions {
  private let easy: UnsafeMutableRawPointer

  init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

  /// Sets every option of a request except lists and callbacks.
  func apply(_ request: TransferRequest) throws(TransportError) {
    try set("NOSIGNAL", 1)
    try set("FOLLOWLOCATION", 0)
    try set("HTTP09_ALLOWED", 0)
    // Bodies are stored as received: content codings stay, and libcurl decodes transfer codings.
    try set("HTTP_CONTENT_DECODING", 0)
    try set("SUPPRESS_CONNECT_HEADERS", 1)
    // CURLHEADER_SEPARATE: fields for a proxy are not sent on to the origin.
    try set("HEADEROPT", 1)
    if ccurl_set_text(easy, "PROTOCOLS_STR", "http,https") != 0 { try set("PROTOCOLS", 3) }
    try set("BUFFERSIZE", 131_072)
    // A name look-up can't be cancelled; without this option libcurl would wait for its end after a time-out. Unknown
    // before 7.87.
    _ = ccurl_set_long(easy, "QUICK_EXIT", 1)
    try apply(request.options)
    try applyLogin(request)
    if request.method == "HEAD" {
      try set("NOBODY", 1)
    } else if request.method != "GET" || request.body != nil {
      try set("CUSTOMREQUEST", request.method)
    }
    switch request.body {
    case .bytes(let bytes):
      try check(ccurl_set_offset(easy, "POSTFIELDSIZE_LARGE", Int64(bytes.count)))
      try check(
        bytes.withUnsafeBytes { ccurl_set_pointer(easy, "COPYPOSTFIELDS", .init(mutating: $0.baseAddress)) })
    case .upload(let source):
      try set(source.isWhole ? "UPLOAD" : "POST", 1)
      let length = source.isWhole ? "INFILESIZE_LARGE" : "POSTFIELDSIZE_LARGE"
      try check(ccurl_set_offset(easy, length, source.length ?? -1))
    case .form, nil: break
    }
  }

  private func applyLogin(_ request: TransferRequest) throws(TransportError) {
    guard let login = request.login else { return }
    if let signature = request.options.signature {
      guard ccurl_set_text(easy, "AWS_SIGV4", signature) == 0 else {
        throw .other("the libcurl of this system can't sign requests for S3: 7.75 or later can")
      }
      // libcurl may send `Expect: 100-continue`: do not wait long for a server that ignores it.
      try set("EXPECT_100_TIMEOUT_MS", 1)
      return try set("USERPWD", login)
    }
    let schemes = request.options.authentication
    guard ccurl_set_long(easy, "HTTPAUTH", schemes.rawValue) == 0 else {
      throw .other(
        schemes == .negotiate
          ? "the libcurl of this system has no Negotiate: it is built without GSS-API"
          : "the libcurl of this system can't log in like that")
    }
    try set("USERPWD", login)
  }

  private func apply(_ options: TransferOptions) throws(TransportError) {
    if let seconds = options.connectTimeout { try set("CONNECTTIMEOUT_MS", Self.milliseconds(seconds)) }
    if let seconds = options.maxTime { try set("TIMEOUT_MS", Self.milliseconds(seconds)) }
    if let seconds = options.longestSilence, let speed = options.leastSpeed {
      try set("LOW_SPEED_LIMIT", speed)
      try set("LOW_SPEED_TIME", max(1, Int(min(seconds, 1_000_000).rounded(.up))))
    }
    if options.isInsecure {
      try set("SSL_VERIFYPEER", 0)
      try set("SSL_VERIFYHOST", 0)
    }
    try apply(options.proxy)
    if let path = options.unixSocket { try set("UNIX_SOCKET_PATH", path) }
    if options.addressFamily != .any { try set("IPRESOLVE", options.addressFamily.rawValue) }
    try applyTLS(options)
    for setting in options.settings { try apply(setting) }
  }

  private func apply(_ setting: CurlSetting) throws(TransportError) {
    let code =
      switch setting.value {
      case .text(let text): ccurl_set_text(easy, setting.name, text.cText)
      case .number(let number): ccurl_set_long(easy, setting.name, number)
      case .offset(let offset): ccurl_set_offset(easy, setting.name, offset)
      }
    if code != 0, let words = setting.otherwise { throw .other(words) }
    try check(code)
  }

  private func applyTLS(_ options: TransferOptions) throws(TransportError) {
    if let file = options.certificate { try set("SSLCERT", file) }
    if let password = options.certificatePassword { try set("KEYPASSWD", password) }
    // CURL_SSLVERSION_TLSv1_0 is 4; the newest version goes into the upper 16 bits.
    let number = { (version: TransferOptions.TLSVersion?) in
      TransferOptions.TLSVersion.allCases.firstIndex { $0 == version }.map { $0 + 4 } ?? 0
    }
    let versions = number(options.oldestTLS) | number(options.newestTLS) << 16
    if versions != 0 { try set("SSLVERSION", versions) }
  }

  private func apply(_ proxy: ProxyOptions) throws(TransportError) {
    if let url = proxy.url { try set("PROXY", url) }
    if let exceptions = proxy.exceptions {
      try set("NOPROXY", exceptions)
    } else if proxy.url == nil, Self.environmentProxies.isEmpty {
      // Without this, libcurl would look for a proxy in the environment at each transfer.
      try set("NOPROXY", "*")
    }
    if let credentials = proxy.credentials { try set("PROXYUSERPWD", credentials) }
  }

  /// The proxies that environment variables name for libcurl, by variable.
  private static let environmentProxies = {
    var proxies: [String: String] = [:]
    for name in ProxyInUse.variables(for: "http") + ProxyInUse.variables(for: "https") {
      if let value = getenv(name) { proxies[name] = OriginalBytes.text(ofC: value) }
    }
    return proxies
  }()

  /// The proxy that a request would go through; the exceptions for hosts (`NOPROXY`) are not considered.
  static func proxy(of request: TransferRequest) -> ProxyInUse? {
    ProxyInUse(request.options.proxy, for: request.url) { environmentProxies[$0] }
  }

  /// Sets the URL and the header lines of a transfer; the list must outlive the transfer.
  func address(_ url: String, _ list: HeaderList) throws(TransportError) {
    try set("URL", url)
    // Like curl, wait until a new connection shows whether transfers can share it (HTTP/2), instead of opening
    // another.
    try set("PIPEWAIT", url.hasPrefix("https:") ? 1 : 0)
    try set("HTTPHEADER", list.pointer)
    try set("PROXYHEADER", list.proxyPointer)
  }

  /// Extends the time limits of a running transfer; a limit that libcurl refuses stays as it was.
  func setTimeouts(_ options: TransferOptions, postponedBy milliseconds: Int) {
    let connecting = options.connectTimeout.map(Self.milliseconds) ?? 300_000
    if connecting > 0 { _ = ccurl_set_long(easy, "CONNECTTIMEOUT_MS", connecting + milliseconds) }
    if let whole = options.maxTime.map(Self.milliseconds), whole > 0 {
      _ = ccurl_set_long(easy, "TIMEOUT_MS", whole + milliseconds)
    }
  }

  func setCallback(_ option: String, _ callback: ccurl_data_callback) throws(TransportError) {
    try check(ccurl_set_callback(easy, option, callback))
  }

  func setSeek(_ callback: ccurl_seek_callback) throws(TransportError) {
    try check(ccurl_set_seek(easy, "SEEKFUNCTION", callback))
  }

  func setTrace(_ callback: ccurl_trace_callback) throws(TransportError) {
    try set("VERBOSE", 1)
    try check(ccurl_set_trace(easy, "DEBUGFUNCTION", callback))
  }

  /// Sets a pointer to a value that libcurl does not copy: the value must outlive the handle.
  func set(_ option: String, _ pointer: UnsafeMutableRawPointer?) throws(TransportError) {
    try check(ccurl_set_pointer(easy, option, pointer))
  }

  private func set(_ option: String, _ value: Int) throws(TransportError) {
    try check(ccurl_set_long(easy, option, value))
  }

  private func set(_ option: String, _ value: String) throws(TransportError) {
    try check(ccurl_set_text(easy, option, value.cText))
  }

  private func check(_ code: Int32) throws(TransportError) {
    guard code != 0 else { return }
    let said = String(cString: ccurl_easy_error(code))
    throw TransportError(CurlFailure(code: code, said: said, general: said))
  }

  /// Seconds as milliseconds: at least 1 for a time above 0, since libcurl takes 0 for no limit.
  private static func milliseconds(_ seconds: Double) -> Int {
    seconds == 0 ? 0 : max(1, Int(min(seconds, 1_000_000) * 1000))
  }
}
