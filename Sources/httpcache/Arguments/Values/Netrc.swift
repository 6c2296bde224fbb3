import HTTPCacheCore

/// The credentials in a file such as `~/.netrc`, by host.
struct Netrc: Equatable, Sendable {
  private var entries: [(host: String?, login: String, password: String)] = []

  static func == (left: Self, right: Self) -> Bool {
    left.entries.elementsEqual(right.entries) { $0 == $1 }
  }

  /// Reads the words of a file; unknown words are skipped, as in curl.
  init(_ text: String) {
    var words = Self.words(text)[...]
    while let word = words.popFirst() {
      switch word.asciiLowercased {
      case "machine":
        if let host = words.popFirst() { entries.append((HostName.canonical(host.asciiLowercased), "", "")) }
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

  /// The credentials in the first entry that is for the host or `default`; nil if it has none.
  func credentials(for host: String) -> UserCredentials? {
    let entry = entries.first { $0.host == host || $0.host == nil }
    return entry.flatMap {
      $0.login.isEmpty && $0.password.isEmpty ? nil : UserCredentials("\($0.login):\($0.password)")
    }
  }

  /// The words of a text, without comments and macros.
  ///
  /// White space ends a word unless the word is quoted. A `#` at the beginning of a word begins a comment, up to the
  /// end of the line. A macro goes from `macdef` to the next empty line.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isMacro = false
    for line in text.pieces(at: "\n") {
      var rest = line.droppingBlanks
      if isMacro {
        isMacro = !rest.isEmpty
        continue
      }
      while let first = rest.unicodeScalars.first, first != "#" {
        let word = word(&rest)
        if word == "macdef" {
          isMacro = true
          break
        }
        words.append(word)
        rest = rest.droppingBlanks
      }
    }
    return words
  }

  private static func word(_ rest: inout Substring) -> String {
    if rest.unicodeScalars.first == "\"" {
      rest.unicodeScalars.removeFirst()
      return rest.popText(before: "\"") { $0 }.text
    }
    return String(rest.popPrefix { !$0.isBlank })
  }
}
