/// Finds the tags of a page in its bytes, piece by piece, as browsers do (HTML, 13.2.5 Tokenization).
///
/// The tokenizer holds one tag at a time, whatever the size of the page, and builds no tree.
struct HTMLTokenizer {
  private enum State: Equatable {
    case text, tagOpen, endTagOpen, tagName
    case beforeName, name, afterName, beforeValue, quoted(UInt8), unquoted, selfClosing
    case declaration, declarationDash, bogus, comment, raw, plain
  }

  /// The longest value that is kept, in bytes, enough for `srcset` and `style`; a longer value is left out.
  static let valueLimit = 1 << 16

  /// The most bytes of a name that are kept.
  private static let nameLimit = 32

  private let wanted: Set<String>
  private var state = State.text
  private var tagName: [UInt8] = []
  private var isEnd = false
  private var attributeName: [UInt8] = []
  private var value: [UInt8] = []
  private var isValueCut = false
  private var attributes: [String: String] = [:]
  private var raw: RawText?
  /// How many dashes the comment ends in so far; the second number leaves out the two that begin the comment, which
  /// also end it in `<!-->` and `<!--->`.
  private var dashes = 0
  private var ownDashes = 0
  private var hasBang = false
  /// How many `svg` and `math` elements are open: in them `/>` closes an element.
  private var foreignDepth = 0

  /// Begins a page; only the attributes in `wanted` are kept.
  init(wanted: Set<String>) { self.wanted = wanted }

  /// Whether a byte is white space between attributes.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  /// Takes the next bytes of the decoded content, which may be cut anywhere; `visit` gets each tag, and the text of
  /// each `style` element.
  mutating func take(_ bytes: UnsafeRawBufferPointer, _ visit: (HTMLToken) -> Void) {
    var index = 0
    while index < bytes.count {
      switch state {
      case .plain: return
      case .text:
        guard let next = bytes[index...].firstIndex(of: 0x3C) else { return }
        index = next + 1
        state = .tagOpen
      case .raw: takeRaw(bytes, &index, visit)
      case .bogus:
        guard let next = bytes[index...].firstIndex(of: 0x3E) else { return }
        index = next + 1
        state = .text
      default: if takeTag(bytes[index], visit) { index += 1 }
      }
    }
  }

  /// Takes a byte of a tag or comment; false if the caller must pass it again.
  private mutating func takeTag(_ byte: UInt8, _ visit: (HTMLToken) -> Void) -> Bool {
    switch state {
    case .text, .raw, .bogus, .plain: return false
    case .tagOpen: return open(byte)
    case .endTagOpen:
      if byte.isLetter {
        beginTag(isEnd: true)
        return false
      }
      state = byte == 0x3E ? .text : .bogus
      return byte == 0x3E
    case .tagName: takeTagName(byte, visit)
    case .beforeName, .name, .afterName: takeName(byte, visit)
    case .beforeValue: return beginValue(byte, visit)
    case .quoted(let quote):
      if byte == quote {
        endAttribute()
        state = .beforeName
      } else {
        keep(byte)
      }
    case .unquoted: takeUnquoted(byte, visit)
    case .selfClosing:
      state = .beforeName
      guard byte == 0x3E else { return false }
      endTag(isSelfClosing: true, visit)
    case .declaration:
      state = byte == 0x2D ? .declarationDash : .bogus
      return byte == 0x2D
    case .declarationDash:
      state = byte == 0x2D ? .comment : .bogus
      (dashes, ownDashes, hasBang) = (2, 0, false)
      return byte == 0x2D
    case .comment: takeComment(byte)
    }
    return true
  }

  private mutating func open(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21: state = .declaration
    case 0x2F: state = .endTagOpen
    case 0x3F: state = .bogus
    default:
      guard byte.isLetter else {
        state = .text
        return false
      }
      beginTag(isEnd: false)
      return false
    }
    return true
  }

  private mutating func beginTag(isEnd: Bool) {
    self.isEnd = isEnd
    tagName.removeAll(keepingCapacity: true)
    attributes = [:]
    state = .tagName
  }

  private mutating func takeTagName(_ byte: UInt8, _ visit: (HTMLToken) -> Void) {
    if Self.isSpace(byte) {
      state = .beforeName
    } else if byte == 0x2F {
      state = .selfClosing
    } else if byte == 0x3E {
      endTag(isSelfClosing: false, visit)
    } else if tagName.count < Self.nameLimit {
      tagName.append(byte.asciiLowercased)
    }
  }

  /// Takes a byte of the name of an attribute, or of the white space around it.
  private mutating func takeName(_ byte: UInt8, _ visit: (HTMLToken) -> Void) {
    if Self.isSpace(byte) {
      if state == .name { state = .afterName }
    } else if byte == 0x3E {
      endTag(isSelfClosing: false, visit)
    } else if byte == 0x2F {
      endAttribute()
      state = .selfClosing
    } else if byte == 0x3D, state != .beforeName {
      state = .beforeValue
    } else {
      if state != .name { endAttribute() }
      state = .name
      if attributeName.count < Self.nameLimit { attributeName.append(byte.asciiLowercased) }
    }
  }

  /// Takes a byte after `=`: white space is skipped, any other byte begins the value.
  private mutating func beginValue(_ byte: UInt8, _ visit: (HTMLToken) -> Void) -> Bool {
    if Self.isSpace(byte) { return true }
    if byte == 0x3E {
      endTag(isSelfClosing: false, visit)
      return true
    }
    let isQuote = byte == 0x22 || byte == 0x27
    state = isQuote ? .quoted(byte) : .unquoted
    return isQuote
  }

  private mutating func takeUnquoted(_ byte: UInt8, _ visit: (HTMLToken) -> Void) {
    if Self.isSpace(byte) {
      endAttribute()
      state = .beforeName
    } else if byte == 0x3E {
      endTag(isSelfClosing: false, visit)
    } else {
      keep(byte)
    }
  }

  private mutating func keep(_ byte: UInt8) {
    if value.count < Self.valueLimit { value.append(byte) } else { isValueCut = true }
  }

  /// Ends the attribute, if one is open.
  private mutating func endAttribute() {
    defer {
      attributeName.removeAll(keepingCapacity: true)
      value.removeAll(keepingCapacity: true)
      isValueCut = false
    }
    let name = String(decoding: attributeName, as: UTF8.self)
    guard !isEnd, !isValueCut, wanted.contains(name), attributes[name] == nil else { return }
    attributes[name] = CharacterReferences.decoded(value)
  }

  private mutating func endTag(isSelfClosing: Bool, _ visit: (HTMLToken) -> Void) {
    endAttribute()
    let name = String(decoding: tagName, as: UTF8.self)
    state = .text
    if name == "svg" || name == "math", !isSelfClosing {
      foreignDepth = isEnd ? max(0, foreignDepth - 1) : foreignDepth + 1
    }
    if !isEnd, !(isSelfClosing && foreignDepth > 0) {
      if RawText.names.contains(name) {
        raw = RawText(name)
        state = .raw
      } else if name == "plaintext" {
        state = .plain
      }
    }
    visit(.tag(HTMLTag(name: name, isEnd: isEnd, isSelfClosing: isSelfClosing, attributes: attributes)))
  }

  private mutating func takeComment(_ byte: UInt8) {
    if byte == 0x3E, dashes >= 2 || hasBang {
      state = .text
    } else if byte == 0x2D {
      ownDashes = hasBang ? 1 : ownDashes + 1
      dashes = hasBang ? 1 : dashes + 1
      hasBang = false
    } else {
      hasBang = byte == 0x21 && ownDashes >= 2
      (dashes, ownDashes) = (0, 0)
    }
  }

  private mutating func takeRaw(
    _ bytes: UnsafeRawBufferPointer, _ index: inout Int, _ visit: (HTMLToken) -> Void
  ) {
    guard var raw else { return }
    let isStyle = raw.name.elementsEqual("style".utf8)
    func give(_ text: UnsafeRawBufferPointer) { if isStyle, !text.isEmpty { visit(.style(text)) } }
    var start = index
    while index < bytes.count {
      if raw.isPlain {
        let next = bytes[index...].firstIndex(of: 0x3C) ?? bytes.count
        index = next
        guard next < bytes.count else { break }
      }
      let wasHeld = !raw.held.isEmpty
      switch raw.take(bytes[index]) {
      case .text:
        // The held bytes, such as `<!--`, are text after all.
        if wasHeld { _ = raw.release() }
        index += 1
      case .held:
        if !wasHeld { give(UnsafeRawBufferPointer(rebasing: bytes[start..<index])) }
        index += 1
        start = index
      case .release:
        raw.release().withUnsafeBytes { give($0) }
        start = index
      case .end:
        tagName = raw.name
        (isEnd, attributes) = (true, [:])
        self.raw = nil
        state = .tagName
        return
      }
    }
    give(UnsafeRawBufferPointer(rebasing: bytes[min(start, index)..<index]))
    self.raw = raw
  }
}
