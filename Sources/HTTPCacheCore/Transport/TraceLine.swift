/// A line of a connection's trace: of a head that was sent or received, or of libcurl's messages.
package struct TraceLine: Sendable, Equatable {
  /// The source of a line; the raw value is the sign that curl prints before the line.
  package enum Kind: String, Sendable {
    /// A message of libcurl about the connection.
    case information = "*"
    /// The head of a request.
    case sent = ">"
    /// The head of a response, or its trailers.
    case received = "<"
  }

  package let kind: Kind
  /// The line as received, without its line end; may hold control characters.
  package var text: String
}
