/// Recognises fields and parameters whose name says that the value is a credential: `X-Api-Key`, `access_token`,
/// `X-Amz-Signature`.
package enum CredentialName {
  /// Texts that mark a name as that of a credential wherever they occur in the name.
  ///
  /// Names are compared without separators such as `-`.
  private static let parts = Parts(
    URLSignature.words + [
      "secret", "passw", "passphrase", "userpass", "apikey", "accesskey", "authkey", "appkey",
      "secretkey", "privatekey", "subscriptionkey", "authoriz", "authentic", "authz", "credential", "session",
      "sessid", "cookie", "jwt", "bearer", "jfrog", "principal",
    ])

  /// Texts that mark a name as that of a credential if they are a whole word between separators: `sid`, but not
  /// `side`.
  private static let words =
    (URLSignature.abbreviations + [
      "auth", "sid", "sess", "pwd", "pass", "hmac", "hdnea", "hdnts", "dpop", "otp", "pin", "tok", "cred",
    ]).map { Array($0.utf8) }

  /// Texts that mark a name as that of a page, quota or permission, although it also contains one of `parts` or
  /// `words`.
  private static let exceptions = Parts([
    "pagetoken", "nexttoken", "continuationtoken", "synctoken", "tokens", "secretar", "allowcredentials",
    "acceptsignature",
  ])

  /// Whole names of credentials, without separators: `key` and `x-key`.
  private static let keys = ["key", "xkey"].map { Array($0.utf8) }

  /// The most bytes of a name that are read; the names of credentials are shorter.
  private static let longest = 256

  /// Whether the name of a field or parameter, in any letter case, shows that the value is a credential.
  static func matches(_ name: String) -> Bool {
    var name = name
    return name.withUTF8(matches)
  }

  /// The first parameter in a text, such as a URL, whose name shows that its value is a credential; nil if there is
  /// none.
  ///
  /// The text before each `=` counts as the name of a parameter: in a query, a path or a fragment, and in a URL that
  /// is itself a value.
  static func parameter(of text: String) -> String? {
    guard text.utf8.contains(0x3D) || text.utf8.contains(0x25) else { return nil }
    let bytes = decoded(Array(text.utf8))
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for (place, byte) in bytes.enumerated() {
        switch byte {
        case 0x3D:
          let name = UnsafeBufferPointer(rebasing: bytes[start..<place])
          if matches(name) { return String(decoding: name.prefix(longest), as: UTF8.self) }
          start = place + 1
        case 0x20, 0x22, 0x23, 0x26, 0x2C, 0x2F, 0x3B, 0x3C, 0x3E, 0x3F: start = place + 1
        default: continue
        }
      }
      return nil
    }
  }

  /// A text, such as a message, with `…` in place of the values of parameters in the queries and fragments of URLs whose
  /// names show that they are credentials, or that hold a URL with such a parameter.
  package static func redacted(in text: String) -> String {
    guard text.utf8.contains(0x3D) else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    // The bytes before `done` are in the output; `isInQuery` tells whether the word so far has a `?` or `#`, and `hasEnd` whether
    // the parameters behind it name an end, beside which a random value signs.
    var (done, start, isInQuery, hasEnd) = (0, 0, false, false)
    for (place, byte) in bytes.enumerated() where place >= done {
      switch byte {
      case 0x3D where isInQuery:
        let value = value(behind: place, in: bytes)
        if !value.isEmpty, isCredential(bytes[start..<place], value) || hasEnd && URLSignature.isRandom(value)
        {
          output += bytes[done...place] + "…".utf8
          done = value.endIndex
        }
      case 0x3F, 0x23:
        if !isInQuery { hasEnd = URLSignature.hasEnd(bytes[(place + 1)...].prefix { !isEnd($0) }) }
        (start, isInQuery) = (place + 1, true)
      case 0x26, 0x3B: start = place + 1
      case _ where isEnd(byte): isInQuery = false
      default: continue
      }
    }
    return done == 0 ? text : String(decoding: output + bytes[done...], as: UTF8.self)
  }

  /// The value of a parameter; the punctuation between it and the next word of a sentence is no part of it.
  private static func value(behind equals: Int, in text: [UInt8]) -> ArraySlice<UInt8> {
    var value = text[(equals + 1)...].prefix { !isEnd($0) && $0 != 0x26 && $0 != 0x23 }
    if value.endIndex == text.endIndex || isEnd(text[value.endIndex]) {
      while let last = value.last, ",.:;)]".utf8.contains(last) { value = value.dropLast() }
    }
    return value
  }

  private static func isCredential(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: decoded(Array(name)), as: UTF8.self)
    return matches(text) && !(mayNameObjects(text) && URLSignature.readsAsName(decoded(Array(value))))
      || parameter(of: String(decoding: value, as: UTF8.self)) != nil
  }

  /// Whether parameters of this name also name objects: a file by its key, a talk by its session.
  private static func mayNameObjects(_ name: String) -> Bool { objects.contains(name.asciiLowercased) }

  private static let objects: Set = ["key", "session"]

  /// Whether no URL in a text goes on behind a byte: white space, quotes and brackets of a text.
  private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"<>`".utf8.contains(byte) }

  /// Whether a text contains a URL with user information (`user:password@`) before its host.
  static func hasUserInformation(_ text: [UInt8]) -> Bool {
    guard text.contains(0x40) else { return false }
    var rest = text[...]
    while let scheme = rest.firstPlace(of: Array("://".utf8)) {
      rest = rest[scheme.upperBound...]
      let authority = rest.prefix { ![0x2F, 0x3F, 0x23, 0x3E, 0x20, 0x22].contains($0) }
      if authority.contains(0x40) { return true }
    }
    return false
  }

  /// The bytes after percent-decoding, which is repeated up to three times: a URL within a URL is encoded again.
  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<3 where bytes.contains(0x25) { bytes = bytes.percentDecoded }
    return bytes
  }

  /// Whether a name in UTF-8, in any letter case, shows that the value is a credential.
  static func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: min(name.count, longest)) { letters in
      var (count, start, hasWord) = (0, 0, false)
      for byte in name.prefix(letters.count) {
        if byte.isLetter || byte.isDigit || byte >= 0x80 {
          letters[count] = byte.asciiLowercased
          count += 1
        } else {
          hasWord = hasWord || isWord(letters[start..<count])
          start = count
        }
      }
      let all = UnsafeBufferPointer(rebasing: letters[..<count])
      guard
        hasWord || isWord(letters[start..<count]) || parts.occur(by: all)
          || keys.contains(where: all.elementsEqual)
      else { return false }
      return !exceptions.occur(by: all)
    }
  }

  private static func isWord(_ letters: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Bool {
    (3...5).contains(letters.count) && words.contains { letters.elementsEqual($0) }
  }
}

/// Finds lower-case texts within names.
private struct Parts {
  private let texts: [[UInt8]]

  /// Whether any text begins with two given letters; the index is made of the last five bits of each letter.
  ///
  /// At most places of a name no text begins; one lookup here skips such a place.
  private var beginnings = [Bool](repeating: false, count: 1_024)

  init(_ texts: [String]) {
    self.texts = texts.map { Array($0.utf8) }
    for text in self.texts { beginnings[Self.beginning(text[0], text[1])] = true }
  }

  private static func beginning(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first & 0x1F) << 5 | Int(second & 0x1F)
  }

  /// Whether a lower-case name holds one of the texts.
  func occur(by name: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    while start + 1 < name.count {
      if beginnings[Self.beginning(name[start], name[start + 1])] {
        let rest = name[start...]
        if texts.contains(where: rest.starts) { return true }
      }
      start += 1
    }
    return false
  }
}
