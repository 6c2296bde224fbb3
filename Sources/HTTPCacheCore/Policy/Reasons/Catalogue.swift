/// A value that is declared once, beside the code that uses it, and has a name that output never changes: a rule, or the code
/// of a finding.
///
/// Two values are equal if they are the same declaration.
public protocol Catalogued: RawRepresentable<String>, Sendable, Hashable, CaseIterable
where AllCases == [Self] {
  /// The type of what is declared once.
  associatedtype Declaration: AnyObject

  /// What was declared.
  var declaration: Declaration { get }
}

extension Catalogued {
  /// Finds a declared value by its name in JSON output.
  ///
  /// - Parameter rawValue: the name; the result is nil if no value has it.
  public init?(rawValue: String) {
    guard let value = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = value
  }

  /// Whether both are the same declaration.
  public static func == (left: Self, right: Self) -> Bool { left.declaration === right.declaration }

  /// Hashes the identity of the declaration.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(declaration)) }
}
