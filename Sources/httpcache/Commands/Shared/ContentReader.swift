import HTTPCacheCore

/// Decodes the content codings of a body while it arrives, and passes the bytes on.
final class ContentReader {
  private let decoder: ContentDecoder?
  private var hash: ContentHash?

  /// Why the content can't be read, as the end of a sentence; nil if it can.
  private(set) var problem: String?

  /// Begins with a head as the origin sent it; `isHashed` asks for a digest, to compare the content by.
  init(_ head: ResponseHead, isHashed: Bool) {
    hash = isHashed ? ContentHash() : nil
    do throws(UnknownCoding) {
      decoder = try ContentDecoder(head.fields.contentCodings)
    } catch {
      decoder = nil
      problem = "its content coding \(error.name) can't be undone here"
    }
  }

  /// Takes the next bytes of the body as received; `sink` gets them decoded.
  func take(_ bytes: UnsafeRawBufferPointer, _ sink: ((UnsafeRawBufferPointer) -> Void)? = nil) {
    guard problem == nil, hash != nil || sink != nil else { return }
    let pass = { (piece: UnsafeRawBufferPointer) in
      self.hash?.add(piece)
      sink?(piece)
    }
    guard let decoder else { return pass(bytes) }
    if !decoder.decode(bytes, pass) { problem = "its content coding is damaged" }
  }

  func finish() {
    if problem == nil, !isWhole { problem = "its content ends too early" }
  }

  /// Whether the content codings have ended.
  var isWhole: Bool { decoder?.isWhole != false }

  /// The digest and length of the content, or why it can't be read, after `finish`; nil unless `isHashed`.
  var content: ObservedContent? {
    guard let hash else { return nil }
    return problem.map(ObservedContent.unread) ?? hash.content
  }
}
