extension TargetURI {
  /// Resolves a reference, as in `Location`, against this URI (RFC 3986 §5.2).
  ///
  /// - Parameter reference: absolute or relative; its fragment is dropped.
  /// - Returns: the absolute URI.
  /// - Throws: `Malformed`: the fault of the result.
  public func resolving(_ reference: String) throws -> TargetURI { try resolved(reference) }

  /// Resolves a reference; a typed `throws`, for callers that tell the faults apart.
  package func resolved(_ reference: String) throws(Malformed) -> TargetURI {
    let text = String(reference.prefix { $0 != "#" })
    var target = try resolved(withoutFragment: text)
    if text.utf8.count < reference.utf8.count {
      target.fragment = String(reference.dropFirst(text.count + 1))
    }
    return target
  }

  private func resolved(withoutFragment text: String) throws(Malformed) -> TargetURI {
    if text.schemeEnd != nil { return try TargetURI(parsing: text) }
    if text.hasPrefix("//") { return try TargetURI(parsing: "\(scheme):\(text)") }
    if text.isEmpty { return try TargetURI(parsing: absolute) }
    if text.hasPrefix("?") { return try TargetURI(parsing: origin + path + text) }
    let relativePath = String(text.prefix { $0 != "?" })
    let relativeQuery = text.dropFirst(relativePath.count)
    let directory = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
    let merged = relativePath.hasPrefix("/") ? relativePath : directory + relativePath
    return try TargetURI(parsing: origin + Self.removingDotSegments(merged) + relativeQuery)
  }

  /// Removes `.` and `..` segments (RFC 3986 §5.2.4).
  static func removingDotSegments(_ path: String) -> String {
    guard path.holds("/.") else { return path }
    var output: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { output.append("") }
      case "..":
        _ = output.popLast()
        if isLast { output.append("") }
      default: output.append(segment)
      }
    }
    return "/" + output.joined(separator: "/")
  }

  /// Decodes every percent-escape.
  package static func decodingEscapes(_ text: String) -> String {
    OriginalBytes.text(text.originalBytes.percentDecoded)
  }

  /// Decodes escapes of unreserved characters, writes the others in upper case, and escapes bytes that are not ASCII
  /// (RFC 3986 §6.2.2, RFC 3987 §3.1).
  package static func normalizingEscapes(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x25 || $0 >= 0x80 }) else { return text }
    var output: [UInt8] = []
    Array(text.utf8).forEachDecoded { byte, isEscape in
      let isPlain = isEscape ? byte.isUnreservedInURI : byte < 0x80
      if isPlain { output.append(byte) } else { output += byte.percentEncoded }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

extension TargetURI {
  /// Percent-encodes the bytes that a URI must not hold: white space, quotes, angle brackets and backslashes.
  static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.reduce(into: []) { escaped, byte in
      if isAllowed(byte) { escaped.append(byte) } else { escaped += byte.percentEncoded }
    }
  }

  /// A reference or URI as people and servers write it, trimmed of white space, and with percent-encoding, after the
  /// host, of all bytes that a URI must not hold.
  package static func encoded(_ text: String) -> String {
    let bytes = Array(text.utf8)[...].trimming { $0 <= 0x20 }
    guard !bytes.allSatisfy(isAllowed) else { return String(decoding: bytes, as: UTF8.self) }
    var start = bytes.startIndex
    if let colon = bytes.schemeEnd, bytes[colon...].starts(with: "://".utf8) {
      start = colon + 3
    } else if bytes.starts(with: "//".utf8) {
      start += 2
    }
    let hostEnd =
      start == bytes.startIndex
      ? start : bytes[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
    return String(decoding: bytes[..<hostEnd] + escaped(bytes[hostEnd...]), as: UTF8.self)
  }
}

extension Collection<UInt8> {
  /// The place of the colon after the scheme of a URI or reference; nil if there is no scheme (RFC 3986 §3.1).
  var schemeEnd: Index? {
    let end = firstIndex { !($0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E) }
    guard let end, self[end] == 0x3A, first?.isLetter == true else { return nil }
    return end
  }
}

extension String {
  /// The place of the colon after the scheme; not generic, so that it is fast in every module.
  package var schemeEnd: Index? { utf8.schemeEnd }
}

/// Finds the parts of a normalised URI, as in a cache key: `http://host:port/path`.
enum NormalizedURI {
  /// Scheme and authority: `http://example.com:8080`.
  static func origin(_ uri: String) -> String {
    guard let scheme = uri.firstPlace(of: "://") else { return uri }
    return String(uri[..<(uri[scheme.upperBound...].firstIndex(of: "/") ?? uri.endIndex)])
  }

  /// The host of an authority `host:port`; an IPv6 address keeps its brackets.
  static func host(ofAuthority authority: some StringProtocol) -> String {
    let end = authority.first == "[" ? authority.firstIndex(of: "]") : nil
    let rest = authority[(end ?? authority.startIndex)...]
    return String(authority[..<(rest.firstIndex(of: ":") ?? authority.endIndex)])
  }

  /// The host of a URI: `example.com` of `http://example.com:8080/x`.
  static func host(_ uri: String) -> String {
    host(ofAuthority: origin(uri).split(separator: "/").last ?? "")
  }
}
