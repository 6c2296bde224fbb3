/// Decides in which order the bytes of a response reach the reader, and which of them wait.
///
/// A response consists of stored bytes, or of the origin's bytes with stored bytes before and after them. The origin
/// may send while the storage still opens the stored bytes, and the reader may want a pause. `BodyFlow` gives the
/// next step; the driver reads, keeps and delivers the bytes.
struct BodyFlow: Sendable {
  /// The driver's next step.
  enum Step: Sendable {
    /// Gives the reader stored bytes, and calls `gave` or `close`.
    case give(StoredPiece)
    /// Takes the held bytes as if they arrived now.
    case take([UInt8])
    /// Goes on without the stored bytes, which the storage has not opened yet: too many bytes wait for them.
    case giveUpOpening
    /// Tells the fetch how the transfer ended; nil if the response is whole.
    case end(TransportError?)
  }

  /// How many bytes are held while the storage opens bodies.
  private static let mostHeld = 1 << 20

  /// Where the origin's bytes go; nil for a stored response, and for a response that is neither passed on nor stored.
  private var route: BodyRoute?
  /// The stored bytes that the reader gets next.
  private var stored: StoredPiece?
  /// The origin's bytes that wait for an opening, or for the stored bytes before them.
  private var held: [UInt8] = []
  /// How the transfer ended; nil before, and once the fetch has been told.
  private var end: Result<Void, TransportError>?
  /// How many of the origin's bytes have gone to the storage and the reader.
  private var arrived: Int64 = 0
  /// How many openings were begun; only the latest one counts.
  private var openings = 0
  private var isOpening = false
  /// Whether the reader wants a pause.
  private(set) var isPaused = false
  /// Whether the reader gets no more bytes.
  private(set) var isClosed = false
  /// Whether the response was given up after its transfer had ended, or while bytes of it were held.
  private var isCut = false

  /// Prepares for the response to another request.
  mutating func restart() {
    let openings = openings
    self = BodyFlow()
    self.openings = openings
  }

  /// The next step; nil if the flow waits.
  mutating func next() -> Step? {
    if isOpening {
      guard held.count > Self.mostHeld else { return nil }
      isOpening = false
      return .giveUpOpening
    }
    if let stored { return isPaused ? nil : .give(stored) }
    if !held.isEmpty {
      defer { held = [] }
      return .take(held)
    }
    guard let end else { return nil }
    let problem = problem(end)
    if problem == nil, !isClosed, let after = route?.after {
      route?.after = nil
      stored = after
      return next()
    }
    self.end = nil
    return .end(problem ?? (isClosed ? nil : route?.wholeDigest?.broken.map(TransportError.digestWrong)))
  }

  /// Why the response is not whole: its transfer failed, or its length or digest differs from the one in its head.
  private func problem(_ end: Result<Void, TransportError>) -> TransportError? {
    if isCut { return .cancelled }
    let length = isClosed ? nil : route?.length
    if let length, arrived > length { return .tooLong(expected: length) }
    if case .failure(let error) = end { return error }
    if let length, arrived < length {
      return .cutShort("\(arrived) of the \(length) bytes that Content-Range names")
    }
    return isClosed ? nil : route?.digest?.broken.map(TransportError.digestWrong)
  }
}

// MARK: - What happens

extension BodyFlow {
  /// Holds the origin's bytes until the storage has opened bodies; returns a number that tells this opening from
  /// earlier ones.
  mutating func beginOpening() -> Int {
    isOpening = true
    openings += 1
    return openings
  }

  /// Whether an opening still goes on: it was neither given up nor followed by another.
  func isOpening(_ number: Int) -> Bool { isOpening && number == openings }

  /// Notes that the storage opened the bodies, or could not.
  mutating func endOpening() { isOpening = false }

  /// Begins a stored response.
  mutating func pass(_ answer: StoredPiece) { (route, stored) = (nil, answer) }

  /// Begins a response of the origin.
  mutating func pass(_ route: BodyRoute) {
    self.route = route
    if !isClosed { stored = route.before }
  }

  /// Takes bytes of the origin; returns nil if the driver must pass them on now, to the storage and to the reader.
  mutating func take(_ piece: BodyPiece) -> BodyAction? {
    guard !isOpening, stored == nil else {
      held.append(contentsOf: piece.bytes)
      return isOpening ? .goOn : .pause
    }
    guard route != nil else { return .goOn }
    arrived += Int64(piece.bytes.count)
    route?.digest?.update(piece.bytes)
    if let length = route?.length, arrived > length { return .abort }
    return nil
  }

  /// Notes bytes that the reader gets, stored ones and those of the origin.
  mutating func deliver(_ bytes: UnsafeRawBufferPointer) { route?.wholeDigest?.update(bytes) }

  /// Whether the reader is meant to get the origin's bytes.
  var isForReader: Bool { route?.isForReader == true }

  mutating func transferEnded(_ end: Result<Void, TransportError>) { self.end = end }

  /// Notes that the reader got stored bytes, all but `rest` if it wants a pause; returns whether the reader has the
  /// whole body of a stored response.
  mutating func gave(rest: ClosedRange<Int64>?) -> Bool {
    stored = stored.flatMap { stored in rest.map { StoredPiece(reference: stored.reference, range: $0) } }
    return stored == nil && route == nil
  }

  mutating func pause() { isPaused = true }

  mutating func resume() { isPaused = false }

  /// Gives the reader no more bytes.
  mutating func close() { (isClosed, stored) = (true, nil) }

  /// Gives up the response; it counts as cancelled if its transfer has ended or bytes of it were held.
  mutating func stop() {
    close()
    isCut = end != nil || !held.isEmpty
    held = []
  }
}
