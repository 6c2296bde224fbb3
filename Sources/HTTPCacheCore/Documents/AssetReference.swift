/// A resource that a page, a style sheet or a manifest makes a browser load.
package struct AssetReference: Sendable, Hashable {
  /// The kind of a resource; `style` and `manifest` may name more resources.
  package enum Role: Sendable, Hashable {
    /// A style sheet, whatever its type says.
    case style
    /// The manifest of a web application.
    case manifest
    /// Anything else.
    case other
  }

  /// The values of `as` with which a browser preloads a link (HTML 4.6.7.18); with any other value, it loads nothing.
  private static let preloaded: Set = [
    "audio", "fetch", "font", "image", "script", "style", "track", "video",
  ]

  /// The role of a link by the words of its `rel`, of which `known` make a browser load it; nil if none of them does.
  static func role(_ words: [String], of known: [String: Role], as destination: String?) -> Role? {
    let roles = words.compactMap { known[$0] }
    if roles.count == 1, words.contains("preload"), !preloaded.contains(destination?.asciiLowercased ?? "") {
      return nil
    }
    return roles.contains(.style) ? .style : roles.contains(.manifest) ? .manifest : roles.first
  }

  package let target: TargetURI

  package let role: Role
}
