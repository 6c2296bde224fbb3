import HTTPCacheCore

/// The output of one URL of `fetch`: head and body go to stdout in order, to a file, or nowhere.
final class FetchOutput {
  /// Chooses the file for a response, and whether it must not replace an existing file.
  typealias NameChoice = (ResponseHead) throws(OutputError) -> (path: String, isNew: Bool)

  private enum Place {
    case nowhere
    case ordered(OutputOrder, index: Int)
    case file(OutputFile)
  }

  private var place = Place.nowhere
  private let options: Options
  private let condition: TimeCondition.Resolved?
  private let client: Client
  private var isSuppressed = false
  /// Whether the response is not the one that the time condition asks for.
  private(set) var isUnwanted = false
  private var decoder: ContentDecoder?
  /// Why the body can't be decoded; nil if it can.
  private var unknownCoding: OutputError?
  private var modifiedAt: Instant?
  /// The heads that were written, and how many bytes of them belong to redirects and so stay if the answer is revoked.
  private var heads: (text: [UInt8], lasting: Int) = ([], 0)
  private var chooseName: NameChoice?

  /// How many bytes of the body were received, and how many are expected, if that is known.
  private(set) var received: Int64 = 0
  private(set) var expected: Int64?

  /// Reads the content of the body for checks; nil if no check needs it.
  var content: ContentReader?

  /// Why the output could not be written.
  private(set) var failure: OutputError?

  /// The file with the whole body; nil if there is none.
  var path: String? { failure == nil && isWritten ? wantedPath : nil }
  private var isWritten = false

  /// The beginning of a body for a terminal, held until it is clear that the body is text; nil for any other body.
  private var beginning: [UInt8]?

  /// Content with a NUL byte among so many bytes is binary.
  private static let beginningLimit = 64 * 1024

  /// Makes an output that goes nowhere until it is opened; `condition` is that of the request, in case that the origin
  /// ignores it.
  init(_ options: Options, _ condition: TimeCondition.Resolved?, _ client: Client) {
    (self.options, self.condition, self.client) = (options, condition, client)
  }

  /// The file for the body, whether or not it could be written.
  private var wantedPath: String?

  /// The problem if the output could not be written; nil if it could, or if its reader has closed stdout.
  var problem: OutputProblem? {
    guard let failure else { return nil }
    let message = "can't write \(wantedPath ?? "the body"): \(failure.message)"
    return switch failure {
    case .readerGone: nil
    // The origin sent it so.
    case .damagedCoding, .unknownCoding, .tooLarge: OutputProblem(message: message, code: .networkFailed)
    case .noFileName, .failed: OutputProblem(message: message, code: .cacheFailed)
    case .binary: OutputProblem(message: failure.message, code: .cacheFailed, isWarning: true)
    }
  }

  /// Refuses all output; `path` is the file that can't be written, nil if the URL names no file.
  func refuse(_ error: OutputError, path: String?) {
    failure = error
    wantedPath = path
  }

  /// Sends the output to stdout, in the order of the URLs; with `refusesBinary`, only a body that is text.
  func open(_ order: OutputOrder, index: Int, refusesBinary: Bool = false) {
    place = .ordered(order, index: index)
    if refusesBinary { beginning = [] }
  }

  /// Sends the output to a file, which the user named (`isNamed`), or which must not replace another (`isNew`).
  func open(_ path: String, isNamed: Bool, isNew: Bool = false) {
    wantedPath = path
    let file = OutputFile(path: path, isNamed: isNamed, isNew: isNew)
    file.makeRoom = { [client] in client.makeRoom() }
    place = .file(file)
  }

  /// Sends the output to a file that is chosen by the head of the response.
  func openLater(_ choose: @escaping NameChoice) { chooseName = choose }

  /// Writes the head of an interim response as curl does.
  func interim(_ head: ResponseHead) {
    if options.writing.includesHead { writeHead(head.text) }
  }

  private func writeHead(_ text: [UInt8]) {
    heads.text += text
    write(text)
  }

  /// Writes a head as curl does, and prepares for the body of a final response.
  func head(_ served: Served) {
    expected = served.bodyLength
    if !served.isFollowed { prepare(served) }
    if options.writing.includesHead { writeHead(served.head.text) }
    if served.isFollowed { heads.lasting = heads.text.count }
  }

  /// Prepares for the body: whether it is written, how it is decoded, and to which file it goes.
  private func prepare(_ served: Served) {
    isUnwanted = isUnwanted(served)
    // A 304 leaves the file of an earlier run as it is.
    isSuppressed =
      options.writing.failsOnErrorStatus && !options.writing.showsErrorBody && served.status >= 400
      || served.status == 304 && !options.writing.includesHead || isUnwanted
    if options.isCompressed { prepareDecoder(served.base.fields.contentCodings) }
    // A response that takes the place of another one keeps its name.
    if let chooseName, wantedPath == nil {
      do throws(OutputError) {
        let (path, isNew) = try chooseName(served.base)
        open(path, isNamed: false, isNew: isNew)
      } catch {
        refuse(error, path: nil)
      }
    }
    if options.writing.keepsRemoteTime, let date = served.base.fields.first("Last-Modified") {
      modifiedAt = HTTPDate(date, now: served.stored.receivedAt)?.validInstant
    }
    if let limit = options.writing.maxFileSize, let expected, expected > limit,
      served.request.method != "HEAD"
    {
      failure = .tooLarge(limit: limit)
    }
  }

  /// Whether the origin ignored the time condition of a request for the whole, and sent what was not asked for.
  private func isUnwanted(_ served: Served) -> Bool {
    guard let condition, served.status == 200, !served.request.fields.contains("Range") else { return false }
    return !condition.isMet(by: served.base, receivedAt: served.stored.receivedAt)
  }

  private func prepareDecoder(_ codings: [String]) {
    do throws(UnknownCoding) {
      decoder = try ContentDecoder(codings)
    } catch {
      unknownCoding = .unknownCoding(error.name)
    }
  }

  /// Writes more of the body; false if no more of it can be written.
  func body(_ piece: BodyPiece) -> Bool {
    received += Int64(piece.bytes.count)
    if let limit = options.writing.maxFileSize, received > limit {
      failure = failure ?? .tooLarge(limit: limit)
    }
    guard !isSuppressed else { return true }
    if let unknownCoding {
      failure = failure ?? unknownCoding
      return false
    }
    guard let decoder else { return show(piece) }
    var isWanted = true
    let isDecoded = decoder.decode(piece.bytes) { isWanted = self.show(BodyPiece($0)) && isWanted }
    if !isDecoded { failure = .damagedCoding }
    return isWanted && isDecoded
  }

  /// Writes more of the content, except binary content onto a terminal; false if no more of it can be written.
  private func show(_ piece: BodyPiece) -> Bool {
    guard var held = beginning else { return write(piece) }
    beginning = nil
    let looked = piece.bytes.prefix(Self.beginningLimit - held.count)
    guard !looked.contains(0) else {
      failure = failure ?? .binary
      return false
    }
    let isText = held.count + looked.count == Self.beginningLimit
    piece.add(to: &held)
    if isText { return write(held) }
    beginning = held
    return true
  }

  /// Writes the held beginning of a body that is text.
  private func release() {
    guard let held = beginning else { return }
    beginning = nil
    write(held)
  }

  /// Whether nothing of the answer has gone where it can't be taken back: onto stdout, a device or a pipe.
  var isRevocable: Bool {
    guard failure == nil else { return false }
    return switch place {
    case .nowhere: true
    case .ordered(let order, let index): order.canDrop(index)
    case .file(let file): file.isRevocable
    }
  }

  /// Drops what was written of the answer: another one takes its place.
  func revoke() {
    switch place {
    case .nowhere: break
    case .ordered(let order, let index): order.drop(index)
    case .file(let file): file.revoke()
    }
    if beginning != nil { beginning = [] }
    (received, decoder, unknownCoding, content) = (0, nil, nil, nil)
    heads.text.removeSubrange(heads.lasting...)
    if !heads.text.isEmpty { write(heads.text) }
  }

  /// Whether the content codings that are undone are sound, as far as the body has come.
  func canUse(_ extent: FetchSink.Extent) -> Bool {
    if extent == .all { noteEnd() }
    return if case .damagedCoding? = failure { false } else { true }
  }

  /// Notes that the content has ended, perhaps before its codings have.
  private func noteEnd() {
    if !isSuppressed, decoder?.isWhole == false { failure = failure ?? .damagedCoding }
  }

  /// Ends the output; a file gets its name only if the body is whole.
  ///
  /// A short file may be written on a thread that the client's loop waits for. `then` is called when the output is
  /// written, or has failed.
  func end(isWhole: Bool, then: @escaping () -> Void) {
    release()
    isWritten = isWhole && !isSuppressed
    if isWhole { noteEnd() }
    let place = place
    self.place = .nowhere
    switch place {
    case .nowhere: break
    case .ordered(let order, let index):
      // With `--write-out`, a line follows the body and ends the URL's output.
      if options.writing.writeOut == nil { note { () throws(OutputError) in try order.end(index) } }
    case .file(let file):
      guard isWritten, failure == nil else { break }
      file.modifiedAt = modifiedAt
      if let writing = file.writing {
        return client.loop.performApart {
          Result { () throws(OutputError) in try writing() }
        } then: { result in
          self.note { () throws(OutputError) in try result.get() }
          then()
        }
      }
      note { () throws(OutputError) in try file.finish() }
    }
    then()
  }

  /// Does the work, and notes its failure unless one was noted before.
  private func note(_ work: () throws(OutputError) -> Void) {
    do throws(OutputError) {
      try work()
    } catch {
      failure = failure ?? error
    }
  }

  @discardableResult
  private func write(_ bytes: [UInt8]) -> Bool { BodyPiece.with(bytes, write) }

  private func write(_ piece: BodyPiece) -> Bool {
    guard failure == nil else { return false }
    do {
      switch place {
      case .nowhere: break
      case .ordered(let order, let index): try order.write(piece, of: index)
      case .file(let file): try file.append(piece)
      }
      return true
    } catch {
      failure = error
      return false
    }
  }
}

extension ResponseHead {
  /// The head as HTTP/1.1 sends it, and as `curl -i` prints it.
  var text: [UInt8] {
    var text = Array("HTTP/\(version) \(status) \(reason)\r\n".utf8)
    for line in fields.lines {
      text += Array("\(line.name): ".utf8)
      text += line.rawValue
      text += [0x0D, 0x0A]
    }
    return text + [0x0D, 0x0A]
  }
}
