/// What a response says before its content: version, status and fields (RFC 9110 §6.2, §15).
public struct ResponseHead: Sendable, Hashable {
  /// The protocol version as in the status line: `1.0`, `1.1`, `2` or `3`.
  public var version: String

  /// The status code, 100 to 999.
  public var status: Int

  /// The reason phrase as received; empty where there was none, as always in HTTP/2.
  public var reason: String

  /// The header section, in order.
  public var fields: FieldSection {
    didSet {
      // Most changes are to other fields.
      if !fields.hasSameValues("Cache-Control", as: oldValue) {
        cacheControl = CacheControl(fields)
      }
    }
  }

  /// The directives of `Cache-Control`, read once: nearly every rule asks for them.
  public private(set) var cacheControl: CacheControl

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
    self.version = version
    self.status = status
    self.reason = reason
    self.fields = fields
    cacheControl = CacheControl(fields)
  }

  /// Makes a head that most likely says the same of caching as another, as those of one site do: what was read of that
  /// one is taken over where it holds.
  init(version: String, status: Int, reason: String, fields: FieldSection, like other: ResponseHead?) {
    self.version = version
    self.status = status
    self.reason = reason
    self.fields = fields
    if let other, fields.hasSameValues("Cache-Control", as: other.fields) {
      cacheControl = other.cacheControl
    } else {
      cacheControl = CacheControl(fields)
    }
  }

  /// Whether this is an interim response, to be followed by another (RFC 9110 §15.2).
  public var isInterim: Bool { (100..<200).contains(status) }
}
