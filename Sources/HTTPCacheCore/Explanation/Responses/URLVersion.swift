/// A version in a URL: a hash, or a number of several parts; or what may be one.
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

  /// Whether it is a version for sure; otherwise it may be a word or an id.
  var isCertain: Bool

  /// The versions in a URL: those in its path, or else the one in its query; those that are certain first.
  static func all(in target: TargetURI, of file: NamedFile) -> [Self] {
    guard let kind = file.kind else { return [] }
    if target.path.hasPrefix(ofEdge) {
      return [Self(form: .directory, place: 1..<ofEdge.utf8.count - 1, text: ofEdge, isCertain: false)]
    }
    var found = inPath(Array(target.path.utf8), of: kind, isNoStore: file.isNoStore)
    if !found.contains(where: \.isCertain),
      let version = VersionQuery.version(in: target.query, of: kind, sentAt: file.sentAt),
      version.isCertain || found.isEmpty
    {
      found = [version]
    }
    guard VersionQuery.namesCallback(target.query) else { return found }
    // The answer calls a function of the request's choice: it is made for the request, whatever its URL names.
    for index in found.indices { found[index].isCertain = false }
    return found
  }

  /// The directory in which Cloudflare answers by itself: what it has there is no file of a deployment.
  static let ofEdge = "/cdn-cgi/"

  /// The versions in a path: those in the file's name, then those in its directories; those that are certain first.
  ///
  /// With `isNoStore`, the answer says `no-store`, as the servers on which one develops do for what they name without a hash.
  static func inPath(_ path: [UInt8], of kind: NamedFile.Kind, isNoStore: Bool = false) -> [Self] {
    let start = (path.lastIndex(of: 0x2F) ?? -1) + 1
    var found: [Self] = []
    func add(_ form: Form, _ part: ArraySlice<UInt8>, isCertain: Bool) {
      guard !found.contains(where: { $0.place.overlaps(part.indices) }) else { return }
      found.append(
        Self(
          form: form, place: part.indices, text: String(decoding: part, as: UTF8.self), isCertain: isCertain))
    }
    let directories = path[..<start].split(separator: 0x2F)
    let built = BuildDirectory(directories)
    let name = FileName(path[start...], kind, built)
    for (form, part, isCertain) in name.versions { add(form, part, isCertain: isCertain) }
    for (index, directory) in directories.enumerated() {
      let parent = index > 0 ? directories[index - 1] : []
      guard let version = VersionDirectory(directory, in: parent, of: kind, isBuilt: built != nil) else {
        continue
      }
      add(version.form, version.part, isCertain: version.isCertain)
    }
    if let built, let whole = built.whole, !found.contains(where: \.isCertain), built.isHash || !isNoStore {
      found.removeAll { $0.place.overlaps(whole.indices) }
      add(.directory, whole, isCertain: built.isSure)
    }
    return found.filter(\.isCertain) + found.filter { !$0.isCertain }
  }

  /// The path and query of a URL with another version of the same form; nil if its path names none.
  ///
  /// The new version is made from hexadecimal digits, of which there must be more than the old version has.
  static func path(_ target: TargetURI, of file: NamedFile, withVersion digits: [UInt8]) -> String? {
    var path = Array(target.path.utf8)
    let versions = all(in: target, of: file).filter(\.isCertain)
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

/// A directory that build tools make.
private struct BuildDirectory {
  /// The directory in which a tool names every file anew; nil if the tool names only some.
  let whole: ArraySlice<UInt8>?

  /// Whether files in the directory are named by their hash alone.
  let holdsBareHashes: Bool

  /// Whether `whole` is itself a hash of what it holds.
  var isHash = false

  /// Whether every file in `whole` is named anew, and no server on which one develops has its files there.
  var isSure = false

  /// The directories in which build tools put what they name, and others put their files, too.
  private static let names: Set = ["assets", "static", "_astro", "build", "dist", "chunks"]

  /// Finds the directories of Next.js, SvelteKit and Nuxt, those that Gatsby names by an MD5 sum, that of Facebook, and those
  /// that several tools share.
  init?(_ directories: [ArraySlice<UInt8>]) {
    for (index, directory) in directories.enumerated() {
      let next = index + 1 < directories.count ? directories[index + 1] : []
      if directory.elementsEqual("_next".utf8), next.elementsEqual("static".utf8) {
        (whole, holdsBareHashes) = (next, true)
      } else if directory.elementsEqual("_app".utf8), next.elementsEqual("immutable".utf8) {
        (whole, holdsBareHashes, isSure) = (next, true, true)
      } else if directory.elementsEqual("_nuxt".utf8), !next.elementsEqual("builds".utf8) {
        (whole, holdsBareHashes) = (directory, true)
      } else if directory.elementsEqual("static".utf8), next.count == 32, next.isHexadecimal {
        (whole, holdsBareHashes, isHash, isSure) = (next, false, true, true)
      } else if directory.elementsEqual("rsrc.php".utf8) {
        (whole, holdsBareHashes) = (nil, true)
      } else {
        continue
      }
      return
    }
    guard directories.contains(where: { Self.names.contains(String(decoding: $0, as: UTF8.self)) }) else {
      return nil
    }
    (whole, holdsBareHashes) = (nil, false)
  }
}

/// The name of a file, and the versions in it.
private struct FileName {
  private(set) var versions: [(URLVersion.Form, ArraySlice<UInt8>, isCertain: Bool)] = []

  /// The words beside which a hash is the id of a photo or a user.
  static let idWords: Set = [
    "photo", "photos", "img", "image", "images", "avatar", "avatars", "user", "users", "profile", "pic",
    "picture", "thumb", "thumbnail", "thumbs", "upload", "uploads", "gallery", "member", "item", "product",
    "file", "id", "cover", "poster", "video", "media", "post", "large", "small", "medium", "original", "full",
    "customer", "customers", "u", "theme", "themes",
  ]

  private let stem: ArraySlice<UInt8>
  private let kind: NamedFile.Kind
  private let directory: BuildDirectory?

  init(_ name: ArraySlice<UInt8>, _ kind: NamedFile.Kind, _ directory: BuildDirectory?) {
    (self.kind, self.directory) = (kind, directory)
    let dot = name.dropFirst().lastIndex(of: 0x2E)
    // `loader.js.f0b61617fbc713883207cc130147aee2`: the hash follows the extension.
    let isLast = dot.map { name[($0 + 1)...].count >= 16 && name[($0 + 1)...].isHexadecimal } ?? false
    stem = isLast ? name : name[..<(dot ?? name.endIndex)]
    // `site.css.v3f9ac2d1`
    if !isLast, let dot, case let mark = name[(dot + 1)...], mark.first == 0x76, mark.count > 6,
      mark.dropFirst().isHexadecimal, stem.contains(0x2E)
    {
      versions.append((.hash, mark.dropFirst(), kind == .code))
    }
    if directory?.holdsBareHashes == true, stem.count == 7, stem.allSatisfy({ $0.hexValue != nil }),
      stem.contains(where: \.isDigit)
    {
      versions.append((.hash, stem, true))
    }
    let words = stem.split(whereSeparator: \.separatesWords)
    let isNamed = directory?.whole != nil || directory?.holdsBareHashes == true
    guard !stem.isUUID, !(kind == .picture && Self.isID(words) && !isNamed) else { return }
    for (part, strength) in endings() + words.map({ ($0, HashStrength(word: $0, in: stem, of: kind)) }) {
      guard let isCertain = isCertain(part, strength) else { continue }
      versions.append((.hash, part, isCertain))
    }
    if let (number, isVersion) = VersionNumber.inName(stem) {
      versions.append((.number, number, isVersion && kind == .code))
    } else if kind == .code, let number = VersionNumber.behindWord(stem.split(separator: 0x2E).first ?? []) {
      versions.append((.number, number, false))
    }
  }

  /// Whether a picture has no word in its name but those of photos and users: a hash is then its id.
  private static func isID(_ words: [ArraySlice<UInt8>]) -> Bool {
    !words.contains { word in
      word.count > 2 && word.allSatisfy(\.isLetter)
        && !idWords.contains(String(decoding: word, as: UTF8.self).asciiLowercased)
    }
  }

  /// The parts that may be a hash in the letters of base64 or base32: eight letters of Rollup, Vite and esbuild, 21 or 22 of
  /// random ids, or the 43 of SHA-256; behind a dot, or as the whole name where names are bare hashes, the 11 of 64 bits.
  private func endings() -> [(ArraySlice<UInt8>, HashStrength?)] {
    let ends = stem.indices.filter { stem[$0] == 0x2E } + [stem.endIndex]
    return ends.reversed().flatMap { end in
      [8, 11, 21, 22, 43].compactMap { length in
        guard end - stem.startIndex >= length else { return nil }
        let part = stem[(end - length)..<end]
        let isSet =
          length != 11 && stem.precedes(part, 0x2D) || stem.precedes(part, 0x2E)
          || length == 43 && stem.precedes(part, 0x5F)
          || directory?.holdsBareHashes == true && part.startIndex == stem.startIndex
        return isSet ? (part, HashStrength(ending: part)) : nil
      }
    }
  }

  /// Whether a part with so much of a hash is one for sure, here; nil if it is none.
  private func isCertain(_ part: ArraySlice<UInt8>, _ strength: HashStrength?) -> Bool? {
    guard let strength else { return nil }
    let isFirst = part.startIndex == stem.startIndex && directory?.holdsBareHashes != true
    switch (kind, strength) {
    case (.code, .certain): return true
    case (.code, .lettersAlone): return isFirst ? nil : directory != nil
    case (.code, .doubtful): return isFirst ? nil : false
    // Of capitals, most are no word.
    case (.code, .word): return directory != nil || !part.contains(where: \.isLower) ? false : nil
    case (.picture, .certain), (.picture, .lettersAlone):
      guard !isFirst else { return false }
      return strength == .certain && stem.precedes(part, 0x2E) || directory != nil
    case (.picture, .doubtful), (.picture, .word): return nil
    }
  }
}

/// How much a part of a name has of a hash.
private enum HashStrength {
  /// A hash as build tools write it.
  case certain
  /// A hash that has no digit, as one in some has, or a word.
  case lettersAlone
  /// A hash, a number or an id.
  case doubtful
  /// A word, or a hash that reads as one.
  case word

  /// Judges a word between separators.
  init?(word: ArraySlice<UInt8>, in stem: ArraySlice<UInt8>, of kind: NamedFile.Kind) {
    let isBehindDot = stem.precedes(word, 0x2E)
    let hasDigit = word.contains(where: \.isDigit)
    if word.isHexadecimal {
      switch word.count {
      case 24 where word.isObjectID: return nil
      case 8...: self = .certain
      // A short word may be a name with a number, such as `feed12`, or a colour.
      case 6, 7:
        guard word.startIndex > stem.startIndex, isBehindDot || kind == .code else { return nil }
        self = (isBehindDot || word.count == 7) && !word.isWordWithNumber ? .certain : .doubtful
      default: return nil
      }
    } else if word.allSatisfy(\.isDigit) {
      guard kind == .code, let strength = Self.digits(word, isBehindDot: isBehindDot) else { return nil }
      self = strength
    } else if word.allSatisfy({ $0.hexValue != nil }), [8, 16, 20, 32, 40, 64].contains(word.count) {
      guard !word.isWord else { return nil }
      self = .lettersAlone
    } else if word.count >= 16, hasDigit, word.isBase64, !word.isPlain {
      self = .certain
    } else if word.count >= 6, hasDigit, !word.isPlain, word.allSatisfy({ $0.isDigit || $0.isLetter }) {
      let changes = zip(word, word.dropFirst()).count { $0.isDigit != $1.isDigit }
      guard changes > 1 else { return nil }
      self = word.count >= 8 && changes > 2 ? .certain : .doubtful
    } else {
      return nil
    }
  }

  /// Judges digits alone: a date, a time, an id, or a hash, as one file in forty has a hash of eight digits without a letter.
  private static func digits(_ word: ArraySlice<UInt8>, isBehindDot: Bool) -> Self? {
    if isBehindDot { return word.count >= 6 ? .certain : nil }
    if word.count == 8 { return word.isDate ? .doubtful : .lettersAlone }
    // Of longer numbers, only a time of these years is no id.
    return word.isRecentTime ? .doubtful : nil
  }

  /// Judges a part at the end of a name, in the letters of base64 or base32.
  init?(ending part: ArraySlice<UInt8>) {
    // Hexadecimal digits are judged as a word.
    guard part.isBase64, part.contains(where: { $0.isDigit || $0.isUpper }), part.contains(where: \.isLetter),
      !part.isHexadecimal
    else { return nil }
    // Of 11 letters of base64, hardly any has capitals or small ones alone; an extension with a size has.
    guard part.count != 11 || part.contains(where: \.isUpper) && part.contains(where: \.isLower) else {
      return nil
    }
    if part.isPlain {
      guard part.count == 8 else { return nil }
      self = .word
    } else {
      self = part.allSatisfy(\.isLetter) ? .lettersAlone : .certain
    }
  }
}

/// A version in the name of a directory.
private struct VersionDirectory {
  let form: URLVersion.Form
  let part: ArraySlice<UInt8>
  let isCertain: Bool

  init?(
    _ name: ArraySlice<UInt8>, in parent: ArraySlice<UInt8>, of kind: NamedFile.Kind, isBuilt: Bool
  ) {
    if let equals = name.firstIndex(of: 0x3D) {
      // `/_/js/k=xjs.s.en_US.ppxhOSu19b4.O/d=1/rs=ACT90o…`
      let value = name[(equals + 1)...]
      guard value.count >= 8, !value.isPlain, kind == .code else { return nil }
      (form, part, isCertain) = (.hash, value, false)
      return
    }
    guard name.contains(where: \.isDigit) else { return nil }
    if isBuilt, kind == .code, name.count == 8, name.allSatisfy(\.isDigit), !name.isDate {
      (form, part, isCertain) = (.hash, name, true)
      return
    }
    if let (number, isVersion) = VersionNumber.inDirectory(name) {
      (form, part, isCertain) = (.number, number, isVersion && kind == .code)
      return
    }
    guard kind == .code, !name.isUUID else { return nil }
    if let number = VersionNumber.behindWord(name) {
      (form, part, isCertain) = (.number, number, false)
      return
    }
    let isOfID = FileName.idWords.contains(String(decoding: parent, as: UTF8.self).asciiLowercased)
    if name.isHexadecimal, name.count >= 7 {
      guard isBuilt || !isOfID && !(name.count == 24 && name.isObjectID) else { return nil }
      (form, part, isCertain) = (.hash, name, true)
    } else if name.count >= 16, name.isBase64, !name.isPlain {
      (form, part, isCertain) = (.hash, name, isBuilt || !isOfID)
    } else {
      return nil
    }
  }
}

/// A version of numbers, such as `3.7.1`.
private enum VersionNumber {
  /// The numbers with dots between them in a file's name, or a number after a `v`: `jquery-3.7.1.min`, `app-v3`.
  ///
  /// The major number alone, `d3.v7`, may stay while the content changes.
  static func inName(_ stem: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, isVersion: Bool)? {
    for part in stem.split(whereSeparator: { $0 == 0x2D || $0 == 0x5F || $0 == 0x40 }) {
      let members = part.split(separator: 0x2E)
      let numbers = members.drop { !isNumber($0) }.prefix { isNumber($0) }
      guard let first = numbers.first, let last = numbers.last else { continue }
      let isMarked = first.first == 0x76
      guard numbers.count > (isMarked ? 0 : 1), numbers.dropFirst().allSatisfy({ $0.first != 0x76 }) else {
        continue
      }
      return (
        stem[(isMarked ? first.startIndex + 1 : first.startIndex)..<last.endIndex], numbers.count > 1
      )
    }
    return nil
  }

  /// The number of three digits or more at the end of a name, which may count builds: `nr-100`, `build-4711`.
  static func behindWord(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let parts = name.split(maxSplits: 16, whereSeparator: { $0 == 0x2D || $0 == 0x5F })
    guard parts.count > 1, let number = parts.last, (3...5).contains(number.count),
      number.allSatisfy(\.isDigit)
    else { return nil }
    return number
  }

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.first == 0x76 ? text.dropFirst() : text
    return !digits.isEmpty && digits.count < 6 && digits.allSatisfy(\.isDigit)
  }

  /// The version in a directory that ends in three numbers, or in a number of eight digits after `v` or `version`:
  /// `1.2.3`, `jquery@3.7.1`, `v5.0.0-beta.2`, `version1698765432`; fewer numbers, as in `v30`, may stay.
  static func inDirectory(_ name: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, isVersion: Bool)? {
    let at = name.lastIndex(of: 0x40)
    let version = at.map { name[($0 + 1)...] } ?? name
    let number = version.drop(while: \.isLetter)
    let word = version[..<number.startIndex]
    // `m202405210101`: the minute of a build.
    if word.count == 1, number.count == 12, number.allSatisfy(\.isDigit), number.isDate {
      return (number, true)
    }
    guard word.isEmpty || word.elementsEqual("v".utf8) || word.elementsEqual("version".utf8) else {
      return nil
    }
    if number.count >= 8, number.allSatisfy(\.isDigit) { return (number, !word.isEmpty) }
    let core = number.prefix { $0.isDigit || $0 == 0x2E }
    let rest = number.dropFirst(core.count)
    let parts = core.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }), rest.first.map({ $0 == 0x2D || $0 == 0x2B }) ?? true else {
      return nil
    }
    switch parts.count {
    case 3: return (number, true)
    case 2: return (number, at != nil)
    case 1: return at != nil || !word.isEmpty ? (number, false) : nil
    default: return nil
    }
  }
}
