/// A request field's value for telling variants apart: two are equal if by the field's specification they mean the
/// same (RFC 9111 §4.1).
struct SelectingValue: Sendable, Hashable {
  private let members: [[UInt8]]

  /// Takes all lines of a field, at least one; neither the splitting into lines nor white space matters.
  ///
  /// For `Accept` and the other `Accept-` fields, neither case nor order matters, except for the order of languages
  /// with equal weight.
  init(_ name: String, _ lines: [FieldLine]) {
    let name = name.asciiLowercased
    guard !Self.opaque.contains(name) else {
      members = lines.map(\.rawValue)
      return
    }
    let members = lines.flatMap { ListSyntax.members(of: $0.rawValue) }
    guard Self.preferences.contains(name) else {
      self.members = members.map { Array($0) }
      return
    }
    let preferences = members.map(Self.preference)
    // Languages of equal weight keep their order, since many servers take the first.
    self.members =
      name == "accept-language"
      ? preferences.sorted { Self.thousandths($0) > Self.thousandths($1) }
      : preferences.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The weight of a preference in thousandths: 1000 if none is given, 0 if it is malformed (RFC 9110 §12.4.2).
  private static func thousandths(_ preference: [UInt8]) -> Int {
    guard let weight = preference.split(separator: 0x3B).last(where: { $0.starts(with: [0x71, 0x3D]) })
    else { return 1000 }
    var digits = weight.dropFirst(2)
    let isOne = digits.first == 0x31
    digits = digits.dropFirst()
    guard digits.isEmpty || digits.first == 0x2E, !isOne else { return isOne ? 1000 : 0 }
    let fraction = digits.dropFirst().prefix(3)
    guard fraction.allSatisfy(\.isDigit) else { return 0 }
    return fraction.reduce(0) { $0 * 10 + Int($1 - 0x30) } * [1000, 100, 10, 1][fraction.count]
  }

  /// Bytes that are equal for equal values: each member after its length.
  var canonical: [UInt8] {
    members.flatMap { member in withUnsafeBytes(of: UInt64(member.count).littleEndian) { Array($0) } + member
    }
  }

  /// Fields that are not lists: every byte of every line matters.
  private static let opaque: Set = ["authorization", "cookie"]

  /// Fields whose members are compared without regard to case (RFC 9110 §12.5).
  private static let preferences: Set = ["accept", "accept-charset", "accept-encoding", "accept-language"]

  /// A member in lower case, without white space and without a weight of 1: `en;q=0.5`.
  private static func preference(_ member: ArraySlice<UInt8>) -> [UInt8] {
    // The case of a quoted parameter may matter, so it stays as it is.
    guard !member.contains(0x22) else { return Array(member) }
    let parts = member.split(separator: 0x3B, omittingEmptySubsequences: false).map { part in
      part.filter { !$0.isSpaceOrTab }.map(\.asciiLowercased)
    }
    let telling = parts.map(weight).filter { $0 != Array("q=1".utf8) }
    return Array(telling.joined(separator: [0x3B]))
  }

  /// `q=0.50` and `q=1.000` without their trailing zeros; any other parameter as it is.
  private static func weight(_ part: [UInt8]) -> [UInt8] {
    guard part.starts(with: [0x71, 0x3D]), part.contains(0x2E) else { return part }
    var weight = part
    while weight.last == 0x30 { weight.removeLast() }
    if weight.last == 0x2E { weight.removeLast() }
    return weight
  }
}
