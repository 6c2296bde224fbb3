/// The URLs of one host that a rule of a recipe is for.
package struct RecipePattern: Hashable, Sendable {
  /// A part of a path or of a query.
  enum Piece: Hashable, Sendable {
    /// Exactly these bytes, all ASCII.
    case text([UInt8])
    /// A hash of `count` characters.
    case hash(count: Int, Alphabet)
    /// A number of two parts or more, with dots between them.
    case number
    /// Digits, such as those of a year.
    case digits
    /// The name of a file, or a part of it.
    case name
    /// A name without a dot.
    case word
    /// Directories, and a name without a dot.
    case words
    /// One of these, all ASCII.
    case oneOf([[UInt8]])
    /// Directories, and the name of a file.
    case rest
  }

  /// The letters of a hash, by which it is told from a word.
  enum Alphabet: CaseIterable, Sendable {
    /// Lower-case hexadecimal digits, a decimal one among them.
    case hexadecimal
    /// Capitals and 2 to 7.
    case base32
    /// Letters, digits, `_` and `-`: a digit, or capitals beside small letters, among them.
    case base64
  }

  /// The queries that may follow the path.
  enum Query: Hashable, Sendable {
    case any
    case none
    case exactly([Piece])
  }

  let path: [Piece]
  let query: Query

  /// The longest text of a pattern, in bytes; servers limit the length of a line.
  private static let longest = 1000

  /// The most versions of one path that become wildcards, which bounds the work of matching.
  static let mostVersions = 3

  /// Whether the pattern fits on a line of every server's configuration.
  var isSayable: Bool { length <= Self.longest }

  /// The bytes of its texts.
  var length: Int {
    let pieces = if case .exactly(let pieces) = query { path + pieces } else { path }
    return pieces.reduce(0) { if case .text(let text) = $1 { $0 + text.count } else { $0 } }
  }

  /// A text of a URL as clients send it, with percent-encoding of bytes that are not ASCII.
  static func sent(_ text: String) -> [UInt8] {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }
      ? Array(text.utf8)
      : text.utf8.flatMap { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C ? [$0] : $0.percentEncoded }
  }

  /// The URL with its versions as wildcards, which the next release has in its place; none if it names no version.
  static func family(of target: TargetURI, _ file: NamedFile) -> [RecipePattern] {
    let path = sent(target.path)
    let versions = versions(target, file)
    guard let version = versions.first else { return [] }
    switch version.form {
    case .directory: return []
    case .query:
      let pieces = target.query.flatMap { versioned(sent($0), version) }
      return pieces.map { [RecipePattern(path: [.text(path)], query: .exactly($0))] } ?? []
    case .hash, .number:
      let family = versioned(path, versions.prefix(mostVersions).map(\.place))
      let exactly =
        target.query.map { [RecipePattern(path: family, query: .exactly([.text(sent($0))]))] } ?? []
      return [RecipePattern(path: family, query: .any)] + exactly
    }
  }

  /// The URL alone: with any query, or with its own.
  static func whole(_ target: TargetURI) -> (any: RecipePattern, exactly: RecipePattern) {
    let path = [Piece.text(sent(target.path))]
    let query: Query = target.query.map { .exactly([.text(sent($0))]) } ?? .none
    return (RecipePattern(path: path, query: .any), RecipePattern(path: path, query: query))
  }

  /// The versions in a URL, in the form that clients send; none if bytes are encoded there, which moves their places.
  static func versions(_ target: TargetURI, _ file: NamedFile) -> [URLVersion] {
    sent(target.path).count == target.path.utf8.count ? URLVersion.all(in: target, of: file) : []
  }

  /// A path with its versions as pieces of their own.
  static func versioned(_ path: [UInt8], _ places: [Range<Int>]) -> [Piece] {
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
  static func versioned(_ query: [UInt8], _ version: URLVersion) -> [Piece]? {
    let text = Array(version.text.utf8)
    guard !text.isEmpty, query.count >= text.count else { return nil }
    let places = (0...(query.count - text.count)).filter { query[$0...].starts(with: text) }
    guard let place = places.first, places.count == 1 else { return nil }
    return versioned(query, [place..<(place + text.count)])
  }

  /// The piece for a version; nil if its form is that of a word, or of a number that may stay.
  private static func piece(_ version: ArraySlice<UInt8>) -> Piece? {
    if version.allSatisfy({ $0.isDigit || $0 == 0x2E }), version.contains(0x2E) {
      return matches([.number], version) ? .number : nil
    }
    return Alphabet.allCases.first { $0.holds(version) }.map { .hash(count: version.count, $0) }
  }

  /// The pattern of all files like this in its directory: any name before the version, or else before the extension;
  /// nil if there is neither.
  static func named(_ path: [Piece]) -> [Piece]? {
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
    case .hash(let count, let alphabet):
      let hash = text.prefix(count)
      return hash.count == count && alphabet.holds(hash) && matches(others, text.dropFirst(count))
    case .number:
      return ends(of: text.prefix { $0.isDigit || $0 == 0x2E }).dropFirst().contains { end in
        let parts = text[..<end].split(separator: 0x2E, omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty } && matches(others, text[end...])
      }
    case .digits:
      return ends(of: text.prefix(while: \.isDigit)).dropFirst().contains { matches(others, text[$0...]) }
    case .name: return ends(of: text.prefix { $0 != 0x2F }).contains { matches(others, text[$0...]) }
    case .word:
      return ends(of: text.prefix { $0 != 0x2F && $0 != 0x2E }).contains { matches(others, text[$0...]) }
    case .words: return ends(of: text.prefix { $0 != 0x2E }).contains { matches(others, text[$0...]) }
    case .oneOf(let texts):
      return texts.contains { text.starts(with: $0) && matches(others, text.dropFirst($0.count)) }
    case .rest: return ends(of: text).contains { matches(others, text[$0...]) }
    }
  }

  /// The end indices of all prefixes of a text, the empty prefix first.
  private static func ends(of text: ArraySlice<UInt8>) -> ClosedRange<Int> { text.startIndex...text.endIndex }

  /// The pattern as a regular expression for the path and query of a request line, without anchors; PCRE reads
  /// it, and RE2 where it has no hash.
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

  /// The pattern in the form of an expectation file, where `*` stands for any characters; several for several endings.
  var globs: [String] {
    let path = path.reduce([""]) { globs, piece in
      globs.flatMap { glob in piece.globs.map { glob + $0 } }
    }
    switch query {
    case .any: return path.flatMap { [$0, $0 + "?*"] }
    case .none: return path
    case .exactly(let pieces):
      let query = pieces.map { $0.globs[0] }.joined()
      return path.map { "\($0)?\(query)" }
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

extension RecipePattern.Alphabet {
  /// Whether a text is a hash by its form.
  func holds(_ hash: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .hexadecimal:
      hash.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) } && hash.contains(where: \.isDigit)
    case .base32: hash.count == 8 && hash.allSatisfy { $0.isUpper || (0x32...0x37).contains($0) }
    case .base64:
      hash.isBase64
        && (hash.contains(where: \.isDigit)
          || hash.contains(where: \.isUpper) && hash.contains(where: \.isLower))
    }
  }

  /// A hash of so many characters as a regular expression, which looks ahead for what no word has.
  fileprivate func expression(_ count: Int) -> String {
    let ahead = "{0,\(count - 1)}"
    switch self {
    case .hexadecimal: return "(?=[0-9a-f]\(ahead)[0-9])[0-9a-f]{\(count)}"
    case .base32: return "[A-Z2-7]{\(count)}"
    case .base64:
      let some = "[0-9A-Za-z_-]\(ahead)"
      return "((?=\(some)[0-9])|(?=\(some)[A-Z])(?=\(some)[a-z]))[0-9A-Za-z_-]{\(count)}"
    }
  }
}

extension RecipePattern.Piece {
  /// Characters that mean themselves in a regular expression and in the syntax of every server.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || "/_=,:@~&%-".utf8.contains(byte)
  }

  /// A text as a regular expression that matches it alone.
  static func quoted(_ text: some Sequence<UInt8>) -> String {
    text.map { byte in
      isPlain(byte) ? String(UnicodeScalar(byte)) : byte == 0x2E ? #"\."# : #"\x"# + [byte].hexadecimal
    }.joined()
  }

  fileprivate var globs: [String] {
    switch self {
    case .text(let bytes): [String(decoding: bytes, as: UTF8.self)]
    case .oneOf(let texts): texts.map { String(decoding: $0, as: UTF8.self) }
    case .hash, .number, .digits, .name, .word, .words, .rest: ["*"]
    }
  }

  fileprivate var expression: String {
    switch self {
    case .text(let bytes): Self.quoted(bytes)
    case .hash(let count, let alphabet): alphabet.expression(count)
    case .number: #"[0-9]+(\.[0-9]+)+"#
    case .digits: "[0-9]+"
    case .name: #"[^/?\s]*"#
    case .word: #"[^/.?\s]*"#
    case .words: #"[^.?\s]*"#
    case .oneOf(let texts): "(" + texts.map(Self.quoted).joined(separator: "|") + ")"
    case .rest: #"[^?\s]*"#
    }
  }
}
