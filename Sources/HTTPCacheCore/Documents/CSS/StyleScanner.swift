/// Reads a style sheet piece by piece, and finds the resources that it loads: `url()`, `@import` and `image-set()`.
///
/// Comments, strings and escapes are read by CSS Syntax, §4; selectors and other values are ignored.
package struct StyleScanner {
  private enum State {
    case plain, slash, comment, commentStar
    case word(isAtRule: Bool), string(quote: UInt8, isURL: Bool), bracket, beforeURL, url, afterURL, badURL
  }

  /// The kind of the open at-rule, which decides whether strings and URLs in it are loaded.
  private enum Rule { case none, `import`, namespace, other }

  /// The most bytes of a URL; a longer one is a `data:` URL.
  private static let textLimit = HTMLTokenizer.valueLimit

  /// The most bytes of a word that are kept; the known words are shorter.
  private static let wordLimit = 32

  private let base: TargetURI
  private var state = State.plain
  private var text: [UInt8] = []
  private var isCut = false
  private var word: [UInt8] = []
  private var rule = Rule.none
  /// Whether `@import` is still allowed, since no other rule precedes it.
  private var mayImport = true
  private var depth = 0
  /// The depth of brackets within `image-set()`, whose strings are URLs; nil outside of it.
  private var imageSetDepth: Int?
  /// The digits of an escape under way, six at most; nil if there is none.
  private var escape: [UInt8]?

  /// Begins a style sheet, whose URLs are relative to `base`.
  package init(base: TargetURI) { self.base = base }

  /// Takes the next bytes, which may be cut anywhere; `visit` gets the loaded resources in the order of the sheet.
  package mutating func take(_ bytes: UnsafeRawBufferPointer, _ visit: (AssetReference) -> Void) {
    for byte in bytes { while !take(byte, visit) {} }
  }

  /// Ends the sheet, which closes every open string, `url()` and block (CSS Syntax, §4.3.5 and §4.3.6).
  package mutating func finish(_ visit: (AssetReference) -> Void) {
    if escape != nil { endEscape() }
    switch state {
    case .string(_, let isURL) where isURL || rule == .import || isImage: give(visit)
    case .url, .afterURL: give(visit)
    default: break
    }
    self = StyleScanner(base: base)
  }

  /// Takes a byte; false if the caller must pass it again.
  private mutating func take(_ byte: UInt8, _ visit: (AssetReference) -> Void) -> Bool {
    if escape != nil { return takeEscape(byte) }
    switch state {
    case .plain: return takePlain(byte)
    case .slash:
      state = byte == 0x2A ? .comment : .plain
      return byte == 0x2A
    case .comment:
      if byte == 0x2A { state = .commentStar }
    case .commentStar:
      if byte != 0x2A { state = byte == 0x2F ? .plain : .comment }
    case .word(let isAtRule): return takeWord(byte, isAtRule)
    case .string(let quote, let isURL): takeString(byte, quote, isURL, visit)
    case .bracket: state = .beforeURL
    case .beforeURL: return HTMLTokenizer.isSpace(byte) || beginURL(byte)
    case .url: takeURL(byte, visit)
    case .afterURL:
      if HTMLTokenizer.isSpace(byte) { return true }
      state = .badURL
      guard byte == 0x29 else { return false }
      // A URL in quotes was passed on at its closing quote: this then does nothing.
      give(visit)
      state = .plain
    case .badURL:
      begin()
      if byte == 0x5C { escape = [] } else if byte == 0x29 { state = .plain }
    }
    return true
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == 0x2D || byte == 0x5F || byte >= 0x80
  }

  private var isImage: Bool { imageSetDepth != nil && imageSetDepth == depth }

  private mutating func begin() { (text, isCut) = ([], false) }

  private mutating func keep(_ byte: UInt8) {
    if text.count < Self.textLimit { text.append(byte) } else { isCut = true }
  }

  private mutating func give(_ visit: (AssetReference) -> Void) {
    defer { begin() }
    guard !isCut, !text.isEmpty else { return }
    let isImport = rule == .import
    if isImport { rule = .other }
    guard rule != .namespace, !isImport || mayImport,
      let target = BrowserURL.target(DocumentText.text(text), base: base)
    else { return }
    visit(AssetReference(target: target, role: isImport ? .style : .other))
  }

  private mutating func takePlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2F: state = .slash
    case 0x22, 0x27:
      begin()
      state = .string(quote: byte, isURL: false)
    case 0x40: (word, state) = ([], .word(isAtRule: true))
    case 0x28: depth += 1
    case 0x29:
      if imageSetDepth == depth { imageSetDepth = nil }
      depth = max(0, depth - 1)
    case 0x7B, 0x7D:
      // A block closes an open rule before it.
      (rule, depth, imageSetDepth, mayImport) = (.none, 0, nil, false)
    case 0x3B: rule = .none
    default:
      guard Self.isName(byte) || byte == 0x5C else { break }
      (word, state) = ([], .word(isAtRule: false))
      return false
    }
    return true
  }

  private mutating func takeWord(_ byte: UInt8, _ isAtRule: Bool) -> Bool {
    if byte == 0x5C {
      escape = []
    } else if Self.isName(byte) {
      if word.count < Self.wordLimit { word.append(byte.asciiLowercased) }
    } else {
      endWord(before: byte, isAtRule)
      return false
    }
    return true
  }

  private mutating func endWord(before byte: UInt8, _ isAtRule: Bool) {
    state = .plain
    if isAtRule {
      if word.elementsEqual("import".utf8) {
        rule = .import
      } else {
        rule = word.elementsEqual("namespace".utf8) ? .namespace : .other
        if !word.elementsEqual("charset".utf8), !word.elementsEqual("layer".utf8) { mayImport = false }
      }
      return
    }
    guard byte == 0x28 else { return }
    if word.elementsEqual("url".utf8) {
      state = .bracket
    } else if word.elementsEqual("image-set".utf8) || word.elementsEqual("-webkit-image-set".utf8) {
      imageSetDepth = depth + 1
    }
  }

  private mutating func takeString(
    _ byte: UInt8, _ quote: UInt8, _ isURL: Bool, _ visit: (AssetReference) -> Void
  ) {
    switch byte {
    case quote:
      if isURL || rule == .import || isImage { give(visit) }
      state = isURL ? .afterURL : .plain
    case 0x5C: escape = []
    case 0x0A, 0x0C, 0x0D:
      // An unclosed string ends with its line, and is dropped.
      state = isURL ? .badURL : .plain
      begin()
    default: keep(byte)
    }
  }

  /// Begins the argument of `url()`, with quotes or without.
  private mutating func beginURL(_ byte: UInt8) -> Bool {
    begin()
    let isQuote = byte == 0x22 || byte == 0x27
    state = isQuote ? .string(quote: byte, isURL: true) : .url
    return isQuote
  }

  private mutating func takeURL(_ byte: UInt8, _ visit: (AssetReference) -> Void) {
    switch byte {
    case 0x29:
      give(visit)
      state = .plain
    case 0x5C: escape = []
    case 0x22, 0x27, 0x28, 0..<0x09, 0x0B, 0x0E..<0x20, 0x7F:
      begin()
      state = .badURL
    default:
      guard HTMLTokenizer.isSpace(byte) else { return keep(byte) }
      state = .afterURL
    }
  }

  private mutating func takeEscape(_ byte: UInt8) -> Bool {
    guard let digits = escape else { return false }
    if digits.count == 6 || !digits.isEmpty && byte.hexValue == nil {
      endEscape()
      // One white space character ends the escape, and belongs to it.
      return HTMLTokenizer.isSpace(byte)
    }
    if byte.hexValue != nil {
      escape = digits + [byte]
      return true
    }
    escape = nil
    // In a string, an escaped line end is left out.
    if byte != 0x0A, byte != 0x0C, byte != 0x0D { put([byte]) }
    return true
  }

  private mutating func endEscape() {
    let number = (escape ?? []).reduce(UInt32(0)) { $0 * 16 + UInt32($1.hexValue ?? 0) }
    escape = nil
    let scalar = number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}"
    put(Array(String(scalar).utf8))
  }

  private mutating func put(_ bytes: [UInt8]) {
    switch state {
    case .word: if word.count < Self.wordLimit { word += bytes.map(\.asciiLowercased) }
    case .string, .url: for byte in bytes { keep(byte) }
    default: break
    }
  }
}
