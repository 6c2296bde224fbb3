/// Names that say that a value is a credential: `X-Api-Key`, `access_token`, `X-Amz-Signature`.
enum CredentialName {
  /// Parts that only names of credentials hold, without the signs between words.
  private static let parts = Parts([
    "token", "secret", "passw", "passphrase", "userpass", "apikey", "accesskey", "authkey", "appkey",
    "secretkey",
    "privatekey", "subscriptionkey", "authoriz", "authentic", "authz", "credential", "session", "sessid",
    "signature",
    "cookie", "jwt", "bearer", "jfrog", "principal",
  ])

  /// Words that are names of credentials where they stand alone.
  private static let words = [
    "auth", "sig", "sid", "sess", "pwd", "pass", "hmac", "hdnea", "hdnts", "dpop", "otp", "pin", "tok",
    "cred",
  ].map { Array($0.utf8) }

  /// Names that are none although they look like one: those of pages, quotas and permissions.
  private static let exceptions = Parts([
    "pagetoken", "nexttoken", "continuationtoken", "synctoken", "tokens", "secretar", "allowcredentials",
    "acceptsignature",
  ])

  /// A name that is one as a whole, or behind `x`.
  private static let keys = ["key", "xkey"].map { Array($0.utf8) }

  /// The longest name that is looked at; no credential needs a longer one.
  private static let longest = 256

  /// Whether a name, of a field or a parameter in any case, says so.
  static func isOne(_ name: String) -> Bool {
    var name = name
    return name.withUTF8(isOne)
  }

  /// The name of the first parameter in a text, such as a URL, that says so; nil where none does.
  ///
  /// A parameter is what stands before `=`, wherever that is: in a query, a path or a fragment, also of a URL within it.
  static func parameter(of text: String) -> String? {
    guard text.utf8.contains(0x3D) || text.utf8.contains(0x25) else { return nil }
    let bytes = decoded(Array(text.utf8))
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for (place, byte) in bytes.enumerated() {
        switch byte {
        case 0x3D:
          let name = UnsafeBufferPointer(rebasing: bytes[start..<place])
          if isOne(name) { return String(decoding: name.prefix(longest), as: UTF8.self) }
          start = place + 1
        case 0x20, 0x22, 0x23, 0x26, 0x2C, 0x2F, 0x3B, 0x3C, 0x3E, 0x3F: start = place + 1
        default: continue
        }
      }
      return nil
    }
  }

  /// Whether a text has a URL with a user before its host.
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

  /// The bytes without percent-encoding, also where they were encoded twice or three times.
  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<3 where bytes.contains(0x25) {
      var result: [UInt8] = []
      var place = 0
      while place < bytes.count {
        if bytes[place] == 0x25, place + 2 < bytes.count, let high = bytes[place + 1].hexValue,
          let low = bytes[place + 2].hexValue
        {
          result.append(high << 4 | low)
          place += 3
        } else {
          result.append(bytes[place])
          place += 1
        }
      }
      bytes = result
    }
    return bytes
  }

  /// Whether a name, as UTF-8 in any case, says so.
  static func isOne(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
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
        hasWord || isWord(letters[start..<count]) || parts.areHeld(by: all)
          || keys.contains(where: all.elementsEqual)
      else { return false }
      return !exceptions.areHeld(by: all)
    }
  }

  private static func isWord(_ letters: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Bool {
    (3...5).contains(letters.count) && words.contains { letters.elementsEqual($0) }
  }
}

/// Texts that are looked for within names, in lower case.
private struct Parts {
  private let texts: [[UInt8]]

  /// Whether a text begins with two letters, by their last five bits: few places of a name begin any.
  private var beginnings = [Bool](repeating: false, count: 1_024)

  init(_ texts: [String]) {
    self.texts = texts.map { Array($0.utf8) }
    for text in self.texts { beginnings[Self.beginning(text[0], text[1])] = true }
  }

  private static func beginning(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first & 0x1F) << 5 | Int(second & 0x1F)
  }

  /// Whether a name in lower case holds one of the texts.
  func areHeld(by name: UnsafeBufferPointer<UInt8>) -> Bool {
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
