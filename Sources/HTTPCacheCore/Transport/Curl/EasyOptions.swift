import CCurl
import CSystem

/// Sets the options of one libcurl handle, by name.
struct EasyOptions {
  private let easy: UnsafeMutableRawPointer

  init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

  /// Sets all that a request needs but its lists and callbacks.
  func apply(_ request: TransferRequest) throws(TransportError) {
    try set("NOSIGNAL", 1)
    try set("FOLLOWLOCATION", 0)
    try set("HTTP09_ALLOWED", 0)
    // Stored as received: content codings stay; transfer codings are libcurl's to undo.
    try set("HTTP_CONTENT_DECODING", 0)
    try set("SUPPRESS_CONNECT_HEADERS", 1)
    if ccurl_set_text(easy, "PROTOCOLS_STR", "http,https") != 0 { try set("PROTOCOLS", 3) }
    try set("BUFFERSIZE", 131_072)
    // A look-up can't be called off: libcurl would wait for it at the end, whatever the time-out. Not known before 7.87.
    _ = ccurl_set_long(easy, "QUICK_EXIT", 1)
    try apply(request.options)
    if request.method == "HEAD" {
      try set("NOBODY", 1)
    } else if request.method != "GET" || request.body != nil {
      try set("CUSTOMREQUEST", request.method)
    }
    guard case .bytes(let bytes)? = request.body else { return }
    try check(ccurl_set_offset(easy, "POSTFIELDSIZE_LARGE", Int64(bytes.count)))
    try check(
      bytes.withUnsafeBytes { ccurl_set_pointer(easy, "COPYPOSTFIELDS", .init(mutating: $0.baseAddress)) })
  }

  private func apply(_ options: TransferOptions) throws(TransportError) {
    if let seconds = options.connectTimeout { try set("CONNECTTIMEOUT_MS", Self.milliseconds(seconds)) }
    if let seconds = options.maxTime { try set("TIMEOUT_MS", Self.milliseconds(seconds)) }
    if let file = options.caFile { try set("CAINFO", file) }
    if options.isInsecure {
      try set("SSL_VERIFYPEER", 0)
      try set("SSL_VERIFYHOST", 0)
    }
    if let proxy = options.proxy {
      try set("PROXY", proxy)
    } else if !Self.environmentNamesProxy {
      // It would look for one again for each transfer.
      try set("NOPROXY", "*")
    }
    if let path = options.unixSocket { try set("UNIX_SOCKET_PATH", path) }
    switch options.httpVersion {
    case .automatic: break
    case .http1_1: try set("HTTP_VERSION", 2)
    case .http2: try set("HTTP_VERSION", 3)
    }
  }

  /// Whether there is a variable that libcurl takes a proxy from.
  private static let environmentNamesProxy = {
    let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    return names.contains { getenv($0) != nil }
  }()

  /// Sets what each transfer has of its own: where to, and its header lines, which have to live as long as it does.
  func address(_ url: String, _ list: HeaderList) throws(TransportError) {
    try set("URL", url)
    try check(ccurl_set_pointer(easy, "HTTPHEADER", list.pointer))
  }

  /// Moves the limits of a transfer that is under way; what libcurl refuses stays as it was.
  func setTimeouts(_ options: TransferOptions, postponedBy milliseconds: Int) {
    let connecting = options.connectTimeout.map(Self.milliseconds) ?? 300_000
    if connecting > 0 { _ = ccurl_set_long(easy, "CONNECTTIMEOUT_MS", connecting + milliseconds) }
    if let whole = options.maxTime.map(Self.milliseconds), whole > 0 {
      _ = ccurl_set_long(easy, "TIMEOUT_MS", whole + milliseconds)
    }
  }

  /// Sets the resolutions; what is given back has to live as long as the handle.
  func applyResolutions(_ options: TransferOptions) throws(TransportError) -> UnsafeMutableRawPointer? {
    try apply(options.resolve, "RESOLVE")
  }

  /// The same for the hosts and ports that take the place of a URL's.
  func applyConnections(_ options: TransferOptions) throws(TransportError) -> UnsafeMutableRawPointer? {
    try apply(options.connectTo, "CONNECT_TO")
  }

  private func apply(_ entries: [String], _ option: String) throws(TransportError) -> UnsafeMutableRawPointer?
  {
    var list: UnsafeMutableRawPointer?
    for entry in entries { list = ccurl_list_append(list, entry) }
    if let list { try check(ccurl_set_pointer(easy, option, list)) }
    return list
  }

  /// Sets a callback.
  func setCallback(_ name: String, _ callback: ccurl_data_callback) throws(TransportError) {
    try check(ccurl_set_callback(easy, name, callback))
  }

  /// Sets what the callbacks are given.
  func setContext(_ pointer: UnsafeMutableRawPointer) throws(TransportError) {
    for name in ["HEADERDATA", "WRITEDATA"] { try check(ccurl_set_pointer(easy, name, pointer)) }
  }

  /// Where libcurl writes what went wrong; it has to outlive the handle.
  func setErrorBuffer(_ words: UnsafeMutableBufferPointer<CChar>) throws(TransportError) {
    try check(ccurl_set_pointer(easy, "ERRORBUFFER", words.baseAddress))
  }

  private func set(_ option: String, _ value: Int) throws(TransportError) {
    try check(ccurl_set_long(easy, option, value))
  }

  private func set(_ option: String, _ value: String) throws(TransportError) {
    // Passed as they are they would be copied.
    try check(option.withCString { name in value.withCString { ccurl_set_text(easy, name, $0) } })
  }

  private func check(_ code: Int32) throws(TransportError) {
    guard code == 0 else { throw TransportError(code: code, said: String(cString: ccurl_easy_error(code))) }
  }

  /// libcurl takes 0 for no limit: what is shorter than a millisecond is one.
  private static func milliseconds(_ seconds: Double) -> Int {
    seconds == 0 ? 0 : max(1, Int(min(seconds, 1_000_000) * 1000))
  }
}
