/// The digests that a response's head gives for bytes (RFC 9530): that of the content, and that of the representation if
/// the bytes are all of it.
///
/// A field that is not a structured dictionary, or has only algorithms that are not active, is ignored.
struct PromisedDigest: Sendable {
  private struct Promise: Sendable {
    let field: String
    let algorithm: DigestField.Algorithm
    let digest: [UInt8]
  }

  private let promises: [Promise]
  private var sha256: SHA256?
  private var sha512: SHA512?

  /// Reads the head of a response whose content is to be compared; nil if it has no digest to compare.
  ///
  /// A response without content has a digest of what the URI names, and not of anything that came with it (RFC 9530 §3).
  init?(_ head: ResponseHead) {
    guard head.status >= 200, ![204, 205, 304].contains(head.status) else { return nil }
    let isPart =
      (head.status == 206 || head.fields.contains("Content-Range")) && head.part?.isComplete != true
    self.init(head, isPart ? ["Content-Digest"] : ["Content-Digest"] + Self.ofWhole(head))
  }

  /// The fields with digests of the whole representation that can be compared: that without its coding where it has none
  /// (draft-ietf-httpbis-unencoded-digest).
  private static func ofWhole(_ head: ResponseHead) -> [String] {
    ["Repr-Digest"] + (head.fields.contentCodings.isEmpty ? ["Unencoded-Digest"] : [])
  }

  /// Reads the head of a part, to compare the whole representation; nil if it has no digest to compare.
  init?(ofWhole head: ResponseHead) { self.init(head, Self.ofWhole(head)) }

  private init?(_ head: ResponseHead, _ names: [String]) {
    promises = names.flatMap { name in
      DigestField.digests(head.fields, name).compactMap { algorithm, text in
        Base64.decoded(text.utf8).map { Promise(field: name, algorithm: algorithm, digest: $0) }
      }
    }
    if promises.isEmpty { return nil }
    if promises.contains(where: { $0.algorithm == .sha256 }) { sha256 = SHA256() }
    if promises.contains(where: { $0.algorithm == .sha512 }) { sha512 = SHA512() }
  }

  /// Takes the next bytes: with their content coding, without a transfer coding.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    sha256?.update(bytes)
    sha512?.update(bytes)
  }

  /// The first field whose digest differs from that of all bytes taken; nil if none does.
  var broken: String? {
    let digests: [DigestField.Algorithm: [UInt8]?] = [.sha256: sha256?.digest, .sha512: sha512?.digest]
    return promises.first { $0.digest != digests[$0.algorithm] }?.field
  }
}
