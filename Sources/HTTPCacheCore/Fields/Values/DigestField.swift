/// The digests that `Content-Digest` and `Repr-Digest` (RFC 9530), and `Unencoded-Digest`, give.
package enum DigestField {
  /// The algorithms that the registry calls active (RFC 9530 §7.2); digests by others are not compared.
  package enum Algorithm: String, CaseIterable, Sendable {
    case sha256 = "sha-256"
    case sha512 = "sha-512"

    /// The digest of no bytes at all, in Base64.
    var ofNothing: String {
      switch self {
      case .sha256: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
      case .sha512: "z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="
      }
    }
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
  func hasOtherDigest(than other: ResponseHead) -> Bool { otherDigest(than: other) != nil }

  /// The field by which two heads tell their representations apart; nil if none does.
  ///
  /// A head without content, such as that of a 304, gives the digests that its 200 would (RFC 9530 §3); some senders
  /// compute them of the missing content, which tells nothing. The content of a part is not that of another part.
  func otherDigest(than other: ResponseHead) -> String? {
    let isOfParts = [self, other].contains { $0.status == 206 || $0.fields.contains("Content-Range") }
    return ["Repr-Digest", "Unencoded-Digest", "Content-Digest"].first { name in
      guard fields.contains(name), other.fields.contains(name), !(isOfParts && name == "Content-Digest")
      else {
        return false
      }
      let others = DigestField.digests(other.fields, name)
      return DigestField.digests(fields, name).contains { algorithm, digest in
        others[algorithm].map { $0 != digest && $0 != algorithm.ofNothing } ?? false
      }
    }
  }
}
