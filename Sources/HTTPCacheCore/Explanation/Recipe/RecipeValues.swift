/// What the fields of judged answers were that a rule sets or removes: only an answer with one of these is changed.
struct RecipeValues: Hashable, Sendable {
  /// The value of a field.
  enum Form: Hashable, Sendable {
    case absent
    /// All lines, as they came.
    case text(String)
    /// Any date.
    case date
    /// `0` or `-1`, in the place of a date.
    case past
    /// A lifetime that counts down, between two texts.
    case countdown(String, String)

    /// How many lines of the field there were.
    var lineCount: Int {
      switch self {
      case .absent: 0
      case .text(let text): text.utf8.count { $0 == 0x0A } + 1
      case .date, .past, .countdown: 1
      }
    }

    /// The value as a regular expression, where several lines stand with `joint` between them.
    func expression(joint: String) -> String {
      switch self {
      case .absent: ""
      case .text(let text):
        text.split(separator: "\n", omittingEmptySubsequences: false).map {
          RecipePattern.Piece.quoted($0.utf8)
        }.joined(separator: RecipePattern.Piece.quoted(joint.utf8))
      case .past: "(0|-1)"
      case .date: #"[A-Z][a-z]+,\x20[0-9A-Za-z:\x20-]+\x20GMT"#
      case .countdown(let before, let after):
        RecipePattern.Piece.quoted(before.utf8) + "[1-9][0-9]*" + RecipePattern.Piece.quoted(after.utf8)
      }
    }
  }

  /// The fields that a rule may change, in the order in which rules ask for them.
  static let names = ["Cache-Control", "Expires", "Pragma", "Vary"]

  /// The form of each of `names`, and of other fields that the rule changes.
  let forms: [String: Form]

  /// Finds the values of an answer, and of fields that its change names; nil where a configuration can't hold one of them.
  init?(_ head: ResponseHead, _ changed: [String], receivedAt: Instant) {
    var forms: [String: Form] = [:]
    for name in Set(Self.names + changed) {
      let lines = head.fields.values(name).map { String(decoding: $0, as: UTF8.self) }
      guard let form = Self.form(name, lines, head, receivedAt) else { return nil }
      forms[name] = form
    }
    self.forms = forms
  }

  private static func form(_ name: String, _ lines: [String], _ head: ResponseHead, _ receivedAt: Instant)
    -> Form?
  {
    guard !lines.isEmpty else { return .absent }
    guard lines.allSatisfy({ RecipeDraft.isExact($0) }) else { return nil }
    let text = lines.joined(separator: "\n")
    if name == "Expires", text == "0" || text == "-1" { return .past }
    if lines.count == 1, HTTPDate(text, now: receivedAt)?.validInstant != nil, text.hasSuffix(" GMT") {
      return .date
    }
    guard name == "Cache-Control", lines.count == 1,
      let seconds = head.cacheControl.seconds("max-age")?.value,
      head.countsDown(seconds, receivedAt: receivedAt)
    else { return .text(text) }
    return countdown(Array(text.utf8), Array("max-age=\(seconds)".utf8)) ?? .text(text)
  }

  /// A text whose lifetime counts down; nil unless it stands there once, in these words.
  private static func countdown(_ text: [UInt8], _ lifetime: [UInt8]) -> Form? {
    let starts = text.indices.filter { start in
      let end = start + lifetime.count
      return text[start...].starts(with: lifetime) && (end == text.count || !text[end].isDigit)
    }
    guard starts.count == 1, let start = starts.first else { return nil }
    let digits = start + "max-age=".utf8.count
    return .countdown(
      String(decoding: text[..<digits], as: UTF8.self),
      String(decoding: text[(start + lifetime.count)...], as: UTF8.self))
  }

  func form(_ name: String) -> Form { forms[name] ?? .absent }
}
