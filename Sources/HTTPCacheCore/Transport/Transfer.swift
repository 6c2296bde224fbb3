import CCurl

/// What a receiver wants after it has taken bytes of a body.
package enum BodyAction: Sendable {
  /// More.
  case goOn
  /// Nothing more at all: the transfer ends.
  case abort
}

/// What is known of an exchange once it has ended well.
package struct TransferSummary: Sendable, Equatable {
  /// Bytes of the body as received, transfer codings undone.
  package let bytesReceived: Int64
}

/// One exchange with an origin: heads, body bytes and end as they come, on the loop's thread.
package final class Transfer {
  /// A whole header section, in bytes: as much as curl takes.
  static let maxHeadBytes = 300 * 1024
  /// One line of it.
  static let maxLineBytes = 100 * 1024
  /// Lines of it.
  static let maxLines = 2000
  /// Interim responses before the final one.
  static let maxInterim = 100

  package let request: TransferRequest

  /// Where to; known once it is in a loop.
  var host: HostLimits.Host?

  /// Takes each interim response, in order.
  package var onInterim: (ResponseHead) -> Void = { _ in }
  /// Takes the final response's head, once.
  package var onHead: (ResponseHead) -> Void = { _ in }
  /// Takes bytes of the body.
  package var onBody: (UnsafeRawBufferPointer) -> BodyAction = { _ in .goOn }
  /// Takes the end, exactly once.
  package var onEnd: (Result<TransferSummary, TransportError>) -> Void = { _ in }

  private var parser = HeadParser()
  private var headBytes = 0
  private var lineCount = 0
  private var interimCount = 0
  private var hasHead = false
  private var bytesReceived: Int64 = 0
  private var postponed = 0
  private var failure: TransportError?
  private var easy: UnsafeMutableRawPointer?
  private var list: HeaderList?
  private var resolutions: UnsafeMutableRawPointer?
  private var handles: EasyHandles?
  /// libcurl's own words of what went wrong; `CURL_ERROR_SIZE` bytes.
  private let words = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 256)

  package init(_ request: TransferRequest) {
    self.request = request
    words.initialize(repeating: 0)
  }

  deinit { words.deallocate() }

  /// Makes libcurl's handle for it, or takes one that is left; the library is loaded already.
  func prepare(_ handles: EasyHandles) throws(TransportError) -> UnsafeMutableRawPointer {
    let known = handles.take(for: request)
    guard let easy = known ?? ccurl_easy_new() else { throw .other("libcurl has no memory") }
    self.easy = easy
    self.handles = handles
    let handle = EasyHandle(easy)
    if known == nil {
      try handle.apply(request)
      resolutions = try handle.applyResolutions(request.options)
      try setCallbacks(of: handle)
    }
    parser.model = handles.lastHead
    let list = handles.list(for: request)
    self.list = list
    try handle.address(request.url, list)
    try handle.setErrorBuffer(words)
    try handle.setContext(Unmanaged.passUnretained(self).toOpaque())
    return easy
  }

  /// Has libcurl give a transfer its head and body: the one that the handle is for then.
  private func setCallbacks(of handle: EasyHandle) throws(TransportError) {
    try handle.setCallback("HEADERFUNCTION") { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return Unmanaged<Transfer>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.takeHeadLine(line) ? line.count : 0
      }
    }
    try handle.setCallback("WRITEFUNCTION") { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return Unmanaged<Transfer>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.takeBody(chunk) ? chunk.count : 0
      }
    }
  }

  /// Takes a line of a head; false ends the transfer.
  ///
  /// Trailers come after the head, and are left out.
  private func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    if hasHead { return true }
    headBytes += line.count
    lineCount += 1
    guard headBytes <= Self.maxHeadBytes, line.count <= Self.maxLineBytes, lineCount <= Self.maxLines else {
      return fail(.headTooLarge)
    }
    do {
      guard let head = try parser.take(line) else { return true }
      guard head.isInterim, head.status != 101 else {
        hasHead = true
        handles?.lastHead = head
        onHead(head)
        return true
      }
      interimCount += 1
      guard interimCount <= Self.maxInterim else { return fail(.headTooLarge) }
      onInterim(head)
      return true
    } catch {
      return fail(.malformedResponse)
    }
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard hasHead else { return fail(.malformedResponse) }
    bytesReceived += Int64(bytes.count)
    return onBody(bytes) == .goOn || fail(.cancelled)
  }

  private func fail(_ error: TransportError) -> Bool {
    failure = failure ?? error
    return false
  }

  /// Puts off its time-outs by a time that does not count.
  func postponeTimeouts(by milliseconds: Int) {
    guard let easy else { return }
    postponed += milliseconds
    EasyHandle(easy).setTimeouts(request.options, postponedBy: postponed)
  }

  /// Frees the handle and reports the end.
  ///
  /// - Parameter code: a CURLcode.
  func end(code: Int32) {
    release(isReusable: code == 0 && failure == nil && postponed == 0)
    if let failure {
      onEnd(.failure(failure))
    } else if code != 0 {
      onEnd(.failure(TransportError(code: code, said: said(code))))
    } else if !hasHead {
      onEnd(.failure(.malformedResponse))
    } else {
      onEnd(.success(TransferSummary(bytesReceived: bytesReceived)))
    }
  }

  /// What libcurl says went wrong.
  private func said(_ code: Int32) -> String {
    let detail = words.baseAddress.map { String(cString: $0) } ?? ""
    return detail.isEmpty ? ccurl_easy_error(code).map { String(cString: $0) } ?? "error \(code)" : detail
  }

  /// Frees the handle and reports why there was no transfer.
  func end(_ error: TransportError) {
    release(isReusable: false)
    onEnd(.failure(error))
  }

  private func release(isReusable: Bool) {
    if let easy {
      if isReusable, let handles { handles.give(easy, of: request) } else { ccurl_easy_free(easy) }
    }
    easy = nil
    list = nil
    if let resolutions { ccurl_list_free(resolutions) }
    resolutions = nil
  }
}
