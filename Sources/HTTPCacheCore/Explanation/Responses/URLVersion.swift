/// Finds a version in a URL, such as a hash or a number; in doubt there is none.
package enum URLVersion {
  private static let fileTypes = [
    "css", "js", "mjs", "map", "wasm", "woff", "woff2", "ttf", "otf", "png", "jpg", "jpeg", "gif", "svg",
    "webp",
    "avif", "ico", "mp4", "webm",
  ]

  /// The types that a page needs to work; the others are pictures and films.
  private static let codeTypes = ["css", "js", "mjs", "map", "wasm", "woff", "woff2", "ttf", "otf"]

  /// The hash or number; nil where there is none.
  package static func found(in target: TargetURI) -> String? {
    var text = target.absolute
    guard text.withUTF8(hasParts) else { return nil }
    let path = target.path.utf8
    guard let last = path.lastIndex(where: { $0 != 0x2F }) else { return nil }
    let start = path[...last].lastIndex(of: 0x2F).map(path.index(after:)) ?? path.startIndex
    let name = path[start...last]
    let parts = name.split(whereSeparator: isSeparator)
    guard let type = parts.last, parts.count > 1, fileTypes.contains(Self.text(type).asciiLowercased) else {
      return nil
    }
    return parts.dropLast().first(where: isHash).map(Self.text) ?? target.query.flatMap(inQuery)
      ?? inPath(path)
  }

  /// Whether a part of the URI may be a version: a query, a long or dotted number, a directory `v2`, or a hash.
  ///
  /// In doubt there is one, unlike in `found`.
  static func isPossible(in target: TargetURI) -> Bool {
    var path = target.path[...]
    if let dot = path.lastIndex(of: ".") { path = path[..<dot] }
    if !(target.query ?? "").isEmpty { return true }
    if let name = path.utf8.split(separator: 0x2F).last, hash(in: Array(name)[...]) != nil { return true }
    if path.utf8.split(separator: 0x2F).contains(where: { isNumbered($0) }) { return true }
    return path.utf8.split { $0 == 0x2F || isSeparator($0) }.contains { part in
      part.count >= 8 && part.dropFirst().contains { (0x41...0x5A).contains($0) }
        && part.contains { (0x61...0x7A).contains($0) }
    }
  }

  /// Whether a segment has a number of several parts, or of four digits, or is a number with a `v`, or mixes digits into a
  /// long word.
  private static func isNumbered(_ segment: Substring.UTF8View) -> Bool {
    if segment.first.map({ $0 == 0x76 || $0.isDigit }) == true, segment.dropFirst().allSatisfy(\.isDigit) {
      return segment.contains(where: \.isDigit)
    }
    let words = segment.split { $0 == 0x2D || $0 == 0x5F || $0 == 0x7E }
    return words.contains { word in
      let numbers = word.split(omittingEmptySubsequences: true) { !$0.isDigit }
      let isDotted = word.contains(0x2E) && numbers.count > 1
      let isHash = word.count >= 8 && numbers.count > 1 && word.allSatisfy { $0.isDigit || $0.isLetter }
      return isDotted || isHash || numbers.contains { $0.count >= 4 }
    }
  }

  /// Whether the last segment of a URI may have more than one part; most have one.
  private static func hasParts(_ uri: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = uri.firstIndex(of: 0x3F) ?? uri.count
    var hasName = false
    while index > 0 {
      index -= 1
      if isSeparator(uri[index]) { return true }
      if uri[index] != 0x2F { hasName = true } else if hasName { return false }
    }
    return false
  }

  private static func text(_ part: Substring.UTF8View) -> String { String(Substring(part)) }

  /// Whether a byte of a file's name separates its parts: one of `.-_~`.
  static func isSeparator(_ byte: UInt8) -> Bool {
    byte == 0x2E || byte == 0x2D || byte == 0x5F || byte == 0x7E
  }

  /// Eight or more hexadecimal digits, letters and numbers among them.
  private static func isHash(_ part: Substring.UTF8View) -> Bool {
    part.count >= 8 && part.allSatisfy { $0.hexValue != nil } && part.contains { $0 <= 0x39 }
      && part.contains { $0 > 0x39 }
  }

  /// `?v=12`, `?ver=1.2`, `?hash=…`.
  private static func inQuery(_ query: String) -> String? {
    for pair in query.utf8.split(separator: 0x26) {
      let parts = pair.split(separator: 0x3D, maxSplits: 1)
      if parts.count == 2, ["v", "ver", "version", "hash", "rev"].contains(text(parts[0]).asciiLowercased),
        parts[1].contains(where: \.isDigit)
      {
        return text(parts[1])
      }
    }
    return nil
  }

  /// A segment that ends in three numbers: `/1.2.3/`, `/jquery@3.7.1/`.
  private static func inPath(_ path: String.UTF8View) -> String? {
    for segment in path.split(separator: 0x2F).dropLast() {
      let version = segment.split(separator: 0x40).last ?? segment
      let numbers = text(version).split(separator: ".", omittingEmptySubsequences: false)
      let digits = numbers.map { $0 == numbers.first && $0.first == "v" ? $0.dropFirst() : $0 }
      if digits.count == 3, digits.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) {
        return text(version)
      }
    }
    return nil
  }

  /// The path and query of a URL with another version of the same form; nil where its path names none.
  ///
  /// In scripts, styles and fonts what may be a version counts as one. Pictures and films are named by ids, too: there it
  /// is one only beside a word, and no directory.
  ///
  /// - Parameters:
  ///   - target: the URL.
  ///   - digits: what the new version is made from, hexadecimal and more than the old one has.
  /// - Returns: the path, then the query as it was.
  static func path(_ target: TargetURI, withVersion digits: [UInt8]) -> String? {
    var path = Array(target.path.utf8)
    let start = (path.lastIndex(of: 0x2F) ?? 0) + 1
    guard let dot = path[start...].lastIndex(of: 0x2E) else { return nil }
    let type = String(decoding: path[(dot + 1)...], as: UTF8.self).asciiLowercased
    guard fileTypes.contains(type) else { return nil }
    let name = path[start..<dot]
    let isCode = codeTypes.contains(type)
    let mayBeID = !isCode && !name.split(whereSeparator: isSeparator).contains { $0.allSatisfy(\.isLetter) }
    func replace(_ word: ArraySlice<UInt8>) {
      for (index, place) in word.indices.enumerated() {
        path[place] = path[place].another(by: digits[index % digits.count])
      }
    }
    let directories = isCode ? path[..<start].split(separator: 0x2F) : []
    if let hash = mayBeID
      ? nil
      : hash(in: name, isCode ? isHashWithDigits : isVersion)
        ?? directories.last(where: isHashWithDigits)
    {
      replace(hash)
    } else if let number = numbers(in: name) ?? inPath(target.path.utf8),
      let range = target.path.firstPlace(of: number)
    {
      // Another number might exist; one with so many digits does not.
      let end = target.path.utf8.distance(from: target.path.startIndex, to: range.upperBound)
      path.insert(contentsOf: digits.filter(\.isDigit).prefix(5) + [0x37], at: end)
    } else if !mayBeID, let word = name.split(whereSeparator: isSeparator).last(where: isLikelyHash) {
      replace(word)
    } else {
      return nil
    }
    return String(decoding: path, as: UTF8.self) + (target.query.map { "?\($0)" } ?? "")
  }

  /// The part of a file's name that is made of its content: a long word with digits, or eight signs of base64 at its end.
  private static func hash(
    in name: ArraySlice<UInt8>, _ isHash: (ArraySlice<UInt8>) -> Bool = isHashWithDigits
  ) -> ArraySlice<UInt8>? {
    if let part = name.split(whereSeparator: isSeparator).last(where: isHash) { return part }
    let end = name.suffix(8)
    guard name.count > 9, end.count == 8, [0x2D, 0x2E].contains(name[end.startIndex - 1]),
      end.allSatisfy({ $0.isDigit || $0.isLetter || $0 == 0x5F || $0 == 0x2D }),
      end.contains(where: { (0x41...0x5A).contains($0) }), end.contains(where: { (0x61...0x7A).contains($0) })
    else { return nil }
    return end
  }

  private static func isHashWithDigits(_ part: ArraySlice<UInt8>) -> Bool {
    part.count >= 8 && part.allSatisfy { $0.isDigit || $0.isLetter } && part.contains(where: \.isDigit)
  }

  /// A hash that is more than a number, such as a date or the number of a photo.
  private static func isVersion(_ part: ArraySlice<UInt8>) -> Bool {
    isHashWithDigits(part) && part.contains(where: \.isLetter)
  }

  /// Numbers with dots between them in a file's name: `jquery-3.7.1.min`.
  private static func numbers(in name: ArraySlice<UInt8>) -> String? {
    for part in name.split(whereSeparator: { $0 == 0x2D || $0 == 0x5F || $0 == 0x40 }) {
      let members = part.split(separator: 0x2E)
      let digits = members.drop { !$0.allSatisfy(\.isDigit) }.prefix { $0.allSatisfy(\.isDigit) }
      if digits.count > 1 {
        return digits.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
      }
    }
    return nil
  }

  /// Eight or more letters and digits, both among them, or letters of both cases within.
  static func isLikelyHash(_ part: ArraySlice<UInt8>) -> Bool {
    part.count >= 8 && part.allSatisfy { $0.isDigit || $0.isLetter }
      && (part.contains(where: \.isDigit) && part.contains(where: \.isLetter)
        || part.dropFirst().contains { (0x41...0x5A).contains($0) }
          && part.contains { (0x61...0x7A).contains($0) })
  }
}

extension UInt8 {
  /// Another digit for a digit, another letter for a letter, within `a` to `f` for those.
  fileprivate func another(by other: UInt8) -> UInt8 {
    guard isDigit || isLetter else { return self }
    if isDigit { return 0x30 + (self - 0x30 + 1 + other % 9) % 10 }
    let first = self & 0x20 | 0x41
    let place = self - first
    return first + (place < 6 ? (place + 1 + other % 5) % 6 : (place + 1 + other % 25) % 26)
  }
}
