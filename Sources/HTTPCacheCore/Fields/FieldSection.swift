/// The field lines of a message's header section, in the order received (RFC 9110 §5, §6.3).
public struct FieldSection: Sendable, Hashable {
  /// Every line, as received, in order.
  public var lines: [FieldLine]

  /// Makes a section of the given lines.
  ///
  /// - Parameter lines: the lines, in order; empty unless told.
  public init(_ lines: [FieldLine] = []) { self.lines = lines }

  /// The lines with the given name, in order.
  ///
  /// - Parameter name: the name, in any case.
  /// - Returns: none where the field is absent.
  public func lines(named name: String) -> [FieldLine] { lines.filter { $0.isNamed(name) } }

  /// The first value with the given name.
  ///
  /// - Parameter name: the name, in any case.
  /// - Returns: nil where the field is absent.
  public func first(_ name: String) -> String? { lines.first { $0.isNamed(name) }?.value }

  /// Whether any line has the given name.
  ///
  /// - Parameter name: the name, in any case.
  /// - Returns: true when the field is present, also with an empty value.
  public func contains(_ name: String) -> Bool { lines.contains { $0.isNamed(name) } }

  /// The values of all lines with the given name, joined by ", " (RFC 9110 §5.3), or nil where there is none.
  ///
  /// - Parameter name: the name, in any case.
  /// - Returns: the combined field value.
  public func combined(_ name: String) -> String? {
    var combined = ""
    var isPresent = false
    for line in lines where line.isNamed(name) {
      if isPresent { combined += ", " }
      combined += line.value
      isPresent = true
    }
    return isPresent ? combined : nil
  }

  /// Removes every line with the given name.
  ///
  /// - Parameter name: the name, in any case.
  public mutating func remove(_ name: String) { lines.removeAll { $0.isNamed(name) } }

  /// Replaces the field: removes its lines and appends one.
  ///
  /// - Parameters:
  ///   - name: the field name.
  ///   - value: the new value.
  public mutating func set(_ name: String, _ value: String) {
    remove(name)
    lines.append(FieldLine(name, value))
  }
}
