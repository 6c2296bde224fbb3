/// Where a URL stands among others: its directories, the form of its name, and the names of its parameters.
struct FamilyPlace: Sendable {
  /// A segment of a path.
  enum Segment: Sendable, Hashable {
    case text(String)
    /// Any one segment.
    case any
  }

  /// The last part of a path, with its query.
  struct Leaf: Sendable, Hashable {
    /// The name without its ending; nil for any name.
    var name: String?
    /// A slash, or an extension with its dot; empty for neither.
    var ending: String
    var query: [Parameter]?

    /// The same without what tells its members apart.
    var open: Leaf {
      var open = self
      open.name = nil
      open.query = query?.map {
        Parameter(text: $0.text, value: $0.isOpen ? nil : $0.value, isOpen: $0.isOpen)
      }
      return open
    }

    /// What both are.
    func with(_ other: Leaf) -> Leaf {
      var both = self
      if name != other.name { both.name = nil }
      if let own = query, let others = other.query {
        both.query = zip(own, others).map {
          $0.value == $1.value ? $0 : Parameter(text: $0.text, isOpen: $0.isOpen)
        }
      }
      return both
    }
  }

  /// A parameter of a query.
  struct Parameter: Sendable, Hashable {
    /// The name, with `=` where a value follows.
    let text: String
    /// The value; nil for any value.
    var value: String?
    /// Whether a pattern can stand for any value.
    let isOpen: Bool
  }

  /// The directories; those that name a version are any.
  let directories: [Segment]

  /// The name as it is, or any name where it holds a version, which never comes again.
  let leaf: Leaf

  /// Whether a tool names every file below the directories anew.
  let isBuilt: Bool

  /// The most segments of a path that has a family.
  private static let mostSegments = 40

  /// The longest extension, without its dot.
  private static let longestExtension = 11

  /// Finds the place of a URL with some versions; nil if it has too many segments.
  init?(_ target: TargetURI, versions: [URLVersion]) {
    var segments = target.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard segments.count <= Self.mostSegments else { return nil }
    var (name, ending) = (segments.popLast() ?? "", "")
    if name.isEmpty, let directory = segments.popLast() {
      (name, ending) = (directory, "/")
    } else if let dot = name.dropFirst().lastIndex(of: "."), Self.isExtension(name[dot...].dropFirst()) {
      (name, ending) = (name[..<dot], String(name[dot...]))
    }
    let built = versions.first { $0.form == .directory }
    let places = versions.filter { $0.form == .hash || $0.form == .number }.map(\.place)
    var start = 1
    var directories: [Segment] = []
    for segment in segments {
      let end = start + segment.utf8.count
      let isVersion =
        places.contains { $0.overlaps(start..<end) }
        // A directory that is named by a sum is a version, and one that a tool has made is none.
        || built.map { $0.place.overlaps(start..<end) && segment.utf8.count == 32 } ?? false
      directories.append(isVersion ? .any : .text(String(segment)))
      start = end + 1
      if let built, built.place.upperBound <= end { break }
    }
    isBuilt = built != nil
    let isNamedByVersion = isBuilt || places.contains { $0.upperBound > start }
    self.directories = directories
    leaf = Leaf(
      name: isNamedByVersion ? nil : String(name), ending: ending,
      query: Self.query(target, version: versions.first { $0.form == .query }))
  }

  private static func isExtension(_ text: Substring) -> Bool {
    (1...longestExtension).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetter || $0.isDigit }
      && text.utf8.contains(where: \.isLetter)
  }

  private static func query(_ target: TargetURI, version: URLVersion?) -> [Parameter]? {
    target.query?.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "=") else {
        return Parameter(text: String(pair), value: "", isOpen: false)
      }
      let value = String(pair[equals...].dropFirst())
      let isOpen = !value.isEmpty && !value.utf8.contains { [0x2F, 0x3F, 0x23].contains($0) }
      let isVersion = isOpen && version.map { value == $0.text } ?? false
      return Parameter(text: String(pair[...equals]), value: isVersion ? nil : value, isOpen: isOpen)
    }
  }

  /// The pattern of a URL whose versions are any, and all values of its parameters where it never comes again; nil if nothing
  /// of it is.
  static func nextURL(_ target: TargetURI, versions: [URLVersion], isUnique: Bool) -> String? {
    let places = versions.filter { $0.form == .hash || $0.form == .number }.map(\.place)
      .sorted { $0.lowerBound < $1.lowerBound }
    let query = query(target, version: versions.first { $0.form == .query })?.map {
      Parameter(text: $0.text, value: isUnique && $0.isOpen ? nil : $0.value, isOpen: $0.isOpen)
    }
    guard !places.isEmpty || query?.contains(where: { $0.value == nil }) == true else { return nil }
    let path = Array(target.path.utf8)
    var text = ""
    var end = 0
    for place in places where place.lowerBound >= end {
      text += URLPattern.escaped(String(decoding: path[end..<place.lowerBound], as: UTF8.self))
      // A name begins behind some characters alone, and ends before any but letters, digits and `_`.
      let isName =
        text.utf8.last.map { "/.-_".utf8.contains($0) } == true
        && (place.upperBound == path.count
          || !path[place.upperBound].isLetter && !path[place.upperBound].isDigit
            && path[place.upperBound] != 0x5F)
      text += isName ? ":version" : "*"
      end = place.upperBound
    }
    text += URLPattern.escaped(String(decoding: path[end...], as: UTF8.self))
    return target.origin + text + (query.map { "?" + pattern($0) } ?? "")
  }

  private static func pattern(_ query: [Parameter]) -> String {
    query.map { parameter in
      parameter.text + (parameter.value.map { URLPattern.escaped("=" + $0).dropFirst() } ?? ":value")
    }.joined(separator: "&")
  }

  /// The pattern of a leaf below directories, on an origin; `isDeep` for all that is below them.
  static func pattern(_ origin: String, _ directories: [Segment], _ leaf: Leaf, isDeep: Bool) -> String {
    func escaped(_ text: String, behind first: String) -> Substring {
      URLPattern.escaped(first + text).dropFirst()
    }
    var text = origin + "/"
    for directory in directories {
      if case .text(let name) = directory { text += escaped(name, behind: "/") } else { text += ":name" }
      text += "/"
    }
    if isDeep { return text + "*" + leaf.ending }
    text += (leaf.name.map { escaped($0, behind: "/") } ?? ":name") + leaf.ending
    guard let query = leaf.query else { return text }
    return text + "?" + pattern(query)
  }
}
