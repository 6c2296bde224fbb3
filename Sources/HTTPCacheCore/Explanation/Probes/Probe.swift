/// A question about a server that only several responses can answer.
package enum Probe: String, Sendable, CaseIterable {
  /// Whether the server answers its own validators with 304.
  case validate
  /// Whether Vary says that the answer depends on Accept-Encoding.
  case encoding
  /// Whether the response to HEAD has the same fields as that to GET.
  case head
  /// Whether the answer to a range has the bytes of that range.
  case range
  /// Whether Vary says that the answer depends on Origin.
  case origin
  /// Whether a missing file is answered as if it existed.
  case missing
  /// Whether one user's answer may reach another.
  case users
  /// Whether one representation may reach a request for another.
  case representations
  /// Whether a request field outside the cache's key shows in the response.
  case header
  /// Whether a page is also served under its path with a file name appended.
  case suffix
  /// Whether all addresses of the host give the same validators.
  case eachAddress = "each-address"
  /// Which inputs of a request are in the key of the cache on the way.
  case key = "map-key"

  /// The probes that can be named in a list.
  package static let named = allCases.filter { $0 != .eachAddress && $0 != .key }

  /// The probes that run by default.
  package static let usual: [Probe] = [.validate, .encoding, .head, .range, .origin, .missing]

  /// The script that asks and judges.
  var script: any ProbeScript.Type {
    switch self {
    case .validate: ValidateProbe.self
    case .encoding: EncodingProbe.self
    case .head: HeadProbe.self
    case .range: RangeProbe.self
    case .origin: OriginProbe.self
    case .missing: MissingProbe.self
    case .users: UsersProbe.self
    case .representations: RepresentationsProbe.self
    case .header: HeaderProbe.self
    case .suffix: SuffixProbe.self
    case .eachAddress: AddressProbe.self
    case .key: KeyProbe.self
    }
  }

  /// How many requests this probe sends of those that all probes share, where nothing is wrong.
  var usualRequests: Int { script.usualRequests }

  /// The most requests that this probe sends for one URL; nil if it shares `ProbeSettings.mostRequests` with others.
  var mostRequests: Int? { script.mostRequests }
}

/// The requests of a probe, and its judgement of the answers.
///
/// The script is run from its beginning after each answer, until all its requests are answered, so that its code is
/// sequential.
protocol ProbeScript: SendableMetatype {
  /// The codes of the findings that only this probe makes, and no check of a single response.
  static var codes: [Finding.Code] { get }

  /// How many requests it sends of those that all probes share, where nothing is wrong; 0 unless told.
  static var usualRequests: Int { get }

  /// The most requests that it sends for one URL; nil, unless told, if it shares `ProbeSettings.mostRequests` with others.
  static var mostRequests: Int? { get }

  var talk: ProbeTalk { get }

  init(talk: ProbeTalk)

  /// Asks, and adds its findings; throws the request that is to be answered first, or why the probe ends here.
  mutating func run() throws(ProbeStop)
}

extension ProbeScript {
  static var usualRequests: Int { 0 }
  static var mostRequests: Int? { nil }
}

/// Why the run of a script stops.
enum ProbeStop: Error {
  /// This request is to be sent first.
  case needs(ProbeRequest)
  /// An exchange failed, or its response can't be used.
  case failed(String)
  /// The probe does not apply, or may not ask.
  case skipped(String)
}

/// The settings for the probes of a run.
package struct ProbeSettings: Sendable, Hashable {
  /// The probes, in the order in which they are done.
  package var probes: [Probe] = []
  /// Further fields of each request of a probe; they replace others of the same name.
  package var fields: [FieldLine] = []
  /// Whether the user chose the User-Agent of all requests, which probes leave as it is.
  package var keepsUserAgent = false
  /// The fields that identify a user, one for each user.
  package var identities: [FieldLine] = []
  /// The user's own pairs of values by which a server may choose a representation.
  var variants: [RepresentationChoice] = []
  /// The addresses that the host's name has.
  package var addresses: [String] = []
  /// The random number from which made-up names are derived, new in each run.
  package var seed: UInt64 = 0

  /// The most requests that are sent for one URL, including the one whose answer is judged.
  package static let mostRequests = 24

  package init() {}

  /// The end of each User-Agent that probes send, unless the user chose another one.
  package static let mark = "(active check)"

  /// Whether the user chose the value that a field has in each request of a probe.
  func isGiven(_ name: String) -> Bool {
    fields.contains { $0.isNamed(name) && !$0.value.hasSuffix(Self.mark) }
      || keepsUserAgent && name.equalsIgnoringASCIICase("User-Agent")
  }

  /// Adds a pair of values of one field by which a server may choose a representation; nil stands for the field left out.
  ///
  /// One of the two is not nil.
  package mutating func addVariant(_ name: String, _ first: String?, _ second: String?) {
    guard let other = second ?? first else { return }
    variants.append(RepresentationChoice(name: name, first: second == nil ? nil : first, second: other))
  }
}
