/// Names that say that a value is a credential: `X-Api-Key`, `access_token`, `X-Amz-Signature`.
enum CredentialName {
  /// What only names of credentials hold, without what stands between their words.
  private static let parts = [
    "token", "secret", "passw", "apikey", "accesskey", "subscriptionkey", "authoriz", "authentic",
    "credential",
    "session", "signature", "cookie", "jwt",
  ].map { Array($0.utf8) }

  /// Words that are names of credentials where they stand alone.
  private static let words = ["auth", "sig", "sid", "pwd", "hmac", "hdnea", "hdnts"].map { Array($0.utf8) }

  /// A word of fields that no credential is in where it stands in a response, such as `Surrogate-Key`.
  private static let key = Array("key".utf8)

  /// The longest name that is looked at; no credential needs a longer one.
  private static let longest = 256

  /// Whether a name says so.
  ///
  /// - Parameters:
  ///   - name: of a field or a parameter, in any case.
  ///   - isOfResponse: whether it is the name of a field of a response.
  /// - Returns: false for a name that may be a credential's and does not say so.
  static func isOne(_ name: String, isOfResponse: Bool = false) -> Bool {
    var name = name
    return name.withUTF8 { isOne($0, isOfResponse) }
  }

  /// The name of the first parameter in a text, such as a URL, that says so; nil where none does.
  ///
  /// A parameter is what stands before `=`, wherever that is: in a query, a path or a fragment.
  static func parameter(of text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var start = 0
      for (place, byte) in bytes.enumerated() {
        switch byte {
        case 0x3D:
          let name = UnsafeBufferPointer(rebasing: bytes[start..<place])
          if isOne(name, false) { return String(decoding: name.prefix(longest), as: UTF8.self) }
          start = place + 1
        case 0x20, 0x22, 0x23, 0x26, 0x2C, 0x2F, 0x3B, 0x3C, 0x3E, 0x3F: start = place + 1
        default: continue
        }
      }
      return nil
    }
  }

  private static func isOne(_ name: UnsafeBufferPointer<UInt8>, _ isOfResponse: Bool) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: min(name.count, longest)) { letters in
      var (count, start) = (0, 0)
      for byte in name.prefix(letters.count) {
        if byte.isLetter || byte.isDigit || byte >= 0x80 {
          letters[count] = byte.asciiLowercased
          count += 1
        } else {
          if isWord(letters[start..<count], isOfResponse) { return true }
          start = count
        }
      }
      return isWord(letters[start..<count], isOfResponse)
        || holdsPart(UnsafeBufferPointer(rebasing: letters[..<count]))
    }
  }

  private static func isWord(_ letters: Slice<UnsafeMutableBufferPointer<UInt8>>, _ isOfResponse: Bool)
    -> Bool
  {
    guard (3...5).contains(letters.count) else { return false }
    return words.contains { letters.elementsEqual($0) } || !isOfResponse && letters.elementsEqual(key)
  }

  private static func holdsPart(_ letters: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in letters.indices {
      for part in parts where part[0] == letters[start] && letters.count - start >= part.count {
        if part.indices.allSatisfy({ letters[start + $0] == part[$0] }) { return true }
      }
    }
    return false
  }
}
