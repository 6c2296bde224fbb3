import HTTPCacheCore

/// The credentials in a file such as `~/.netrc`, by host.
struct Netrc: Equatable, Sendable {
  private var entries: [(host: String?, login: String, password: String)] = []

  static func == (left: Self, right: Self) -> Bool {
    left.entries.elementsEqual(right.entries) { $0 == $1 }
  }

  /// Reads the words of a file; what is not known is passed over, as in curl.
  init(_ text: String) {
    var words = Self.words(text)[...]
    while let word = words.popFirst() {
      switch word.asciiLowercased {
      case "machine": if let host = words.popFirst() { entries.append((host.asciiLowercased, "", "")) }
      case "default": entries.append((nil, "", ""))
      case "login":
        if let login = words.popFirst(), !entries.isEmpty { entries[entries.count - 1].login = login }
      case "password":
        if let password = words.popFirst(), !entries.isEmpty {
          entries[entries.count - 1].password = password
        }
      default: break
      }
    }
  }

  /// The credentials for a host: those of its first entry, or else of `default`; nil where there are none.
  func credentials(for host: String) -> UserCredentials? {
    let entry = entries.first { $0.host == host || $0.host == nil }
    return entry.flatMap {
      $0.login.isEmpty && $0.password.isEmpty ? nil : UserCredentials("\($0.login):\($0.password)")
    }
  }

  /// The words between white space; a word in quotes may hold some, and `#` begins a comment where a word would begin.
  ///
  /// A macro goes from `macdef` to the next empty line.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isMacro = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = line.drop(while: isSpace)
      if isMacro {
        isMacro = !rest.isEmpty
        continue
      }
      while let first = rest.first, first != "#" {
        let word = word(&rest)
        if word == "macdef" {
          isMacro = true
          break
        }
        words.append(word)
        rest = rest.drop(while: isSpace)
      }
    }
    return words
  }

  private static func word(_ rest: inout Substring) -> String {
    let isQuoted = rest.first == "\""
    if isQuoted { rest.removeFirst() }
    var word = ""
    while let character = rest.popFirst() {
      if isQuoted ? character == "\"" : isSpace(character) { return word }
      if isQuoted, character == "\\", let escaped = rest.popFirst() {
        word.append(escaped)
      } else {
        word.append(character)
      }
    }
    return word
  }

  private static func isSpace(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\r" || character == "\r\n"
  }
}
