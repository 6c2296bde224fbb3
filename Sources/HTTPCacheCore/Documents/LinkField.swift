/// Finds the resources that a page's `Link` fields make a browser load (RFC 8288, and HTML on the `Link` header).
package enum LinkField {
  /// The relations that make a browser load the link, each with the kind of resource.
  private static let relations: [String: AssetReference.Role] = [
    "stylesheet": .style, "preload": .other, "modulepreload": .other, "prefetch": .other,
  ]

  /// The resources that a browser loads by the fields of a page's response, in their order.
  ///
  /// The base is the URL of the page; its `<base>` does not count here.
  package static func references(_ fields: FieldSection, base: TargetURI) -> [AssetReference] {
    fields.lines(named: "Link").flatMap { references($0.rawValue[...], base) }
  }

  private static func references(_ value: ArraySlice<UInt8>, _ base: TargetURI) -> [AssetReference] {
    var rest = value
    var found: [AssetReference] = []
    while let open = rest.firstIndex(of: 0x3C), let close = rest[open...].firstIndex(of: 0x3E) {
      let url = OriginalBytes.text(rest[(open + 1)..<close]).encodingOriginalBytes
      let end = endOfMember(rest[(close + 1)...])
      let parameters = rest[(close + 1)..<end]
      let words = parameter("rel", of: parameters).map { $0.split(separator: " ").map(String.init) } ?? []
      rest = rest[end...]
      let roles = words.compactMap { relations[$0] }
      if words.contains("preload"), roles.count == 1,
        !AssetReference.isPreloaded(as: parameter("as", of: parameters))
      {
        continue
      }
      guard let first = roles.first, let target = BrowserURL.target(url, base: base) else { continue }
      found.append(AssetReference(target: target, role: roles.contains(.style) ? .style : first))
    }
    return found
  }

  /// Where a member of the list ends: at a comma outside quotes.
  private static func endOfMember(_ bytes: ArraySlice<UInt8>) -> Int {
    var isQuoted = false
    var isEscaped = false
    for index in bytes.indices {
      if isEscaped {
        isEscaped = false
      } else if bytes[index] == 0x5C {
        isEscaped = isQuoted
      } else if bytes[index] == 0x22 {
        isQuoted.toggle()
      } else if bytes[index] == 0x2C, !isQuoted {
        return index
      }
    }
    return bytes.endIndex
  }

  /// The value of the first parameter of a name, in lower case.
  private static func parameter(_ name: String, of parameters: ArraySlice<UInt8>) -> String? {
    for parameter in parameters.split(separator: 0x3B) {
      let parts = parameter.split(separator: 0x3D, maxSplits: 1)
      guard parts.count == 2, text(parts[0]) == name else { continue }
      return text(parts[1])
    }
    return nil
  }

  /// The text in lower case, without white space and quotes around it.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    func isAround(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x22 }
    let start = bytes.firstIndex { !isAround($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isAround($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self).asciiLowercased
  }
}
