/// A question that several answers of a server decide together.
public enum Probe: String, Sendable, CaseIterable {
  /// Whether the server confirms what it sent.
  case validate
  /// Whether it says that its answer depends on the codings that are accepted.
  case encoding
  /// Whether HEAD says the same as GET.
  case head
  /// Whether a part is that part.
  case range
  /// Whether it says that its answer depends on the asking origin.
  case origin
  /// Whether a file that does not exist is answered.
  case missing
  /// Whether one user's answer may reach another.
  case users
  /// Whether one representation may reach a request for another.
  case representations
  /// Whether a field that is no part of a cache's key shows in the answer.
  case header
  /// Whether a page is answered under the name of a file behind it.
  case suffix
  /// Whether all addresses of the host give the same validators.
  case eachAddress = "each-address"
  /// What the key of the cache on the way has.
  case key = "map-key"

  /// Those that are named in a list.
  public static let named = allCases.filter { $0 != .eachAddress && $0 != .key }

  /// Those that are done where no list says which.
  public static let usual: [Probe] = [.validate, .encoding, .head, .range, .origin, .missing]

  /// What it asks.
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

  /// The most requests that it sends for one URL, apart from the others; nil where it is one of those that share 24.
  var mostRequests: Int? {
    switch self {
    case .users: 12
    case .representations: 40
    case .key: 160
    default: nil
    }
  }

  /// Every code of their findings.
  static let codes: [Finding.Code] = allCases.flatMap { $0.script.codes } + RepeatFindings.codes
}

/// What a probe asks, and what it finds in the answers.
///
/// It is run anew after each answer, until nothing that it asks is unanswered; so it reads as one story.
protocol ProbeScript: SendableMetatype {
  /// Every code of its findings that no check of a single response gives.
  static var codes: [Finding.Code] { get }

  /// Asks, and adds what it finds.
  ///
  /// - Parameter talk: what was asked and answered before.
  /// - Throws: the request that is to be answered first, or why it ends here.
  static func run(_ talk: inout ProbeTalk) throws(ProbeStop)
}

/// Why a probe does not go on.
enum ProbeStop: Error {
  /// This request is to be sent first.
  case needs(ProbeRequest)
  /// An exchange failed, or its answer is of no use.
  case failed(String)
  /// There is nothing to find here, or it may not be asked.
  case skipped(String)
}

/// How the probes of a run ask.
public struct ProbeSettings: Sendable, Hashable {
  /// The probes, in the order in which they are done.
  public var probes: [Probe] = []
  /// Fields that each request of a probe has, too; one with the name of another field takes its place.
  public var fields: [FieldLine] = []
  /// The fields that say who asks, one for each user.
  public var identities: [FieldLine] = []
  /// The addresses that the host's name has.
  public var addresses: [String] = []
  /// What made-up names are made from: a random number, another one for each run.
  public var seed: UInt64 = 0

  /// The most requests that are sent for one URL, the one that is judged among them.
  public static let mostRequests = 24

  /// Settings without any probe.
  public init() {}
}
