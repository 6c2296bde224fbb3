/// The parameters that sign a URL: one vocabulary for what gives an object another name each time, for when a signed URL ends, and
/// for what no report shows.
package enum URLSignature {
  /// The parameters of one kind of signature.
  struct Form: Sendable {
    /// The signature itself, without which the other parameters mean nothing.
    let signature: String

    /// When it was signed, `20261123T100000Z`; nil where the end is a time by itself.
    var start: String?

    /// The seconds from `start` to the end, or the end: in seconds since 1970, or as `2026-11-23T10:05:00Z`.
    let end: String

    /// The beginning of the names of all its parameters; nil if they have none in common.
    var prefix: String?

    /// The names of its other parameters, of which one has to stand beside the signature.
    var others: Set<String> = []

    fileprivate func has(_ name: String) -> Bool {
      name != signature && (prefix.map(name.hasPrefix) == true || name == end || others.contains(name))
    }
  }

  /// The forms of Amazon and its kin, Google, Alibaba, CloudFront and the older stores, and Azure.
  static let forms = [
    Form(signature: "x-amz-signature", start: "x-amz-date", end: "x-amz-expires", prefix: "x-amz-"),
    Form(signature: "x-goog-signature", start: "x-goog-date", end: "x-goog-expires", prefix: "x-goog-"),
    Form(signature: "x-oss-signature", start: "x-oss-date", end: "x-oss-expires", prefix: "x-oss-"),
    Form(
      signature: "signature", end: "expires",
      others: ["key-pair-id", "policy", "awsaccesskeyid", "googleaccessid", "ossaccesskeyid"]),
    Form(
      signature: "sig", end: "se",
      others: [
        "st", "sp", "sv", "sr", "ss", "srt", "skoid", "sktid", "skt", "ske", "sks", "skv", "sip", "spr",
      ]),
  ]

  /// The words for what signs: each is the name of a parameter, and stands within the names of credentials.
  static let words = ["token", "signature"]

  /// Their abbreviations, which within a name count as a word by itself: `sig`, but not `design`.
  static let abbreviations = ["sig"]

  /// The names of what signs by itself, unless the value reads as a name.
  private static let plain = Set(words + abbreviations)

  /// The names of an end, beside which a random value signs.
  private static let ends: Set = ["expires", "expiry", "exp", "se", "validuntil"]

  /// The names of a time by which scripts have each load named anew.
  private static let times: Set = ["_", "t", "ts", "cb"]

  /// A parameter of a query.
  struct Parameter {
    /// The name in lower case, and the value; both without percent-encoding.
    let name: String
    let value: [UInt8]

    init(_ text: some Collection<UInt8>) {
      let name = text.prefix { $0 != 0x3D }
      self.name = String(decoding: Array(name).percentDecoded, as: UTF8.self).asciiLowercased
      value = Array(text.dropFirst(name.count + 1)).percentDecoded
    }

    /// Whether it is a time in seconds by which a script has each load named anew.
    var isTime: Bool { times.contains(name) && value.count >= leastDigits && value.allSatisfy(\.isDigit) }

    /// Whether it is an end, beside which a random value signs.
    fileprivate var isEnd: Bool { ends.contains(name) && URLSignature.isTime(value) }
  }

  /// What a parameter does for the signature of a URL.
  enum Part {
    /// It signs.
    case signs
    /// It belongs to a signature without being one, such as its end.
    case belongs
    /// It tells which object is meant.
    case names
  }

  /// What each parameter of a query does.
  static func parts(of parameters: [Parameter]) -> [Part] {
    let form = forms.first { form in
      parameters.contains { $0.name == form.signature } && parameters.contains { form.has($0.name) }
    }
    let hasEnd = parameters.contains(where: \.isEnd)
    var parts: [Part] = parameters.map { parameter in
      if let form, parameter.name == form.signature || form.prefix.map(parameter.name.hasPrefix) == true {
        return .signs
      }
      if form?.has(parameter.name) == true { return .belongs }
      if plain.contains(parameter.name), !readsAsName(parameter.value) { return .signs }
      return hasEnd && isRandom(parameter.value) ? .signs : .names
    }
    guard parts.contains(where: { $0 == .signs }) else { return parts }
    for (index, parameter) in parameters.enumerated()
    where ends.contains(parameter.name) && parts[index] == .names {
      parts[index] = .belongs
    }
    return parts
  }

  /// Whether a query has an end, beside which a random value signs.
  static func hasEnd(_ query: ArraySlice<UInt8>) -> Bool {
    query.split(separator: 0x26).contains { Parameter($0).isEnd }
  }

  /// The digits of a time in seconds; a lower number may be anything else, such as a place in a film.
  private static let leastDigits = 9

  private static func isTime(_ value: [UInt8]) -> Bool {
    value.count >= leastDigits && value.count <= 40 && value.first?.isDigit == true
      && value.count(where: \.isDigit) * 3 >= value.count * 2
  }

  /// The fewest bytes of a random value.
  private static let leastRandom = 16

  /// Whether a value looks as if it was drawn, or computed: long, with digits among its letters.
  static func isRandom(_ value: some Collection<UInt8>) -> Bool {
    value.count >= leastRandom && value.contains(where: \.isDigit) && value.contains(where: \.isLetter)
      && !readsAsName(value)
  }

  /// Whether a value reads as a name: words, numbers and dates, and paths of them.
  static func readsAsName(_ value: some Collection<UInt8>) -> Bool {
    value.split { !$0.isLetter && !$0.isDigit && $0 < 0x80 }.allSatisfy { word in
      word.allSatisfy(\.isDigit) ? word.count <= longestNumber : isWord(word)
    }
  }

  /// The most digits of a number, and letters of a word, in a name.
  private static let (longestNumber, longestWord) = (8, 20)

  private static func isWord(_ letters: some Collection<UInt8>) -> Bool {
    guard letters.count <= longestWord, !letters.contains(where: \.isDigit) else { return false }
    // `readMe` has a capital within; what is drawn has many.
    let capitals = letters.dropFirst().count { $0 >= 0x41 && $0 <= 0x5A }
    return capitals <= 1 || capitals == letters.count - 1
  }
}

extension URLSignature {
  /// When the signature in a URL's query ends; nil if there is none, or its end can't be read.
  static func end(of target: TargetURI) -> Instant? {
    guard let query = target.query else { return nil }
    var values: [String: String] = [:]
    for pair in query.utf8.split(separator: 0x26) {
      let parameter = Parameter(pair)
      values[parameter.name] = values[parameter.name] ?? String(decoding: parameter.value, as: UTF8.self)
    }
    return forms.lazy.compactMap { end($0, values) }.first
  }

  private static func end(_ form: Form, _ values: [String: String]) -> Instant? {
    guard values[form.signature] != nil, let end = values[form.end] else { return nil }
    if let start = form.start {
      guard let signed = values[start].flatMap(date), let seconds = DeltaSeconds(end).value else {
        return nil
      }
      return signed + seconds
    }
    return DeltaSeconds(end).value.map { Instant(epoch: $0) } ?? date(end)
  }

  /// Reads a time in UTC by its digits: `20261123T100500Z`, `2026-11-23T10:05:00Z`, `2026-11-23`.
  private static func date(_ text: String) -> Instant? {
    let digits = text.utf8.filter(\.isDigit).map { Int($0 - 0x30) }
    let others = text.utf8.filter { !$0.isDigit && $0 != 0x2D && $0 != 0x3A }
    guard [8, 12, 14].contains(digits.count), others.isEmpty || others == Array("TZ".utf8) else { return nil }
    let padded = digits + Array(repeating: 0, count: 14 - digits.count)
    func number(_ range: Range<Int>) -> Int { padded[range].reduce(0) { $0 * 10 + $1 } }
    return CivilDate(
      year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10),
      minute: number(10..<12), second: number(12..<14))?.instant
  }
}
