extension FormToken {
  /// The names that frameworks give it: Rails and Laravel, Django, ASP.NET, Spring and Express.
  private static let names: Set = [
    "csrf-token", "_token", "csrfmiddlewaretoken", "authenticity_token", "__requestverificationtoken",
    "_csrf",
    "_csrf_token", "csrf_token", "csrf",
  ]

  /// The last words of names whose value is the name of something: Rails' `csrf-param`, Spring's `_csrf_header`.
  private static let namesOfNames = ["param", "parameter", "header", "name", "url", "field", "cookie"]

  /// What templates write where no token is: Symfony's mark for its script, and Django's without a request.
  private static let placeholders: Set = ["csrf-token", "csrf_token", "notprovided", "null", "undefined"]

  /// The most bytes of a name.
  private static let longestName = 64

  /// Nil for an element that holds none.
  init?(_ tag: HTMLTag) {
    guard let name = tag["name"], let value = Self.value(tag), name.utf8.count <= Self.longestName,
      Self.isPlain(name), Self.isPlain(value), !Self.placeholders.contains(value.asciiLowercased)
    else { return nil }
    let known = name.asciiLowercased
    if known.hasSuffix("nonce") {
      // wp_create_nonce() gives ten digits of base 16.
      guard tag.name == "input", value.utf8.count == 10, value.utf8.allSatisfy({ $0.hexValue != nil }) else {
        return nil
      }
      self.init(name: name, isOfAllGuests: true)
    } else {
      guard Self.names.contains(known) || Self.isToken(known) && value.utf8.contains(where: \.isDigit) else {
        return nil
      }
      self.init(name: name, isOfAllGuests: false)
    }
  }

  private static func value(_ tag: HTMLTag) -> String? {
    switch tag.name {
    case "meta": tag["content"]
    case "input" where tag["type"]?.asciiLowercased == "hidden": tag["value"]
    default: nil
    }
  }

  /// Whether a text is a name or a secret, and nothing for a template to fill in: `{{ csrf_token }}`.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"{}<>%$`".utf8.contains($0) }
  }

  /// Whether a name in lower case says so without being in the table: `registration[_token]`, `x-csrf-token`.
  private static func isToken(_ name: String) -> Bool {
    guard let last = name.nameWords.last, !namesOfNames.contains(last) else { return false }
    return name.hasSuffix("[_token]") || ["csrf", "xsrf", "requestverification"].contains(where: name.holds)
  }
}
