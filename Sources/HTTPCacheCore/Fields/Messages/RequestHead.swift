/// The head of a request: method, target and fields (RFC 9110 §6.3).
public struct RequestHead: Sendable, Hashable {
  /// Shared by copies, since each decision holds the request that it is about.
  private var content: Content

  private struct Values: Sendable, Hashable {
    var method: String
    var target: TargetURI
    var fields: FieldSection
    var cacheControl: CacheControl
    var identifiesUser: Bool
    var hasContent = false
    var hasOtherCredentials = false
  }

  /// A class of its own, since the Swift runtime would look up the type of a generic box by name at start-up.
  private final class Content: Sendable {
    let values: Values

    init(_ values: Values) { self.values = values }
  }

  /// The method, case-sensitive (RFC 9110 §9.1).
  public var method: String {
    get { content.values.method }
    set { change { $0.method = newValue } }
  }

  /// The target URI.
  public var target: TargetURI {
    get { content.values.target }
    set { change { $0.target = newValue } }
  }

  /// The header section, in order.
  public var fields: FieldSection {
    get { content.values.fields }
    set {
      // Most changes leave Cache-Control as it is, which is then not read again.
      let isSame = newValue.hasSameValues("Cache-Control", as: fields)
      change {
        $0.fields = newValue
        if !isSame { $0.cacheControl = CacheControl(newValue) }
        $0.identifiesUser = newValue.identifiesUser
      }
    }
  }

  /// Whether a field tells the origin who asks: `Authorization` or `Cookie`; read once.
  var identifiesUser: Bool { content.values.identifiesUser }

  /// Whether content follows the head; false by default (RFC 9110 §6.4).
  public var hasContent: Bool {
    get { content.values.hasContent }
    set { if newValue != hasContent { change { $0.hasContent = newValue } } }
  }

  /// Whether credentials go with the request that no field shows, such as those of a login; false by default.
  package var hasOtherCredentials: Bool {
    get { content.values.hasOtherCredentials }
    set { if newValue != hasOtherCredentials { change { $0.hasOtherCredentials = newValue } } }
  }

  /// The directives of `Cache-Control`, read once.
  public var cacheControl: CacheControl { content.values.cacheControl }

  /// Makes a request head.
  ///
  /// - Parameters:
  ///   - method: the method; GET by default.
  ///   - target: the target URI.
  ///   - fields: the header section; empty by default.
  public init(method: String = "GET", target: TargetURI, fields: FieldSection = FieldSection()) {
    content = Content(
      Values(
        method: method, target: target, fields: fields, cacheControl: CacheControl(fields),
        identifiesUser: fields.identifiesUser))
  }

  private mutating func change(_ body: (inout Values) -> Void) {
    var values = content.values
    body(&values)
    content = Content(values)
  }

  /// Whether two are the same in every part.
  public static func == (left: RequestHead, right: RequestHead) -> Bool {
    left.content === right.content || left.content.values == right.content.values
  }

  /// Hashes every part.
  public func hash(into hasher: inout Hasher) { hasher.combine(content.values) }
}

extension FieldSection {
  /// Whether a field tells the origin who asks.
  var identifiesUser: Bool { contains("Authorization") || contains("Cookie") }

  /// The fields that tell the origin who asks, as words.
  var identifyingNames: String {
    ["Authorization", "Cookie"].filter { contains($0) }.joined(separator: " and ")
  }
}
