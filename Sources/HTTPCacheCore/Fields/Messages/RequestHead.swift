/// The head of a request: method, target and fields (RFC 9110 §6.3).
public struct RequestHead: Sendable, Hashable {
  /// Copies share this object, since each decision holds its request.
  private var content: Content

  private struct Values: Sendable, Hashable {
    var method: String
    var target: TargetURI
    var fields: FieldSection
    var cacheControl: CacheControl
    var identifiesUser: Bool
    var hasContent = false
    var hasOtherCredentials = false
    var isDecoded = false
  }

  /// Not a generic box: the Swift runtime would look up its type by name at start-up.
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
      // Most changes leave Cache-Control unchanged, which is then not parsed again.
      let isSame = newValue.hasSameValues("Cache-Control", as: fields)
      change {
        $0.fields = newValue
        if !isSame { $0.cacheControl = CacheControl(newValue) }
        $0.identifiesUser = newValue.identifiesUser
      }
    }
  }

  /// Whether a field identifies the user to the origin, as `Authorization`, `Cookie` and `X-Api-Key` do; computed once.
  var identifiesUser: Bool { content.values.identifiesUser }

  /// Whether content follows the head; false by default (RFC 9110 §6.4).
  public var hasContent: Bool {
    get { content.values.hasContent }
    set { if newValue != hasContent { change { $0.hasContent = newValue } } }
  }

  /// Whether the request has credentials that no field shows, such as those of a login; false by default.
  package var hasOtherCredentials: Bool {
    get { content.values.hasOtherCredentials }
    set { if newValue != hasOtherCredentials { change { $0.hasOtherCredentials = newValue } } }
  }

  /// Whether the caller undoes the content codings of the answer, so that it can't use a part cut out of coded content;
  /// false by default.
  package var isDecoded: Bool {
    get { content.values.isDecoded }
    set { if newValue != isDecoded { change { $0.isDecoded = newValue } } }
  }

  /// The directives of `Cache-Control`, parsed once.
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

  /// Whether both are equal in every part.
  public static func == (left: RequestHead, right: RequestHead) -> Bool {
    left.content === right.content || left.content.values == right.content.values
  }

  /// Hashes every part.
  public func hash(into hasher: inout Hasher) { hasher.combine(content.values) }
}

extension FieldSection {
  /// Whether a field identifies the user to the origin.
  var identifiesUser: Bool { pairs.withCursor { $0.contains(where: \.identifiesUser) } }

  /// The lines that identify the user to the origin.
  var identifying: FieldSection {
    var section = self
    section.removeLines { !$0.identifiesUser }
    return section
  }

  /// The names of the fields that identify the user to the origin, each once and as sent, in their order.
  var identifyingNames: [String] {
    var known: Set<String> = []
    return identifying.lines.map(\.name).filter { known.insert($0.asciiLowercased).inserted }
  }

  /// The fields that identify the user to the origin, in words.
  var identifyingWords: String {
    let names = identifyingNames
    let last = names.last ?? ""
    return names.count < 2 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension BytePairs.Pair {
  /// Whether a line of a request identifies the user to the origin: its name is that of a credential, and not of the
  /// one for the proxy, through which all users reach all origins.
  var identifiesUser: Bool {
    first.withMemoryRebound(to: UInt8.self) {
      !FieldNames.anonymous.contains($0) && CredentialName.matches($0)
    } && !isNamed(FieldLine.proxyAuthorization)
  }
}

extension FieldNames {
  /// Fields that most requests have, and that are no credentials by their names: they are told without reading these.
  static let anonymous = FieldNames(anonymousNames)

  static let anonymousNames = [
    ":authority", ":method", ":path", ":scheme", "accept", "accept-encoding", "accept-language",
    "cache-control", "connection", "content-length", "content-type", "dnt", "host", "if-modified-since",
    "if-none-match", "origin", "pragma", "priority", "range", "referer", "sec-ch-ua", "sec-ch-ua-mobile",
    "sec-ch-ua-platform", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user",
    "sec-gpc", "te", "upgrade-insecure-requests", "user-agent",
  ]
}
