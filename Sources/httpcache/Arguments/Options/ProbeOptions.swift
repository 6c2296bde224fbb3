import HTTPCacheCore

/// Requests that `inspect --live` sends in addition to one for each URL: probes, repetitions, waiting and key mapping.
struct ProbeOptions: Sendable {
  /// The probes, in the order in which they run.
  private(set) var probes: [Probe] = []

  fileprivate(set) var fields: [FieldLine] = []

  /// The fields that identify users, one for each user.
  fileprivate(set) var identities: [FieldLine] = []

  /// Pairs of fields by which a server may choose a representation.
  fileprivate(set) var variants: [Variant] = []

  fileprivate(set) var isDryRun = false

  /// How often the same request is sent (`--repeat`).
  fileprivate(set) var count = 1

  /// The pause of `--every`, in seconds; nil unless given.
  fileprivate var givenPause: Double?

  /// The pause between two requests of `--repeat` or two rounds of `--within`, in seconds.
  var pause: Double { givenPause ?? (within == nil ? 1 : 5) }

  /// For how many seconds requests are repeated until every check holds; nil without `--within`.
  fileprivate(set) var within: Double?

  /// In how many rounds in a row every check has to hold.
  fileprivate(set) var stable = 1

  fileprivate(set) var asksEachAddress = false

  /// Whether further requests find out the key of the cache on the way.
  fileprivate(set) var mapsKey = false

  /// Whether no further requests follow the first; with `--within`, the rounds themselves ask each address.
  var isEmpty: Bool { probes.isEmpty && count == 1 && (!asksEachAddress || within != nil) && !mapsKey }

  /// Sets the probes; `--probe` without a list includes the users probe if users are given.
  mutating func settle(_ arguments: ParsedArguments) throws(UsageError) {
    if let given = arguments.last("probe") { probes = try Self.probes(given, users: identities.count) }
    if !variants.isEmpty, !probes.contains(.representations) { probes.append(.representations) }
    guard !isDryRun || count == 1 && !asksEachAddress else {
      throw UsageError("--dry-run shows the requests of --probe and --map-key only")
    }
  }

  private static func probes(_ given: Given, users: Int) throws(UsageError) -> [Probe] {
    let isForSuffix = given.value?.split(separator: ",").contains("suffix") == true
    guard users == 0 || users == 2 || users == 1 && isForSuffix else {
      throw UsageError(
        "--probe-as is given \(users.asTimes), and two users are compared",
        hint: "--probe-as 'Cookie: session=A' --probe-as 'Cookie: session=B'")
    }
    guard let list = given.value else { return Probe.usual + (users == 0 ? [] : [.users]) }
    var probes: [Probe] = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.filter { $0 != " " }
      guard let probe = Probe.named.first(where: { $0.rawValue == name }) else {
        let names = Probe.named.map(\.rawValue)
        throw UsageError(
          "--probe: '\(name)' is not a probe",
          hint: Suggestion.hint(for: name, in: names) ?? "any of \(names.joined(separator: ","))")
      }
      if !probes.contains(probe) { probes.append(probe) }
    }
    guard users == 2 || !probes.contains(.users) else {
      throw UsageError(
        "--probe=users needs two users", hint: "--probe-as 'Cookie: session=A' --probe-as 'Cookie: session=B'"
      )
    }
    return probes
  }

  private static func lines(_ given: Given) throws(UsageError) -> [FieldLine] {
    var lines: [FieldLine] = []
    for field in try FieldArgument.read(given) {
      guard case .field(let line) = field else {
        throw UsageError("\(given.spelling): \(field.name) has no value")
      }
      lines.append(line)
    }
    return lines
  }

  /// A field by which a server may choose, and two values of it, of which one may stand for the field left out.
  struct Variant: Sendable {
    let name: String
    let first, second: String?
  }

  /// The field of a pair, and its two values, of which one may stand for the field left out.
  private static func pair(_ given: Given) throws(UsageError) -> Variant {
    var fields: [FieldArgument] = []
    for value in [given.value, given.second] {
      fields += try FieldArgument.read(Given(option: given.option, spelling: given.spelling, value: value))
    }
    let values = fields.map { field in
      if case .field(let line) = field { line.value } else { String?.none }
    }
    guard fields.count == 2, fields[0].name.equalsIgnoringASCIICase(fields[1].name),
      values.contains(where: { $0 != nil })
    else {
      throw UsageError(
        "\(given.spelling) needs two values of one field",
        hint: "--probe-variant 'Accept: image/png' 'Accept: image/avif', or 'X-Inertia: true' 'X-Inertia:'")
    }
    return Variant(name: fields[0].name, first: values[0], second: values[1])
  }

  private static let example = "httpcache inspect --live --probe https://example.com/"

  static let section = OptionSection("Active checks of --live", subjects: .live, example: example) {
    Option(
      "probe", value: .optional("LIST"),
      "send a few more requests and judge the answers together; "
        + Probe.named.map(\.rawValue).joined(separator: ", "),
      default: Probe.usual.map(\.rawValue).joined(separator: ", "),
      kind: .suggestion(Probe.named.map(\.rawValue)), example: "range")
    Option(
      "probe-as", value: "FIELD",
      "a field 'Name: value' that identifies a user, or @FILE; given twice, for the users probe",
      isRepeatable: true, needs: ["probe"], needsHint: example, standardInput: "@-", example: "A: b",
      effect: .reads { (options, given) throws(UsageError) in
        options.probes.identities += try lines(given)
      })
    Option(
      "probe-header", value: "FIELD", "add a field 'Name: value' to each request of a probe",
      isRepeatable: true, needs: ["probe", "probe-variant"], needsHint: example, standardInput: "@-",
      example: "A: b",
      effect: .reads { (options, given) throws(UsageError) in
        options.probes.fields += try lines(given)
      })
    Option(
      "probe-variant", value: "FIELD FIELD", takesTwo: true,
      "ask for one representation, then for the other, by two values of a field: 'Accept: a' 'Accept: b', or with and without it: 'A: b' 'A:'; implies"
        + " --probe=representations", isRepeatable: true, excludes: ["within"], example: "Accept: a",
      effect: .reads { (options, given) throws(UsageError) in options.probes.variants.append(try pair(given))
      })
    Option(
      "dry-run", "print the requests of --probe and --map-key; nothing is sent",
      needs: ["probe", "probe-variant", "map-key"],
      needsHint: example, effect: .sets { $0.probes.isDryRun = true })
    Option(
      "repeat", value: "N",
      "ask N times, and say what the nearest cache did; checks are edge=hit and hit-ratio>=0.9",
      example: "10", effect: .value(.count(1...1_000)) { $0.probes.count = $1 })
    Option(
      "every", value: "D", "the pause between two requests of --repeat, or two rounds of --within",
      default: "1s; 5s with --within", needs: ["repeat", "within"],
      needsHint: "httpcache inspect --live --repeat 10 --every 2s URL", example: "2s",
      effect: .value(.pause) { $0.probes.givenPause = $1 })
    Option(
      "within", value: "D",
      "ask again until every check holds for every subject, for so long at most; a Retry-After goes before --every",
      excludes: ["repeat", "probe", "map-key"], example: "10m",
      effect: .value(.pause) { $0.probes.within = $1 })
    Option(
      "stable", value: "N", "every check has to hold so many times in a row", default: "1", needs: ["within"],
      needsHint: "httpcache inspect --live --within 10m --stable 3 --expect CHECK URL", example: "3",
      effect: .value(.count(1...1_000)) { $0.probes.stable = $1 })
    Option(
      "each-address", "ask every address of the host's name once",
      excludes: ["unix-socket", "proxy", "socks5-hostname", "connect-to"],
      effect: .sets { $0.probes.asksEachAddress = true })
    Option(
      "map-key",
      "find out what is in the key of the cache on the way, with 160 requests at most under URLs of its own",
      effect: .sets { $0.probes.mapsKey = true })
  }
}

extension ValueForm where Value == Double {
  /// A pause: a duration, or seconds with a fraction, with or without their unit.
  fileprivate static var pause: Self {
    .init("a duration", hint: "such as 2s, 0.5s or 1m; only seconds have a fraction") { text in
      Units.duration(text).map(Double.init)
        ?? Units.decimalSeconds(text.last == "s" ? String(text.dropLast()) : text)
    }
  }
}
