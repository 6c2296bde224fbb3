/// One exchange with an origin; its callbacks get the heads, the body and the end as they arrive, on the loop's
/// thread.
final class Transfer {
  let request: TransferRequest

  /// The number by which the caller's thread and the transfer thread name it; 0 without a transfer thread.
  var number = 0

  /// The host that the transfer goes to; nil until a loop has taken it.
  var host: HostLimits.Host?

  /// When the transfer began, by this host's clock and by a monotonic one in milliseconds; nil before.
  var begun: (at: Instant, milliseconds: Int)?

  /// Takes each interim response, in order.
  var onInterim: (ResponseHead) -> Void = { _ in }
  /// Takes the final response's head, once.
  var onHead: (ResponseHead) -> Void = { _ in }
  /// Takes bytes of the body.
  var onBody: (BodyPiece) -> BodyAction = { _ in .goOn }
  /// Takes each trailer line, with its line end (RFC 9112 §7.1.2).
  var onTrailer: ([UInt8]) -> Void = { _ in }
  /// Takes each line of the connection's trace, if the request asks for a trace.
  var onTrace: (TraceLine) -> Void = { _ in }
  /// Takes the end, exactly once.
  var onEnd: (Result<Void, TransportError>) -> Void = { _ in }

  /// Whether the receiver wants no more bytes until the loop resumes the transfer.
  var isPaused = false

  /// The measured figures, if the request asks for them; nil before the end, and if the transfer never began.
  var figures: ConnectionFigures?

  private var parser = HeadParser()
  private var bounds = HeadBounds()
  private var interimCount = 0
  private var hasHead = false
  /// The head of a 401 that libcurl may follow with a request with credentials; nil if none is held.
  private var refusal: ResponseHead?
  private var failure: TransportError?

  /// The head that the caller received last; the heads that follow often have the same `Cache-Control`.
  final class LastHead {
    fileprivate var head: ResponseHead?
  }

  var lastHead: LastHead? {
    didSet { parser.model = lastHead?.head }
  }

  init(_ request: TransferRequest) { self.request = request }

  /// Takes a line of a head; false ends the transfer.
  ///
  /// Trailers come here too, and count toward the same bounds.
  func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    if let bound = bounds.exceeded(by: line.count) { return fail(.headTooLarge(bound)) }
    if hasHead {
      takeTrailer(line)
      return true
    }
    if refusal != nil {
      // A line that begins no other head is a trailer of the 401, which is dropped with it.
      guard HeadParser.isStatusLine(line) else { return true }
      refusal = nil
    }
    do {
      guard let head = try parser.take(line) else { return true }
      // 101 comes before the answer if the connection changes to HTTP/2 (RFC 9110 §15.2.2).
      guard head.isInterim else {
        if request.login != nil, head.status == 401 {
          refusal = head
          return true
        }
        return takeFinal(head)
      }
      interimCount += 1
      guard interimCount <= HeadBound.interim.limit else { return fail(.headTooLarge(.interim)) }
      onInterim(head)
      return true
    } catch {
      return fail(.malformedResponse)
    }
  }

  private func takeFinal(_ head: ResponseHead) -> Bool {
    hasHead = true
    lastHead?.head = head
    onHead(head)
    guard let coding = head.unaskedTransferCoding(answering: request.method) else { return true }
    return fail(.transferCoding(coding))
  }

  /// Takes a held 401 as the final response, once no other head can follow; false ends the transfer.
  private func takeRefusal() -> Bool {
    guard let head = refusal else { return true }
    refusal = nil
    return takeFinal(head)
  }

  private func takeTrailer(_ line: UnsafeRawBufferPointer) {
    // The empty line that ends the trailers is not a trailer.
    if line.contains(where: { $0 != 0x0D && $0 != 0x0A }) { onTrailer(Array(line)) }
  }

  /// Takes bytes of the body; false ends the transfer.
  func takeBody(_ piece: BodyPiece) -> Bool {
    guard takeRefusal() else { return false }
    guard hasHead else { return fail(.malformedResponse) }
    switch onBody(piece) {
    case .goOn: return true
    case .pause:
      isPaused = true
      return true
    case .abort: return fail(.cancelled)
    }
  }

  private func fail(_ error: TransportError) -> Bool {
    failure = failure ?? error
    return false
  }

  /// Takes a part that the transfer thread gathered; false ends the transfer, and later parts are dropped.
  func take(_ received: Received) -> Bool {
    for line in received.trace { onTrace(line) }
    guard failure == nil else { return true }
    return takeLines(received.head) && (received.body.isEmpty || BodyPiece.with(received.body, takeBody))
      && takeLines(received.trailers)
  }

  private func takeLines(_ lines: [UInt8]) -> Bool {
    lines.withUnsafeBytes { lines in
      var rest = lines[...]
      while let end = rest.firstIndex(of: 0x0A) {
        guard takeHeadLine(UnsafeRawBufferPointer(rebasing: rest[...end])) else { return false }
        rest = rest[(end + 1)...]
      }
      return true
    }
  }

  func end(_ error: TransportError?) {
    if error == nil, failure == nil { _ = takeRefusal() }
    let problem = failure ?? error ?? (hasHead ? nil : endWithoutHead)
    onEnd(problem.map(Result.failure) ?? .success(()))
  }
}

extension ResponseHead {
  /// The transfer coding, besides chunked, of a response with content; nil if there is none.
  ///
  /// A request without `TE` allows none (RFC 9110 §10.1.4), and libcurl would pass such content on without decoding
  /// it.
  func unaskedTransferCoding(answering method: String) -> String? {
    guard method != "HEAD", status != 204, status != 304, fields.contains("Transfer-Encoding") else {
      return nil
    }
    return fields.members("Transfer-Encoding").first {
      !["chunked", "identity"].contains($0.asciiLowercased)
    }
  }
}

extension Transfer {
  /// Why a transfer that libcurl takes for whole has no head: libcurl does not mind a connection that ends within one.
  private var endWithoutHead: TransportError {
    parser.isBegun ? .cutShort("the connection ended within the head") : .malformedResponse
  }
}

/// Bounds for the heads and trailers of one response, counted as the lines come.
struct HeadBounds {
  private var bytes = 0
  private var lines = 0

  /// Counts a line; returns the bound that it exceeds, nil for none.
  mutating func exceeded(by count: Int) -> HeadBound? {
    guard count <= HeadBound.lineBytes.limit else { return .lineBytes }
    bytes += count
    lines += 1
    if bytes > HeadBound.bytes.limit { return .bytes }
    return lines > HeadBound.lines.limit ? .lines : nil
  }
}
