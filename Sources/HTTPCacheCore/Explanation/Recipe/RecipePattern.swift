/// The URLs of one host that a rule of a recipe is for.
package struct RecipePattern: Hashable, Sendable {
  /// The letters of a hash.
  enum Alphabet: Hashable, Sendable {
    /// Lower-case hexadecimal digits, a decimal one among them.
    case hexadecimal
    /// Capitals and 2 to 7.
    case base32
    /// Letters, digits, `_` and `-`: a digit, or capitals beside small letters, among them.
    case base64
  }

  /// A part of a path or of a query.
  enum Piece: Hashable, Sendable {
    /// Exactly these bytes, all ASCII.
    case text([UInt8])
    /// A hash of `count` characters.
    case hash(count: Int, Alphabet)
    /// A number of two parts or more, with dots between them.
    case number
    /// The name of a file or directory, or a part of it.
    case name
    /// A name without a dot.
    case word
    /// Words with short numbers: a name that is no version, and does not look like one.
    case words
    /// The value of a parameter.
    case value
    /// Directories, and the name of a file.
    case rest
    /// Directories with a slash behind each, or none.
    case directories
  }

  let path: [Piece]
  /// The query; nil for none.
  let query: [Piece]?

  /// The longest text of a pattern, in bytes; servers limit the length of a line.
  private static let longest = 1000

  /// Whether the pattern fits on a line of every server's configuration.
  var isSayable: Bool { length <= Self.longest }

  /// The bytes of its texts, and as many as a wildcard takes.
  var length: Int {
    (path + (query ?? [])).reduce(0) { if case .text(let text) = $1 { $0 + text.count } else { $0 + 60 } }
  }

  /// Whether an expression of it looks ahead, which not every engine can.
  var looksAhead: Bool {
    (path + (query ?? [])).contains {
      if case .hash(_, let alphabet) = $0 { alphabet != .base32 } else { false }
    }
  }

  /// Whether it names one URL.
  var isPlain: Bool { plain != nil }

  /// The path and query, if the pattern has no wildcard; nil if it covers more URLs.
  var plain: String? {
    func text(_ pieces: [Piece]) -> [UInt8]? {
      pieces.reduce([]) { if case .text(let text) = $1 { $0.map { $0 + text } } else { nil } }
    }
    guard let path = text(path) else { return nil }
    guard let query else { return String(decoding: path, as: UTF8.self) }
    return text(query).map { String(decoding: path + [0x3F] + $0, as: UTF8.self) }
  }

  /// A text of a URL as clients send it, with percent-encoding of bytes that are not ASCII.
  static func sent(_ text: String) -> [UInt8] {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }
      ? Array(text.utf8)
      : text.utf8.flatMap { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C ? [$0] : $0.percentEncoded }
  }

  /// The URL alone.
  static func whole(_ target: TargetURI) -> RecipePattern {
    RecipePattern(path: [.text(sent(target.path))], query: target.query.map { [.text(sent($0))] })
  }

  /// The URL alone, by its path and query as clients send them.
  static func whole(_ sent: String) -> RecipePattern {
    let path = Array(sent.utf8.prefix { $0 != 0x3F })
    let query = path.count < sent.utf8.count ? Array(sent.utf8.dropFirst(path.count + 1)) : nil
    return RecipePattern(path: [.text(path)], query: query.map { [.text($0)] })
  }

  /// The piece for a version, in hashes of base32 where `areBase32`; nil if its form is that of a word.
  static func piece(_ version: ArraySlice<UInt8>, areBase32: Bool) -> Piece? {
    if version.contains(0x2E) { return matches([.number], version) ? .number : nil }
    let alphabets: [Alphabet] = areBase32 ? [.base32] : [.hexadecimal, .base64]
    return alphabets.map { .hash(count: version.count, $0) }.first { matches([$0], version) }
  }

  /// Whether the pattern covers a path and query, both as clients send them.
  func matches(_ path: [UInt8], _ query: [UInt8]?) -> Bool {
    guard (self.query == nil) == (query == nil) else { return false }
    return Self.matches(self.path[...], path[...])
      && Self.matches((self.query ?? [])[...], (query ?? [])[...])
  }

  /// What servers put between a URL and the fields that they compare with it: no wildcard takes it.
  private static let mark: UInt8 = 0x7C

  private static func matches(_ pieces: ArraySlice<Piece>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = pieces.first else { return text.isEmpty }
    let others = pieces.dropFirst()
    /// Whether the others match behind one byte or more that `isPart` takes.
    func matchesBehind(_ isPart: (UInt8) -> Bool, _ holds: (ArraySlice<UInt8>) -> Bool = { _ in true })
      -> Bool
    {
      let whole = text.prefix(while: isPart)
      guard others.first != nil else { return !whole.isEmpty && whole.count == text.count && holds(whole) }
      var end = whole.endIndex
      while end > text.startIndex {
        if holds(text[..<end]), matches(others, text[end...]) { return true }
        end -= 1
      }
      return false
    }
    switch first {
    case .text(let bytes): return text.starts(with: bytes) && matches(others, text.dropFirst(bytes.count))
    case .hash(let count, let alphabet):
      let hash = text.prefix(count)
      return hash.count == count && alphabet.holds(hash) && matches(others, text.dropFirst(count))
    case .number:
      return matchesBehind({ $0.isDigit || $0 == 0x2E }) { number in
        let parts = number.split(separator: 0x2E, omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty }
      }
    case .name: return matchesBehind { $0 != 0x2F && $0 != Self.mark }
    case .word: return matchesBehind { $0 != 0x2F && $0 != 0x2E && $0 != Self.mark }
    case .words: return matchesBehind({ $0 != 0x2F }, \.areWords)
    case .value: return matchesBehind { ![0x2F, 0x3F, 0x26, 0x23, Self.mark].contains($0) }
    case .rest: return matchesBehind { $0 != Self.mark }
    case .directories:
      return matches(others, text)
        || text.indices.contains { text[$0] == 0x2F && matches(others, text[($0 + 1)...]) }
    }
  }

  /// The pattern as a regular expression for the path and query of a request line, without anchors; PCRE reads it, and RE2 where
  /// it does not look ahead.
  ///
  /// It has no quote, space, `#` or `;`, and a brace only after a class, so that no server's syntax breaks.
  var expression: String {
    path.map(\.expression).joined() + (query.map { #"\?"# + $0.map(\.expression).joined() } ?? "")
  }
}

extension RecipePattern.Alphabet {
  /// Whether a text is a hash of the alphabet by its form.
  func holds(_ hash: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .hexadecimal:
      hash.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) } && hash.contains(where: \.isDigit)
    case .base32: hash.count > 0 && hash.allSatisfy { $0.isUpper || (0x32...0x37).contains($0) }
    case .base64:
      hash.isBase64
        && (hash.contains(where: \.isDigit)
          || hash.contains(where: \.isUpper) && hash.contains(where: \.isLower))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is words and short numbers, as names without a version are: `jquery.min`, `photo-12`, `img1_large`.
  fileprivate var areWords: Bool {
    var start = startIndex
    var isBehindDot = false
    while true {
      let word = self[start...].prefix { $0 != 0x2E && $0 != 0x2D && $0 != 0x5F }
      let letters = word.prefix(while: \.isLower)
      let digits = word.dropFirst(letters.count)
      guard !word.isEmpty, digits.allSatisfy(\.isDigit),
        digits.isEmpty
          || (letters.isEmpty ? !isBehindDot && digits.count < 5 : letters.count < 4 && digits.count < 3)
      else { return false }
      guard word.endIndex < endIndex else { return true }
      isBehindDot = self[word.endIndex] == 0x2E
      start = word.endIndex + 1
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

  /// A word, or a short number.
  private static let wordsExpression: String = {
    let word = "[a-z]+|[a-z]{1,3}[0-9]{1,2}"
    return "(\(word)|[0-9]{1,4})(-(\(word)|[0-9]{1,4})|_(\(word)|[0-9]{1,4})|\\.(\(word)))*"
  }()

  fileprivate var expression: String {
    switch self {
    case .text(let bytes): return Self.quoted(bytes)
    case .hash(let count, let alphabet):
      let last = "{0,\(count - 1)}"
      switch alphabet {
      case .hexadecimal: return "(?=[0-9a-f]\(last)[0-9])[0-9a-f]{\(count)}"
      case .base32: return "[A-Z2-7]{\(count)}"
      case .base64:
        let some = "[0-9A-Za-z_-]\(last)"
        return "((?=\(some)[0-9])|(?=\(some)[A-Z])(?=\(some)[a-z]))[0-9A-Za-z_-]{\(count)}"
      }
    case .number: return #"[0-9]+(\.[0-9]+)+"#
    case .name: return #"[^/?\x7c\s]+"#
    case .word: return #"[^/.?\x7c\s]+"#
    case .words: return Self.wordsExpression
    case .value: return #"[^/?&\x23\x7c\s]+"#
    case .rest: return #"[^?\x7c\s]+"#
    case .directories: return #"([^?\x7c\s]*/)?"#
    }
  }
}
