import CCurl

/// The options of one libcurl handle, by name.
struct EasyHandle {
  private let easy: UnsafeMutableRawPointer

  init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

  /// Sets all that a request needs but its lists and callbacks.
  func apply(_ request: TransferRequest) throws(TransportError) {
    try set("URL", request.url)
    try set("NOSIGNAL", 1)
    try set("FOLLOWLOCATION", 0)
    try set("HTTP09_ALLOWED", 0)
    // Stored as received: content codings stay; transfer codings are libcurl's to undo.
    try set("HTTP_CONTENT_DECODING", 0)
    try set("SUPPRESS_CONNECT_HEADERS", 1)
    if ccurl_set_text(easy, "PROTOCOLS_STR", "http,https") != 0 { try set("PROTOCOLS", 3) }
    try set("BUFFERSIZE", 131_072)
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
    if let proxy = options.proxy { try set("PROXY", proxy) }
    if let path = options.unixSocket { try set("UNIX_SOCKET_PATH", path) }
    switch options.httpVersion {
    case .automatic: break
    case .http1_1: try set("HTTP_VERSION", 2)
    case .http2: try set("HTTP_VERSION", 3)
    }
  }

  /// Moves the limits of a transfer that is under way; what libcurl refuses stays as it was.
  func setTimeouts(_ options: TransferOptions, postponedBy milliseconds: Int) {
    let connecting = options.connectTimeout.map(Self.milliseconds) ?? 300_000
    if connecting > 0 { _ = ccurl_set_long(easy, "CONNECTTIMEOUT_MS", connecting + milliseconds) }
    if let whole = options.maxTime.map(Self.milliseconds), whole > 0 {
      _ = ccurl_set_long(easy, "TIMEOUT_MS", whole + milliseconds)
    }
  }

  /// Sets the fields and resolutions; what is given back has to live as long as the handle.
  func applyLists(_ request: TransferRequest) throws(TransportError) -> [UnsafeMutableRawPointer] {
    var lines = request.fields.map { line in
      Array(line.name.utf8) + (line.rawValue.isEmpty ? [0x3B] : [0x3A, 0x20] + line.rawValue)
    }
    // What libcurl would add of its own accord, and the request does not have.
    let suppressed = request.body == nil ? ["Accept"] : ["Accept", "Expect"]
    for name in suppressed where !request.fields.contains(where: { $0.isNamed(name) }) {
      lines.append(Array("\(name):".utf8))
    }
    var lists: [UnsafeMutableRawPointer] = []
    let resolve = request.options.resolve.map { Array($0.utf8) }
    for (option, texts) in [("HTTPHEADER", lines), ("RESOLVE", resolve)] {
      var list: UnsafeMutableRawPointer?
      for text in texts {
        let bytes = (text + [0]).map(CChar.init(bitPattern:))
        list = bytes.withUnsafeBufferPointer { ccurl_list_append(list, $0.baseAddress) }
      }
      guard let list else { continue }
      lists.append(list)
      try check(ccurl_set_pointer(easy, option, list))
    }
    return lists
  }

  /// Sets a callback and what it is given.
  func setCallback(
    _ name: String, context: String, _ pointer: UnsafeMutableRawPointer, _ callback: ccurl_data_callback
  ) throws(TransportError) {
    try check(ccurl_set_callback(easy, name, callback))
    try check(ccurl_set_pointer(easy, context, pointer))
  }

  /// Where libcurl writes what went wrong; it has to outlive the handle.
  func setErrorBuffer(_ words: UnsafeMutableBufferPointer<CChar>) throws(TransportError) {
    try check(ccurl_set_pointer(easy, "ERRORBUFFER", words.baseAddress))
  }

  private func set(_ option: String, _ value: Int) throws(TransportError) {
    try check(ccurl_set_long(easy, option, value))
  }

  private func set(_ option: String, _ value: String) throws(TransportError) {
    try check(ccurl_set_text(easy, option, value))
  }

  private func check(_ code: Int32) throws(TransportError) {
    guard code == 0 else { throw TransportError(code: code, said: String(cString: ccurl_easy_error(code))) }
  }

  /// libcurl takes 0 for no limit: what is shorter than a millisecond is one.
  private static func milliseconds(_ seconds: Double) -> Int {
    seconds == 0 ? 0 : max(1, Int(min(seconds, 1_000_000) * 1000))
  }
}
