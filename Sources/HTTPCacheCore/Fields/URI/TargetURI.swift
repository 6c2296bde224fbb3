/// An absolute http or https URI: the target of a request (RFC 9110 §7.1, RFC 3986).
///
/// A recorded URI may also have another scheme, to which no request is sent.
public struct TargetURI: Sendable, Hashable {
  /// The URI as it is sent: without user information and fragment, with path and query as written.
  public let absolute: String

  /// The fragment, as written after `#`, which is not sent and does not tell URIs apart; nil if there is no `#`.
  package internal(set) var fragment: String?

  private let parts: Parts

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
  /// - Parameter text: the URI; a fragment is no part of it, bytes above 127 stay as they are.
  /// - Throws: `Malformed`: the fault of the URI.
  public init(_ text: String) throws { try self.init(parsing: text) }

  /// Reads an absolute URI; a typed `throws`, for callers that tell the faults apart.
  ///
  /// The public initialiser is not typed: Swift 6.3 would crash on a caller's `catch` with a pattern or a `where`.
  package init(parsing text: String) throws(Malformed) {
    var text = text
    let read = try text.withUTF8 { bytes in Result { () throws(Malformed) in try Parts.read(bytes) } }.get()
    parts = read.parts
    absolute = read.canonical ?? text
    // A URI with a fragment is never sent as written.
    if read.canonical != nil, let mark = text.utf8.firstIndex(of: 0x23) {
      fragment = String(text[text.utf8.index(after: mark)...])
    }
  }

  /// Reads a URI quickly if it has the same origin as `other`; nil if the origin differs, or the text needs the full
  /// parser.
  package init?(_ text: String, like other: TargetURI) {
    var (text, known) = (text, other.absolute)
    let parts = text.withUTF8 { bytes in
      known.withUTF8 { other.parts.with(bytes, after: $0[..<other.parts.originEnd]) }
    }
    guard let parts else { return nil }
    absolute = text
    self.parts = parts
  }

  /// Reads a recorded URI of another scheme than http and https; nil if its scheme is not one of `foreignSchemes`.
  init?(foreign text: String) {
    let bytes = text.utf8.prefix { $0 != 0x23 }
    let scheme = String(decoding: bytes.prefix { $0 != 0x3A }, as: UTF8.self).asciiLowercased
    guard scheme.utf8.count < bytes.count, Self.foreignSchemes.contains(scheme) else { return nil }
    var parts = Parts(schemeEnd: scheme.utf8.count)
    var rest = bytes.dropFirst(parts.schemeEnd + 1)
    let hasAuthority = scheme != "data" && scheme != "blob" && rest.starts(with: "//".utf8)
    var authority = rest.prefix(0)
    if hasAuthority {
      rest = rest.dropFirst(2)
      authority = rest.prefix { $0 != 0x2F && $0 != 0x3F }
      rest = rest.dropFirst(authority.count)
    }
    if let at = authority.lastIndex(of: 0x40) {
      parts.userInfo = String(decoding: authority[..<at], as: UTF8.self)
      authority = authority[authority.index(after: at)...]
    }
    let host = Self.escaped(authority.map(\.asciiLowercased))
    let path = Self.escaped(rest)
    let start = parts.schemeEnd + (hasAuthority ? 3 : 1)
    let portStart = host.last == 0x5D ? nil : host.lastIndex(of: 0x3A)
    parts.hostEnd = hasAuthority ? start + (portStart ?? host.count) : parts.schemeEnd
    parts.originEnd = start + host.count
    parts.pathEnd = parts.originEnd + (hasAuthority ? path.firstIndex(of: 0x3F) ?? path.count : path.count)
    absolute = "\(scheme):\(hasAuthority ? "//" : "")" + String(decoding: host + path, as: UTF8.self)
    self.parts = parts
  }

  private static let foreignSchemes = ["ftp", "ftps", "file", "data", "blob", "ws", "wss"]

  /// The user information before `@`, as written; nil if there is none.
  public var userInfo: String? { parts.userInfo }

  /// The port; the scheme's default (80, 443) if none is written.
  public var port: Int { parts.port }

  /// The scheme in lower case: `http` or `https`, or another for a recorded URI.
  public var scheme: String { part(0..<parts.schemeEnd) }

  /// The host in lower case; an IPv6 address keeps its brackets.
  public var host: String {
    parts.hostEnd > parts.schemeEnd ? part((parts.schemeEnd + 3)..<parts.hostEnd) : ""
  }

  /// The path as written, at least `/`.
  public var path: String { part(parts.originEnd..<parts.pathEnd) }

  /// The query, as written after `?`; nil if there is no `?`.
  public var query: String? {
    let end = absolute.utf8.count
    return parts.pathEnd < end ? part((parts.pathEnd + 1)..<end) : nil
  }

  /// The path, and the query with its `?` if there is one, as written.
  package var pathAndQuery: String { part(parts.originEnd..<absolute.utf8.count) }

  /// Scheme, host and port (RFC 9110 §4.3.1); credentials and invalidation are bound to it.
  public var origin: String { part(0..<parts.originEnd) }

  /// Whether another URI has the same origin.
  package func isSameOrigin(as other: TargetURI) -> Bool {
    guard parts.originEnd == other.parts.originEnd else { return false }
    var (own, others) = (absolute, other.absolute)
    return own.withUTF8 { own in others.withUTF8 { own.begins(with: $0[..<parts.originEnd]) } }
  }

  /// The URI as a cache key, with percent-encoding and dot segments normalised (RFC 3986 §6.2.2, RFC 9110 §4.2.3).
  public var normalized: String {
    guard !parts.isNormal else { return absolute }
    return origin + Self.removingDotSegments(Self.normalizingEscapes(path))
      + (query.map { "?" + Self.normalizingEscapes($0) } ?? "")
  }

  /// Whether both name the same, with the same user information.
  public static func == (left: TargetURI, right: TargetURI) -> Bool {
    left.absolute == right.absolute && left.parts == right.parts
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(absolute)
    hasher.combine(parts)
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

extension TargetURI {
  /// The parts of a URI, as found in the bytes of its text.
  private struct Parts: Sendable, Hashable {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    var userInfo: String?
    var port = 0
    /// The offsets in bytes at which the parts of `absolute` end; without a host, `hostEnd` equals `schemeEnd`.
    var schemeEnd: Int
    var hostEnd = 0
    var originEnd = 0
    var pathEnd = 0
    /// Whether the URI is already normalised, so that it is its own cache key.
    var isNormal = true

    /// Reads an http or https URI; also returns the URI as it is sent, nil if that is the text as written.
    static func read(
      _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(Malformed) -> (parts: Parts, canonical: String?) {
      for byte in bytes {
        guard TargetURI.isAllowed(byte) else { throw .character }
      }
      guard let colon = bytes.firstIndex(of: 0x3A), bytes[colon...].starts(with: "://".utf8) else {
        throw .noScheme
      }
      var isCanonical =
        bytes[..<colon].elementsEqual("http".utf8) || bytes[..<colon].elementsEqual("https".utf8)
      if !isCanonical {
        let scheme = String(decoding: bytes[..<colon].map(\.asciiLowercased), as: UTF8.self)
        guard scheme == "http" || scheme == "https" else { throw .scheme(scheme) }
      }
      let end = bytes[(colon + 3)...].firstIndex(of: 0x23) ?? bytes.endIndex
      let pathStart = bytes[(colon + 3)..<end].firstIndex { $0 == 0x2F || $0 == 0x3F } ?? end
      let rest = bytes[pathStart..<end]
      if end < bytes.endIndex || rest.first != 0x2F { isCanonical = false }
      var parts = Parts(schemeEnd: colon)
      var authority = bytes[(colon + 3)..<pathStart]
      if let at = authority.lastIndex(of: 0x40) {
        parts.userInfo = String(decoding: authority[..<at], as: UTF8.self)
        authority = authority[(at + 1)...]
        isCanonical = false
      }
      let (host, port) = Self.split(authority)
      guard !host.isEmpty else { throw .noHost }
      if host.contains(where: { $0.asciiLowercased != $0 }) { isCanonical = false }
      parts.hostEnd = colon + 3 + host.count
      parts.originEnd = parts.hostEnd
      parts.port = colon == 5 ? 443 : 80
      if let port {
        // `:080`, a lone `:` and the scheme's default port are not sent as written.
        let digits = port.drop { $0 == 0x30 }
        let number = try port.isEmpty ? parts.port : Self.number(port)
        if number == parts.port || digits.count < port.count { isCanonical = false }
        if number != parts.port { parts.originEnd += 1 + digits.count }
        parts.port = number
      }
      parts.pathEnd = parts.originEnd + max(1, (rest.firstIndex(of: 0x3F) ?? rest.endIndex) - rest.startIndex)
      var last: UInt8 = 0
      for byte in rest {
        if needsNormalization(byte, after: last) { parts.isNormal = false }
        last = byte
      }
      // Nearly every URI is sent as written: make a new string only for the others.
      guard !isCanonical else { return (parts, nil) }
      let name = String(decoding: host.map(\.asciiLowercased), as: UTF8.self)
      return (
        parts,
        (colon == 5 ? "https://" : "http://") + name
          + (parts.originEnd > parts.hostEnd ? ":\(parts.port)" : "") + (rest.first == 0x2F ? "" : "/")
          + String(decoding: rest, as: UTF8.self)
      )
    }

    /// Reads a port in decimal digits.
    private static func number(_ port: Bytes) throws(Malformed) -> Int {
      var number = 0
      for digit in port {
        guard digit.isDigit, number <= 65535 else { throw .port(String(decoding: port, as: UTF8.self)) }
        number = number * 10 + Int(digit - 0x30)
      }
      guard (1...65535).contains(number) else { throw .port(String(decoding: port, as: UTF8.self)) }
      return number
    }

    /// Splits `host:port`; the colons inside an IPv6 address's brackets do not count.
    private static func split(_ text: Bytes) -> (host: Bytes, port: Bytes?) {
      let end = text.first == 0x5B ? text.firstIndex(of: 0x5D) ?? text.startIndex : text.startIndex
      guard let colon = text[end...].firstIndex(of: 0x3A) else { return (text, nil) }
      return (text[..<colon], text[(colon + 1)...])
    }

    /// The parts of another URI with the same origin, whose path and query are sent as written.
    func with(_ bytes: UnsafeBufferPointer<UInt8>, after origin: Bytes) -> Parts? {
      guard bytes.begins(with: origin), bytes.count > originEnd, bytes[originEnd] == 0x2F else { return nil }
      var parts = self
      (parts.userInfo, parts.pathEnd, parts.isNormal) = (nil, bytes.count, true)
      var last: UInt8 = 0
      for place in originEnd..<bytes.count {
        let byte = bytes[place]
        guard byte < 0x7F, TargetURI.isAllowed(byte), byte != 0x23 else { return nil }
        if byte == 0x3F, place < parts.pathEnd { parts.pathEnd = place }
        if Self.needsNormalization(byte, after: last) { parts.isNormal = false }
        last = byte
      }
      return parts
    }

    /// Whether normalisation may change the text at a byte: it begins an escape, or perhaps a dot segment, or is not ASCII.
    private static func needsNormalization(_ byte: UInt8, after last: UInt8) -> Bool {
      byte == 0x25 || byte >= 0x80 || (byte == 0x2E && last == 0x2F)
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
