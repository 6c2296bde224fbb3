/// A line of what passes between this program and a server, or of what libcurl says of it.
package struct TraceLine: Sendable, Equatable {
  /// What a line is of; the raw value is the sign that curl prints before it.
  package enum Kind: String, Sendable {
    /// What libcurl says of the connection.
    case information = "*"
    /// The head of a request.
    case sent = ">"
    /// The head of a response, or its trailers.
    case received = "<"
  }

  package let kind: Kind
  /// Without its line end; as it came, so that it may hold control characters.
  package var text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
