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
  _ = try Options(arguments, now: Instant(epoch: 1_000_000))
}

/// The line asked for something other than a subcommand.
struct NoSubcommand: Error {}

extension ProcessEnvironment: ExpressibleByDictionaryLiteral {
  /// The variables as they stand in a test.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements) { $1 })
  }
}
