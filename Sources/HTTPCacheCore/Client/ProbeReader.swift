/// Reads the answer to a probe; keeps the length, the digests and a bounded beginning of its body, which probes
/// compare.
final class ProbeReader {
  private var head: ResponseHead?
  private var receivedAt: Instant?
  private var content = ProbeContent()
  private var decoder: ContentDecoder?

  func take(_ head: ResponseHead, at now: Instant) {
    (self.head, receivedAt) = (head, now)
    do throws(UnknownCoding) {
      decoder = try ContentDecoder(head.fields.contentCodings)
    } catch {
      content.decoded = nil
    }
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> BodyAction {
    let left = ProbeContent.mostBytes - content.length
    let piece = UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(left)))
    content.take(piece)
    if let decoder, content.decoded != nil {
      if !decoder.decode(piece, { self.content.takeDecoded($0) }) { content.decoded = nil }
    } else if decoder == nil {
      content.takeDecoded(piece)
    }
    guard piece.count < bytes.count else { return .goOn }
    content.isCut = true
    return .abort
  }

  func answer(
    _ outcome: Result<TransferSummary, TransportError>, begun: Instant?
  ) -> Result<ProbeResponse, ProbeExchange.Problem> {
    if case .failure(let error) = outcome, !content.isCut {
      return .failure(ProbeExchange.Problem(UserInformation.redacted(in: error.message)))
    }
    guard let head, let receivedAt else { return .failure(ProbeExchange.Problem("there is no answer")) }
    return .success(
      ProbeResponse(head: head, content: content, requestedAt: begun ?? receivedAt, receivedAt: receivedAt))
  }
}
