/// Gets and puts the objects of a remote cache.
///
/// Its failures never fail a fetch: it counts them, warns the user of the first one, and after the third sends no
/// request for a while.
final class RemoteClient {
  /// The outcome of a request.
  enum Answer {
    /// The object was read or written.
    case done
    /// The server has no such object.
    case missing
    /// The request failed, or was not sent; with the reason in words.
    case failed(String)
  }

  /// The number of failures after which no request is sent for a while.
  private static let mostFailures = 3

  /// The most bytes that are read of an error response, so that its connection can be used again.
  private static let mostUseless = 64 << 10

  /// The most bytes that are sent to a collection that may be missing: a server may take all of them before it
  /// refuses.
  private static let mostForNothing: Int64 = 1 << 20

  let server: RemoteServer
  private let loop: TransferLoop
  /// How long no request is sent after too many failures, in milliseconds; nil for the rest of the run.
  private let rest: Int?
  /// Warns the user of the first failure.
  private let warn: (String) -> Void
  /// A clock that never goes back, in milliseconds.
  private let milliseconds: () -> Int
  private var failures = 0
  /// When requests are sent again after too many failures, by that clock.
  private var restsUntil = Int.max
  private var isCancelled = false
  private var underWay: [ObjectIdentifier: Transfer] = [:]
  /// Whether the collections of a WebDAV server were made by this run.
  private var hasMadeCollections = false
  /// Counts a failure for the statistics.
  var onFailure: () -> Void = {}

  init(
    _ server: RemoteServer, loop: TransferLoop, rest: Int?, warn: @escaping (String) -> Void,
    milliseconds: @escaping () -> Int
  ) {
    (self.server, self.loop, self.rest, self.warn) = (server, loop, rest, warn)
    self.milliseconds = milliseconds
  }

  /// Whether no request is sent now: too many failed, or the run was cancelled.
  var isOff: Bool { isCancelled || hasFailedOften && milliseconds() < restsUntil }

  private var hasFailedOften: Bool { failures >= Self.mostFailures }

  private var leftAlone: Answer {
    .failed("it is left alone for \(rest == nil ? "the rest of this run" : "a while")")
  }

  /// Cancels the requests under way, sends no more in this run, and tells the user why.
  func stop(_ words: String) {
    isCancelled = true
    warn(words)
    for transfer in underWay.values { loop.cancel(transfer) }
  }

  /// Gets an object of at most `limit` bytes; `take` returns false to get no more of them, which counts as a failure.
  func get(
    _ object: RemoteServer.Object, limit: Int64, take: @escaping (BodyPiece) -> Bool,
    then: @escaping (Answer) -> Void
  ) {
    var length: Int64 = 0
    send(
      server.request("GET", object),
      take: { piece in
        length += Int64(piece.bytes.count)
        return length <= limit && take(piece)
      }, then: then)
  }

  /// Asks whether the server has an object of a length; one of another length counts as missing.
  func ask(_ object: RemoteServer.Object, length: Int64, then: @escaping (Answer) -> Void) {
    var found: Int64?
    send(
      server.request("HEAD", object),
      head: { found = $0.fields.first("Content-Length").flatMap { Int64($0) } },
      then: { answer in
        if case .done = answer, let found, found != length { then(.missing) } else { then(answer) }
      })
  }

  /// Puts an object; on a server with collections, first makes the missing ones.
  func put(
    _ object: RemoteServer.Object, _ body: TransferRequest.Body, digest: String,
    then: @escaping (Answer) -> Void
  ) {
    let mayLackCollections = !hasMadeCollections && !server.isSigned
    let putIntoCollections = { [self] in
      makeCollections(server.collections[...]) { [self] in put(object, body, digest: digest, then: then) }
    }
    if mayLackCollections, body.length ?? 0 > Self.mostForNothing { return putIntoCollections() }
    let request = server.request("PUT", object, body: body, digest: digest)
    send(request, isExpected: { mayLackCollections && ($0 == 409 || $0 == 404) }) { answer in
      if case .missing = answer { putIntoCollections() } else { then(answer) }
    }
  }

  private func makeCollections(_ names: ArraySlice<String>, then: @escaping () -> Void) {
    hasMadeCollections = true
    guard let name = names.first else { return then() }
    // Ignore the status: an existing collection is refused (405), and any other failure shows at the next request.
    send(server.request(makingCollectionAt: name), isExpected: { _ in true }) { [self] _ in
      makeCollections(names.dropFirst(), then: then)
    }
  }

  /// Sends a request, and passes the bytes of a 200 to `take`; a status that `isExpected` accepts counts as
  /// `missing`, not as a failure.
  private func send(
    _ request: TransferRequest, isExpected: @escaping (Int) -> Bool = { $0 == 404 || $0 == 410 },
    head: @escaping (ResponseHead) -> Void = { _ in },
    take: @escaping (BodyPiece) -> Bool = { _ in true }, then: @escaping (Answer) -> Void
  ) {
    guard !isOff else { return then(leftAlone) }
    let transfer = Transfer(request)
    let id = ObjectIdentifier(transfer)
    var status = 0
    var useless = 0
    var isUnwanted = false
    var explanation: [UInt8] = []
    transfer.onHead = {
      status = $0.status
      head($0)
    }
    transfer.onBody = { piece in
      if status == 200, request.method == "GET" {
        isUnwanted = !take(piece)
        return isUnwanted ? .abort : .goOn
      }
      useless += piece.bytes.count
      if explanation.count < 4096 { explanation.append(contentsOf: piece.bytes) }
      return useless > Self.mostUseless ? .abort : .goOn
    }
    transfer.onEnd = { [self] outcome in
      underWay[id] = nil
      if case .failure(let error) = outcome, status == 0 || (200..<300).contains(status) {
        return then(
          isUnwanted
            ? .failed("the body that it sent is not the one that was stored there") : ended(by: error))
      }
      if request.method == "GET" ? status == 200 : (200..<300).contains(status) { return then(.done) }
      let refusal = RemoteRefusal(status, to: request, said: explanation)
      if isExpected(status), !refusal.lacksBucket { return then(.missing) }
      then(fail(refusal.words))
    }
    underWay[id] = transfer
    loop.start(transfer)
  }

  /// The outcome if the transfer failed, or was cancelled with the run.
  private func ended(by error: TransportError) -> Answer {
    guard error == .cancelled else { return fail(Self.words(error)) }
    isCancelled = isCancelled || !hasFailedOften
    return leftAlone
  }

  private func fail(_ words: String) -> Answer {
    guard !isOff else { return .failed(words) }
    if hasFailedOften { failures = 0 }
    failures += 1
    if hasFailedOften { restsUntil = rest.map { milliseconds() + $0 } ?? .max }
    onFailure()
    if failures == 1 { warn("the remote cache can't be used: \(words)") }
    // After too many failures, cancel the other requests under way, too.
    if isOff { for transfer in underWay.values { loop.cancel(transfer) } }
    return .failed(words)
  }

  private static func words(_ error: TransportError) -> String {
    switch error {
    case .nameUnknown(let said), .unreachable(let said): "it can't be reached: \(said)"
    case .cutShort(let said): "its answer was cut short: \(said)"
    default: error.message
    }
  }
}

/// The outcome of a lookup in a remote cache.
enum RemoteLookup {
  case found(RemoteDocument)
  /// There is no document of this name.
  case missing(name: String)
  /// The document of this name can't be used; with the reason in words.
  case refused(name: String, String)
  /// The remote cache could not be asked; with the reason in words.
  case failed(String)
}

extension RemoteClient {
  /// Gets and reads the document of a cache key.
  func document(of key: CacheKey, then: @escaping (RemoteLookup) -> Void) {
    let name = server.name(of: key)
    var text: [UInt8] = []
    get(.head(name), limit: Int64(RemoteDocument.mostBytes)) { piece in
      piece.add(to: &text)
      return true
    } then: { answer in
      switch answer {
      case .missing: then(.missing(name: name))
      case .failed(let words): then(.failed(words))
      case .done:
        do throws(RemoteDocumentJSON.Refusal) {
          then(.found(try RemoteDocumentJSON.read(text, for: key, named: name)))
        } catch {
          then(.refused(name: name, error.words))
        }
      }
    }
  }

  /// Receives a body; `then` gets whether its length and SHA-256 match its document.
  func receive(_ digest: String, length: Int64, into body: NewBody, then: @escaping (Bool) -> Void) {
    var hash = SHA256()
    let isRight = { body.length == length && hash.digest.hexadecimal == digest }
    guard length > 0 else { return then(isRight()) }
    get(.body(digest), limit: length) { piece in
      hash.update(piece.bytes)
      do throws(StoreError) {
        try body.append(piece)
        return true
      } catch {
        return false
      }
    } then: { answer in
      if case .done = answer { then(isRight()) } else { then(false) }
    }
  }
}
