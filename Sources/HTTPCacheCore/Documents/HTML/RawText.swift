/// Finds the end of the text of an element such as `script`, `style` or `title` (HTML, 13.2.5.2 to
/// 13.2.5.31).
///
/// In this text, a parser reads no tag but the element's end tag. In a script with the text
/// `<!-- <script> </script> -->`, the inner end tag does not end the script.
struct RawText {
  /// The meaning of a byte.
  enum Step {
    /// Text of the element.
    case text
    /// The byte may belong to a tag or a comment mark: `held` keeps it.
    case held
    /// The held bytes are text, and the caller must pass this byte again.
    case release
    /// The end tag's name is complete; this byte follows it.
    case end
  }

  private enum Escape { case none, escaped, doubly }

  /// The names of elements with such a text.
  ///
  /// `noscript` is one of them, since a browser that runs scripts reads no tags in it.
  static let names: Set<String> = [
    "script", "style", "title", "textarea", "noscript", "iframe", "noembed", "noframes", "xmp",
  ]

  let name: [UInt8]
  private(set) var held: [UInt8] = []
  private var escape = Escape.none
  private var dashes = 0
  private let isScript: Bool

  init(_ name: String) {
    self.name = Array(name.utf8)
    isScript = name == "script"
  }

  /// Whether every byte except `<` is text.
  var isPlain: Bool { held.isEmpty && escape == .none }

  mutating func release() -> [UInt8] {
    defer { held = [] }
    return held
  }

  mutating func take(_ byte: UInt8) -> Step {
    guard !held.isEmpty else { return takeText(byte) }
    if held.count == 1 {
      let isMark = isScript && escape == .none && byte == 0x21
      let isStart = isScript && escape == .escaped && byte.isLetter
      guard byte == 0x2F || isMark || isStart else { return .release }
      held.append(byte)
      return .held
    }
    switch held[1] {
    case 0x2F: return takeEndName(byte)
    case 0x21:
      guard byte == 0x2D else { return .release }
      held.append(byte)
      if held.count == 4 { (escape, dashes) = (.escaped, 2) }
      return held.count == 4 ? .text : .held
    default: return takeInnerName(byte)
    }
  }

  private mutating func takeText(_ byte: UInt8) -> Step {
    if byte == 0x3C {
      held = [byte]
      dashes = 0
      return .held
    }
    guard escape != .none else { return .text }
    if byte == 0x2D {
      dashes = min(2, dashes + 1)
    } else {
      if byte == 0x3E, dashes == 2 { escape = .none }
      dashes = 0
    }
    return .text
  }

  private mutating func takeEndName(_ byte: UInt8) -> Step {
    let known = held[2...]
    if byte.isLetter, known.count < max(name.count, 6) {
      held.append(byte)
      return .held
    }
    guard HTMLTokenizer.isSpace(byte) || byte == 0x2F || byte == 0x3E,
      known.elementsEqual(name, by: { $0.asciiLowercased == $1 })
    else { return .release }
    guard escape == .doubly else { return .end }
    escape = .escaped
    return .release
  }

  /// `<script` within `<!-- -->`: the text up to `</script>` belongs to the outer script.
  private mutating func takeInnerName(_ byte: UInt8) -> Step {
    if byte.isLetter, held.count < 8 {
      held.append(byte)
      return .held
    }
    if HTMLTokenizer.isSpace(byte) || byte == 0x2F || byte == 0x3E,
      held[1...].elementsEqual(name, by: { $0.asciiLowercased == $1 })
    {
      escape = .doubly
    }
    return .release
  }
}
