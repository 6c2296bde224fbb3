/// A resource that a page, a style sheet or a manifest makes a browser load.
package struct AssetReference: Sendable, Hashable {
  /// The kind of a resource; a style sheet and a manifest may name more resources.
  package enum Role: Sendable, Hashable {
    /// A style sheet, whatever its type says.
    case style
    /// The manifest of a web application.
    case manifest
    case script
    /// A script that is run only if its type is that of one.
    case moduleScript
    case font
    /// Any other resource.
    case other
  }

  /// The values of `as` with which a browser preloads a link (HTML, link type "preload").
  ///
  /// With any other value, the browser loads nothing.
  private static let preloaded: Set = [
    "audio", "fetch", "font", "image", "script", "style", "track", "video",
  ]

  /// The role of a link whose `rel` has these words; nil if a browser does not load the link.
  ///
  /// `known` has the words that make a browser load a link; `destination` is the value of `as`.
  static func role(_ words: [String], of known: [String: Role], as destination: String?) -> Role? {
    let roles = words.compactMap { known[$0] }
    if roles.count == 1, words.contains("preload"), !preloaded.contains(destination?.asciiLowercased ?? "") {
      return nil
    }
    for role in [Role.style, .manifest, .moduleScript] where roles.contains(role) { return role }
    guard words.contains("preload"), let first = roles.first else { return roles.first }
    switch destination?.asciiLowercased {
    case "script": return .script
    case "style": return .style
    case "font": return .font
    default: return first
    }
  }

  package let target: TargetURI

  package let role: Role
}
