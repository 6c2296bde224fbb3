/// An absolute http or https URI: the target of a request (RFC 9110 §7.1, RFC 3986).
///
/// A recorded URI may also have another scheme, to which no request is sent.
public struct TargetURI: Sendable, Hashable {
  /// The URI as it is sent: without user information and fragment, with path and query as written.
  public let absolute: String

  /// The user information before `@`, as written; nil if there is none.
  public let userInfo: String?

  /// The port; the scheme's default (80, 443) if none is written.
  public let port: Int

  /// The offsets in bytes at which the parts of `absolute` end.
  private let schemeEnd: Int
  private let hostEnd: Int
  private let originEnd: Int
  private let pathEnd: Int

  /// Whether the URI is already normalised, so that it is its own cache key.
  private let isNormal: Bool

  /// Why no request can be sent to a URI.
  public enum Malformed: Error, Equatable, Sendable {
    /// There is no `scheme://`.
    case noScheme
    /// The associated scheme is neither http nor https.
    case scheme(String)
    /// There is no host.
    case noHost
    /// The associated port is not a number from 1 to 65535.
    case port(String)
    /// The text has white space, a control character, or another character that a URI must not hold.
    case character

    /// The fault as the end of a sentence about a URI, which the message shows as `shown`, without user information.
    ///
    /// A port that does not occur in `shown` is part of a password, and is left out.
    package func reason(in shown: String) -> String {
      switch self {
      case .noScheme: "it has no scheme"
      case .scheme(let scheme): "the scheme \(scheme) is neither http nor https"
      case .noHost: "it has no host"
      case .port(let port) where shown.hasSuffix(":\(port)") || shown.holds(":\(port)/"):
        "\(port) is not a port"
      case .port: "what stands for its port is none"
      case .character: "it holds a character that no URL may hold"
      }
    }
  }

  /// Reads an absolute URI; throws for characters that must not occur in a request.
  ///
  /// - Parameter text: the URI; a fragment is dropped, bytes above 127 stay as they are.
  /// - Throws: `Malformed`: the fault of the URI.
  public init(_ text: String) throws { try self.init(parsing: text) }

  /// Reads an absolute URI; a typed `throws`, for callers that tell the faults apart.
  ///
  /// The public initialiser is not typed: Swift 6.3 would crash on a caller's `catch` with a pattern or a `where`.
  package init(parsing text: String) throws(Malformed) {
    var text = text
    let parts = try text.withUTF8 { bytes in Result { () throws(Malformed) in try URIParts(bytes) } }.get()
    port = parts.port
    userInfo = parts.userInfo
    schemeEnd = parts.schemeEnd
    hostEnd = schemeEnd + 3 + parts.hostLength
    originEnd = hostEnd + parts.portLength
    absolute = parts.isCanonical ? text : parts.canonical
    pathEnd = originEnd + parts.pathLength
    isNormal = parts.isNormal
  }

  /// Makes a target of a URI of another scheme.
  init(_ foreign: ForeignURI) {
    absolute = foreign.absolute
    userInfo = foreign.userInfo
    port = 0
    (schemeEnd, hostEnd, originEnd) = (foreign.schemeEnd, foreign.hostEnd, foreign.originEnd)
    pathEnd = foreign.pathEnd
    isNormal = true
  }

  /// Reads a URI quickly if it has the same origin as `other`; nil if the origin differs, or the text needs the full
  /// parser.
  package init?(_ text: String, like other: TargetURI) {
    var (text, known) = (text, other.absolute)
    let path = text.withUTF8 { bytes in
      known.withUTF8 { PlainPath(bytes, behind: UnsafeBufferPointer(rebasing: $0[..<other.originEnd])) }
    }
    guard let path else { return nil }
    absolute = text
    userInfo = nil
    (port, schemeEnd, hostEnd, originEnd) = (other.port, other.schemeEnd, other.hostEnd, other.originEnd)
    pathEnd = path.end
    isNormal = path.isNormal
  }

  /// The scheme in lower case: `http` or `https`, or another for a recorded URI.
  public var scheme: String { part(0..<schemeEnd) }

  /// The host in lower case; an IPv6 address keeps its brackets.
  public var host: String { hostEnd > schemeEnd ? part((schemeEnd + 3)..<hostEnd) : "" }

  /// The path as written, at least `/`.
  public var path: String { part(originEnd..<pathEnd) }

  /// The query, as written after `?`; nil if there is no `?`.
  public var query: String? {
    let end = absolute.utf8.count
    return pathEnd < end ? part((pathEnd + 1)..<end) : nil
  }

  /// The path, and the query with its `?` if there is one, as written.
  package var pathAndQuery: String { part(originEnd..<absolute.utf8.count) }

  /// Scheme, host and port (RFC 9110 §4.3.1); credentials and invalidation are bound to it.
  public var origin: String { part(0..<originEnd) }

  /// Whether another URI has the same origin.
  package func isSameOrigin(as other: TargetURI) -> Bool {
    guard originEnd == other.originEnd else { return false }
    var (own, others) = (absolute, other.absolute)
    return own.withUTF8 { own in others.withUTF8 { own.begins(with: $0[..<originEnd]) } }
  }

  /// The URI as a cache key, with percent-encoding and dot segments normalised (RFC 3986 §6.2.2, RFC 9110 §4.2.3).
  public var normalized: String {
    guard !isNormal else { return absolute }
    return origin + Self.removingDotSegments(Self.normalizingEscapes(path))
      + (query.map { "?" + Self.normalizingEscapes($0) } ?? "")
  }

  /// Whether a URI in a request may hold a byte.
  static func isAllowed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && byte != 0x5C && byte != 0x22 && byte != 0x3C && byte != 0x3E
  }

  private func part(_ range: Range<Int>) -> String {
    let start = absolute.utf8.index(absolute.startIndex, offsetBy: range.lowerBound)
    return String(absolute[start..<absolute.utf8.index(start, offsetBy: range.count)])
  }
}

/// A path, perhaps with a query, after a known origin; both as they are sent.
private struct PlainPath {
  private(set) var end: Int
  private(set) var isNormal = true

  init?(_ bytes: UnsafeBufferPointer<UInt8>, behind origin: UnsafeBufferPointer<UInt8>) {
    guard bytes.begins(with: origin[...]), bytes.count > origin.count, bytes[origin.count] == 0x2F else {
      return nil
    }
    end = bytes.count
    var last: UInt8 = 0
    for place in origin.count..<bytes.count {
      let byte = bytes[place]
      guard byte < 0x7F, TargetURI.isAllowed(byte), byte != 0x23 else { return nil }
      if byte == 0x3F, place < end { end = place }
      if URIParts.needsNormalization(byte, behind: last) { isNormal = false }
      last = byte
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func begins(with other: Slice<Self>) -> Bool {
    guard count >= other.count else { return false }
    return UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: self[..<other.count]))
      .isEqual(to: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: other)))
  }
}

/// The parts of a URI, as found in the bytes of its text.
private struct URIParts {
  private(set) var userInfo: String?
  private(set) var port = 80
  private(set) var schemeEnd = 4
  private(set) var hostLength = 0
  private(set) var pathLength = 1
  /// The length of `:8080`; 0 if the port is the scheme's default.
  private(set) var portLength = 0

  /// The text as it is sent; empty if `isCanonical` is true.
  private(set) var canonical = ""

  /// Whether the text is sent as written.
  private(set) var isCanonical = true

  /// Whether path and query hold nothing that normalisation changes.
  private(set) var isNormal = true

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(TargetURI.Malformed) {
    for byte in bytes {
      guard TargetURI.isAllowed(byte) else { throw .character }
    }
    guard let colon = bytes.firstIndex(of: 0x3A), bytes[colon...].starts(with: "://".utf8) else {
      throw .noScheme
    }
    try takeScheme(bytes[..<colon])
    let start = colon + 3
    let end = bytes[start...].firstIndex(of: 0x23) ?? bytes.endIndex
    if end < bytes.endIndex { isCanonical = false }
    let authorityEnd = bytes[start..<end].firstIndex { $0 == 0x2F || $0 == 0x3F } ?? end
    try takeAuthority(bytes[start..<authorityEnd])
    takeRest(bytes[authorityEnd..<end])
    defer { self.name = nil }
    guard !isCanonical, let name else { return }
    // Nearly every URI is sent as written: make a new string only for the others.
    let host = String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
    let slash = bytes[authorityEnd..<end].first == 0x2F ? "" : "/"
    canonical =
      (schemeEnd == 5 ? "https://" : "http://") + host + (portLength == 0 ? "" : ":\(port)") + slash
      + String(decoding: bytes[authorityEnd..<end], as: UTF8.self)
  }

  /// Whether normalisation may change the text at a byte: it begins an escape, or perhaps a dot segment, or is not ASCII.
  static func needsNormalization(_ byte: UInt8, behind last: UInt8) -> Bool {
    byte == 0x25 || byte >= 0x80 || (byte == 0x2E && last == 0x2F)
  }

  /// The host as written; valid as long as the text.
  private var name: Slice<UnsafeBufferPointer<UInt8>>?

  private mutating func takeScheme(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(TargetURI.Malformed) {
    let isLower = bytes.elementsEqual("http".utf8) || bytes.elementsEqual("https".utf8)
    if !isLower {
      let lower = String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
      guard lower == "http" || lower == "https" else { throw .scheme(lower) }
      isCanonical = false
    }
    schemeEnd = bytes.count
    port = bytes.count == 5 ? 443 : 80
  }

  private mutating func takeAuthority(
    _ authority: Slice<UnsafeBufferPointer<UInt8>>
  ) throws(TargetURI.Malformed) {
    var hostAndPort = authority
    if let at = authority.lastIndex(of: 0x40) {
      userInfo = String(decoding: authority[..<at], as: UTF8.self)
      hostAndPort = authority[(at + 1)...]
      isCanonical = false
    }
    let (name, portText) = Self.split(hostAndPort)
    guard !name.isEmpty else { throw .noHost }
    hostLength = name.count
    if name.contains(where: { $0.asciiLowercased != $0 }) { isCanonical = false }
    self.name = name
    guard let portText else { return }
    if !portText.isEmpty {
      guard let number = Self.number(portText), (1...65535).contains(number) else {
        throw .port(String(decoding: portText, as: UTF8.self))
      }
      if number != port {
        portLength = number < 10 ? 2 : number < 100 ? 3 : number < 1000 ? 4 : number < 10_000 ? 5 : 6
      }
      port = number
    }
    // `:080`, a lone `:` and the scheme's default port are not sent as written.
    if portLength != portText.count + 1 { isCanonical = false }
  }

  /// Reads a port in decimal digits; nil for anything else, and for a number that is too large.
  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var number = 0
    for digit in digits {
      guard digit.isDigit, number <= 65535 else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }

  private mutating func takeRest(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    let length = (bytes.firstIndex(of: 0x3F) ?? bytes.endIndex) - bytes.startIndex
    pathLength = max(1, length)
    if length == 0 { isCanonical = false }
    var last: UInt8 = 0
    for byte in bytes {
      if URIParts.needsNormalization(byte, behind: last) { isNormal = false }
      last = byte
    }
  }

  /// Splits `host:port`; the colons inside an IPv6 address's brackets do not count.
  private static func split(
    _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (host: Slice<UnsafeBufferPointer<UInt8>>, port: Slice<UnsafeBufferPointer<UInt8>>?) {
    let end = text.first == 0x5B ? text.firstIndex(of: 0x5D) ?? text.startIndex : text.startIndex
    guard let colon = text[end...].firstIndex(of: 0x3A) else { return (text, nil) }
    return (text[..<colon], text[(colon + 1)...])
  }
}
