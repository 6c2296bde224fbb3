/// The digests that a response's head gives for the bytes of its body (RFC 9530): that of the content, and that of
/// the representation if the content is all of it.
///
/// Only `sha-256` is compared; a field that is not a structured dictionary, or has other algorithms only, is ignored.
struct PromisedDigest: Sendable {
  private let promises: [(field: String, digest: [UInt8])]
  private var hash = SHA256()

  /// Reads the head of a response with content; nil if it has no digest to compare.
  init?(_ head: ResponseHead) {
    let isPart = head.status == 206 || head.fields.contains("Content-Range")
    let names = isPart ? ["Content-Digest"] : ["Content-Digest", "Repr-Digest"]
    promises = names.compactMap { name in Self.digest(head.fields, name).map { (name, $0) } }
    if promises.isEmpty { return nil }
  }

  private static func digest(_ fields: FieldSection, _ name: String) -> [UInt8]? {
    guard let text = fields.combined(name),
      let member = StructuredField.dictionary(text)?.first(where: { $0.key == "sha-256" })?.member,
      case .bytes(let digest)? = member.item?.value
    else { return nil }
    return Base64.decoded(digest.utf8)
  }

  /// Takes the next bytes of the content: with its content coding, without a transfer coding.
  mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }

  /// The first field whose digest differs from that of all bytes taken; nil if none does.
  var broken: String? {
    let digest = hash.digest
    return promises.first { $0.digest != digest }?.field
  }
}
