/// A line of a `.gitignore`, which leaves files of a directory out, or with `!` takes them in again.
package struct IgnorePattern: Hashable, Sendable {
  /// The line as written.
  package let text: String

  /// Whether it takes in again what a line before it left out.
  private let isNegated: Bool

  private let isForDirectories: Bool

  /// The parts between slashes; an empty one stands for `**`, any number of directories.
  private let parts: [[UInt8]]

  /// Reads a line; nil for a blank line and a comment, which leave nothing out.
  package init?(_ text: String) {
    self.text = text
    var bytes = text.originalBytes[...]
    while bytes.last == 0x20, bytes.dropLast().last != 0x5C { bytes.removeLast() }
    guard let first = bytes.first, first != 0x23 else { return nil }
    isNegated = first == 0x21
    if isNegated { bytes.removeFirst() }
    isForDirectories = bytes.last == 0x2F
    if isForDirectories { bytes.removeLast() }
    guard !bytes.isEmpty else { return nil }
    let isAnchored = bytes.contains(0x2F)
    if bytes.first == 0x2F { bytes.removeFirst() }
    let parts = bytes.split(separator: 0x2F).map { Array($0) == [0x2A, 0x2A] ? [] : Array($0) }
    self.parts = isAnchored ? parts : [[]] + parts
  }

  /// Whether the lines leave a path out, which is relative to their directory; the last line that matches it decides.
  package static func leavesOut(_ path: String, isDirectory: Bool, _ lines: [IgnorePattern]) -> Bool {
    let names = path.originalBytes.split(separator: 0x2F).map(Array.init)
    return lines.last { $0.matches(names, isDirectory: isDirectory) }.map { !$0.isNegated } ?? false
  }

  private func matches(_ names: [[UInt8]], isDirectory: Bool) -> Bool {
    (isDirectory || !isForDirectories) && Self.matches(parts[...], names[...])
  }

  private static func matches(_ parts: ArraySlice<[UInt8]>, _ names: ArraySlice<[UInt8]>) -> Bool {
    guard let part = parts.first else { return names.isEmpty }
    let rest = parts.dropFirst()
    if part.isEmpty {
      // At the end it stands for all that is in the directory, and elsewhere for no directory, too.
      if rest.isEmpty { return !names.isEmpty }
      let others = rest.drop { $0.isEmpty }
      return names.indices.contains { matches(others, names[$0...]) }
    }
    guard let name = names.first else { return false }
    return matches(part[...], name[...]) && matches(rest, names.dropFirst())
  }

  /// Whether a part matches a whole name: `*`, `?`, a set of characters in brackets, and `\` before a character that means
  /// itself.
  private static func matches(_ part: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var (inPart, inName) = (part, name)
    // Where matching resumes if what follows the last star does not match: one character later.
    var retry: (part: ArraySlice<UInt8>, name: ArraySlice<UInt8>)?
    while let byte = inName.first {
      if inPart.first == 0x2A {
        inPart.removeFirst()
        retry = (inPart, inName)
      } else if let rest = after(one: byte, inPart) {
        inPart = rest
        inName.removeFirst()
      } else if let last = retry {
        retry = (last.part, last.name.dropFirst())
        (inPart, inName) = (last.part, last.name.dropFirst())
      } else {
        return false
      }
    }
    return inPart.allSatisfy { $0 == 0x2A }
  }

  /// What is left of a part whose beginning matches a byte; nil if it does not match.
  private static func after(one byte: UInt8, _ part: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = part.first else { return nil }
    let rest = part.dropFirst()
    switch first {
    case 0x3F: return rest
    case 0x5B:
      guard let set = Self.set(rest) else { break }
      return set.ranges.contains { $0.contains(byte) } != set.isNegated ? set.rest : nil
    case 0x5C: return rest.first == byte ? rest.dropFirst() : nil
    default: break
    }
    return first == byte ? rest : nil
  }

  /// A set in brackets, read behind its `[`; nil if no `]` ends it.
  private static func set(
    _ text: ArraySlice<UInt8>
  ) -> (ranges: [ClosedRange<UInt8>], isNegated: Bool, rest: ArraySlice<UInt8>)? {
    var rest = text
    let isNegated = rest.first == 0x21 || rest.first == 0x5E
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<UInt8>] = []
    while var low = rest.popFirst() {
      if low == 0x5D, !ranges.isEmpty { return (ranges, isNegated, rest) }
      if low == 0x5C, let escaped = rest.popFirst() { low = escaped }
      var high = low
      if rest.first == 0x2D, let end = rest.dropFirst().first, end != 0x5D {
        high = end
        rest = rest.dropFirst(2)
      }
      ranges.append(min(low, high)...max(low, high))
    }
    return nil
  }
}
