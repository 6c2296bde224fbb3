/// The digests that `Content-Digest` and `Repr-Digest` give (RFC 9530).
package enum DigestField {
  /// The algorithms that the registry calls active (RFC 9530 §7.2); digests by others are not compared.
  package enum Algorithm: String, CaseIterable, Sendable {
    case sha256 = "sha-256"
    case sha512 = "sha-512"
  }

  /// The digests in a field, by algorithm, in Base64 as written; none if the field is absent or not a dictionary.
  package static func digests(_ fields: FieldSection, _ name: String) -> [Algorithm: String] {
    guard fields.contains(name), let text = fields.combined(name),
      let members = StructuredField.dictionary(text)
    else { return [:] }
    var digests: [Algorithm: String] = [:]
    for (key, member) in members {
      guard let algorithm = Algorithm(rawValue: key), case .bytes(let digest)? = member.item?.value else {
        continue
      }
      digests[algorithm] = digest
    }
    return digests
  }
}

extension ResponseHead {
  /// Whether two heads give different digests of their representations, so that these are two versions.
  func hasOtherDigest(than other: ResponseHead) -> Bool {
    let name = "Repr-Digest"
    guard fields.contains(name), other.fields.contains(name) else { return false }
    let others = DigestField.digests(other.fields, name)
    return DigestField.digests(fields, name).contains { algorithm, digest in
      others[algorithm].map { $0 != digest } ?? false
    }
  }
}
