/// What a decision sees of a response in the store: its head, how it came, and what was put beside it.
public struct StoredResponse: Sendable, Hashable {
  /// What it is found by (RFC 9111 §2).
  public var key: CacheKey

  /// Status and fields as stored (RFC 9111 §3.1): order, repetition, case and bytes as received.
  public var head: ResponseHead

  /// The lines of the original request that the response's `Vary` nominates (RFC 9111 §4.1).
  public var selectingFields: FieldSection

  /// When the request that got or last confirmed it was sent, by this host's clock (RFC 9111 §4.2.3).
  public var requestedAt: Instant

  /// When its head had arrived, by this host's clock (RFC 9111 §4.2.3, "response_time").
  public var receivedAt: Instant

  /// The length of the stored body, in bytes.
  public var bodyLength: Int64

  /// Named values kept beside the response, sorted by name when printed; `cache_date` is always there.
  public var userInfo: UserInfo

  /// Makes a stored response.
  ///
  /// - Parameters:
  ///   - key: what it is found by.
  ///   - head: status and fields.
  ///   - selectingFields: the request's lines that `Vary` nominates; none unless told.
  ///   - requestedAt: when the request was sent.
  ///   - receivedAt: when the head had arrived.
  ///   - bodyLength: bytes of the body; 0 unless told.
  ///   - userInfo: named values; none unless told.
  public init(
    key: CacheKey, head: ResponseHead, selectingFields: FieldSection = FieldSection(), requestedAt: Instant,
    receivedAt: Instant, bodyLength: Int64 = 0, userInfo: UserInfo = [:]
  ) {
    self.key = key
    self.head = head
    self.selectingFields = selectingFields
    self.requestedAt = requestedAt
    self.receivedAt = receivedAt
    self.bodyLength = bodyLength
    self.userInfo = userInfo
  }

  /// The name in `userInfo` that notes a body whose end nothing but the end of its connection tells.
  public static let framingName = "framing"

  /// Whether nothing vouches for the body's being whole (RFC 9112 §6.3, RFC 8246 §3).
  var isDelimitedByClose: Bool { userInfo[Self.framingName] == Self.closeDelimited }

  static let closeDelimited = "close-delimited"

  /// The name in `userInfo` under which the time of storing stands, in RFC 3339.
  public static let cacheDateName = "cache_date"
}
