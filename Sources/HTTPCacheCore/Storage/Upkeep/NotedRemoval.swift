/// A removal that the database could not take, as a note beside it keeps it.
enum NotedRemoval: Sendable, Hashable {
  /// That of one entry, by its number, which no other entry ever has.
  case entry(Int64)
  /// That of all responses of a scope that were requested before a time, in microseconds since 1970.
  case scope(InvalidationScope, at: Int64)

  /// The removal that a write makes; nil for a write that removes nothing of its own accord.
  init?(_ write: Write) {
    switch write.kind {
    case .remove(let found):
      guard let entry = found.reference.entry else { return nil }
      self = .entry(entry.id.number)
    case .invalidate(let scope, let time): self = .scope(scope, at: time)
    case .store, .grow, .copy, .keep, .confirm, .freshen: return nil
    }
  }

  /// The outcome of the write whose removal is noted; `count` is how many responses that concerns.
  func outcome(count: Int) -> Outcome {
    switch self {
    case .entry: .removed
    case .scope: .invalidated(Invalidated(count: count))
    }
  }

  /// The time before which responses were requested that it concerns, in microseconds since 1970; 0 for one entry.
  var time: Int64 { if case .scope(_, let time) = self { time } else { 0 } }

  /// Whether an entry is one of those that were to be removed.
  func covers(_ entry: StoredEntry) -> Bool {
    if case .entry(let number) = self { entry.id.number == number } else { covers(entry.response) }
  }

  /// Whether a response, stored anywhere, is of the scope of a removal, and was requested before it.
  ///
  /// The time of a request is kept in seconds: one in the second of the removal counts as made before it.
  func covers(_ response: StoredResponse) -> Bool {
    guard case .scope(let scope, let time) = self, response.requestedAt.microseconds <= time,
      ServerRoute.server(response.key.server) == scope.server
    else { return false }
    return InvalidationScope.names(covering: response).contains(where: scope.names.contains)
  }

  // MARK: As bytes

  /// The note as pairs: the kind with a number, and then what it concerns.
  var pairs: BytePairs {
    var pairs = BytePairs()
    func add(_ first: String, _ second: String) { pairs.append(first.utf8, second.utf8) }
    switch self {
    case .entry(let number): add("entry", String(number))
    case .scope(.key(let key), let time):
      add("key", String(time))
      add(key.uri, key.method)
      add(key.server, "")
    case .scope(.remoteKey(let key), let time):
      add("remote", String(time))
      add(key.uri, key.method)
      add(key.server, "")
    case .scope(.origin(let origin, let server), let time):
      add("origin", String(time))
      add(origin, server)
    case .scope(.groups(let names, let origin, let server), let time):
      add("groups", String(time))
      add(origin, server)
      for name in names { add(name, "") }
    }
    return pairs
  }

  /// Reads a note; nil if this program can't have written it.
  init?(_ pairs: BytePairs) {
    let texts = pairs.withCursor { cursor in
      cursor.map { (String(decoding: $0.first, as: UTF8.self), String(decoding: $0.second, as: UTF8.self)) }
    }
    guard let (kind, text) = texts.first, let number = Int64(text) else { return nil }
    switch (kind, texts.count) {
    case ("entry", 1): self = .entry(number)
    case ("key", 3), ("remote", 3):
      let key = CacheKey(method: texts[1].1, normalizedURI: texts[1].0, server: texts[2].0)
      self = .scope(kind == "key" ? .key(key) : .remoteKey(key), at: number)
    case ("origin", 2): self = .scope(.origin(texts[1].0, server: texts[1].1), at: number)
    case ("groups", 2...):
      self = .scope(
        .groups(texts.dropFirst(2).map(\.0), origin: texts[1].0, server: texts[1].1), at: number)
    default: return nil
    }
  }
}
