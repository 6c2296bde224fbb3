/// Reads field values as other caches do: by searching for text, by the number functions of the C library, by words.
extension ArraySlice<UInt8> {
  /// The rest after the first place of a text, given in lower case, without regard to case; nil if it does not occur.
  func restIgnoringCase(after text: StaticString) -> Self? {
    let length = text.utf8CodeUnitCount
    guard length > 0, count >= length else { return nil }
    let place = (startIndex...(endIndex - length)).first { self[$0...].beginsIgnoringCase(with: text) }
    return place.map { self[($0 + length)...] }
  }

  /// Whether a text, given in lower case, occurs without regard to case.
  func holdsIgnoringCase(_ text: StaticString) -> Bool { restIgnoringCase(after: text) != nil }

  /// The first of the directives that forbid storing whose letters occur, wherever in the slice.
  var forbiddingLetters: String? {
    let words: [StaticString] = ["no-cache", "no-store", "private"]
    return words.first(where: holdsIgnoringCase).map { "\($0)" }
  }

  /// Whether the slice equals a text, given in lower case, without regard to case.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && beginsIgnoringCase(with: text)
  }

  /// Whether the slice equals a text, byte for byte.
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && text.withUTF8Buffer { $0.elementsEqual(self) }
  }

  /// The slice without spaces and tabs at its beginning.
  var droppingSpaces: Self { drop(while: \.isSpaceOrTab) }

  var text: String { String(decoding: self, as: UTF8.self) }

  /// The parts between bytes of a set, without empty ones.
  func words(separatedBy separators: StaticString) -> [Self] {
    separators.withUTF8Buffer { set in split { set.contains($0) } }
  }

  /// The number at the beginning of the slice as `strtol` reads it, and the rest; nil if there is no digit.
  ///
  /// White space and a sign may precede; a number that does not fit becomes the greatest or least.
  var leadingNumber: (value: Int64, rest: Self, fits: Bool)? {
    var rest = drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let isNegative = rest.first == 0x2D
    if isNegative || rest.first == 0x2B { rest = rest.dropFirst() }
    guard let next = rest.first, next.isDigit else { return nil }
    var value: Int64 = 0
    var isOver = false
    while let digit = rest.first, digit.isDigit {
      let (product, isProductOver) = value.multipliedReportingOverflow(by: 10)
      let (sum, isSumOver) = product.addingReportingOverflow(Int64(digit - 0x30))
      isOver = isOver || isProductOver || isSumOver
      value = sum
      rest = rest.dropFirst()
    }
    if isOver { return (isNegative ? .min : .max, rest, false) }
    return (isNegative ? -value : value, rest, true)
  }

  /// The number at the beginning as `atoi` reads it, in 32 bits; nil if there is no digit.
  var leadingInt32: Int64? { leadingNumber.map { Int64(Int32(truncatingIfNeeded: $0.value)) } }

  /// A directive's name, and the argument after its first `=`; a nil argument if there is no `=`.
  var nameAndArgument: (name: String, argument: Self?) {
    guard let equals = firstIndex(of: 0x3D) else { return (text, nil) }
    return (self[..<equals].text, self[(equals + 1)...])
  }

  /// The parts between commas outside of quotes, without white space around them.
  var listMembers: [Self] {
    guard contains(0x2C) else {
      let member = trimmingOptionalWhitespace
      return member.isEmpty ? [] : [member]
    }
    var members: [Self] = []
    ListSyntax.forEachMember(of: Array(self)) { members.append($0) }
    return members
  }
}
