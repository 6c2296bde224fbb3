/// What a decision sees of a response in the store: its head, how it came, and what was put beside it.
public struct StoredResponse: Sendable, Hashable {
  /// All of it, shared by copies: a response is handed on many times, and seldom changed.
  private var content: Content

  private final class Content: Sendable {
    let key: CacheKey
    let head: ResponseHead
    let selectingFields: FieldSection
    let requestedAt: Instant
    let receivedAt: Instant
    let bodyLength: Int64
    let userInfo: UserInfo

    init(
      key: CacheKey, head: ResponseHead, selectingFields: FieldSection, requestedAt: Instant,
      receivedAt: Instant, bodyLength: Int64, userInfo: UserInfo
    ) {
      self.key = key
      self.head = head
      self.selectingFields = selectingFields
      self.requestedAt = requestedAt
      self.receivedAt = receivedAt
      self.bodyLength = bodyLength
      self.userInfo = userInfo
    }
  }

  /// What it is found by (RFC 9111 §2).
  public var key: CacheKey {
    get { content.key }
    set { self = with(key: newValue) }
  }

  /// Status and fields as stored (RFC 9111 §3.1): order, repetition, case and bytes as received.
  public var head: ResponseHead {
    get { content.head }
    set { self = with(head: newValue) }
  }

  /// The lines of the original request that the response's `Vary` nominates (RFC 9111 §4.1).
  public var selectingFields: FieldSection {
    get { content.selectingFields }
    set { self = with(selectingFields: newValue) }
  }

  /// When the request that got or last confirmed it was sent, by this host's clock (RFC 9111 §4.2.3).
  public var requestedAt: Instant {
    get { content.requestedAt }
    set { self = with(requestedAt: newValue) }
  }

  /// When its head had arrived, by this host's clock (RFC 9111 §4.2.3, "response_time").
  public var receivedAt: Instant {
    get { content.receivedAt }
    set { self = with(receivedAt: newValue) }
  }

  /// The length of the stored body, in bytes.
  public var bodyLength: Int64 {
    get { content.bodyLength }
    set { self = with(bodyLength: newValue) }
  }

  /// Named values kept beside the response, sorted by name when printed; `cache_date` is always there.
  public var userInfo: UserInfo {
    get { content.userInfo }
    set { self = with(userInfo: newValue) }
  }

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
    content = Content(
      key: key, head: head, selectingFields: selectingFields, requestedAt: requestedAt,
      receivedAt: receivedAt, bodyLength: bodyLength, userInfo: userInfo)
  }

  /// The same response but for some of its parts.
  func with(
    key: CacheKey? = nil, head: ResponseHead? = nil, selectingFields: FieldSection? = nil,
    requestedAt: Instant? = nil,
    receivedAt: Instant? = nil, bodyLength: Int64? = nil, userInfo: UserInfo? = nil
  ) -> StoredResponse {
    StoredResponse(
      key: key ?? self.key, head: head ?? self.head, selectingFields: selectingFields ?? self.selectingFields,
      requestedAt: requestedAt ?? self.requestedAt, receivedAt: receivedAt ?? self.receivedAt,
      bodyLength: bodyLength ?? self.bodyLength, userInfo: userInfo ?? self.userInfo)
  }

  /// Whether two are the same in every part.
  public static func == (left: StoredResponse, right: StoredResponse) -> Bool {
    left.content === right.content
      || (left.key == right.key && left.head == right.head && left.selectingFields == right.selectingFields
        && left.requestedAt == right.requestedAt && left.receivedAt == right.receivedAt
        && left.bodyLength == right.bodyLength && left.userInfo == right.userInfo)
  }

  /// Hashes what tells one response from another in nearly all cases.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(head)
    hasher.combine(selectingFields)
  }

  /// The name in `userInfo` that notes a body whose end nothing but the end of its connection tells.
  public static let framingName = "framing"

  /// Whether nothing vouches for the body's being whole (RFC 9112 §6.3, RFC 8246 §3).
  var isDelimitedByClose: Bool { userInfo[Self.framingName] == Self.closeDelimited }

  static let closeDelimited = "close-delimited"

  /// The name in `userInfo` under which the time of storing stands, in RFC 3339.
  public static let cacheDateName = "cache_date"
}
