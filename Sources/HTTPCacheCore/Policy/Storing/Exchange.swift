/// The parts of an exchange with an origin that storing depends on.
public struct Exchange: Sendable, Hashable {
  /// The request as it was sent.
  public var request: RequestHead

  /// The response's head.
  public var head: ResponseHead

  /// The length of the body in bytes, counted or from `Content-Length`; nil if unknown.
  public var bodyLength: Int64?

  /// Whether the response came from the server, and not from another cache of the client.
  public var isFromServer: Bool

  /// Whether another program received and recorded the response; it may have rewritten the framing fields, so that
  /// they don't show whether the response is whole.
  public var isRecorded: Bool

  /// Whether this program received the response with a body that may be cut off; only then is its end uncertain.
  package var mayBeCutOff = false

  /// The exchange as its request and its fields alone tell of it: without the lengths and doubts of this program's receipt.
  var asFieldsTell: Exchange { Exchange(request: request, head: head, isRecorded: isRecorded) }

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - head: the response's head.
  ///   - bodyLength: bytes; the value of `Content-Length` by default.
  ///   - isFromServer: true by default.
  ///   - isRecorded: false by default.
  public init(
    request: RequestHead, head: ResponseHead, bodyLength: Int64? = nil, isFromServer: Bool = true,
    isRecorded: Bool = false
  ) {
    self.request = request
    self.head = head
    self.bodyLength = bodyLength ?? head.first(.contentLength).flatMap { Int64($0) }
    self.isFromServer = isFromServer
    self.isRecorded = isRecorded
  }
}
