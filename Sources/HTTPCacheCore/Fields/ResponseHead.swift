/// What a response says before its content: version, status and fields (RFC 9110 §6.2, §15).
public struct ResponseHead: Sendable, Hashable {
  /// All of it, shared by copies: a head is handed on many times, and seldom changed.
  private var content: Content

  private final class Content: Sendable {
    let version: String
    let status: Int
    let reason: String
    let fields: FieldSection
    let cacheControl: CacheControl

    init(version: String, status: Int, reason: String, _ fields: FieldSection, _ cacheControl: CacheControl) {
      self.version = version
      self.status = status
      self.reason = reason
      self.fields = fields
      self.cacheControl = cacheControl
    }
  }

  /// The protocol version as in the status line: `1.0`, `1.1`, `2` or `3`.
  public var version: String {
    get { content.version }
    set { self = with(version: newValue) }
  }

  /// The status code, 100 to 999.
  public var status: Int {
    get { content.status }
    set { self = with(status: newValue) }
  }

  /// The reason phrase as received; empty where there was none, as always in HTTP/2.
  public var reason: String {
    get { content.reason }
    set { self = with(reason: newValue) }
  }

  /// The header section, in order.
  public var fields: FieldSection {
    get { content.fields }
    set {
      self = ResponseHead(version: version, status: status, reason: reason, fields: newValue, like: self)
    }
  }

  /// The directives of `Cache-Control`, read once: nearly every rule asks for them.
  public var cacheControl: CacheControl { content.cacheControl }

  /// Makes a response head.
  ///
  /// - Parameters:
  ///   - version: the protocol version; `1.1` unless told.
  ///   - status: the status code.
  ///   - reason: the reason phrase; empty unless told.
  ///   - fields: the header section; empty unless told.
  public init(
    version: String = "1.1", status: Int, reason: String = "", fields: FieldSection = FieldSection()
  ) {
    self.init(version: version, status: status, reason: reason, fields: fields, like: nil)
  }

  /// Makes a head that most likely says the same of caching as another, as those of one site do: what was read of that
  /// one is taken over where it holds.
  init(version: String, status: Int, reason: String, fields: FieldSection, like other: ResponseHead?) {
    let known = other.flatMap { fields.hasSameValues("Cache-Control", as: $0.fields) ? $0.cacheControl : nil }
    content = Content(
      version: version, status: status, reason: reason, fields, known ?? CacheControl(fields))
  }

  private func with(version: String? = nil, status: Int? = nil, reason: String? = nil) -> ResponseHead {
    var changed = self
    changed.content = Content(
      version: version ?? self.version, status: status ?? self.status, reason: reason ?? self.reason, fields,
      cacheControl)
    return changed
  }

  /// Whether two say the same.
  public static func == (left: ResponseHead, right: ResponseHead) -> Bool {
    left.content === right.content
      || (left.version == right.version && left.status == right.status && left.reason == right.reason
        && left.fields == right.fields)
  }

  /// Hashes status and fields.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(fields)
  }

  /// Whether this is an interim response, to be followed by another (RFC 9110 §15.2).
  public var isInterim: Bool { (100..<200).contains(status) }
}
