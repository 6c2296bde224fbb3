import CCurl
import CSystem

/// One handle of libcurl, and the transfer that it is used for; for one thread.
final class EasyHandle {
  let pointer: UnsafeMutableRawPointer

  /// The transfer under way; nil between two.
  private(set) var transfer: Transfer?
  /// Gathers the response for another thread; nil if the transfer gets it at once.
  private var gathering: ReceivedBuffer?
  private var list: HeaderList?
  private var upload: Upload?
  private var form: Form?
  /// Lists that libcurl reads while the handle exists.
  private var lists: [UnsafeMutableRawPointer] = []
  private var postponed = 0
  /// When bytes were last sent or received, in milliseconds; kept only if `longestSilence` is set.
  private var lastActivity = 0
  /// Reads libcurl's trace of the connection; nil if the request asks for no trace.
  private var trace: TraceReader?
  /// libcurl's error message; `CURL_ERROR_SIZE` bytes.
  private let words = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 256)

  /// Makes a handle that is set up for requests like this one; throws if libcurl refuses an option.
  init(for request: TransferRequest) throws(TransportError) {
    guard let pointer = ccurl_easy_new() else { throw .other("libcurl has no memory") }
    self.pointer = pointer
    trace = request.options.isTraced ? TraceReader() : nil
    words.initialize(repeating: 0)
    let options = EasyOptions(pointer)
    try options.apply(request)
    if case .upload(let source)? = request.body { upload = try Upload(source) }
    if case .form(let parts)? = request.body {
      let form = try Form(parts, for: pointer)
      self.form = form
      try options.set("MIMEPOST", form.pointer)
    }
    for (name, entries) in [("RESOLVE", request.options.resolve), ("CONNECT_TO", request.options.connectTo)] {
      guard let list = entries.reduce(nil, { ccurl_list_append($0, $1.cText) }) else { continue }
      lists.append(list)
      try options.set(name, list)
    }
    try options.set("ERRORBUFFER", words.baseAddress)
    try setCallbacks(options)
  }

  deinit {
    // Turn the trace off: freeing the handle makes libcurl call the trace callback, whose context is being destroyed.
    if trace != nil { _ = ccurl_set_long(pointer, "VERBOSE", 0) }
    ccurl_easy_free(pointer)
    for list in lists { ccurl_list_free(list) }
    words.deallocate()
  }

  /// Uses the handle for a transfer; throws if libcurl refuses an option.
  func begin(_ transfer: Transfer, _ list: HeaderList, gathering: ReceivedBuffer?) throws(TransportError) {
    words[0] = 0
    lastActivity = 0
    self.transfer = transfer
    self.gathering = gathering
    self.list = list
    try EasyOptions(pointer).address(transfer.request.url, list)
  }

  /// Sets the callbacks by which libcurl passes heads, bodies and its trace to the handle, and reads content.
  private func setCallbacks(_ options: EasyOptions) throws(TransportError) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for name in ["HEADERDATA", "WRITEDATA"] { try options.set(name, context) }
    try options.setCallback("HEADERFUNCTION") { bytes, size, count, context in
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return EasyHandle.with(context, else: 0) { $0.takeHeadLine(line) ? line.count : 0 }
    }
    try options.setCallback("WRITEFUNCTION") { bytes, size, count, context in
      let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return EasyHandle.with(context, else: 0) { $0.takeBody(chunk) }
    }
    if upload != nil {
      for name in ["READDATA", "SEEKDATA"] { try options.set(name, context) }
      try options.setCallback("READFUNCTION") { bytes, size, count, context in
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return EasyHandle.with(context, else: 0) { handle in
          handle.noteActivity()
          return handle.upload?.read(into: buffer) ?? 0
        }
      }
      try options.setSeek { context, offset, _ in
        EasyHandle.with(context, else: 2) { $0.upload?.seek(to: offset) == true ? 0 : 2 }
      }
    }
    if trace != nil {
      try options.set("DEBUGDATA", context)
      try options.setTrace { _, kind, bytes, size, context in
        guard let kind = TraceLine.Kind(curl: kind) else { return 0 }
        let text = UnsafeRawBufferPointer(start: bytes, count: size)
        EasyHandle.with(context, else: ()) { handle in
          for line in handle.trace?.lines(kind, text) ?? [] { handle.report(line) }
        }
        return 0
      }
    }
  }

  /// Passes the handle to a callback's work without counting a reference to it; `context` is the handle's address.
  private static func with<Result>(
    _ context: UnsafeMutableRawPointer?, else missing: Result, _ work: (EasyHandle) -> Result
  ) -> Result {
    context.map { Unmanaged<EasyHandle>.fromOpaque($0)._withUnsafeGuaranteedRef(work) } ?? missing
  }

  private func report(_ line: TraceLine) {
    if let gathering { gathering.addTrace(line) } else { transfer?.onTrace(line) }
  }

  /// The time at which the transfer is given up if no bytes pass before, in milliseconds; nil for never.
  func silenceEnd(at now: Int) -> Int? {
    guard let limit = transfer?.request.options.longestSilence else { return nil }
    if lastActivity == 0 { lastActivity = now }
    return lastActivity + Int(min(limit, 1_000_000) * 1000)
  }

  private func noteActivity() {
    if transfer?.request.options.longestSilence != nil { lastActivity = HostClock.milliseconds() }
  }

  private func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    noteActivity()
    if let trailer = trace?.unreportedTrailer(line) { report(trailer) }
    return gathering?.addHeadLine(line) ?? transfer?.takeHeadLine(line) ?? false
  }

  /// Takes bytes of the body; returns their count, 0 to end the transfer, or CURL_WRITEFUNC_PAUSE to have libcurl
  /// hold them.
  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    noteActivity()
    // CURL_WRITEFUNC_PAUSE
    if let transfer, transfer.isPaused { return 0x1000_0001 }
    let isTaken = gathering?.addBody(bytes) ?? transfer?.takeBody(BodyPiece(bytes)) ?? false
    return isTaken ? bytes.count : 0
  }

  /// Extends the time-outs by a time in which the transfer was suspended.
  func postponeTimeouts(by milliseconds: Int) {
    guard let transfer else { return }
    postponed += milliseconds
    if lastActivity > 0 { lastActivity += milliseconds }
    EasyOptions(pointer).setTimeouts(transfer.request.options, postponedBy: postponed)
  }

  /// Whether the handle can be used for another transfer like the one that ended well: its time-outs are as requested.
  var isReusable: Bool { postponed == 0 }

  /// Releases the transfer that has ended, and returns the gathered response, and the error; nil for a good end.
  func end(code: Int32) -> (gathered: ReceivedBuffer?, error: TransportError?) {
    defer { (transfer, gathering) = (nil, nil) }
    if let transfer, transfer.request.options.isMeasured { transfer.figures = ConnectionFigures(pointer) }
    return (gathering, code == 0 ? nil : TransportError(failure(code)))
  }

  private func failure(_ code: Int32) -> CurlFailure {
    let detail = words.baseAddress.map { String(cString: $0) } ?? ""
    let general = ccurl_easy_error(code).map { String(cString: $0) } ?? "error \(code)"
    return CurlFailure(
      code: code, said: detail.isEmpty ? general : detail, general: general,
      proxy: transfer.flatMap { EasyOptions.proxy(of: $0.request) },
      connectStatus: ccurl_fact(pointer, ccurl_connect_status),
      verified: (
        ccurl_fact(pointer, ccurl_verify_result), ccurl_fact(pointer, ccurl_proxy_verify_result)
      ),
      openFilesLimit: openFilesLimit(code))
  }

  /// The limit of open files, if it may be why libcurl could not look up a name or connect (CURLcodes 6 and 7).
  ///
  /// libcurl does not tell, but the error of the system is then EMFILE, or 0 if it could not even open a socket.
  private func openFilesLimit(_ code: Int32) -> Int? {
    let isPossible =
      [6, 7].contains(code) && [0, Int(EMFILE)].contains(ccurl_fact(pointer, ccurl_os_error))
    return isPossible && !OpenFiles.areLeft ? OpenFiles.limit : nil
  }
}

/// The files and sockets that this process has open.
private enum OpenFiles {
  /// How many the system lets it have.
  static var limit: Int { sysconf(Int32(_SC_OPEN_MAX)) }

  /// Whether it can open as many more as looking up a name and connecting take.
  static var areLeft: Bool {
    let opened = (0..<4).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    let isFull = opened.contains { $0 < 0 } && errno == EMFILE
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    return !isFull
  }
}

/// The version of libcurl on this machine; asking loads the library.
package enum CurlVersion {
  /// The versions of libcurl and of its libraries, as libcurl writes them; nil if it can't be loaded.
  package static var text: String? { ccurl_load() == 0 ? String(cString: ccurl_version()) : nil }

  /// Whether the loaded libcurl was packed with this program, since the system has none.
  package static var isPacked: Bool { ccurl_load() == 0 && ccurl_is_packed() != 0 }
}
