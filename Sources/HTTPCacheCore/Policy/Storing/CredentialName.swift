/// Names that say that a value is a credential: `X-Api-Key`, `access_token`, `X-Amz-Signature`.
enum CredentialName {
  /// What only names of credentials hold, without what stands between their words.
  private static let parts = [
    "token", "secret", "passw", "apikey", "accesskey", "subscriptionkey", "authoriz", "authentic",
    "credential",
    "session", "signature", "cookie", "jwt",
  ].map { Array($0.utf8) }

  /// Words that are names of credentials where they stand alone; the last is one in a field, and a parameter like any other
  /// in a query.
  private static let words = ["auth", "sig", "sid", "key"].map { Array($0.utf8) }

  /// The longest name that is looked at; no credential needs a longer one.
  private static let longest = 256

  /// Whether a name says so.
  ///
  /// - Parameters:
  ///   - name: of a field or a parameter, in any case.
  ///   - isField: whether it is the name of a field.
  /// - Returns: false for a name that may be a credential's and does not say so.
  static func isOne(_ name: String, isField: Bool) -> Bool {
    var name = name
    return name.withUTF8 { name in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: min(name.count, longest)) { letters in
        var (count, start) = (0, 0)
        for byte in name.prefix(letters.count) {
          let lower = byte | 0x20
          if (0x61...0x7A).contains(lower) || (0x30...0x39).contains(byte) || byte >= 0x80 {
            letters[count] = lower
            count += 1
          } else {
            if isWord(letters[start..<count], isField) { return true }
            start = count
          }
        }
        return isWord(letters[start..<count], isField)
          || holdsPart(UnsafeBufferPointer(rebasing: letters[..<count]))
      }
    }
  }

  private static func isWord(_ letters: Slice<UnsafeMutableBufferPointer<UInt8>>, _ isField: Bool) -> Bool {
    guard letters.count == 3 || letters.count == 4 else { return false }
    return words.prefix(isField ? words.count : words.count - 1).contains { letters.elementsEqual($0) }
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
