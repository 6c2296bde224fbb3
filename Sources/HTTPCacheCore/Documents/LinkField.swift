/// Finds the resources that a page's `Link` fields make a browser load (RFC 8288, and HTML on the `Link` header).
package enum LinkField {
  /// The relations that make a browser load the link, each with the kind of resource.
  private static let relations: [String: AssetReference.Role] = [
    "stylesheet": .style, "preload": .other, "modulepreload": .moduleScript, "prefetch": .other,
  ]

  /// The resources that a browser loads by the fields of a page's response, in their order.
  ///
  /// References are relative to the URL of the page; its `<base>` does not apply to fields.
  package static func references(_ fields: FieldSection, base: TargetURI) -> [AssetReference] {
    fields.lines(named: "Link").flatMap { references($0.rawValue[...], base) }
  }

  private static func references(_ value: ArraySlice<UInt8>, _ base: TargetURI) -> [AssetReference] {
    var rest = value
    var found: [AssetReference] = []
    while let open = rest.firstIndex(of: 0x3C), let close = rest[open...].firstIndex(of: 0x3E) {
      let url = OriginalBytes.text(rest[(open + 1)..<close]).encodingOriginalBytes
      var member = ListSyntax(rest[(close + 1)...])
      let parameters = member.rawMember()
      rest = member.rest
      let words = parameter("rel", of: parameters).map { $0.split(separator: " ").map(String.init) } ?? []
      let role = AssetReference.role(words, of: relations, as: parameter("as", of: parameters))
      guard let role, let target = BrowserURL.target(url, base: base) else { continue }
      found.append(AssetReference(target: target, role: role))
    }
    return found
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
    let text = bytes.trimming { $0.isSpaceOrTab || $0 == 0x22 }
    return String(decoding: text, as: UTF8.self).asciiLowercased
  }
}
