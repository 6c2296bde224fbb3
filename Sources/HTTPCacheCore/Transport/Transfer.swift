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
  /// Interim responses before the final one.
  static let maxInterim = 100

  package let request: TransferRequest

  /// What tells it from others between the caller's thread and the transfer thread; 0 where there is no such thread.
  var number = 0

  /// Where to; known once it is in a loop.
  var host: HostLimits.Host?

  /// When it was begun, and by a clock of milliseconds that never goes back; nil before.
  package internal(set) var begun: (at: Instant, milliseconds: Int)?

  /// Takes each interim response, in order.
  package var onInterim: (ResponseHead) -> Void = { _ in }
  /// Takes the final response's head, once.
  package var onHead: (ResponseHead) -> Void = { _ in }
  /// Takes bytes of the body.
  package var onBody: (BodyPiece) -> BodyAction = { _ in .goOn }
  /// Takes the end, exactly once.
  package var onEnd: (Result<TransferSummary, TransportError>) -> Void = { _ in }

  private var parser = HeadParser()
  private var bounds = HeadBounds()
  private var interimCount = 0
  private var hasHead = false
  private var bytesReceived: Int64 = 0
  private var failure: TransportError?

  /// The head that the caller received last: those that follow often say the same of caching.
  final class LastHead {
    fileprivate var head: ResponseHead?
  }

  var lastHead: LastHead? {
    didSet { parser.model = lastHead?.head }
  }

  package init(_ request: TransferRequest) { self.request = request }

  /// Takes a line of a head; false ends the transfer.
  ///
  /// Trailers come after the head; they are counted with it, and left out.
  func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    guard bounds.allow(line.count) else { return fail(.headTooLarge) }
    if hasHead { return true }
    do {
      guard let head = try parser.take(line) else { return true }
      guard head.isInterim, head.status != 101 else {
        hasHead = true
        lastHead?.head = head
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

  /// Takes bytes of the body; false ends the transfer.
  func takeBody(_ piece: BodyPiece) -> Bool {
    guard hasHead else { return fail(.malformedResponse) }
    bytesReceived += Int64(piece.bytes.count)
    return onBody(piece) == .goOn || fail(.cancelled)
  }

  private func fail(_ error: TransportError) -> Bool {
    failure = failure ?? error
    return false
  }

  /// Takes what another thread gathered; false ends the transfer, and what had come already is passed over.
  func take(_ received: Received) -> Bool {
    guard failure == nil else { return true }
    let isWhole = received.head.withUnsafeBytes { head in
      var rest = head[...]
      while let end = rest.firstIndex(of: 0x0A) {
        guard takeHeadLine(UnsafeRawBufferPointer(rebasing: rest[...end])) else { return false }
        rest = rest[(end + 1)...]
      }
      return true
    }
    return isWhole && (received.body.isEmpty || BodyPiece.with(received.body, takeBody))
  }

  /// Reports the end.
  ///
  /// - Parameter error: what went wrong, by libcurl or by the caller that gave it up; nil for a good end.
  func end(_ error: TransportError?) {
    if let error = failure ?? error {
      onEnd(.failure(error))
    } else if !hasHead {
      onEnd(.failure(.malformedResponse))
    } else {
      onEnd(.success(TransferSummary(bytesReceived: bytesReceived)))
    }
  }
}

/// A piece of a body, on its way.
package struct BodyPiece {
  /// Its bytes, valid only while it is given.
  package let bytes: UnsafeRawBufferPointer

  /// The array that holds just these bytes, for a caller that keeps them; nil where there is none.
  package let array: [UInt8]?

  /// Takes bytes that lie in no array.
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    array = nil
  }

  /// Gives the bytes of an array.
  package static func with<Result>(_ array: [UInt8], _ body: (BodyPiece) -> Result) -> Result {
    array.withUnsafeBytes { body(BodyPiece(bytes: $0, array: array)) }
  }

  /// Adds it to what is kept: an array is kept as it is, where nothing stands before it.
  package func add(to kept: inout [UInt8]) {
    if kept.isEmpty, let array { kept = array } else { kept.append(contentsOf: bytes) }
  }

  private init(bytes: UnsafeRawBufferPointer, array: [UInt8]) {
    self.bytes = bytes
    self.array = array
  }
}

/// How much of heads and trailers is taken for one response, counted as the lines come.
struct HeadBounds {
  /// A whole header section, interim responses before it and trailers behind the body included, in bytes: as much as curl
  /// takes.
  static let maxBytes = 300 * 1024
  /// One line of it.
  static let maxLineBytes = 100 * 1024
  /// Lines of it.
  static let maxLines = 2000

  private var bytes = 0
  private var lines = 0

  /// Counts a line; false where it is too long, or there are too many.
  mutating func allow(_ count: Int) -> Bool {
    guard count <= Self.maxLineBytes else { return false }
    bytes += count
    lines += 1
    return bytes <= Self.maxBytes && lines <= Self.maxLines
  }
}
