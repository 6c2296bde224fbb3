import TestSupport
import Testing

/// A machine with a cache of its own.
struct RemoteMachine {
  let program: BuiltProgram
  let server: RemoteServers

  init(_ server: RemoteServers) throws { (program, self.server) = (try BuiltProgram(), server) }

  func fetch(_ words: String..., mode: String = "read-write", environment: [String: String] = [:]) throws
    -> Executable.Run
  {
    try program(
      ["fetch", "--remote", server.url, "--remote-mode", mode] + words,
      environment: server.environment.merging(environment) { $1 })
  }

  func object(_ words: String...) throws -> JSONObject {
    let words = ["fetch", "--json", "--remote", server.url, "--remote-mode", "read-write"] + words
    return try JSONObject(#require(try program(words, environment: server.environment).objects.first))
  }

  func stats() throws -> JSONObject {
    try JSONObject(program(["stats", "--json"]).object).object("remote")
  }
}

/// An origin with a field whose bytes are not all ASCII.
func remoteOrigin(_ fields: (String, String)..., size: Int = 9) throws -> Origin {
  let content = [UInt8](repeating: 0x61, count: size)
  let all = fields + [("X-Odd", "caf\u{E9} \u{FF}")]
  return try Origin { _ in .response(fields: all, body: content) }
}
