/// Decodes character references such as `&amp;` in the value of an attribute (HTML, 13.2.5.72 to 13.2.5.80).
enum CharacterReferences {
  /// The names of the characters of Latin-1 from U+00A0 on; they are also valid without a semicolon.
  private static let latin =
    ("nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro "
    + "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil "
    + "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave "
    + "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml "
    + "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute "
    + "thorn yuml").split(separator: " ")

  /// All names that are also valid without a semicolon.
  private static let old: [(Substring, UInt32)] =
    [("amp", 0x26), ("AMP", 0x26), ("lt", 0x3C), ("LT", 0x3C), ("gt", 0x3E), ("GT", 0x3E), ("quot", 0x22)]
    + [("QUOT", 0x22), ("COPY", 0xA9), ("REG", 0xAE)]
    + latin.enumerated().map { ($1, 0xA0 + UInt32($0)) }

  /// Of the other two thousand names, those of characters that occur in URLs.
  private static let new: [(Substring, UInt32)] = [
    ("apos", 0x27), ("Tab", 0x09), ("NewLine", 0x0A), ("excl", 0x21), ("num", 0x23), ("dollar", 0x24),
    ("percnt", 0x25), ("lpar", 0x28), ("rpar", 0x29), ("ast", 0x2A), ("midast", 0x2A), ("plus", 0x2B),
    ("comma", 0x2C), ("period", 0x2E), ("sol", 0x2F), ("colon", 0x3A), ("semi", 0x3B), ("equals", 0x3D),
    ("quest", 0x3F), ("commat", 0x40), ("lsqb", 0x5B), ("lbrack", 0x5B), ("bsol", 0x5C), ("rsqb", 0x5D),
    ("rbrack", 0x5D), ("Hat", 0x5E), ("lowbar", 0x5F), ("UnderBar", 0x5F), ("grave", 0x60), ("lcub", 0x7B),
    ("lbrace", 0x7B), ("verbar", 0x7C), ("vert", 0x7C), ("rcub", 0x7D), ("rbrace", 0x7D),
  ]

  private static let withoutSemicolon = Dictionary(old, uniquingKeysWith: { first, _ in first })
  private static let withSemicolon = Dictionary(old + new, uniquingKeysWith: { first, _ in first })

  /// The code points of windows-1252 for the numbers from 128 to 159; 0 if the number is the code point itself.
  static let windows: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,
    0x017E,
    0x0178,
  ]

  /// Decodes the references in a value; a reference with an unknown name is left unchanged.
  static func decoded(_ bytes: [UInt8]) -> String {
    guard bytes.contains(0x26) else { return DocumentText.text(Array(bytes)) }
    var output: [UInt8] = []
    var rest = Array(DocumentText.text(bytes).utf8)[...]
    while let ampersand = rest.firstIndex(of: 0x26) {
      output += rest[..<ampersand]
      rest = rest[(ampersand + 1)...]
      guard let (number, length) = rest.first == 0x23 ? numeric(rest) : named(rest) else {
        output.append(0x26)
        continue
      }
      output += Array(String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8)
      rest = rest.dropFirst(length)
    }
    return String(decoding: output + rest, as: UTF8.self)
  }

  private static func named(_ text: ArraySlice<UInt8>) -> (UInt32, length: Int)? {
    let run = text.prefix(16).prefix { $0.isLetter || $0.isDigit }
    guard !run.isEmpty else { return nil }
    if text.dropFirst(run.count).first == 0x3B,
      let number = withSemicolon[Substring(decoding: run, as: UTF8.self)]
    {
      return (number, run.count + 1)
    }
    for length in stride(from: run.count, to: 1, by: -1) {
      guard let number = withoutSemicolon[Substring(decoding: run.prefix(length), as: UTF8.self)] else {
        continue
      }
      // In `?a=1&copy=2`, the ampersand separates two parameters: `&copy` is not a reference.
      let next = text.dropFirst(length).first ?? 0
      return next == 0x3D || next.isLetter || next.isDigit ? nil : (number, length + (next == 0x3B ? 1 : 0))
    }
    return nil
  }

  private static func numeric(_ text: ArraySlice<UInt8>) -> (UInt32, length: Int)? {
    let isHex = text.dropFirst().first.map { $0 | 0x20 } == 0x78
    let start = text.dropFirst(isHex ? 2 : 1)
    let digits = start.prefix { isHex ? $0.hexValue != nil : $0.isDigit }
    guard !digits.isEmpty else { return nil }
    var number: UInt32 = 0
    for digit in digits where number < 0x11_0000 {
      number = number * (isHex ? 16 : 10) + UInt32(digit.hexValue ?? 0)
    }
    let hasEnd = start.dropFirst(digits.count).first == 0x3B
    if (0x80..<0xA0).contains(number), windows[Int(number - 0x80)] != 0 {
      number = windows[Int(number - 0x80)]
    }
    if number == 0 { number = 0xFFFD }
    return (number, (isHex ? 2 : 1) + digits.count + (hasEnd ? 1 : 0))
  }
}
