/// One Cache-Control directive as it was written (RFC 9111 §5.2).
public struct Directive: Sendable, Hashable {
  /// The name in lower case: directives are compared without regard to case.
  public let name: String

  /// The argument without its quotes; nil if there is none.
  public let argument: String?

  /// Whether the argument was a quoted string.
  public let isQuoted: Bool

  /// Whether there was white space around the equals sign, which the grammar does not allow.
  public internal(set) var hasSpaceAroundEquals = false
}

/// The directives of a Cache-Control field, as written; repeated and unknown ones are kept (RFC 9111 §5.2).
public struct CacheControl: Sendable, Hashable {
  /// Copies share this object, since heads are copied often.
  private let content: Content

  private final class Content: Sendable {
    let directives: [Directive]
    let malformedMembers: [String]
    let isPresent: Bool
    let fieldName: String

    init(_ directives: [Directive], malformed: [String] = [], isPresent: Bool = true, fieldName: String) {
      self.directives = directives
      malformedMembers = malformed
      self.isPresent = isPresent
      self.fieldName = fieldName
    }

    static let absent = Content([], isPresent: false, fieldName: "Cache-Control")
  }

  /// Every readable directive, in order, and each restricting directive in an unreadable member, without argument.
  public var directives: [Directive] { content.directives }

  /// The members that are not directives, as written; of these, only the restricting directives in them count.
  public var malformedMembers: [String] { content.malformedMembers }

  /// Whether the field is present, even if it is empty.
  public var isPresent: Bool { content.isPresent }

  /// The name of the field that holds the directives: `Cache-Control`, or a targeted field (RFC 9213).
  public var fieldName: String { content.fieldName }

  /// Whether both have the same directives, malformed members, presence and field name.
  public static func == (left: CacheControl, right: CacheControl) -> Bool {
    left.content === right.content
      || (left.directives == right.directives && left.malformedMembers == right.malformedMembers
        && left.isPresent == right.isPresent && left.fieldName == right.fieldName)
  }

  /// Hashes the directives.
  public func hash(into hasher: inout Hasher) { hasher.combine(directives) }

  /// Takes the directives of a targeted field that has been read.
  init(targetedField name: String, directives: [Directive], malformed: [String]) {
    content = Content(directives, malformed: malformed, fieldName: name)
  }

  /// Reads all lines of a field as one list.
  ///
  /// - Parameters:
  ///   - fields: the section of the message.
  ///   - name: the field's name; `Cache-Control` by default.
  public init(_ fields: FieldSection, name: String = "Cache-Control") {
    guard fields.contains(name) else {
      content =
        name == Content.absent.fieldName ? .absent : Content([], isPresent: false, fieldName: name)
      return
    }
    var directives: [Directive] = []
    var malformed: [String] = []
    directives.reserveCapacity(4)
    for value in fields.values(name) {
      ListSyntax.forEachMember(of: value) { member in
        if let directive = Self.directive(member) {
          directives.append(directive)
        } else {
          directives += Self.restrictions(in: member)
          malformed.append(String(decoding: member, as: UTF8.self))
        }
      }
    }
    content = Content(directives, malformed: malformed, fieldName: name)
  }

  /// Reads one member of the list; nil if it is not a directive.
  static func directive(_ member: ArraySlice<UInt8>) -> Directive? {
    plainDirective(member) ?? otherDirective(member)
  }

  /// Reads the common forms `token` and `token=token`; nil for any other.
  private static func plainDirective(_ member: ArraySlice<UInt8>) -> Directive? {
    var equals: Int?
    for (index, byte) in zip(member.indices, member) where !byte.isTokenCharacter {
      guard byte == 0x3D, equals == nil, index > member.startIndex, index + 1 < member.endIndex else {
        return nil
      }
      equals = index
    }
    return Directive(
      name: String(decoding: member[..<(equals ?? member.endIndex)], as: UTF8.self).asciiLowercased,
      argument: equals.map { String(decoding: member[($0 + 1)...], as: UTF8.self) }, isQuoted: false)
  }

  /// Reads `token [ "=" ( token / quoted-string ) ]`; white space around the equals sign is accepted.
  private static func otherDirective(_ member: ArraySlice<UInt8>) -> Directive? {
    var scanner = ListSyntax(member)
    guard let name = scanner.token() else { return nil }
    if scanner.isAtEnd {
      return Directive(name: name.asciiLowercased, argument: nil, isQuoted: false)
    }
    let hasSpaceBefore = scanner.takeWhitespace()
    guard scanner.take(0x3D) else { return nil }
    let hasSpaceAfter = scanner.takeWhitespace()
    let isQuoted = scanner.next == 0x22
    let argument: String
    if isQuoted {
      guard let quoted = scanner.quotedString() else { return nil }
      argument = quoted
    } else if scanner.isAtEnd {
      argument = ""
    } else {
      // A negative or fractional number is a token, and is read; an argument that is not a token makes the member
      // unreadable.
      guard let token = scanner.token() else { return nil }
      argument = token
    }
    guard scanner.isAtEnd else { return nil }
    return Directive(
      name: name.asciiLowercased, argument: argument, isQuoted: isQuoted,
      hasSpaceAroundEquals: hasSpaceBefore || hasSpaceAfter)
  }

  /// The directives that only restrict storing and reuse.
  static let restricting = ["no-store", "no-cache", "private", "must-revalidate", "proxy-revalidate"]

  /// The restricting directives in a member that can't be read, such as `private="x` or `max-age=60; no-store`.
  ///
  /// They count without an argument, since of two readings the most restrictive one counts (RFC 9111 §4.2.1). A word
  /// behind an equals sign is an argument.
  static func restrictions(in member: ArraySlice<UInt8>) -> [Directive] {
    var found: [Directive] = []
    var rest = member
    while let start = rest.firstIndex(where: \.isTokenCharacter) {
      let word = rest[start...].prefix(while: \.isTokenCharacter)
      rest = rest[word.endIndex...]
      let isArgument = start > member.startIndex && member[start - 1] == 0x3D
      let name = String(decoding: word, as: UTF8.self).asciiLowercased
      guard !isArgument, restricting.contains(name), !found.contains(where: { $0.name == name }) else {
        continue
      }
      found.append(Directive(name: name, argument: nil, isQuoted: false))
    }
    return found
  }

  /// The first directive of that name.
  ///
  /// - Parameter name: the name in lower case.
  /// - Returns: nil if there is none.
  public func first(_ name: String) -> Directive? { directives.first { $0.name == name } }

  /// Whether a directive of that name is present, with or without an argument.
  ///
  /// - Parameter name: the name in lower case.
  /// - Returns: true when it is.
  public func contains(_ name: String) -> Bool { first(name) != nil }

  /// The seconds of a directive's first occurrence (RFC 9111 §4.2.1).
  ///
  /// - Parameter name: the name in lower case.
  /// - Returns: nil if the directive is absent; `.invalid` if it has no usable number.
  public func seconds(_ name: String) -> DeltaSeconds? { first(name).map { DeltaSeconds($0.argument) } }

  /// Whether the directive is present without field names, so that it applies to the whole response.
  ///
  /// - Parameter name: `no-cache` or `private`.
  /// - Returns: also true if it occurs both with and without names, since the most restrictive counts (§4.2.1).
  public func isUnqualified(_ name: String) -> Bool {
    directives.contains { $0.name == name && Self.names($0.argument).isEmpty }
  }

  /// The field names that `no-cache="…"` or `private="…"` list; none if the directive is unqualified or absent.
  ///
  /// - Parameter name: `no-cache` or `private`.
  /// - Returns: the names as written.
  public func fieldNames(_ name: String) -> [String] {
    directives.filter { $0.name == name }.flatMap { Self.names($0.argument) }
  }

  /// The names that an argument lists.
  ///
  /// There are none if it is no list of names, or names a field that a stored response can't be without: the directive then
  /// counts as unqualified, as a cache may always read it (§5.2.2.4).
  private static func names(_ argument: String?) -> [String] {
    let names = argument.map(ListSyntax.members(of:)) ?? []
    return names.allSatisfy { $0.isToken && !NeededField.contains($0) } ? names : []
  }
}
