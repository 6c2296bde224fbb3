extension FieldSection {
  /// The content codings of a response in lower case, in the order in which they were applied (RFC 9110 §8.4).
  ///
  /// `identity` is left out, and so is `none`, which some servers send and curl also ignores.
  package var contentCodings: [String] {
    members("Content-Encoding").map(\.asciiLowercased).filter { !["", "identity", "none"].contains($0) }
  }
}
