import HTTPCacheCore

/// What `inspect --live` asks beside the one request.
struct ProbeOptions: Equatable, Sendable {
  /// The probes, in the order in which they are done.
  let probes: [Probe]

  /// Fields that each request of a probe has, too.
  let fields: [FieldLine]

  /// The fields that say who asks, one for each user.
  let identities: [FieldLine]

  /// Whether the requests are printed instead of being sent.
  let isDryRun: Bool

  /// How often the same is asked; 1 unless told.
  let count: Int

  /// The pause between two requests for the same, in seconds.
  let pause: Double

  /// Whether every address of a host is asked.
  let asksEachAddress: Bool

  /// Whether there is anything to ask beside the one request.
  var isEmpty: Bool { probes.isEmpty && count == 1 && !asksEachAddress }

  private static let standardPause = 1.0
  private static let most = 1000

  /// Reads the options.
  ///
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    identities = try Self.lines(arguments, .probeAs)
    fields = try Self.lines(arguments, .probeHeader)
    isDryRun = arguments.has(.dryRun)
    count = try arguments.value(.repeat, as: .count(1...Self.most)) ?? 1
    let pause = try arguments.value(.every, as: .pause)
    asksEachAddress = arguments.has(.eachAddress)
    probes = try Self.probes(arguments, users: identities.count)
    for name in [OptionName.probeAs, .probeHeader, .dryRun] where arguments.has(name) && probes.isEmpty {
      throw UsageError("--\(name.rawValue) goes with --probe only", hint: Self.example)
    }
    guard pause == nil || arguments.has(.repeat) else {
      throw UsageError(
        "--every goes with --repeat only", hint: "httpcache inspect --live --repeat 10 --every 2s URL")
    }
    self.pause = pause ?? Self.standardPause
    for name in [OptionName.unixSocket, .proxy, .socks5Hostname, .connectTo] {
      try arguments.refuse(.eachAddress, with: name)
    }
    guard !isDryRun || count == 1 && !asksEachAddress else {
      throw UsageError("--dry-run shows the requests of --probe only")
    }
  }

  /// What to try where an option stands alone.
  static let example = "httpcache inspect --live --probe https://example.com/"

  /// The options that go with `--live` only, and whose example helps.
  static let names: [OptionName] = [
    .probe, .probeAs, .probeHeader, .dryRun, .repeat, .every, .eachAddress,
  ]

  private static func probes(_ arguments: ParsedArguments, users: Int) throws(UsageError) -> [Probe] {
    guard let occurrence = arguments.last(.probe) else { return [] }
    let isForSuffix = occurrence.value?.split(separator: ",").contains("suffix") == true
    guard users == 0 || users == 2 || users == 1 && isForSuffix else {
      throw UsageError(
        "--probe-as is given \(users == 1 ? "once" : "\(users) times"), and two users are compared",
        hint: "--probe-as 'Cookie: session=A' --probe-as 'Cookie: session=B'")
    }
    guard let list = occurrence.value else { return Probe.usual + (users == 0 ? [] : [.users]) }
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

  private static func lines(_ arguments: ParsedArguments, _ name: OptionName) throws(UsageError)
    -> [FieldLine]
  {
    var lines: [FieldLine] = []
    for field in try FieldArgument.read(arguments.all(name)) {
      guard case .field(let line) = field else {
        throw UsageError("--\(name.rawValue): \(field.name) has no value")
      }
      lines.append(line)
    }
    return lines
  }
}

extension ValueForm where Value == Double {
  /// A pause: a duration, or seconds with a fraction.
  static var pause: Self {
    .init("a duration", hint: "such as 2s, 1m or 0.5") { text in
      Units.duration(text).map(Double.init) ?? Units.decimalSeconds(text)
    }
  }
}
