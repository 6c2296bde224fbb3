/// Where a fetch puts what it brings, as it comes.
package struct FetchSink {
  /// Each interim response, in order.
  package var interim: (ResponseHead) -> Void
  /// Each response's head before its body; redirects that are followed have `isFollowed`.
  package var head: (Served) -> Void
  /// The body's bytes, of the last response only.
  package var body: (BodyPiece) -> BodyAction
  /// The end.
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
