/// URLs that differ in what the next release changes: versions, numbers and queries.
package enum URLFamily {
  /// The pattern of a URL's family, with `*` for what may change: `https://a.test/assets/app.*.js`.
  package static func pattern(of target: TargetURI) -> String {
    let segments = target.path.split(separator: "/", omittingEmptySubsequences: false)
    var parts: [String] = []
    for (index, segment) in segments.enumerated() {
      parts.append(index + 1 < segments.count ? directory(segment) : file(segment))
    }
    return target.origin + parts.joined(separator: "/") + (target.query == nil ? "" : "?*")
  }

  /// The pattern of all files of one kind in the directory of a pattern: `https://a.test/assets/*.js`.
  package static func directory(ofPattern pattern: String) -> String {
    let path = pattern.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = path.count > 1 ? "?*" : ""
    let bytes = Array((path.first ?? "").utf8)
    guard let slash = bytes.lastIndex(of: 0x2F) else { return pattern }
    let name = bytes[(slash + 1)...]
    let ending = name.lastIndex(of: 0x2E).map { String(decoding: name[$0...], as: UTF8.self) } ?? ""
    return String(decoding: bytes[...slash], as: UTF8.self) + "*" + ending + query
  }

  /// A segment of a directory; one that is a version or a number as a whole changes.
  private static func directory(_ segment: Substring) -> String {
    let bytes = Array(segment.utf8)
    let isVersion =
      isVersion(bytes[...]) || !bytes.isEmpty && bytes.allSatisfy(\.isDigit) || isDotted(bytes[...])
    guard !isVersion else { return "*" }
    // `jquery@3.7.1`
    guard let at = bytes.lastIndex(of: 0x40), at > 0, isDotted(bytes[(at + 1)...]) else {
      return String(segment)
    }
    return String(decoding: bytes[...at], as: UTF8.self) + "*"
  }

  /// A file's name, its versions replaced.
  private static func file(_ name: Substring) -> String {
    var bytes = Array(name.utf8)[...]
    var ending: [UInt8] = []
    if let dot = bytes.lastIndex(of: 0x2E), dot > bytes.startIndex {
      ending = Array(bytes[dot...])
      bytes = bytes[..<dot]
    }
    // A name that is nothing but a number is one, unless it is short, as in `404.html`.
    guard !isDotted(bytes),
      !(bytes.allSatisfy(\.isDigit) && bytes.count > (ending.isEmpty ? 0 : 3)) || bytes.isEmpty
    else { return "*" + String(decoding: ending, as: UTF8.self) }
    var output: [UInt8] = []
    var part: [UInt8] = []
    var isFirst = true
    func end() {
      // Of the first word a number is the name; behind it, it counts versions.
      let isVersion = isVersion(part[...]) || !isFirst && !part.isEmpty && part.allSatisfy(\.isDigit)
      isFirst = false
      if isVersion, output.suffix(2) == [0x2A, 0x2E] {
        output.removeLast()
      } else {
        output += isVersion ? [0x2A] : part
      }
      part = []
    }
    for byte in bytes {
      if URLVersion.isSeparator(byte) {
        end()
        output.append(byte)
      } else {
        part.append(byte)
      }
    }
    end()
    return String(decoding: output + ending, as: UTF8.self)
  }

  /// Whether a word is a version or made of content: `v2`, `20260112`, `a1b2c3`.
  private static func isVersion(_ word: ArraySlice<UInt8>) -> Bool {
    if word.first == 0x76, word.count > 1, word.dropFirst().allSatisfy(\.isDigit) { return true }
    guard word.contains(where: \.isDigit), word.allSatisfy({ $0.isDigit || $0.isLetter }) else {
      return false
    }
    guard word.contains(where: \.isLetter) else { return word.count >= 4 }
    let isHexadecimal = word.allSatisfy { $0.hexValue != nil }
    return word.count >= (isHexadecimal ? 6 : 8)
  }

  /// `1.2`, `v1.2.3`: numbers with dots between them.
  private static func isDotted(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = bytes.first == 0x76 ? bytes.dropFirst() : bytes
    let numbers = bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
    return numbers.count > 1 && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
  }
}
