/// What a request says before its content: method, target and fields (RFC 9110 §6.3).
public struct RequestHead: Sendable, Hashable {
  /// All of it, shared by copies: whoever decides something holds the request that it is about.
  private var content: Content

  private final class Content: Sendable {
    let method: String
    let target: TargetURI
    let fields: FieldSection
    let cacheControl: CacheControl

    init(_ method: String, _ target: TargetURI, _ fields: FieldSection, _ cacheControl: CacheControl) {
      self.method = method
      self.target = target
      self.fields = fields
      self.cacheControl = cacheControl
    }
  }

  /// The method, case-sensitive (RFC 9110 §9.1).
  public var method: String {
    get { content.method }
    set { content = Content(newValue, target, fields, cacheControl) }
  }

  /// The target URI.
  public var target: TargetURI {
    get { content.target }
    set { content = Content(method, newValue, fields, cacheControl) }
  }

  /// The header section, in order.
  public var fields: FieldSection {
    get { content.fields }
    set {
      // Most changes are to other fields.
      let isSame = newValue.hasSameValues("Cache-Control", as: fields)
      content = Content(method, target, newValue, isSame ? cacheControl : CacheControl(newValue))
    }
  }

  /// The directives of `Cache-Control`, read once.
  public var cacheControl: CacheControl { content.cacheControl }

  /// Makes a request head.
  ///
  /// - Parameters:
  ///   - method: the method; GET unless told.
  ///   - target: the target URI.
  ///   - fields: the header section; empty unless told.
  public init(method: String = "GET", target: TargetURI, fields: FieldSection = FieldSection()) {
    content = Content(method, target, fields, CacheControl(fields))
  }

  /// Whether two say the same.
  public static func == (left: RequestHead, right: RequestHead) -> Bool {
    left.content === right.content
      || (left.method == right.method && left.target == right.target && left.fields == right.fields)
  }

  /// Hashes method, target and fields.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(target)
    hasher.combine(fields)
  }
}
