/// The kind of URL that an answer has, and where it stands: what a rule by directory and kind of file covers.
struct RecipeShape: Hashable, Sendable {
  /// How the names of a kind end.
  enum Ending: Hashable, Sendable {
    /// One of the extensions of scripts, styles, fonts or pictures.
    case kind(AssetKind)
    /// Exactly this, such as `.pdf`, or the slash of a page.
    case text([UInt8])
    /// A page without extension: its name has no dot.
    case none
  }

  /// The last segment of the path without its ending; it begins with the name, if that may be another one.
  let name: [RecipePattern.Piece]
  let ending: Ending
  let query: RecipePattern.Query

  /// Whether every file below the directory is named by its content, so that one of them stands for all.
  let isBuilt: Bool

  /// Whether the names hold a version.
  var isVersioned: Bool {
    if isBuilt { return true }
    if case .exactly = query { return true }
    return name.contains { if case .hash = $0 { true } else { $0 == .number } }
  }

  /// A shape at its place in the site.
  struct Placed: Sendable {
    let shape: RecipeShape
    /// The segments of the directory; numbers in them are wildcards, so that the next year has its rule, too.
    let directories: [[RecipePattern.Piece]]
    /// The ending as it stands in the URL.
    let ending: [UInt8]
  }

  /// The pattern of all URLs of the shape in a directory, or also below it.
  func pattern(
    in directories: some Sequence<[RecipePattern.Piece]>, isDeep: Bool, endings: [[UInt8]]
  ) -> RecipePattern {
    var pieces: [RecipePattern.Piece] = [.text([0x2F])]
    for directory in directories { pieces += directory + [.text([0x2F])] }
    var name = name
    if isDeep {
      switch name.first {
      case .name: name[0] = .rest
      case .word: name[0] = .words
      case .rest: break
      default: name = [.rest, .text([0x2F])] + name
      }
    }
    let last: [RecipePattern.Piece] =
      switch endings.count {
      case 0: []
      case 1: [.text(endings[0])]
      default: [.oneOf(endings)]
      }
    return RecipePattern(path: Self.joined(pieces + name + last), query: query)
  }

  /// The pieces with neighbouring texts as one.
  private static func joined(_ pieces: [RecipePattern.Piece]) -> [RecipePattern.Piece] {
    pieces.reduce(into: []) { joined, piece in
      if case .text(let text) = piece {
        guard !text.isEmpty else { return }
        if case .text(let before)? = joined.last {
          joined[joined.count - 1] = .text(before + text)
          return
        }
      }
      joined.append(piece)
    }
  }
}

extension RecipeShape.Placed {
  /// The longest extension.
  private static let longestExtension = 6

  /// Finds the shape of a URL; nil if it has none, since its name may be an id that belongs to one user.
  init?(_ target: TargetURI, of file: NamedFile, kind: AssetKind) {
    let path = RecipePattern.sent(target.path)
    guard path.first == 0x2F else { return nil }
    let versions = RecipePattern.versions(target, file)
    var query = Self.query(target, kind)
    var pieces: [RecipePattern.Piece] = [.text(path)]
    switch versions.first?.form {
    case .directory?:
      guard let place = versions.first?.place else { return nil }
      let name = path[(path.lastIndex(of: 0x2F) ?? 0)...].dropFirst()
      guard let (_, ending) = Self.ending(name) else { return nil }
      let built = Self.segments([.text(Array(path[1..<place.upperBound]))])
      self.init(
        shape: RecipeShape(name: [.rest], ending: Self.ending(ending, kind), query: .any, isBuilt: true),
        directories: built, ending: ending)
      return
    case .query?:
      guard let version = versions.first, let text = target.query,
        let pieces = RecipePattern.versioned(RecipePattern.sent(text), version)
      else { return nil }
      query = .exactly(pieces)
    case .hash?, .number?:
      let family = RecipePattern.versioned(
        path, versions.prefix(RecipePattern.mostVersions).map(\.place))
      pieces = RecipePattern.named(family) ?? family
    case nil: break
    }
    var segments = Self.segments(pieces)
    guard segments.count > 1 else { return nil }
    segments.removeFirst()
    if segments.last?.isEmpty == true, kind == .page {
      // The page of a directory stands among the pages of the directory above.
      segments.removeLast()
      guard segments.popLast() != nil else { return nil }
      self.init(
        shape: RecipeShape(name: [.name], ending: .text([0x2F]), query: query, isBuilt: false),
        directories: segments.map(Self.year), ending: [0x2F])
      return
    }
    guard var name = segments.popLast(), let last = name.popLast() else { return nil }
    guard case .text(let text) = last, let (stem, ending) = Self.ending(text[...]) else {
      guard kind == .page, name.isEmpty, case .text(let text) = last, !text.contains(0x2E) else { return nil }
      self.init(
        shape: RecipeShape(name: [.word], ending: .none, query: query, isBuilt: false),
        directories: segments.map(Self.year), ending: [])
      return
    }
    if name.isEmpty {
      guard !stem.isEmpty else { return nil }
      name = [.name]
    } else if !stem.isEmpty {
      name.append(.text(stem))
    }
    self.init(
      shape: RecipeShape(name: name, ending: Self.ending(ending, kind), query: query, isBuilt: false),
      directories: segments.map(Self.year), ending: ending)
  }

  /// Files of a page are the same with any query; a page or data may be another thing with one.
  private static func query(_ target: TargetURI, _ kind: AssetKind) -> RecipePattern.Query {
    switch kind {
    case .script, .style, .font, .image: .any
    case .page, .media, .feed, .data, .download, .other: .none
    }
  }

  /// A name, and its extension with the dot; nil if it has none.
  private static func ending(_ name: ArraySlice<UInt8>) -> (stem: [UInt8], ending: [UInt8])? {
    guard let dot = name.lastIndex(of: 0x2E) else { return nil }
    let ending = name[dot...]
    guard (2...longestExtension).contains(ending.count),
      ending.dropFirst().allSatisfy({ $0.isLetter || $0.isDigit })
    else { return nil }
    return (Array(name[..<dot]), Array(ending))
  }

  private static func ending(_ ending: [UInt8], _ kind: AssetKind) -> RecipeShape.Ending {
    guard kind.isPartOfPage, AssetKind(extension: String(decoding: ending, as: UTF8.self)) == kind else {
      return .text(ending)
    }
    return .kind(kind)
  }

  /// A segment that is a number, such as a year, as a wildcard.
  private static func year(_ segment: [RecipePattern.Piece]) -> [RecipePattern.Piece] {
    guard segment.count == 1, case .text(let text) = segment[0], !text.isEmpty, text.allSatisfy(\.isDigit)
    else { return segment }
    return [.digits]
  }

  /// The pieces between slashes.
  private static func segments(_ pieces: [RecipePattern.Piece]) -> [[RecipePattern.Piece]] {
    var segments: [[RecipePattern.Piece]] = [[]]
    for piece in pieces {
      guard case .text(let text) = piece else {
        segments[segments.count - 1].append(piece)
        continue
      }
      for (index, part) in text.split(separator: 0x2F, omittingEmptySubsequences: false).enumerated() {
        if index > 0 { segments.append([]) }
        if !part.isEmpty { segments[segments.count - 1].append(.text(Array(part))) }
      }
    }
    return segments
  }
}
