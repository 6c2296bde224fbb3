/// What a request says before its content: method, target and fields (RFC 9110 §6.3).
public struct RequestHead: Sendable, Hashable {
  /// The method, case-sensitive (RFC 9110 §9.1).
  public var method: String

  /// The target URI.
  public var target: TargetURI

  /// The header section, in order.
  public var fields: FieldSection {
    didSet {
      // Most changes are to other fields.
      if !fields.hasSameValues("Cache-Control", as: oldValue) {
        cacheControl = CacheControl(fields)
      }
    }
  }

  /// The directives of `Cache-Control`, read once.
  public private(set) var cacheControl: CacheControl

  /// Makes a request head.
  ///
  /// - Parameters:
  ///   - method: the method; GET unless told.
  ///   - target: the target URI.
  ///   - fields: the header section; empty unless told.
  public init(method: String = "GET", target: TargetURI, fields: FieldSection = FieldSection()) {
    self.method = method
    self.target = target
    self.fields = fields
    cacheControl = CacheControl(fields)
  }
}
