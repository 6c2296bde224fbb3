/// Something that a page, a style sheet or a manifest has loaded.
package struct AssetReference: Sendable, Hashable {
  /// What it is taken for, as far as it may name more to load.
  package enum Role: Sendable, Hashable {
    /// A style sheet, whatever its type says.
    case style
    /// The manifest of a web application.
    case manifest
    /// Anything else.
    case other
  }

  /// Its URL.
  package let target: TargetURI

  /// What it is taken for.
  package let role: Role
}
