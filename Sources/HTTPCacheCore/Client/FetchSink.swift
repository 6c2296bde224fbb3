/// The callbacks to which a fetch passes the parts of its response as they arrive.
package struct FetchSink {
  /// Takes each interim (1xx) response, in order.
  package var interim: (ResponseHead) -> Void
  /// Takes the head of each response, before its body; `isFollowed` marks redirects that the fetch follows.
  package var head: (Served) -> Void
  /// Takes the bytes of the last response's body.
  package var body: (BodyPiece) -> BodyAction
  /// Whether the reader can use the content of the last response, as far as it has got it: not if it undoes content
  /// codings, and these are damaged.
  ///
  /// What a reader can't use is not stored.
  package var canUse: (Extent) -> Bool = { _ in true }
  /// Whether the reader can give back what it got of the last response, as if it had got nothing of it: not if bytes have
  /// gone on to others.
  package var isRevocable: () -> Bool = { false }
  /// Drops what came of the last response: another one follows, or the same one anew.
  package var revoke: () -> Void = {}
  /// Takes each field line of a trailer section, with its line end.
  package var trailer: ([UInt8]) -> Void = { _ in }
  /// Takes each line of the transfer's trace, without credentials, if the request asks for a trace.
  package var trace: (TraceLine) -> Void = { _ in }
  /// Takes each wait before another attempt, when it begins.
  package var retry: (RetryWait) -> Void = { _ in }
  /// Takes the result; the fetch calls it once, at the end.
  package var end: (FetchResult) -> Void

  /// How much of a response's content a reader has got.
  package enum Extent { case beginning, all }

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
