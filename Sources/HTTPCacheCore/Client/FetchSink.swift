/// The callbacks to which a fetch passes the parts of its response as they arrive.
package struct FetchSink {
  /// Takes each interim (1xx) response, in order.
  package var interim: (ResponseHead) -> Void
  /// Takes the head of each response, before its body; `isFollowed` marks redirects that the fetch follows.
  package var head: (Served) -> Void
  /// Takes the bytes of the last response's body.
  package var body: (BodyPiece) -> BodyAction
  /// Takes each field line of a trailer section, with its line end.
  package var trailer: ([UInt8]) -> Void = { _ in }
  /// Takes each line of the transfer's trace, without credentials, if the request asks for a trace.
  package var trace: (TraceLine) -> Void = { _ in }
  /// Takes the result; the fetch calls it once, at the end.
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
