import Foundation
import HTTPCacheCore
import TestSupport

@testable import httpcache

/// What runs the steps of a scenario, one after another, with one cache on disk.
protocol ScenarioPlayer: Sendable {
  /// Runs `httpcache` with these words, in a time zone.
  func run(_ words: [String], zone: String) throws -> Executable.Run
}

/// The built program, a process a step.
struct ProgramPlayer: ScenarioPlayer {
  private let executable: Executable

  init() throws { executable = try Executable() }

  func run(_ words: [String], zone: String) throws -> Executable.Run {
    try executable.run(words, environment: ["TZ": zone])
  }
}

/// A client in this process, a new one a step: what an earlier step stored is read from the disk.
struct ClientPlayer: ScenarioPlayer {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What a fetch printed so far.
  private final class Output {
    var bytes: [UInt8] = []
    var report: FetchReport?
  }

  func run(_ words: [String], zone: String) throws -> Executable.Run {
    guard case .run(let given) = try Invocation(words) else { throw UsageError("no run: \(words)") }
    let environment = ProcessEnvironment(["HTTPCACHE_DIR": directory.file("cache"), "HOME": directory.path])
    let options = try Options(given.withDefaults(of: environment))
    let global = options.global
    let (client, _) = Client.tiered(
      global.memory, global.disk(keepsCredentials: options.cacheUse.keepsCredentials), behind: nil,
      parallel: options.parallel.transfers, perHost: options.parallel.connectionsPerHost)
    let maker = RequestMaker(
      options, global, body: try RequestBody(options.content).content, condition: nil)
    let output = Output()
    for target in options.urls {
      let request = maker.request(for: NamedTarget(target))
      let sink = FetchSink(
        interim: { output.bytes += $0.text },
        head: { output.bytes += $0.head.text },
        body: { piece in
          output.bytes += piece.bytes
          return .goOn
        },
        end: { output.report = FetchReport(request: request.head, settings: request.settings, result: $0) })
      client.add(request, sink: sink)
    }
    try client.run()
    return Executable.Run(
      code: output.report?.exitCode.rawValue ?? -1, output: output.bytes,
      errors: (output.report?.errors ?? ["the fetch did not end"]).joined(separator: "\n"))
  }
}
