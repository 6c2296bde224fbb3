import Foundation
import TestSupport
import Testing

/// Runs a scenario of a section in each role that it is for.
///
/// The section's first scenario runs by the built program, as do those that are about what only a process has: its exit
/// code, its output of interim responses, its time zone. The others run in this process, which takes a tenth of the time.
func play(_ scenario: Scenario, of section: [Scenario]) async throws {
  await Gate.open.enter()
  defer { Task { await Gate.open.leave() } }
  let needsProcess = scenario.steps.contains {
    $0.source.exitCode != 0 || !$0.interims.isEmpty || $0.zone != Step.usualZone
  }
  let isByProgram = needsProcess || scenario.id == section.first?.id
  let roles: [Bool] =
    switch scenario.roles {
    case .private: [false]
    case .shared: [true]
    case .both: [false, true]
    }
  for isShared in roles {
    let player: any ScenarioPlayer = isByProgram ? try ProgramPlayer() : try ClientPlayer()
    try await ScenarioRun(scenario, isShared: isShared, player: player).run()
  }
}

/// Lets a few scenarios run at once: a process, an origin and its threads are a lot for hundreds of them together.
private actor Gate {
  static let open = Gate()
  private var free = 4
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// One run of a scenario: a cache, an origin, and which step it is.
private struct ScenarioRun {
  private let scenario: Scenario
  private let isShared: Bool
  private let player: any ScenarioPlayer
  private let origin: Origin
  private let place: Placeholders
  private let cue: Cue

  /// The step that the origin answers for, counted from 0.
  private final class Cue: Sendable {
    let step = Guarded(0)
  }

  init(_ scenario: Scenario, isShared: Bool, player: any ScenarioPlayer) throws {
    let cue = Cue()
    let start = Int(Date().timeIntervalSince1970)
    self.scenario = scenario
    self.isShared = isShared
    self.player = player
    self.cue = cue
    origin = try Origin { request in
      let index = cue.step.use { $0 }
      let place = Placeholders(start: start, origin: "http://\(request["Host"] ?? "")")
      return scenario.steps[index].reply.made(for: request, step: index + 1, place)
    }
    place = Placeholders(start: start, origin: origin.url)
  }

  func run() async throws {
    defer { origin.stop() }
    var latest = 0
    for index in scenario.steps.indices {
      cue.step.use { $0 = index }
      let before = origin.requests.count
      let step = scenario.steps[index]
      let run = try await played(words(step), zone: step.zone)
      let requests = Array(origin.requests.dropFirst(before))
      check(index, SeenResponse(run.text), run, requests, source: scenario.steps[index].from ?? latest)
      if scenario.steps[index].source == .forwarded, scenario.steps[index].status != 304 {
        latest = index + 1
      }
    }
  }

  /// Runs a step on a thread of its own, so that the few threads of Swift Testing never wait for it.
  private func played(_ words: [String], zone: String) async throws -> Executable.Run {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try player.run(words, zone: zone) })
      }
    }
  }

  private func words(_ step: Step) -> [String] {
    var words = ["fetch", "-i", "--no-location"]
    if isShared { words.append("--shared") }
    switch step.method {
    case "GET": break
    case "HEAD": words.append("-I")
    default: words += ["-X", step.method]
    }
    for field in step.requestFields { words += ["-H", place.fill(field)] }
    words += step.words.map(place.fill)
    let target = place.fill(step.target)
    return words + [target.hasPrefix("/") ? origin.url + target : target]
  }

  private func check(
    _ index: Int, _ seen: SeenResponse, _ run: Executable.Run, _ requests: [OriginRequest], source: Int
  ) {
    let step = scenario.steps[index]
    let elapsed = Int(Date().timeIntervalSince1970) - place.start
    let role = isShared ? "shared" : "private"
    let at: Comment =
      "\(scenario.id) (\(role)), step \(index + 1) \(step.method) \(step.target): \(run.errors)"
    #expect(requests.count == step.requestCount ?? step.source.requestCount, at)
    #expect(run.code == step.source.exitCode, at)
    if step.source == .validated {
      #expect(requests.last.map { $0["If-None-Match"] ?? $0["If-Modified-Since"] ?? "" } != "", at)
    }
    if step.source == .unavailable { #expect(run.text.isEmpty, at) }
    if step.source.isAnswer {
      // What is served is made in this step or in an earlier one.
      let made = step.source == .forwarded && step.from == nil ? index + 1 : source
      guard made > 0 else { return #expect(Bool(false), "\(scenario.id): nothing that could be served") }
      let maker = scenario.steps[made - 1].reply
      let status = step.status ?? maker.finalStatus
      let hasBody = step.method != "HEAD" && status != 304 && status != 204
      #expect(seen.status == status, at)
      #expect(seen.body == (step.body ?? (hasBody ? maker.finalBody(step: made) : "")), at)
      #expect(seen.interims == step.interims, at)
    }
    for pattern in step.present {
      #expect(Lines.match(place.fill(pattern), in: seen.fields, elapsed: elapsed), "\(pattern); \(at)")
    }
    for pattern in step.absent {
      #expect(!Lines.match(place.fill(pattern), in: seen.fields, elapsed: elapsed), "\(pattern); \(at)")
    }
    for name in step.single {
      #expect(seen.fields.filter { $0.name.lowercased() == name.lowercased() }.count == 1, "\(name); \(at)")
    }
    let sent = requests.last?.fields ?? []
    for pattern in step.sent {
      #expect(Lines.match(place.fill(pattern), in: sent, elapsed: elapsed), "sends \(pattern); \(at)")
    }
    for pattern in step.unsent {
      #expect(!Lines.match(place.fill(pattern), in: sent, elapsed: elapsed), "omits \(pattern); \(at)")
    }
  }
}

extension Step.Source {
  fileprivate var requestCount: Int {
    switch self {
    case .hit, .unavailable: 0
    case .forwarded, .validated, .kept, .failed: 1
    }
  }

  /// What the program ends with.
  var exitCode: Int32 {
    switch self {
    case .forwarded, .hit, .validated, .kept: 0
    case .unavailable: 4
    case .failed: 3
    }
  }

  fileprivate var isAnswer: Bool { exitCode == 0 }
}
