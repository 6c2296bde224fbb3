/// A version in a URL, which changes with the content: a hash, or a number of several parts.
///
/// This is the only classifier of versions: findings, probes, baselines and expectation files use it. In doubt, it
/// finds no version.
package struct URLVersion: Sendable, Hashable {
  /// The forms in which build tools write a version.
  enum Form: Sendable, Hashable {
    case hash
    /// Numbers, with dots between them if there are several.
    case number
    /// A directory in which a build tool names all files anew.
    case directory
    case query
  }

  let form: Form

  /// The bytes of the path that the version takes; empty if it is in the query.
  let place: Range<Int>

  /// The version as it is written.
  package let text: String

  /// The kinds of files that build tools name, by the extension of their name.
  enum FileKind: Sendable {
    /// Files that a page needs to work: scripts, styles and fonts.
    case code
    /// Pictures and films, whose names may also have ids of photos and users.
    case picture

    /// The kind by an extension in lower case; nil for another file.
    init?(_ ending: String) {
      switch ending {
      case "css", "js", "mjs", "cjs", "map", "wasm", "woff", "woff2", "ttf", "otf", "eot": self = .code
      case "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "mp4", "webm": self = .picture
      default: return nil
      }
    }
  }

  /// Finds the version in a URL of a script, style, font, picture or film; nil if it names none.
  package static func found(in target: TargetURI) -> Self? { all(in: target).first }

  /// The versions in such a URL: those in its path, or else the one in its query.
  static func all(in target: TargetURI) -> [Self] {
    let path = Array(target.path.utf8)
    // ASP.NET names bundles without an extension.
    let kind = kind(ofPath: path)
    let found = kind.map { inPath(path, of: $0) } ?? []
    return found.isEmpty ? inQuery(target.query, of: kind).map { [$0] } ?? [] : found
  }

  /// The kind of the file that a path names by its extension.
  private static func kind(ofPath path: [UInt8]) -> FileKind? {
    guard let dot = path.lastIndex(of: 0x2E), path.count - dot <= 6, path.count - dot > 2,
      !path[dot...].contains(0x2F)
    else { return nil }
    return FileKind(String(decoding: path[(dot + 1)...], as: UTF8.self).asciiLowercased)
  }

  /// The versions in a path: those in the file's name, then those in its directories.
  static func inPath(_ path: [UInt8], of kind: FileKind) -> [Self] {
    let start = (path.lastIndex(of: 0x2F) ?? -1) + 1
    var found: [Self] = []
    func add(_ form: Form, _ part: ArraySlice<UInt8>) {
      guard !found.contains(where: { $0.place.overlaps(part.indices) }) else { return }
      found.append(Self(form: form, place: part.indices, text: String(decoding: part, as: UTF8.self)))
    }
    let directories = path[..<start].split(separator: 0x2F)
    let built = BuildDirectory(directories)
    for (form, part) in FileName(path[start...], kind, built).versions { add(form, part) }
    for directory in directories where directory.contains(where: \.isDigit) {
      if let number = VersionNumber.inDirectory(directory) { add(.number, number) }
      if kind == .code, VersionHash.isDirectory(directory) { add(.hash, directory) }
    }
    if let built, found.isEmpty { add(.directory, built.name) }
    return found
  }

  /// The names under which programs send a version in the query.
  private static let parameters: Set = ["v", "ver", "version", "hash", "rev", "vsn", "build", "h"]

  /// The version in a query, as in `?v=12`, `?ver=6.4.2`, `?id=68b329da9893e34099c7` or `?1698765432`.
  private static func inQuery(_ query: String?, of kind: FileKind?) -> Self? {
    for pair in query?.utf8.split(separator: 0x26) ?? [] {
      let parts = pair.split(separator: 0x3D, maxSplits: 1)
      guard let value = parts.last.map({ Array($0)[...] }) else { continue }
      let name = parts.count > 1 ? String(Substring(parts[0])).asciiLowercased : nil
      let isVersion =
        switch (name, kind) {
        case (nil, nil): false
        case (nil, _):
          VersionHash.isHexadecimal(value, least: 8) || value.count == 10 && value.allSatisfy(\.isDigit)
        // Laravel Mix writes twenty digits, and its older versions all 32 of an MD5 sum.
        case ("id", _): VersionHash.isHexadecimal(value, least: 20) && [20, 32].contains(value.count)
        case ("t"?, .some), ("ts"?, .some), ("_"?, .some), ("cb"?, .some):
          value.count >= 10 && value.allSatisfy(\.isDigit)
        case (let name?, nil): name == "v" && value.count >= 32 && value.contains(where: \.isDigit)
        case (let name?, _): parameters.contains(name) && value.contains(where: \.isDigit)
        }
      if isVersion {
        return Self(form: .query, place: 0..<0, text: String(decoding: value, as: UTF8.self))
      }
    }
    return nil
  }

  /// The path and query of a URL with another version of the same form; nil if its path names none.
  ///
  /// The new version is made from hexadecimal digits, of which there must be more than the old version has.
  static func path(_ target: TargetURI, withVersion digits: [UInt8]) -> String? {
    var path = Array(target.path.utf8)
    guard let kind = kind(ofPath: path) else { return nil }
    let versions = inPath(path, of: kind)
    if let hash = versions.first(where: { $0.form == .hash }) {
      for (index, place) in hash.place.enumerated() {
        path[place] = path[place].another(by: digits[index % digits.count])
      }
    } else if let number = versions.first(where: { $0.form == .number }) {
      // Add digits: another version number might exist, but none with so many digits.
      path.insert(contentsOf: digits.filter(\.isDigit).prefix(5) + [0x37], at: number.place.upperBound)
    } else {
      return nil
    }
    return String(decoding: path, as: UTF8.self) + (target.query.map { "?\($0)" } ?? "")
  }
}

/// A directory in which a build tool names every file anew.
private struct BuildDirectory {
  /// Its name, in bytes of the path.
  let name: ArraySlice<UInt8>

  /// Whether files in the directory are named by their hash alone.
  let holdsBareHashes: Bool

  /// Finds the directories of Next.js, SvelteKit and Nuxt, and the directories that Gatsby names by an MD5 sum.
  init?(_ directories: [ArraySlice<UInt8>]) {
    for (index, directory) in directories.enumerated() {
      let next = index + 1 < directories.count ? directories[index + 1] : []
      if directory.elementsEqual("_next".utf8), next.elementsEqual("static".utf8) {
        self.init(name: next, holdsBareHashes: true)
      } else if directory.elementsEqual("_app".utf8), next.elementsEqual("immutable".utf8) {
        self.init(name: next, holdsBareHashes: true)
      } else if directory.elementsEqual("_nuxt".utf8), !next.elementsEqual("builds".utf8) {
        self.init(name: directory, holdsBareHashes: true)
      } else if directory.elementsEqual("static".utf8), next.count == 32,
        VersionHash.isHexadecimal(next, least: 32)
      {
        self.init(name: next, holdsBareHashes: false)
      } else {
        continue
      }
      return
    }
    return nil
  }

  private init(name: ArraySlice<UInt8>, holdsBareHashes: Bool) {
    (self.name, self.holdsBareHashes) = (name, holdsBareHashes)
  }
}

/// The name of a file, and the versions in it.
private struct FileName {
  let versions: [(URLVersion.Form, ArraySlice<UInt8>)]

  /// The words beside which a hash is the id of a photo or a user.
  private static let idWords: Set = [
    "photo", "photos", "img", "image", "images", "avatar", "avatars", "user", "users", "profile", "pic",
    "picture", "thumb", "thumbnail", "thumbs", "upload", "uploads", "gallery", "member", "item", "product",
    "file", "id", "cover", "poster", "video", "media", "post", "large", "small", "medium", "original", "full",
  ]

  init(_ name: ArraySlice<UInt8>, _ kind: URLVersion.FileKind, _ directory: BuildDirectory?) {
    let stem = name[..<(name.dropFirst().lastIndex(of: 0x2E) ?? name.endIndex)]
    let hasDigit = stem.contains(where: \.isDigit)
    let words = hasDigit || kind == .picture ? stem.split(whereSeparator: \.separatesWords) : []
    // Alone, a hash may be the id of a photo or a user; beside another word it is a version.
    let isID =
      kind == .picture
      && (!words.contains { word in
        word.count > 2 && word.allSatisfy(\.isLetter)
          && !Self.idWords.contains(String(decoding: word, as: UTF8.self).asciiLowercased)
      } || VersionHash.isUUID(stem))
    var found: [(URLVersion.Form, ArraySlice<UInt8>)] = []
    if !isID || directory != nil {
      let isBare = directory?.holdsBareHashes == true
      if let hash = VersionHash.sum(in: stem, isBare: isBare) { found.append((.hash, hash)) }
      for word in words where VersionHash.isWord(word, in: stem, of: kind, isBare: isBare) {
        found.append((.hash, word))
      }
    }
    if hasDigit, let number = VersionNumber.inName(stem, of: kind) { found.append((.number, number)) }
    versions = found
  }
}

/// A hash of content, as build tools write it.
private enum VersionHash {
  /// Whether a word is hexadecimal digits, with letters and numbers among them.
  static func isHexadecimal(_ word: ArraySlice<UInt8>, least: Int) -> Bool {
    word.count >= least && word.allSatisfy { $0.hexValue != nil } && word.contains(where: \.isDigit)
      && word.contains(where: \.isLetter)
  }

  /// Whether a word between separators is a hash.
  static func isWord(
    _ word: ArraySlice<UInt8>, in stem: ArraySlice<UInt8>, of kind: URLVersion.FileKind, isBare: Bool
  ) -> Bool {
    let isFirst = word.startIndex == stem.startIndex && !isBare
    if isUUID(stem) { return false }
    if isHexadecimal(word, least: isFirst ? 8 : 6) {
      // A short word may be a name with a number, such as `feed12`, or, in a picture's name, a colour.
      return word.count >= 8 || (kind == .code || stem.precedes(word, 0x2E)) && !word.isWordWithNumber
    }
    guard kind == .code else { return false }
    if word.count >= 16, word.contains(where: \.isDigit), !word.isOrdinary { return true }
    guard !isFirst else { return false }
    // Digits alone: a date, a time, or a hash, as one file in forty has a hash of eight digits without a letter.
    if word.allSatisfy(\.isDigit), word.count >= (stem.precedes(word, 0x2E) ? 6 : 8) { return true }
    let changes = zip(word, word.dropFirst()).count { $0.isDigit != $1.isDigit }
    return word.count >= 8 && changes > 2 && word.allSatisfy { $0.isDigit || $0.isLetter }
  }

  /// A hash in the letters of base64 or base32 at the end of a name, if it does not read as words: eight letters of
  /// Rollup, Vite and esbuild, or the 43 of SHA-256.
  static func sum(in stem: ArraySlice<UInt8>, isBare: Bool) -> ArraySlice<UInt8>? {
    let ends = stem.indices.filter { stem[$0] == 0x2E } + [stem.endIndex]
    for end in ends.reversed() {
      for length in [8, 21, 22, 43] where end - stem.startIndex >= length {
        let part = stem[(end - length)..<end]
        let isSet =
          length == 43
          ? stem.precedes(part, 0x2D, 0x2E, 0x5F) : stem.precedes(part, 0x2D, 0x2E)
        guard isSet || isBare && part.startIndex == stem.startIndex, !part.isOrdinary else { continue }
        return part
      }
    }
    return nil
  }

  /// Whether a directory is named by a hash: eight digits or more, or an identifier of a build.
  static func isDirectory(_ name: ArraySlice<UInt8>) -> Bool {
    isHexadecimal(name, least: 7)
      || name.count >= 16 && name.contains(where: \.isDigit) && !isUUID(name) && !name.isOrdinary
  }

  /// Whether a name is a UUID, such as `550e8400-e29b-41d4-a716-446655440000`: the id of a thing, not a version of it.
  static func isUUID(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.count == 36 else { return false }
    let parts = name.split(separator: 0x2D, omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy { $0.hexValue != nil }
  }
}

/// A version of numbers, such as `3.7.1`.
private enum VersionNumber {
  /// The numbers with dots between them in a file's name, or a number after a `v`: `jquery-3.7.1.min`, `app-v3`.
  ///
  /// In the name of a picture, there must be at least three numbers.
  static func inName(_ stem: ArraySlice<UInt8>, of kind: URLVersion.FileKind) -> ArraySlice<UInt8>? {
    for part in stem.split(whereSeparator: { $0 == 0x2D || $0 == 0x5F || $0 == 0x40 }) {
      let members = part.split(separator: 0x2E)
      let numbers = members.drop { !isNumber($0) }.prefix { isNumber($0) }
      guard let first = numbers.first, let last = numbers.last else { continue }
      let isMarked = first.first == 0x76
      guard numbers.count > (kind == .picture ? 2 : isMarked ? 0 : 1),
        numbers.dropFirst().allSatisfy({ $0.first != 0x76 })
      else {
        continue
      }
      return stem[(isMarked ? first.startIndex + 1 : first.startIndex)..<last.endIndex]
    }
    return nil
  }

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.first == 0x76 ? text.dropFirst() : text
    return !digits.isEmpty && digits.count < 6 && digits.allSatisfy(\.isDigit)
  }

  /// The version in a directory that ends in three numbers, or in a number of eight digits after `v` or `version`:
  /// `1.2.3`, `jquery@3.7.1`, `v5.0.0-beta.2`, `version1698765432`.
  static func inDirectory(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let version = name.lastIndex(of: 0x40).map { name[($0 + 1)...] } ?? name
    let number = version.drop(while: \.isLetter)
    let word = version[..<number.startIndex]
    guard word.isEmpty || word.elementsEqual("v".utf8) || word.elementsEqual("version".utf8) else {
      return nil
    }
    if !word.isEmpty, number.count >= 8, number.allSatisfy(\.isDigit) { return number }
    let core = number.prefix { $0.isDigit || $0 == 0x2E }
    let rest = number.dropFirst(core.count)
    let parts = core.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }),
      rest.first.map({ $0 == 0x2D || $0 == 0x2B }) ?? true
    else { return nil }
    return number
  }
}

extension UInt8 {
  /// Whether it separates the words of a name: one of `.-_~@+`.
  var separatesWords: Bool {
    self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E || self == 0x40 || self == 0x2B
  }

  fileprivate var isUpper: Bool { (0x41...0x5A).contains(self) }

  /// Another digit in place of a digit, another letter in place of a letter, and one of `a` to `f` in place of one of
  /// these.
  fileprivate func another(by other: UInt8) -> UInt8 {
    guard isDigit || isLetter else { return self }
    if isDigit { return 0x30 + (self - 0x30 + 1 + other % 9) % 10 }
    let first = self & 0x20 | 0x41
    let place = self - first
    return first + (place < 6 ? (place + 1 + other % 5) % 6 : (place + 1 + other % 25) % 26)
  }
}

extension ArraySlice<UInt8> {
  /// Whether one of these bytes precedes a part.
  fileprivate func precedes(_ part: Self, _ bytes: UInt8...) -> Bool {
    part.startIndex > startIndex && bytes.contains(self[part.startIndex - 1])
  }

  /// Whether it is three letters or more, then digits.
  fileprivate var isWordWithNumber: Bool {
    let digits = drop(while: \.isLetter)
    return count - digits.count >= 3 && digits.allSatisfy(\.isDigit)
  }

  /// Whether it reads as a name that people write: words in one case or in camel case, each with or without a number at
  /// its end.
  fileprivate var isOrdinary: Bool {
    guard allSatisfy({ $0.isDigit || $0.isLetter || $0 == 0x2D || $0 == 0x5F }) else { return true }
    if allSatisfy({ !$0.isDigit && !$0.isUpper }) { return true }
    return split(omittingEmptySubsequences: false) { $0 == 0x2D || $0 == 0x5F }.allSatisfy { word in
      let letters = word.prefix(while: \.isLetter)
      return word[letters.endIndex...].allSatisfy(\.isDigit)
        && (letters.isEmpty ? !word.isEmpty : letters.isInCamelCase)
    }
  }

  /// Whether letters are words in camel case, one abbreviation among them at most: `userList`, `parseXMLFile`.
  private var isInCamelCase: Bool {
    var rest = self
    var hasAbbreviation = false
    while !rest.isEmpty {
      var upper = rest.prefix(while: \.isUpper)
      // The last capital begins the next word.
      if upper.count > 1, upper.count < rest.count { upper.removeLast() }
      if upper.count > 1 {
        guard !hasAbbreviation, upper.count < 5 || upper.isWord else { return false }
        hasAbbreviation = true
        rest = rest[upper.endIndex...]
      } else {
        let word = rest[..<(rest.dropFirst(upper.count).firstIndex(where: \.isUpper) ?? rest.endIndex)]
        guard word.isWord else { return false }
        rest = rest[word.endIndex...]
      }
    }
    return true
  }

  /// Words of two letters that occur in names.
  private static let shortWords: Set = [
    "my", "to", "do", "in", "on", "up", "go", "no", "is", "as", "at", "by", "or", "of", "id", "ui", "db",
    "io", "js", "ts",
    "ok", "os", "us", "tv", "ad", "ip", "qr", "ai", "be", "we", "if", "en", "bs", "pc", "hd", "ex",
  ]

  private var isWord: Bool {
    switch count {
    // `eMail`, `iPhone`, `xHeight`, `v2`.
    case 1: [0x65, 0x69, 0x76, 0x78].contains(self[startIndex])
    case 2: Self.shortWords.contains(String(decoding: self, as: UTF8.self).asciiLowercased)
    case 3: isSpoken
    default: isSpoken && contains { [0x61, 0x65, 0x69, 0x6F, 0x75, 0x79].contains($0 | 0x20) }
    }
  }

  /// Whether all pairs of neighbouring letters occur in words.
  private var isSpoken: Bool {
    zip(self, dropFirst()).allSatisfy { first, second in
      Self.followers[Int((first | 0x20) - 0x61)] & 1 << UInt32((second | 0x20) - 0x61) != 0
    }
  }

  /// The letters that follow each letter of the alphabet in the words of programs and their documentation.
  private static let followers: [UInt32] = [
    "abcdefgiklmnoprstuvwxy", "abcdefijklmnoprstuy", "abcdefhiklmnoprstuvy", "abcdefghijlmnoprstuvy",
    "abcdefghiklmnopqrstuvwxy", "acdefilmnoprstuy", "abcdefghilmnoprstu", "adeilmnorstuy",
    "abcdefgklmnoprstvxz", "aeosu", "aegilnost", "abcdefgiklmnoprstuvy", "abcdefilmopstuv",
    "abcdefghiklmnoprstuvwy", "abcdefghiklmnoprstuvwxy", "abcdefghiklmnoprstuy", "u",
    "abcdefgiklmnoprstuvwy", "abcdefghiklmnopqrstuvwy", "abcdefghilmnoprstuvwxy", "abcdefgilmnoprstx",
    "aceiosuw", "acdeghilnoprs", "acdefimpstx", "acdeilmnopst", "aeio",
  ].map { letters in letters.utf8.reduce(0) { $0 | 1 << UInt32($1 - 0x61) } }
}
