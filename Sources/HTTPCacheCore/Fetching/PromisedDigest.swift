/// The digests that the head of an answer names for the bytes that follow it (RFC 9530): that of the content, and that
/// of the representation where the content is the whole of it.
///
/// Only `sha-256` is compared; a field that is no structured dictionary, or names other algorithms, promises nothing.
struct PromisedDigest: Sendable {
  private let promises: [(field: String, digest: [UInt8])]
  private var hash = SHA256()

  /// Reads the head of an answer with content; nil where it promises nothing.
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

  /// Takes the next bytes of the content, as they were sent: coded, without any transfer coding.
  mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }

  /// The first field whose digest differs from that of all the bytes; nil where none does.
  var broken: String? {
    let digest = hash.digest
    return promises.first { $0.digest != digest }?.field
  }
}
