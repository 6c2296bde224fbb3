/// The URLs of one host that a rule of a recipe is for.
package struct RecipePattern: Hashable, Sendable {
  /// A part of a path or of a query.
  enum Piece: Hashable, Sendable {
    /// Exactly these bytes, all ASCII.
    case text([UInt8])
    /// A hash of `count` characters: lower-case hexadecimal digits, or letters, digits, `_` and `-`.
    case hash(count: Int, isHexadecimal: Bool)
    /// Digits with dots between them.
    case number
    /// The name of a file, or a part of it.
    case name
    /// Directories, and the name of a file.
    case rest
  }

  /// The queries that may follow the path.
  enum Query: Hashable, Sendable {
    case any
    case none
    case exactly([Piece])
  }

  let path: [Piece]
  let query: Query

  /// A pattern that a URL suggests, and the least number of paths that it has to cover to be used.
  struct Candidate: Sendable {
    let pattern: RecipePattern
    let leastPaths: Int

    init(_ path: [Piece], _ query: Query, leastPaths: Int = 1) {
      (pattern, self.leastPaths) = (RecipePattern(path: path, query: query), leastPaths)
    }
  }

  /// The longest text of a pattern, in bytes; servers limit the length of a line.
  private static let longest = 1000

  /// The most versions of one path that become wildcards, which bounds the work of matching.
  private static let mostVersions = 3

  /// Whether the pattern fits on a line of every server's configuration.
  var isSayable: Bool {
    let pieces = if case .exactly(let pieces) = query { path + pieces } else { path }
    return pieces.reduce(0) { if case .text(let text) = $1 { $0 + text.count } else { $0 } } <= Self.longest
  }

  /// How many pieces of the path are wildcards.
  var variableCount: Int { path.count { if case .text = $0 { false } else { true } } }

  /// A text of a URL as clients send it, with percent-encoding of bytes that are not ASCII.
  static func sent(_ text: String) -> [UInt8] {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }
      ? Array(text.utf8)
      : text.utf8.flatMap { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C ? [$0] : $0.percentEncoded }
  }

  /// The patterns that a URL suggests: the widest first, that URL alone last.
  static func candidates(for target: TargetURI, of file: NamedFile) -> [Candidate] {
    let path = sent(target.path)
    let exactly: Query = target.query.map { .exactly([.text(sent($0))]) } ?? .none
    let whole = [Piece.text(path)]
    // If bytes were encoded, the places of versions have moved: use none.
    let versions = path.count == target.path.utf8.count ? URLVersion.all(in: target, of: file) : []
    guard let version = versions.first else {
      // Take only this file: files beside it, and answers to other queries, may be for one user.
      return (target.query == nil ? [Candidate(whole, .any)] : []) + [Candidate(whole, exactly)]
    }
    switch version.form {
    case .query:
      // Without the version in its query, the URL may name another file.
      let pieces = target.query.flatMap { versioned(sent($0), version) }
      return (pieces.map { [Candidate(whole, .exactly($0))] } ?? []) + [Candidate(whole, exactly)]
    case .directory:
      let file = path[version.place.upperBound...]
      let ending = file.lastIndex(of: 0x2E).map { Array(file[$0...]) } ?? []
      let start = Array(path[..<version.place.upperBound]) + [0x2F]
      return [
        Candidate([.text(start), .rest, .text(ending)], .any), Candidate(whole, .any),
        Candidate(whole, exactly),
      ]
    case .hash, .number:
      let family = versioned(path, versions.prefix(mostVersions).map(\.place))
      let name = named(family).map { [Candidate($0, .any, leastPaths: 2)] } ?? []
      return name + [
        Candidate(family, .any), Candidate(family, exactly), Candidate(whole, .any),
        Candidate(whole, exactly),
      ]
    }
  }

  /// A path with its versions as pieces of their own.
  private static func versioned(_ path: [UInt8], _ places: [Range<Int>]) -> [Piece] {
    var pieces: [Piece] = []
    var end = 0
    for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) where place.lowerBound >= end {
      guard let piece = piece(path[place]) else { continue }
      if place.lowerBound > end { pieces.append(.text(Array(path[end..<place.lowerBound]))) }
      pieces.append(piece)
      end = place.upperBound
    }
    if end < path.count { pieces.append(.text(Array(path[end...]))) }
    return pieces
  }

  /// A query with its version as a piece of its own; nil if the version occurs in it more than once.
  private static func versioned(_ query: [UInt8], _ version: URLVersion) -> [Piece]? {
    let text = Array(version.text.utf8)
    guard !text.isEmpty, query.count >= text.count else { return nil }
    let places = (0...(query.count - text.count)).filter { query[$0...].starts(with: text) }
    guard let place = places.first, places.count == 1 else { return nil }
    return versioned(query, [place..<(place + text.count)])
  }

  /// The piece for a version; nil if it holds other characters than versions do.
  private static func piece(_ version: ArraySlice<UInt8>) -> Piece? {
    if version.allSatisfy({ $0.isDigit || $0 == 0x2E }) { return .number }
    if version.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0) }) {
      return .hash(count: version.count, isHexadecimal: true)
    }
    guard version.allSatisfy({ $0.isDigit || $0.isLetter || $0 == 0x2D || $0 == 0x5F }) else { return nil }
    return .hash(count: version.count, isHexadecimal: false)
  }

  /// The pattern of all files like this in its directory: any name before the version, or else before the extension;
  /// nil if there is neither.
  private static func named(_ path: [Piece]) -> [Piece]? {
    let texts = path.indices.filter {
      if case .text(let text) = path[$0] { text.contains(0x2F) } else { false }
    }
    guard let index = texts.last, case .text(let text) = path[index], let slash = text.lastIndex(of: 0x2F)
    else { return nil }
    let name = text[(slash + 1)...]
    let rest: ArraySlice<UInt8>
    if index == path.indices.last {
      guard let dot = name.lastIndex(of: 0x2E), dot > name.startIndex, dot < name.endIndex - 1 else {
        return nil
      }
      rest = name[dot...]
    } else {
      guard name.count > 1, let last = name.last, [0x2D, 0x2E, 0x5F].contains(last) else { return nil }
      rest = name[(name.endIndex - 1)...]
    }
    return path[..<index] + [.text(Array(text[...slash])), .name, .text(Array(rest))] + path[(index + 1)...]
  }

  /// Whether the pattern covers a path and query, both as clients send them.
  func matches(_ path: [UInt8], _ query: [UInt8]?) -> Bool {
    switch self.query {
    case .any: break
    case .none: guard query == nil else { return false }
    case .exactly(let pieces):
      guard let query, Self.matches(pieces[...], query[...]) else { return false }
    }
    return Self.matches(self.path[...], path[...])
  }

  private static func matches(_ pieces: ArraySlice<Piece>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = pieces.first else { return text.isEmpty }
    let others = pieces.dropFirst()
    switch first {
    case .text(let bytes): return text.starts(with: bytes) && matches(others, text.dropFirst(bytes.count))
    case .hash(let count, let isHexadecimal):
      let hash = text.prefix(count)
      return hash.count == count
        && hash.allSatisfy {
          $0.isDigit || (isHexadecimal ? (0x61...0x66).contains($0) : $0.isLetter || $0 == 0x2D || $0 == 0x5F)
        } && matches(others, text.dropFirst(count))
    case .number:
      return ends(of: text.prefix { $0.isDigit || $0 == 0x2E }).dropFirst().contains {
        matches(others, text[$0...])
      }
    case .name: return ends(of: text.prefix { $0 != 0x2F }).contains { matches(others, text[$0...]) }
    case .rest: return ends(of: text).contains { matches(others, text[$0...]) }
    }
  }

  /// The end indices of all prefixes of a text, the empty prefix first.
  private static func ends(of text: ArraySlice<UInt8>) -> ClosedRange<Int> { text.startIndex...text.endIndex }

  /// The pattern as a regular expression for the path and query of a request line, without anchors; PCRE and RE2 read
  /// it alike.
  ///
  /// It has no quote, space, `#` or `;`, and a brace only after a class, so that no server's syntax breaks. `end`
  /// matches after the last character, and `query` matches a query with its `?`, and then the end.
  func expression(end: String, query: String) -> String {
    let path = path.map(\.expression).joined()
    switch self.query {
    case .any: return path + query
    case .none: return path + end
    case .exactly(let pieces): return path + #"\?"# + pieces.map(\.expression).joined() + end
    }
  }

  /// The path, if the pattern has no wildcard; nil if it covers more paths.
  var plainPath: String? {
    guard path.count == 1, case .text(let text) = path[0] else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// The path up to its first wildcard.
  var beginning: String {
    guard case .text(let text) = path.first else { return "/" }
    return String(decoding: text, as: UTF8.self)
  }
}

extension RecipePattern.Piece {
  /// Characters that mean themselves in a regular expression and in the syntax of every server.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || "/_=,:@~&%-".utf8.contains(byte)
  }

  fileprivate var expression: String {
    switch self {
    case .text(let bytes):
      bytes.map { byte in
        Self.isPlain(byte)
          ? String(UnicodeScalar(byte)) : byte == 0x2E ? #"\."# : #"\x"# + [byte].hexadecimal
      }.joined()
    case .hash(let count, let isHexadecimal): (isHexadecimal ? "[0-9a-f]" : "[0-9A-Za-z_-]") + "{\(count)}"
    case .number: "[0-9.]+"
    case .name: #"[^/?\s]*"#
    case .rest: #"[^?\s]*"#
    }
  }
}
