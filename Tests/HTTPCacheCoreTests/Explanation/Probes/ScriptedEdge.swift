@testable import HTTPCacheCore

/// A cache in words, in front of a scripted server; it stores what it likes.
struct ScriptedEdge: Sendable {
  /// What it stores an answer under; nil for a request that it passes on.
  var key: @Sendable (RequestHead) -> String? = { $0.target.absolute }
  /// What it looks up; the key unless told.
  var lookup: (@Sendable (RequestHead) -> String?)?
  /// Whether it stores an answer.
  var stores: @Sendable (ScriptedAnswer) -> Bool = { $0.status == 200 }
  /// Whether it says what it did.
  var isSilent = false
  /// How many nodes answer in turn, each with a store of its own.
  var nodes = 1
  /// How often an answer has to be asked for before it is stored.
  var uses = 1

  /// One that keeps what the answer lets it keep.
  static let sound = ScriptedEdge(stores: { answer in
    let control = CacheControl(FieldSection(answer.fields.map { FieldLine($0.0, $0.1) }))
    return answer.status == 200 && answer["Set-Cookie"] == nil
      && !["private", "no-store", "no-cache"].contains { control.isUnqualified($0) }
  })

  /// The server and this cache as one script.
  func before(_ origin: @escaping ScriptedServer.Script) -> ScriptedServer.Script {
    nonisolated(unsafe) var kept: [String: ScriptedAnswer] = [:]
    nonisolated(unsafe) var asked: [String: Int] = [:]
    return { [self] answer, request, number in
      let node = "\(number % nodes) "
      if let key = (lookup ?? key)(request), let known = kept[node + key] {
        answer = known
        if !isSilent { answer["X-Cache"] = "HIT" }
        return
      }
      origin(&answer, request, number)
      let key = key(request)
      if let key, stores(answer) {
        asked[node + key, default: 0] += 1
        if asked[node + key] == uses { kept[node + key] = answer }
      }
      if !isSilent { answer["X-Cache"] = key == nil ? "BYPASS" : "MISS" }
    }
  }
}
