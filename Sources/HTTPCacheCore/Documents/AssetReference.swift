/// Something that a page, a style sheet or a manifest has loaded.
package struct AssetReference: Sendable, Hashable {
  /// What kind of resource it is loaded as, as far as it may name more resources.
  package enum Role: Sendable, Hashable {
    /// A style sheet, whatever its type says.
    case style
    /// The manifest of a web application.
    case manifest
    /// Anything else.
    case other
  }

  /// What a browser preloads (HTML 4.6.7.18); without one of these in `as` it loads nothing.
  private static let preloaded: Set = [
    "audio", "fetch", "font", "image", "script", "style", "track", "video",
  ]

  /// Whether a link with `rel=preload` is loaded.
  ///
  /// - Parameter destination: its `as`.
  /// - Returns: whether a browser knows what it is for.
  static func isPreloaded(as destination: String?) -> Bool {
    destination.map { preloaded.contains($0.asciiLowercased) } ?? false
  }

  /// Its URL.
  package let target: TargetURI

  /// The kind of resource that it is loaded as.
  package let role: Role
}
