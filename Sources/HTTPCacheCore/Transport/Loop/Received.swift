/// What came for a transfer, on its way from the transfer thread to the caller's: some of it, or the rest and the end.
struct Received: Sendable {
  /// Which transfer it is for.
  let number: Int
  /// When the transfer was begun; nil where it never was.
  let begun: (at: Instant, milliseconds: Int)?
  /// Lines of heads.
  fileprivate(set) var head: [UInt8]
  /// Bytes of the body that come after them, in an array of their own, which the caller may keep.
  fileprivate(set) var body: [UInt8] = []
  /// How it ended; nil where more may come.
  fileprivate(set) var end: End?

  /// How many bytes that is.
  var count: Int { head.count + body.count }

  /// The buffer of its head, emptied, to be used again.
  mutating func emptied() -> [UInt8] {
    head.removeAll(keepingCapacity: true)
    return head
  }

  /// How a transfer ended.
  struct End: Sendable {
    /// nil for a good end.
    let error: TransportError?
  }
}

/// What has come for one transfer, until it is worth to be handed over.
final class Gathering {
  /// So many bytes are handed over before the end.
  private static let limit = 64 * 1024

  private var received: Received
  private var hasBody = false
  private var bounds = HeadBounds()
  /// Why no more is taken; nil while more is.
  private var failure: TransportError?
  /// Hands over what came; false ends the transfer.
  private let handOver: (Received) -> Bool

  /// Begins to gather.
  ///
  /// - Parameters:
  ///   - transfer: for what.
  ///   - buffer: an empty buffer for the head, which may have been used before.
  ///   - handOver: is given what came each time that it is much.
  init(_ transfer: Transfer, into buffer: [UInt8], handOver: @escaping (Received) -> Bool) {
    received = Received(number: transfer.number, begun: transfer.begun, head: buffer)
    self.handOver = handOver
  }

  /// Takes a line of a head; trailers, which come after the body, are counted with it, and left out.
  func addHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    guard bounds.allow(line.count) else {
      failure = .headTooLarge
      return false
    }
    if hasBody { return true }
    received.head.append(contentsOf: line)
    return handOverIfMuch()
  }

  /// Takes bytes of the body.
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

  /// The rest of it, with how it ended.
  func ended(_ error: TransportError?) -> Received {
    received.end = Received.End(error: failure ?? error)
    return received
  }
}
