import Testing

/// A sentence of a specification, and the exchanges that show whether the cache keeps it.
///
/// The steps run in order against one empty cache and one origin. Fields are written as in
/// `"404 | Cache-Control: max-age=60 | Expires: {+60}"`: an optional status first, then a line each. `{now}`,
/// `{-60}` and `{+60}` stand for dates in seconds from the scenario's start, `{origin}` for the origin's URL and
/// `{port}` for its port. No step waits: what has to be stale comes with an `Age` or a `Date` that makes it so.
struct Scenario: Sendable, CustomTestStringConvertible {
  /// Which caches have to keep the sentence.
  enum Roles: Sendable {
    case `private`, shared, both
  }

  /// The name by which `docs/conformance.md` cites it, in kebab case.
  let id: String
  /// The sentence in short, its section first.
  let rule: String
  let roles: Roles
  let steps: [Step]

  init(_ id: String, _ rule: String, _ roles: Roles = .private, _ steps: Step...) {
    self.init(id, rule, roles, steps: steps)
  }

  init(_ id: String, _ rule: String, _ roles: Roles = .private, steps: [Step]) {
    self.id = id
    self.rule = rule
    self.roles = roles
    self.steps = steps
  }

  var testDescription: String { "\(id): \(rule)" }

  /// The response with these fields answers the next request by itself.
  ///
  /// A private cache unless told: both roles read fields with the same code.
  static func fresh(_ id: String, _ rule: String, _ fields: Reply, _ roles: Roles = .private) -> Scenario {
    Scenario(id, rule, roles, .get(fields), .get().hit)
  }

  /// The response with these fields does not.
  static func stale(_ id: String, _ rule: String, _ fields: Reply, _ roles: Roles = .private) -> Scenario {
    Scenario(id, rule, roles, .get(fields), .get())
  }
}

/// What the origin answers in a step, if it is asked.
indirect enum Reply: Sendable, ExpressibleByStringInterpolation {
  /// Status and fields, and a body: `step N` unless told.
  case fields(String, body: String? = nil)
  /// A 304 with these fields for a conditional request; for another a 200 with the same.
  case unchanged(String)
  /// A 200 of so many bytes of which only the body's come before the connection ends.
  case cut(String, body: String, of: Int)
  /// A chunked 200 with the body `step N`, trailer fields behind it.
  case chunked(String, trailers: String)
  /// A 200 with the body `step N` that ends with its connection.
  case closing(String)
  /// The connection ends without an answer.
  case gone
  /// Interim responses of these statuses and fields, then the reply.
  case after([String], Reply)
  /// The first for a request with that field, the second for one without.
  case when(String, Reply, otherwise: Reply)

  init(stringLiteral text: String) { self = .fields(text) }
}

/// One request of the user, what the origin would answer, and what has to be seen of it.
struct Step: Sendable {
  /// Where the answer has to come from.
  enum Source: Sendable {
    /// From the origin: one request reached it, and its answer is what is seen.
    case forwarded
    /// From the store; no request reached the origin.
    case hit
    /// From the store, after the origin confirmed it.
    case validated
    /// From the store, though the origin was asked as well.
    case kept
    /// Exit code 4 and nothing on stdout; no request reached the origin.
    case unavailable
    /// Exit code 3: the origin's answer does not exist, or not to its end.
    case failed
  }

  var method: String
  var reply: Reply
  var target = "/"
  var requestFields: [String] = []
  var words: [String] = []
  /// The time zone of the process.
  var zone = usualZone
  var source = Source.forwarded
  /// The step, counted from 1, whose response is served; nil for the latest that brought a whole one.
  var from: Int?
  var status: Int?
  var body: String?
  var requestCount: Int?
  var interims: [Int] = []
  var present: [String] = []
  var absent: [String] = []
  var single: [String] = []
  var sent: [String] = []
  var unsent: [String] = []

  /// The time zone of a step that says no other.
  static let usualZone = "UTC"

  static func get(_ reply: Reply = "") -> Step { Step(method: "GET", reply: reply) }
  static func head(_ reply: Reply = "") -> Step { Step(method: "HEAD", reply: reply) }
  static func send(_ method: String, _ reply: Reply = "") -> Step { Step(method: method, reply: reply) }

  private func with(_ change: (inout Step) -> Void) -> Step {
    var step = self
    change(&step)
    return step
  }

  // The request

  /// Asks for another target than `/`: a path, or a whole URL.
  func at(_ target: String) -> Step { with { $0.target = target } }
  /// Adds field lines to the request.
  func with(_ fields: String) -> Step { with { $0.requestFields += Lines.split(fields) } }
  /// Adds words to the command line.
  func words(_ words: String...) -> Step { with { $0.words += words } }
  /// Runs the program in a time zone.
  func zone(_ name: String) -> Step { with { $0.zone = name } }

  // What has to be seen

  var hit: Step { with { $0.source = .hit } }
  var validated: Step { with { $0.source = .validated } }
  var kept: Step { with { $0.source = .kept } }
  var unavailable: Step { with { $0.source = .unavailable } }
  var failed: Step { with { $0.source = .failed } }
  /// The step, counted from 1, whose response is served.
  func from(_ step: Int) -> Step { with { $0.from = step } }
  func status(_ status: Int) -> Step { with { $0.status = status } }
  func body(_ body: String) -> Step { with { $0.body = body } }
  /// How many requests reach the origin, where it is not what the source says.
  func asks(_ count: Int) -> Step { with { $0.requestCount = count } }
  /// The statuses of the interim responses before the final one.
  func interims(_ statuses: Int...) -> Step { with { $0.interims = statuses } }
  /// Field lines of the response: `Name: value`, `Name ~ 30` for 30 and the seconds since the scenario began, `Name * part`.
  func has(_ patterns: String...) -> Step { with { $0.present += patterns } }
  /// What the response does not have: a name, or a pattern as in `has`.
  func lacks(_ patterns: String...) -> Step { with { $0.absent += patterns } }
  /// A field that the response has on one line and no other.
  func once(_ name: String) -> Step { with { $0.single.append(name) } }
  /// Field lines of the last request that reached the origin, as in `has`.
  func sends(_ patterns: String...) -> Step { with { $0.sent += patterns } }
  /// What that request does not have.
  func omits(_ patterns: String...) -> Step { with { $0.unsent += patterns } }
}
