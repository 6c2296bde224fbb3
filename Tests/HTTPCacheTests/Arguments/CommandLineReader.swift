import HTTPCacheCore

@testable import httpcache

/// The arguments of a subcommand, from a line that is split at its spaces.
func arguments(_ line: String, environment: ProcessEnvironment = [:]) throws -> ParsedArguments {
  try arguments(words(line)).with(Defaults(environment: environment, file: nil))
}

/// The arguments of a subcommand.
func arguments(_ words: [String]) throws -> ParsedArguments {
  guard case .run(let arguments) = try Invocation(words) else { throw NoSubcommand() }
  return arguments
}

/// The words of a line; there is no quoting.
func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

/// Understands a whole command line as the program does, up to the point where something would be done.
func understand(_ words: [String], environment: ProcessEnvironment = [:]) throws {
  let arguments = try arguments(words).with(Defaults(environment: environment, file: nil))
  let global = try GlobalOptions(arguments)
  let now = Instant(epoch: 1_000_000)
  switch arguments.command {
  case .fetch: _ = try FetchOptions(arguments)
  case .inspect: _ = try InspectOptions(arguments, now: now)
  case .revalidate: _ = try RevalidateOptions(arguments, global: global, now: now)
  case .trim: _ = try TrimOptions(arguments, global: global, now: now)
  case .stats: _ = try StatsOptions(arguments, now: now)
  case .help: break
  }
}

/// The line asked for something other than a subcommand.
struct NoSubcommand: Error {}

extension ProcessEnvironment: ExpressibleByDictionaryLiteral {
  /// The variables as they stand in a test.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements) { $1 })
  }
}
