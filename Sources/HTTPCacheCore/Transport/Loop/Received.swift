/// A part of a response on its way from the transfer thread to the caller's: some bytes, or the rest and the end.
struct Received: Sendable {
  /// The number of its transfer.
  let number: Int
  /// When the transfer was begun; nil if it never was.
  let begun: (at: Instant, milliseconds: Int)?
  /// Lines of response heads.
  fileprivate(set) var head: [UInt8]
  /// The bytes of the body after them, in an array that the caller may keep.
  fileprivate(set) var body: [UInt8] = []
  /// The trailer lines, after the body.
  fileprivate(set) var trailers: [UInt8] = []
  /// The lines of the connection's trace.
  fileprivate(set) var trace: [TraceLine] = []
  /// The failure, nil for a good end, and the figures, if they were measured; nil if more parts follow.
  fileprivate(set) var end: (error: TransportError?, figures: ConnectionFigures?)?

  /// The number of its bytes.
  var count: Int { head.count + body.count + trailers.count }

  /// The emptied buffer of its head, to be used again.
  mutating func emptied() -> [UInt8] {
    head.removeAll(keepingCapacity: true)
    return head
  }
}

/// Gathers the response of one transfer until there is enough to hand over.
final class ReceivedBuffer {
  /// A part with this many bytes is handed over before the transfer ends.
  private static let limit = 64 * 1024

  private var received: Received
  private var hasBody = false
  private var bounds = HeadBounds()
  /// Why no more bytes are accepted; nil while the head is within bounds.
  private var failure: TransportError?
  /// Hands over a part; returns false to end the transfer.
  private let handOver: (Received) -> Bool

  init(_ transfer: Transfer, into buffer: [UInt8], handOver: @escaping (Received) -> Bool) {
    received = Received(number: transfer.number, begun: transfer.begun, head: buffer)
    self.handOver = handOver
  }

  func addTrace(_ line: TraceLine) { received.trace.append(line) }

  /// Takes a line of a head, or a trailer; false ends the transfer.
  func addHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    if let bound = bounds.exceeded(by: line.count) {
      failure = .headTooLarge(bound)
      return false
    }
    if hasBody { received.trailers.append(contentsOf: line) } else { received.head.append(contentsOf: line) }
    return handOverIfMuch()
  }

  /// Takes bytes of the body; false ends the transfer.
  func addBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    hasBody = true
    received.body.append(contentsOf: bytes)
    return handOverIfMuch()
  }

  private func handOverIfMuch() -> Bool {
    guard received.count >= Self.limit else { return true }
    let much = received
    received = Received(number: much.number, begun: much.begun, head: [])
    return handOver(much)
  }

  /// Returns the rest of the response with its end.
  func ended(_ error: TransportError?, _ figures: ConnectionFigures?) -> Received {
    received.end = (failure ?? error, figures)
    return received
  }
}
