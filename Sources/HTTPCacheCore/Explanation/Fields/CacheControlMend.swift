/// Corrects fields that misspell directives.
enum CacheControlMend {
  /// Whether a directive has a number of seconds as its argument.
  static func takesSeconds(_ name: String) -> Bool { DirectiveName(rawValue: name)?.argument == .seconds }

  static let requestDirectives = ["only-if-cached", "max-stale", "min-fresh"]

  /// Directives that only old versions of Internet Explorer read.
  static let legacyDirectives = ["pre-check", "post-check"]

  /// The directives in a member whose semicolons or spaces are read as commas; nil if there are none.
  ///
  /// A space inside a name is read as its hyphen: `no store`.
  static func separated(_ member: String) -> [Directive]? {
    for isSeparator: (Character) -> Bool in [{ $0 == ";" }, { $0 == ";" || $0 == " " || $0 == "\t" }] {
      let pieces = withNumbers(withNames(member.split(whereSeparator: isSeparator).map(String.init)))
      let control = parse(pieces.joined(separator: ", "))
      if pieces.joined() != member, control.malformedMembers.isEmpty, !control.directives.isEmpty {
        return control.directives
      }
    }
    return nil
  }

  /// The pieces, with the words joined into which spaces have cut the name of a directive.
  private static func withNames(_ pieces: [String]) -> [String] {
    guard pieces.count <= Facts.memberLimit else { return pieces }
    var rest = pieces[...]
    var result: [String] = []
    while let first = rest.first {
      let counts = (2...5).filter { $0 <= rest.count }
      // The longest exact name, or else the shortest misspelt one, so that no word of the next name is taken.
      let name =
        counts.reversed().lazy.compactMap { joined(rest.prefix($0), isExact: true) }.first
        ?? counts.lazy.compactMap { joined(rest.prefix($0), isExact: false) }.first
      result.append(name?.text ?? first)
      rest = rest.dropFirst(name?.count ?? 1)
    }
    return result
  }

  /// The directive whose name consists of these words, and their number; nil if no name does.
  private static func joined(_ pieces: ArraySlice<String>, isExact: Bool) -> (text: String, count: Int)? {
    guard let last = pieces.last, !pieces.dropLast().contains(where: { $0.contains("=") }) else { return nil }
    let argument = last.firstIndex(of: "=").map { String(last[$0...]) } ?? ""
    let words = (pieces.dropLast() + [String(last.dropLast(argument.count))]).map(\.asciiLowercased)
    let name = words.joined(separator: "-")
    let meant: String?
    if isExact {
      let letters = bare(name)
      meant = names.first { $0.letters == letters }?.name
    } else {
      // A word that is a directive on its own is no part of a misspelt one.
      let isCut = words.allSatisfy { DirectiveName(rawValue: $0) == nil && nearest($0) == nil }
      meant = isCut ? nearest(name) : nil
    }
    return meant.map { ($0 + argument, pieces.count) }
  }

  /// The pieces, with an equals sign before the seconds of a directive, and with their unit: `max-age 60`, `max-age=7 days`.
  private static func withNumbers(_ pieces: [String]) -> [String] {
    pieces.reduce(into: []) { pieces, piece in
      let parts = pieces.last?.split(separator: "=", maxSplits: 1).map(String.init) ?? []
      if parts.count == 1, takesSeconds(parts[0].asciiLowercased), piece.utf8.allSatisfy(\.isDigit) {
        pieces[pieces.count - 1] = "\(parts[0])=\(piece)"
      } else if parts.count == 2, takesSeconds(parts[0].asciiLowercased),
        parts[1].utf8.allSatisfy(\.isDigit), !piece.utf8.contains(where: \.isDigit),
        let seconds = seconds(parts[1] + piece)
      {
        pieces[pieces.count - 1] = "\(parts[0])=\(seconds)"
      } else {
        pieces.append(piece)
      }
    }
  }

  /// The directives in a member whose colon is read as an equals sign; nil if there are none.
  static func withEqualsForColon(_ member: String) -> [Directive]? {
    let parts = member.utf8.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let text = parts.map { String(decoding: Array($0)[...].trimmingOptionalWhitespace, as: UTF8.self) }
      .joined(separator: "=")
    let control = parse(text)
    guard control.malformedMembers.isEmpty else { return separated(text) }
    return control.directives.isEmpty ? nil : control.directives
  }

  private static func parse(_ value: String) -> CacheControl {
    CacheControl(FieldSection([FieldLine("Cache-Control", value)]))
  }

  /// The directives of a field with corrected spelling, without duplicates and without those for requests only.
  ///
  /// No number is guessed: a lifetime that can't be read is 0, as caches take it (RFC 9111 §4.2.1), and a permission to
  /// use a stale response is left out. Nil for a field with more directives than are checked.
  static func directives(_ fields: FieldSection, _ name: String) -> [Directive]? {
    var result: [Directive] = []
    var leftOut: Set<String> = []
    let isTargeted = name != "Cache-Control"
    var seen: Set<ArraySlice<UInt8>> = []
    for member in members(fields, name) where seen.insert(member).inserted {
      for directive in meant(by: member) {
        let name = nearest(directive.name) ?? nearestOfRequests(directive.name) ?? directive.name
        guard !requestDirectives.contains(name), !legacyDirectives.contains(name) else { continue }
        guard !leftOut.contains(name) else { continue }
        guard let mended = mended(directive, name: name, isTargeted: isTargeted) else {
          // Of several, the first counts (RFC 9111 §4.2.1), readable or not.
          leftOut.insert(name)
          continue
        }
        add(mended, to: &result)
        guard result.count <= Facts.memberLimit else { return nil }
      }
    }
    return result
  }

  /// The members of a field, in which a number that its commas split is joined again: `max-age=31,536,000` is three
  /// members.
  private static func members(_ fields: FieldSection, _ name: String) -> [ArraySlice<UInt8>] {
    var members: [ArraySlice<UInt8>] = []
    for value in fields.values(name) {
      let start = members.count
      ListSyntax.forEachMember(of: value) { member in
        if isThousands(member), members.count > start, let last = members.last,
          let equals = last.lastIndex(of: 0x3D), last[(equals + 1)...].allSatisfy(\.isDigit),
          takesSeconds(String(decoding: last[..<equals], as: UTF8.self).asciiLowercased)
        {
          members[members.count - 1] = last + member
        } else {
          members.append(member)
        }
      }
    }
    return members
  }

  /// Whether a member is three digits, as between commas that separate thousands.
  static func isThousands(_ member: some Collection<UInt8>) -> Bool {
    member.count == 3 && member.allSatisfy(\.isDigit)
  }

  /// Words that configurations use to mean that no field is sent.
  static let words: Set = ["off", "none", "null", "undefined", "false", "true"]

  /// Adds a directive, unless it is present.
  ///
  /// A directive without field names replaces those of its name with field names, since it applies to the whole
  /// response.
  private static func add(_ directive: Directive, to result: inout [Directive]) {
    guard let index = result.firstIndex(where: { $0.name == directive.name }) else {
      return result.append(directive)
    }
    guard result[index].isFieldList else { return }
    if directive.isFieldList { return result.append(directive) }
    result[index] = directive
    var isFirst = true
    result.removeAll { other in
      guard other.name == directive.name else { return false }
      defer { isFirst = false }
      return !isFirst
    }
  }

  /// The directives that the sender most likely meant by a member of the list.
  private static func meant(by bytes: ArraySlice<UInt8>) -> [Directive] {
    if let read = CacheControl.directive(bytes) {
      return [known(read)].compactMap(\.self)
    }
    let member = String(decoding: bytes, as: UTF8.self)
    // What restricts counts for the whole response where it can't be read, and goes on to do so.
    let restricting = CacheControl.restrictions(in: bytes).map(\.name)
    if let found = unwrapped(member) ?? separated(member) ?? withEqualsForColon(member) {
      let mended = found.compactMap {
        restricting.contains($0.name) ? Directive(name: $0.name, argument: nil, isQuoted: false) : known($0)
      }
      let lost = restricting.filter { name in !mended.contains { $0.name == name } }
      return mended + lost.map { Directive(name: $0, argument: nil, isQuoted: false) }
    }
    // The sender of an unreadable member may have meant it to restrict storing or use: keep such words.
    let letters = String(decoding: bare(member.asciiLowercased), as: UTF8.self)
    let words = (ControlEdit.kept.sorted() + ["no-cache"])
      .filter { letters.holds(String(decoding: bare($0), as: UTF8.self)) }
    return (words + restricting.filter { !words.contains($0) })
      .map { Directive(name: $0, argument: nil, isQuoted: false) }
  }

  /// The directive, where seconds alone are a lifetime; nil for a word of configurations.
  private static func known(_ read: Directive) -> Directive? {
    guard read.argument == nil, DirectiveName(rawValue: read.name) == nil else { return read }
    if words.contains(read.name) { return nil }
    let seconds = DeltaSeconds(read.name).value
    return seconds.map { Directive(name: "max-age", argument: String($0), isQuoted: false) } ?? read
  }

  /// The directives in a member that is quoted as a whole, or begins with the name of its field.
  static func unwrapped(_ member: String) -> [Directive]? {
    var text = member
    if text.asciiLowercased.hasPrefix("cache-control:") { text = String(text.dropFirst(14)) }
    text = text.filter { $0 != "\"" && $0 != "'" }
    guard text.count < member.count else { return nil }
    let control = parse(text)
    return control.malformedMembers.isEmpty
      && control.directives.contains { DirectiveName(rawValue: $0.name) != nil }
      ? control.directives : nil
  }

  /// The directive as it is to be written; nil if it is left out.
  private static func mended(_ directive: Directive, name: String, isTargeted: Bool) -> Directive? {
    let kind = DirectiveName(rawValue: name)?.argument
    switch kind {
    case .nothing: return Directive(name: name, argument: nil, isQuoted: false)
    case .seconds:
      let isLifetime = name == "max-age" || name == "s-maxage"
      return (seconds(directive.argument) ?? (isLifetime ? 0 : nil)).map {
        Directive(name: name, argument: String($0), isQuoted: false)
      }
    case .fieldNames, nil:
      let argument = directive.isQuoted || directive.argument != "" ? directive.argument : nil
      // Senders write field names in quotes (RFC 9111 §5.2.2.4); in a targeted field, quotes would change the meaning.
      let isQuoted = directive.isQuoted || argument != nil && kind == .fieldNames && !isTargeted
      return Directive(name: name, argument: argument, isQuoted: isQuoted)
    }
  }

  /// The seconds that a value states, if need be in another unit; nil if it states none.
  static func seconds(_ argument: String?) -> Seconds? {
    switch DeltaSeconds(argument) {
    case .seconds(_, isOverflow: true): return 31_536_000
    case .seconds(let seconds, isOverflow: false): return seconds
    case .invalid: break
    }
    // If the whole value was in single quotes, its last member ends in one.
    guard let argument = argument?.filter({ $0 != "'" && $0 != "\"" }) else { return nil }
    if let seconds = DeltaSeconds(argument).value { return seconds }
    if argument.hasPrefix("-"), DeltaSeconds(String(argument.dropFirst())) != .invalid { return 0 }
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    guard let number = DeltaSeconds(String(digits)).value else { return nil }
    let rest = argument.dropFirst(digits.count).asciiLowercased
    if rest.hasPrefix("."), DeltaSeconds(String(rest.dropFirst())) != .invalid { return number }
    if rest == "ms" { return number / 1000 }
    guard let unit = units.first(where: { $0.names.contains(rest) }) else { return nil }
    let seconds = number.multipliedReportingOverflow(by: unit.seconds).partialValue
    return seconds > .deltaSecondsInfinity ? 31_536_000 : seconds
  }

  private static let units: [(seconds: Seconds, names: [String])] = [
    (1, ["s", "sec", "secs", "second", "seconds"]), (60, ["m", "min", "mins", "minute", "minutes"]),
    (3600, ["h", "hr", "hrs", "hour", "hours"]), (86_400, ["d", "day", "days"]),
    (604_800, ["w", "week", "weeks"]), (31_536_000, ["y", "year", "years"]),
  ]

  /// The known directive that an unknown name most likely means.
  static func nearest(_ name: String) -> String? {
    guard DirectiveName(rawValue: name) == nil, !requestDirectives.contains(name),
      !legacyDirectives.contains(name)
    else { return nil }
    let letters = bare(name)
    if let same = knownLetters.first(where: { $0.letters == letters }) { return same.name }
    let limit = letters.count >= 10 ? 2 : letters.count >= 6 ? 1 : 0
    func isNear(_ other: [UInt8], _ limit: Int) -> Bool {
      abs(other.count - letters.count) <= limit && EditDistance.between(other, letters) <= limit
    }
    // Also accept a name with the same letters in another order: two letters may be swapped.
    let found =
      knownLetters.first { isNear($0.letters, limit) }
      ?? knownLetters.first {
        letters.count >= 6 && $0.letters.count == letters.count && $0.letters.sorted() == letters.sorted()
          && isNear($0.letters, 2)
      }
    return found?.name
  }

  /// The directive of requests that an unknown name most likely means, such as `max_stale`.
  static func nearestOfRequests(_ name: String) -> String? {
    guard DirectiveName(rawValue: name) == nil, !requestDirectives.contains(name) else { return nil }
    let letters = bare(name)
    return requestDirectives.first { EditDistance.between(bare($0), letters) <= 1 }
  }

  private static let knownLetters = DirectiveName.allCases.map {
    (name: $0.rawValue, letters: bare($0.rawValue))
  }

  /// The names of all directives that a member may hold, wherever they belong.
  private static let names =
    knownLetters + (requestDirectives + legacyDirectives).map { (name: $0, letters: bare($0)) }

  private static func bare(_ name: String) -> [UInt8] {
    name.utf8.filter { $0.isDigit || (0x61...0x7A).contains($0) }
  }
}

extension Directive {
  /// Whether the directive is `no-cache="…"` or `private="…"`, which may be repeated.
  var isFieldList: Bool { (name == "no-cache" || name == "private") && !(argument ?? "").isEmpty }

  /// Whether nothing follows the equals sign, in a directive that needs no value: `private=`.
  var lacksValue: Bool {
    guard argument == "", !isQuoted else { return false }
    let kind = DirectiveName(rawValue: name)?.argument
    return kind == .fieldNames || kind == nil
  }
}

/// The edit distance of two names, to find misspellings.
package enum EditDistance {
  /// The number of letters omitted, added, changed or swapped with the next (Damerau-Levenshtein).
  package static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
    // The table grows with both lengths; a very long name is not a misspelling.
    guard left.count <= 64, right.count <= 64 else { return .max }
    // Three rows of the table are enough, used in turns.
    var beforeLast = Array(0...right.count)
    var last = beforeLast
    var row = beforeLast
    for i in left.indices {
      row[0] = i + 1
      for j in right.indices {
        let change = last[j] + (left[i] == right[j] ? 0 : 1)
        var least = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row[j + 1] = least
      }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[right.count]
  }
}
