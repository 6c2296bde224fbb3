/// The field lines of a message's header section, in the order received (RFC 9110 §5, §6.3).
///
/// The lines are kept as one run of bytes, since a section is copied, stored and compared as a whole, and few of its
/// fields are read.
public struct FieldSection: Sendable, Hashable {
  /// The name and value of each line; the value is without the white space around it.
  private(set) var pairs = BytePairs()

  /// Makes a section of the given lines.
  ///
  /// - Parameter lines: the lines, in order; empty by default.
  public init(_ lines: [FieldLine] = []) {
    for line in lines { append(line) }
  }

  init(_ pairs: BytePairs) { self.pairs = pairs }

  /// Every line, as received, in order; `first`, `contains` and `members` are cheaper, as they don't copy every line.
  public var lines: [FieldLine] {
    get { pairs.withCursor { $0.map(FieldLine.init) } }
    set { self = FieldSection(newValue) }
  }

  /// Whether there is no line.
  public var isEmpty: Bool { pairs.isEmpty }

  /// The lines with the given name, in order.
  ///
  /// - Parameter name: the name, in any case.
  /// - Returns: the lines; none if the field is absent.
  public func lines(named name: String) -> [FieldLine] {
    pairs.withCursor { $0.compactMap { $0.isNamed(name) ? FieldLine($0) : nil } }
  }

  /// The values of the lines with the given name, in order, as bytes.
  func values(_ name: String) -> [[UInt8]] { withValues(name) { $0.map { Array($0) } } }

  /// Whether another section has the same lines with the given name.
  func hasSameValues(_ name: String, as other: FieldSection) -> Bool {
    withValues(name) { own in
      other.withValues(name) { others in own.elementsEqual(others) { $0.isEqual(to: $1) } }
    }
  }

  /// The first value with the given name.
  ///
  /// - Parameter name: the name, in any case.
  /// - Returns: nil if the field is absent.
  public func first(_ name: String) -> String? {
    withFirst(name) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether any line has the given name.
  ///
  /// - Parameter name: the name, in any case.
  /// - Returns: true when the field is present, also with an empty value.
  public func contains(_ name: String) -> Bool { withFirst(name) { _ in true } ?? false }

  /// Whether any line has one of the names.
  func contains(oneOf names: FieldNames) -> Bool {
    pairs.withCursor { $0.contains { names.contains($0) } }
  }

  /// The values of all lines with the given name, joined by ", " (RFC 9110 §5.3), or nil if there is none.
  ///
  /// - Parameter name: the name, in any case.
  /// - Returns: the combined field value.
  public func combined(_ name: String) -> String? {
    withValues(name) { values in
      var combined: String?
      for value in values {
        let value = String(decoding: value, as: UTF8.self)
        combined = combined.map { $0 + ", " + value } ?? value
      }
      return combined
    }
  }

  /// The members of a list-based field, of all its lines, without white space around them; none if it is absent or
  /// empty (RFC 9110 §5.6.1).
  package func members(_ name: String) -> [String] {
    var members: [String] = []
    for value in values(name) {
      ListSyntax.forEachMember(of: value) { members.append(String(decoding: $0, as: UTF8.self)) }
    }
    return members
  }

  /// The members of `Connection`; none if it has only `close` or `keep-alive`, as usual (RFC 9110 §7.6.1).
  var namesForConnection: [String] {
    let isUsual = withValues("Connection") { values in
      values.allSatisfy { $0.elementsEqual("keep-alive".utf8) || $0.elementsEqual("close".utf8) }
    }
    return isUsual ? [] : members("Connection")
  }

  /// Removes every line with the given name.
  ///
  /// - Parameter name: the name, in any case.
  public mutating func remove(_ name: String) {
    guard contains(name) else { return }
    pairs.removeAll { $0.isNamed(name) }
  }

  /// The name of the first line that meets a condition; nil if none does.
  func firstName(where isMeant: (BytePairs.Pair) -> Bool) -> String? {
    pairs.withCursor { $0.first(where: isMeant).map { String(decoding: $0.first, as: UTF8.self) } }
  }

  /// The section with only the lines that have one of the names; `names` are in lower case.
  func only(_ names: Set<String>) -> FieldSection {
    // A line whose length no name has is left out without making a string of its name.
    let lengths = names.reduce(into: 0 as UInt64) { $0 |= 1 << UInt64($1.utf8.count % 64) }
    var section = self
    section.removeLines { line in
      lengths & 1 << UInt64(line.first.count % 64) == 0 || !names.contains(line.lowercasedName)
    }
    return section
  }

  /// Removes the lines that meet a condition.
  mutating func removeLines(where isRemoved: (BytePairs.Pair) -> Bool) {
    pairs.removeAll(where: isRemoved)
  }

  /// Replaces the field: removes its lines and appends one.
  ///
  /// - Parameters:
  ///   - name: the field name.
  ///   - value: the new value.
  public mutating func set(_ name: String, _ value: String) {
    remove(name)
    pairs.append(name.utf8, value.utf8)
  }

  /// Replaces the lines whose names occur in another section by the lines of that section.
  mutating func replace(with others: FieldSection) {
    guard !others.isEmpty else { return }
    removeLines { line in
      others.pairs.withCursor {
        $0.contains { line.isNamed($0.first.assumingMemoryBound(to: UInt8.self)) }
      }
    }
    pairs.append(others.pairs)
  }

  /// Appends a line.
  ///
  /// - Parameter line: name and value, not checked.
  public mutating func append(_ line: FieldLine) { pairs.append(line.name.utf8, line.rawValue) }

  /// Appends a line of bytes as received.
  mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
    pairs.append(name, value)
  }

  /// How many bytes of memory the lines take.
  var size: Int { pairs.bytes.count }

  /// Passes the bytes of the first value with a name to `body`, valid during that call only; nil if the field is absent.
  func withFirst<Result>(_ name: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    withValues(name) { values in
      var values = values
      return values.next().map(body)
    }
  }

  /// Passes the values of the lines with a name to `body`, valid during that call only.
  @inline(__always)
  private func withValues<Result>(_ name: String, _ body: (FieldValues) -> Result) -> Result {
    var name = name
    return name.withUTF8 { name in pairs.withCursor { body(FieldValues(lines: $0, name: name)) } }
  }
}

/// Goes through the values of the lines with a name.
private struct FieldValues: Sequence, IteratorProtocol {
  var lines: BytePairs.Cursor
  let name: UnsafeBufferPointer<UInt8>

  @inline(__always)
  mutating func next() -> UnsafeRawBufferPointer? {
    while let line = lines.next() {
      if line.isNamed(name) { return line.second }
    }
    return nil
  }
}

extension FieldLine {
  /// Copies a line of a section.
  fileprivate init(_ line: BytePairs.Pair) {
    self.init(name: String(decoding: line.first, as: UTF8.self), rawValue: Array(line.second))
  }
}

extension BytePairs.Pair {
  /// Whether this line of a section has a name, compared without regard to ASCII case (RFC 9110 §5.1).
  @inline(__always)
  func isNamed(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard first.count == name.count else { return false }
    for index in 0..<name.count where first[index] != name[index] {
      guard first[index].asciiLowercased == name[index].asciiLowercased else { return false }
    }
    return true
  }

  /// Whether this line of a section has a name, given as text, compared without regard to ASCII case (RFC 9110 §5.1).
  @inline(__always)
  func isNamed(_ name: String) -> Bool {
    guard first.count == name.utf8.count else { return false }
    var name = name
    return name.withUTF8 { isNamed($0) }
  }

  /// The name in lower case.
  var lowercasedName: String {
    String(unsafeUninitializedCapacity: first.count) { bytes in
      for (index, byte) in first.enumerated() { bytes.initializeElement(at: index, to: byte.asciiLowercased) }
      return first.count
    }
  }
}

/// A set of field names, in which a line's name is looked up without making a string.
struct FieldNames: Sendable {
  /// The names in lower case, grouped by length, which alone rules out most lines.
  private let names: [[[UInt8]]]

  /// Takes names in lower case.
  init(_ names: [String]) {
    let longest = names.map(\.utf8.count).max() ?? 0
    self.names = (0...longest).map { length in names.filter { $0.utf8.count == length }.map { Array($0.utf8) }
    }
  }

  /// Whether a line has one of the names, compared without regard to ASCII case (RFC 9110 §5.1).
  func contains(_ line: BytePairs.Pair) -> Bool {
    line.first.withMemoryRebound(to: UInt8.self) { contains($0) }
  }

  /// Whether a name, as UTF-8, is one of them.
  func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count < names.count else { return false }
    for own in names[name.count] where name.elementsEqual(own, by: { $0.asciiLowercased == $1 }) {
      return true
    }
    return false
  }
}
