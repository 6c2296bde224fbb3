/// Callbacks that a fetch calls with the parts of its response, as they arrive.
package struct FetchSink {
  /// Each interim response, in order.
  package var interim: (ResponseHead) -> Void
  /// The head of each response, before its body; `isFollowed` marks redirects that the fetch follows.
  package var head: (Served) -> Void
  /// The bytes of the last response's body.
  package var body: (BodyPiece) -> BodyAction
  /// Each trailer line of a response, with its line end.
  package var trailer: ([UInt8]) -> Void = { _ in }
  /// Each line of the connection's trace, without credentials, if the request asks for a trace.
  package var trace: (TraceLine) -> Void = { _ in }
  /// The result, once.
  package var end: (FetchResult) -> Void

  package init(
    interim: @escaping (ResponseHead) -> Void = { _ in }, head: @escaping (Served) -> Void = { _ in },
    body: @escaping (BodyPiece) -> BodyAction = { _ in .goOn },
    end: @escaping (FetchResult) -> Void
  ) {
    self.interim = interim
    self.head = head
    self.body = body
    self.end = end
  }
}
