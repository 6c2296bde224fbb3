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

  /// Its URL.
  package let target: TargetURI

  /// The kind of resource that it is loaded as.
  package let role: Role
}
