import Foundation

/// The names that the folders of a module declare, and where each is used.
///
/// It reads tokens, not types. A name without a dot before it is one of an enclosing type, else one of the module. A member
/// (`.name`) is found where one extension in the module declares it and nothing else declares that name, in this module or
/// in the core. A member that the standard library has as well has to stand in `ofSwift`. What stays unseen: members that
/// are used without a dot, and those whose name is declared twice.
struct SourceNames {
  /// A name that one folder uses and another declares.
  struct Arrow {
    let from: String
    let to: String
    /// The name; a member has a dot before it.
    let name: String
    /// The file that uses it, and the line.
    let place: String
  }

  /// A name, and what it is declared in; empty for the module.
  private struct Declaration {
    let name: String
    let owner: String
    let isType: Bool
    let isInExtension: Bool
    /// Whether other files see it.
    let isShared: Bool
    let file: Int
  }

  private struct File {
    let folder: String
    let name: String
    let tokens: [SwiftToken]
    var genericNames: Set<String> = []
    /// The tokens that declare a name.
    var declaring: Set<Int> = []
  }

  /// What a brace belongs to.
  private enum Scope {
    case type(String)
    case extended(String)
    case other

    var name: String? {
      switch self {
      case .type(let name), .extended(let name): name
      case .other: nil
      }
    }
  }

  private var files: [File] = []
  private var declarations: [Declaration] = []

  /// Every arrow between two folders.
  private(set) var arrows: [Arrow] = []

  /// Every member that is declared.
  var memberNames: Set<String> { Set(declarations.filter { !$0.owner.isEmpty && !$0.isType }.map(\.name)) }

  /// Reads a module.
  ///
  /// - Parameters:
  ///   - root: its folder.
  ///   - foreign: members of other modules, which are not looked for.
  /// - Throws: that a file can't be read.
  init(_ root: URL, foreign: Set<String> = []) throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
    where path.hasSuffix(".swift") && path.contains("/") {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      files.append(
        File(folder: String(path.prefix { $0 != "/" }), name: path, tokens: SwiftTokens.of(text)))
    }
    for index in files.indices { declare(index) }
    resolve(foreign)
  }

  private static let typeWords: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]
  private static let memberWords: Set = ["func", "var", "let", "case"]
  private static let modifiers: Set = [
    "public", "package", "internal", "private", "fileprivate", "static", "final", "mutating", "nonmutating",
    "lazy", "indirect", "override", "unowned", "weak", "nonisolated", "prefix",
  ]

  /// Members that the standard library declares as well, and that a use can't be told from.
  private static let ofSwift: Set = ["subtracting"]

  /// Follows the braces of a file, and gives each token with the types that it stands in.
  private static func walk(_ tokens: [SwiftToken], _ visit: (Int, [Scope]) -> Void) {
    var scopes: [Scope] = []
    var pending = Scope.other
    for (index, token) in tokens.enumerated() {
      visit(index, scopes)
      switch token.text {
      case "{":
        scopes.append(pending)
        pending = .other
      case "}": _ = scopes.popLast()
      case "extension": pending = .extended(pathName(tokens, index + 1))
      case "struct", "class", "enum", "actor", "protocol":
        // Neither `class func` nor `AnyObject & class`.
        if index + 1 < tokens.count, tokens[index + 1].isWord, !memberWords.contains(tokens[index + 1].text) {
          pending = .type(tokens[index + 1].text)
        }
      default: break
      }
    }
  }

  /// The last part of `Outer.Inner`: nested names are told apart by it.
  private static func pathName(_ tokens: [SwiftToken], _ start: Int) -> String {
    var index = start
    while index + 2 < tokens.count, tokens[index + 1].text == ".", tokens[index + 2].isWord { index += 2 }
    return index < tokens.count ? tokens[index].text : ""
  }

  /// Notes what a file declares.
  private mutating func declare(_ file: Int) {
    let tokens = files[file].tokens
    var found: [Declaration] = []
    var generics: Set<String> = []
    var declaring: Set<Int> = []
    Self.walk(tokens) { index, scopes in
      let word = tokens[index].text
      let isType = Self.typeWords.contains(word)
      guard isType || Self.memberWords.contains(word) || word == "associatedtype", index + 1 < tokens.count,
        tokens[index + 1].isWord
      else {
        if word == "init" || word == "subscript" { generics.formUnion(Self.generics(tokens, index + 1)) }
        return
      }
      generics.formUnion(Self.generics(tokens, index + 2))
      let names = word == "case" ? Self.caseNames(tokens, index + 1) : [index + 1]
      // What a function declares is unknown to others. A case of a switch declares nothing.
      if case .other? = scopes.last {
        if word != "case" { declaring.formUnion(names) }
        return
      }
      declaring.formUnion(names)
      var isInExtension = false
      if case .extended? = scopes.last { isInExtension = true }
      let before = tokens[..<index].reversed().prefix { Self.modifiers.contains($0.text) }
      let isShared = !before.contains { $0.text == "private" || $0.text == "fileprivate" }
      for name in names {
        found.append(
          Declaration(
            name: tokens[name].text, owner: scopes.last?.name ?? "",
            isType: isType || word == "associatedtype",
            isInExtension: isInExtension, isShared: isShared, file: file))
      }
    }
    declarations += found
    files[file].genericNames = generics
    files[file].declaring = declaring
  }

  /// `Value` and `Other` of `<Value: Sendable, Other>`.
  private static func generics(_ tokens: [SwiftToken], _ start: Int) -> Set<String> {
    guard start < tokens.count, tokens[start].text == "<" else { return [] }
    var names: Set<String> = []
    for index in start..<tokens.count {
      if tokens[index].text == ">" { break }
      if ["<", ","].contains(tokens[index].text), tokens[index + 1].isWord {
        names.insert(tokens[index + 1].text)
      }
    }
    return names
  }

  /// Where the names of `case one, two(Int), three = "3"` stand.
  private static func caseNames(_ tokens: [SwiftToken], _ start: Int) -> [Int] {
    var names = [start]
    var depth = 0
    for index in (start + 1)..<tokens.count {
      let text = tokens[index].text
      if text == "(" { depth += 1 }
      if text == ")" { depth -= 1 }
      if text == "}" || depth == 0 && typeWords.union(memberWords).contains(text) { break }
      if depth == 0, text == ",", tokens[index + 1].isWord { names.append(index + 1) }
    }
    return names
  }

  /// Finds what each file uses of other folders.
  private mutating func resolve(_ foreign: Set<String>) {
    let top = Dictionary(grouping: declarations.filter(\.owner.isEmpty), by: \.name)
    let nested = Dictionary(grouping: declarations.filter { !$0.owner.isEmpty && $0.isType }, by: \.owner)
      .mapValues { Set($0.map(\.name)) }
    let members = Dictionary(grouping: declarations.filter { !$0.owner.isEmpty }, by: \.name)
      .filter { $1.count == 1 && $1[0].isInExtension && !foreign.contains($0) && !Self.ofSwift.contains($0) }
    for (number, file) in files.enumerated() {
      let tokens = file.tokens
      Self.walk(tokens) { index, scopes in
        guard tokens[index].isWord else { return }
        let name = tokens[index].text
        let isMember = index > 0 && tokens[index - 1].text == "."
        var declared = isMember ? members[name] ?? [] : top[name] ?? []
        guard !declared.isEmpty else { return }
        if !isMember {
          let isLabel =
            index + 1 < tokens.count && tokens[index + 1].text == ":" && name.first?.isLowercase == true
          let isNested = scopes.contains { $0.name.map { nested[$0]?.contains(name) == true } ?? false }
          guard !isLabel, !isNested, !file.genericNames.contains(name) else { return }
          guard !file.declaring.contains(index) else { return }
        }
        declared = declared.filter { $0.isShared || $0.file == number }
        guard !declared.contains(where: { files[$0.file].folder == file.folder }), let first = declared.first
        else { return }
        arrows.append(
          Arrow(
            from: file.folder, to: files[first.file].folder,
            name: isMember ? ".\(name)" : name, place: "\(file.name):\(tokens[index].line)"
          ))
      }
    }
  }
}
