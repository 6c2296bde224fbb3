import HTTPCacheCore

/// Today's expectations, written over a file that is there: what people wrote into it stays.
///
/// An entry with the same selectors gets today's checks, and keeps what it accepts and its limit. An entry as the former rule
/// wrote it goes, since today's families take its place. Every other entry stays, byte for byte.
struct ExpectationUpdate {
  /// What became of an entry.
  enum Fate: String, CaseIterable {
    case new, renewed, replaced, kept
  }

  /// The file as it is to be written.
  private(set) var bytes: [UInt8] = []

  /// The patterns, by what became of them.
  private(set) var patterns: [Fate: [String]] = [:]

  /// What tells an entry from others.
  private struct Selectors: Hashable {
    let pattern: String
    let selector: FamilySelector
    let isShared: Bool
  }

  /// Puts proposals into a file; `formerPatterns` are those that the former rule makes of today's URLs.
  init(_ old: WrittenExpectations, _ proposals: [ExpectationFile.Members], formerPatterns: Set<String>) {
    var today: [Selectors: ExpectationFile.Members] = [:]
    for proposal in proposals { today[Self.selectors(proposal)] = proposal }
    var entries: [[UInt8]] = []
    var met: Set<Selectors> = []
    for (entry, text) in zip(old.file.entries, old.texts) {
      let selectors = Selectors(
        pattern: entry.place.pattern, selector: entry.selector, isShared: entry.role == .shared)
      if entry.profile == nil, entry.role != .private, let proposal = today[selectors] {
        met.insert(selectors)
        entries.append(Self.renewed(text, proposal.checks))
        patterns[.renewed, default: []].append(entry.place.pattern)
      } else if Self.isFormer(entry), formerPatterns.contains(entry.place.pattern) {
        patterns[.replaced, default: []].append(entry.place.pattern)
      } else {
        entries.append(text)
        patterns[.kept, default: []].append(entry.place.pattern)
      }
    }
    for proposal in proposals where !met.contains(Self.selectors(proposal)) {
      entries.append(proposal.text)
      patterns[.new, default: []].append(proposal.pattern)
    }
    bytes = JSONSlices.list(entries)
  }

  private static func selectors(_ proposal: ExpectationFile.Members) -> Selectors {
    Selectors(pattern: proposal.pattern, selector: proposal.selector, isShared: proposal.isShared == true)
  }

  /// The kinds of checks that the former rule wrote.
  private static let formerChecks = [
    "status=", "status<400", "storable", "not-storable", "lifetime>=", "lifetime<=", "revalidated-each-time",
    "directive=immutable", "validator",
  ]

  /// Whether an entry has nothing that the former rule did not write.
  private static func isFormer(_ entry: ExpectationFile.Entry) -> Bool {
    entry.selector.isEmpty && entry.accepted.isEmpty && entry.failOn == nil && entry.profile == nil
      && entry.role != .private && !entry.checks.isEmpty
      && entry.checks.allSatisfy { check in
        formerChecks.contains {
          $0.hasSuffix("=") && !$0.hasPrefix("directive") ? check.text.hasPrefix($0) : check.text == $0
        }
      }
  }

  /// The text of an entry with other checks.
  private static func renewed(_ text: [UInt8], _ checks: [String]) -> [UInt8] {
    var writer = JSONWriter()
    writer.array(checks) { $0.value($1) }
    let list = writer.bytes
    let members = JSONSlices.items(text[...])
    guard let old = members.first(where: { $0.starts(with: "\"expect\"".utf8) }),
      let start = old.indices.first(where: { old[$0] == 0x5B })
    else { return text.dropLast() + Array(", \"expect\": ".utf8) + list + Array("}".utf8) }
    return text[..<start] + list + text[old.endIndex...]
  }
}
