/// A stored response with the values that decisions need: head, times, selecting fields and user info.
public struct StoredResponse: Sendable, Hashable {
  /// Copies share this object, since a response is copied often and seldom changed.
  private var content: Content

  private struct Values: Sendable, Hashable {
    var key: CacheKey
    var head: ResponseHead
    var selectingFields: FieldSection
    var requestedAt: Instant
    var receivedAt: Instant
    var bodyLength: Int64
    var userInfo: UserInfo
  }

  private final class Content: Sendable {
    let values: Values

    init(_ values: Values) { self.values = values }
  }

  /// The cache key (RFC 9111 §2).
  public var key: CacheKey {
    get { content.values.key }
    set { change { $0.key = newValue } }
  }

  /// Status and fields as stored (RFC 9111 §3.1): order, repetition, case and bytes as received.
  public var head: ResponseHead {
    get { content.values.head }
    set { change { $0.head = newValue } }
  }

  /// The lines of the original request that select the response: the fields in `Vary` (RFC 9111 §4.1), and credentials.
  public var selectingFields: FieldSection {
    get { content.values.selectingFields }
    set { change { $0.selectingFields = newValue } }
  }

  /// When the request that got or last validated the response was sent, by this host's clock (RFC 9111 §4.2.3).
  public var requestedAt: Instant {
    get { content.values.requestedAt }
    set { change { $0.requestedAt = newValue } }
  }

  /// When the response's head arrived, by this host's clock (RFC 9111 §4.2.3, "response_time").
  public var receivedAt: Instant {
    get { content.values.receivedAt }
    set { change { $0.receivedAt = newValue } }
  }

  /// The length of the stored body, in bytes.
  public var bodyLength: Int64 {
    get { content.values.bodyLength }
    set { change { $0.bodyLength = newValue } }
  }

  /// Named values kept beside the response, sorted by name when printed; `cache_date` is always there.
  public var userInfo: UserInfo {
    get { content.values.userInfo }
    set { change { $0.userInfo = newValue } }
  }

  /// Makes a stored response.
  ///
  /// - Parameters:
  ///   - key: the cache key.
  ///   - head: status and fields.
  ///   - selectingFields: the request's lines that select the response; none by default.
  ///   - requestedAt: when the request was sent.
  ///   - receivedAt: when the head had arrived.
  ///   - bodyLength: bytes of the body; 0 by default.
  ///   - userInfo: named values; none by default.
  public init(
    key: CacheKey, head: ResponseHead, selectingFields: FieldSection = FieldSection(), requestedAt: Instant,
    receivedAt: Instant, bodyLength: Int64 = 0, userInfo: UserInfo = [:]
  ) {
    content = Content(
      Values(
        key: key, head: head, selectingFields: selectingFields, requestedAt: requestedAt,
        receivedAt: receivedAt, bodyLength: bodyLength, userInfo: userInfo))
  }

  private mutating func change(_ body: (inout Values) -> Void) {
    var values = content.values
    body(&values)
    content = Content(values)
  }

  /// Whether both are equal in every part.
  public static func == (left: StoredResponse, right: StoredResponse) -> Bool {
    left.content === right.content || left.content.values == right.content.values
  }

  /// Hashes every part.
  public func hash(into hasher: inout Hasher) { hasher.combine(content.values) }

  /// The name in `userInfo` of the note that only the close of the connection marked the end of the body.
  public static let framingName = "framing"

  /// Whether the body may be cut short, since only the close of the connection marked its end (RFC 9112 §6.3, RFC
  /// 8246 §3).
  var isDelimitedByClose: Bool { userInfo[Self.framingName] == Self.closeDelimited }

  static let closeDelimited = "close-delimited"

  /// Whether the body may be cut off without a sign of it, since TLS protected the connection (RFC 9112 §9.8).
  var mayBeCutOff: Bool { isDelimitedByClose && key.uri.hasPrefix("https:") && head.status != 206 }

  /// The name in `userInfo` of the time of storing, in RFC 3339.
  public static let cacheDateName = "cache_date"
}
