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

  /// Whether a browser loads a link with `rel=preload` and this value of `as`.
  static func isPreloaded(as destination: String?) -> Bool {
    destination.map { preloaded.contains($0.asciiLowercased) } ?? false
  }

  package let target: TargetURI

  package let role: Role
}
