/// Plays the requests of a log in their order through the cache of one browser, which is empty at first, and then the same
/// requests as a later visit.
///
/// The log's own pass goes by what the log shows; a later visit goes by what the log left in the cache, by what its answers
/// promise, and by what was observed of these promises. A URL has one row and a request one play: beyond a number of them,
/// further ones are only counted.
package struct Replay: Sendable {
  /// The most URLs, and the most requests, that are played.
  static let (mostURLs, mostPlays) = (100_000, 500_000)

  /// One URL: its plays, and what the browser has of it where the log is.
  private struct Row: Sendable {
    let name: String
    let origin: Int32
    var first: Int32 = -1
    var last: Int32 = -1
    var object: Int32 = -1

    /// The bytes of the body when it was loaded last; -1 if unknown.
    var size: Int64 = -1

    var entry = BrowserEntry()

    /// Its bytes among those that its origin has in the cache, as of so many clearings of the origin.
    var held: (bytes: Int64, clearings: Int) = (0, 0)

    /// What conditions showed last of its validators; nil if there were none.
    var isHonoured: Bool?

    // Of the request that brought what is stored.
    var mode: FetchMode?
    var hasCredentials = false
    var accept: UInt32 = 0
    var type: UInt32 = 0
    /// Hashes of the names in Vary and of the request's values of these fields; of each value where there are several.
    var names: UInt32 = 0
    var values: UInt32 = 0
    var each: [UInt32] = []
  }

  /// One origin: its first URL, and the plays that emptied its cache.
  private struct Origin: Sendable {
    let first: TargetURI
    var clears: [Int32] = []

    /// The bytes that the browser has of it where the log is.
    var held: Int64 = 0

    /// Whether one of them is between two plays.
    func isCleared(after first: Int32, before last: Int32) -> Bool {
      guard let end = clears.last, end > first else { return false }
      let next = clears.partitioningIndex { $0 > first }
      return next < clears.count && clears[next] < last
    }
  }

  /// One object under names that differ in their signature or their time alone.
  private struct Object: Sendable {
    var count = 1
    var cameAgain = false

    /// Whether each load had a name of its own, so that no cache finds it again.
    var isNamedAnew: Bool { count > 1 && !cameAgain }
  }

  private var plays: [Play] = []
  private var rows: [Row] = []
  private var places: [Int: Int32] = [:]
  private var origins: [Origin] = []
  private var originPlaces: [String: Int32] = [:]
  /// The names in Vary by their hash.
  private var fieldNames: [UInt32: [String]] = [:]

  private var objects: [Object] = []
  private var objectPlaces: [Int: Int32] = [:]

  /// Whether every request so far told caches to ask, as all do while a browser's cache is off: then nothing is loaded twice
  /// by mistake.
  private var isCacheOff = true

  /// How many requests were not played.
  package private(set) var forgotten = 0

  package init() {}

  // MARK: The log's own pass

  /// Plays a request as the log shows it.
  ///
  /// - Returns: the context with what the requests before show of it.
  package mutating func see(_ request: LogRequest, _ context: SubjectContext) -> SubjectContext {
    var context = context
    guard var play = request.play else { return context }
    if request.request.method == "GET" { isCacheOff = isCacheOff && request.isForced }
    guard let url = place(request.target, request.key) else {
      forgotten += 1
      return context
    }
    let number = Int32(plays.count)
    let isNew = rows[Int(url)].first < 0
    play.url = url
    (play.object, context.changingURL) = object(request.object, at: url, isNew: isNew)
    if origins[Int(rows[Int(url)].origin)].isCleared(after: rows[Int(url)].last, before: number) {
      rows[Int(url)].entry.clear()
    }
    take(&play, request, &context)
    (context.play, context.storage) = (number, request.storage)
    append(play)
    hold(url)
    if play.answer.traits.contains(.clearsOrigin), play.kind != .cached {
      let origin = Int(rows[Int(url)].origin)
      context.clearedBytes = origins[origin].held
      origins[origin].clears.append(number)
      origins[origin].held = 0
    }
    for target in request.invalidated {
      var hasher = Hasher()
      hasher.combine(target.normalized)
      guard let other = place(target, hasher.finalize()) else { continue }
      append(Play(invalidatingAt: play, url: other))
      rows[Int(other)].entry.clear()
      hold(other)
    }
    return context
  }

  /// Counts the bytes of a URL among those that its origin has in the cache.
  private mutating func hold(_ url: Int32) {
    let row = rows[Int(url)]
    let origin = Int(row.origin)
    let before = row.held.clearings == origins[origin].clears.count ? row.held.bytes : 0
    let bytes = row.entry.answer == nil ? 0 : max(0, row.size)
    rows[Int(url)].held = (bytes, origins[origin].clears.count)
    origins[origin].held = origins[origin].held.addingSaturated(bytes - before)
  }

  private mutating func append(_ play: Play) {
    let (number, url) = (Int32(plays.count), Int(play.url))
    plays.append(play)
    if rows[url].last >= 0 { plays[Int(rows[url].last)].next = number } else { rows[url].first = number }
    rows[url].last = number
  }

  private mutating func place(_ target: TargetURI, _ key: Int) -> Int32? {
    guard plays.count < Self.mostPlays else { return nil }
    if let known = places[key] { return known }
    guard rows.count < Self.mostURLs else { return nil }
    let name = target.origin
    let origin = originPlaces[name] ?? Int32(origins.count)
    if origin == origins.count {
      origins.append(Origin(first: target))
      originPlaces[name] = origin
    }
    let place = Int32(rows.count)
    rows.append(Row(name: target.absolute, origin: origin))
    places[key] = place
    return place
  }

  /// Notes the object of a URL; tells of it if none of its names came again so far, and this one is new.
  private mutating func object(
    _ object: ChangingURL?, at url: Int32, isNew: Bool
  ) -> (place: Int32, changing: ChangingURL?) {
    let known = rows[Int(url)].object
    if known >= 0, !isNew { objects[Int(known)].cameAgain = true }
    guard let object else { return (known, nil) }
    guard let place = objectPlaces[object.hash] else {
      guard known < 0 else { return (known, nil) }
      let place = Int32(objects.count)
      objects.append(Object(cameAgain: !isNew))
      objectPlaces[object.hash] = place
      rows[Int(url)].object = place
      return (place, nil)
    }
    rows[Int(url)].object = place
    guard isNew else {
      objects[Int(place)].cameAgain = true
      return (place, nil)
    }
    objects[Int(place)].count += 1
    let all = objects[Int(place)]
    return (place, all.cameAgain ? nil : object.seen(all.count))
  }

  /// Takes into a URL's row what a request of the log does to it.
  private mutating func take(_ play: inout Play, _ request: LogRequest, _ context: inout SubjectContext) {
    var row = rows[Int(play.url)]
    defer { rows[Int(play.url)] = row }
    if play.answer.names == 0, row.names != 0 {
      // The values of what the stored answer names tell whether it would be used.
      (play.answer.names, play.answer.values) = (
        row.names, UInt32(hashOf: values(of: row.names, in: request))
      )
    }
    switch play.kind {
    case .loaded:
      if request.isDownload, context.span != nil {
        context.loadedBefore = repetition(of: row, by: request, play)
      }
    case .confirmed:
      if let older = row.entry.answer { play.answer = play.answer.freshening(older) }
    case .cached:
      play.isFromMemory = !row.entry.answers(at: play.start)
      if let older = row.entry.answer { play.answer = older.selected(as: play.answer) }
    case .head, .other, .invalidation: break
    }
    if let isHonoured = request.isHonoured { row.isHonoured = isHonoured }
    if play.kind == .loaded || row.entry.answer == nil {
      (row.mode, row.hasCredentials) = (request.mode, request.hasCredentials)
      (row.accept, row.type) = (request.accept, request.type)
      (row.names, row.values) = request.selecting.hashes
      if row.names != 0, fieldNames[row.names] == nil {
        fieldNames[row.names] = request.selecting.map(\.name)
      }
      row.each = request.selecting.count > 1 ? request.selecting.map(\.value) : []
    }
    if play.bytes >= 0, play.kind == .loaded || play.kind == .cached && row.size < 0 { row.size = play.bytes }
    row.entry.take(play, play.answer)
  }

  /// What the log loaded although the browser had it fresh; nil if it had not, if the request asked for it, and for another
  /// representation of the URL.
  private func repetition(of row: Row, by request: LogRequest, _ play: Play) -> LoadedBefore? {
    let entry = row.entry
    guard let first = entry.answer, !isCacheOff, !request.isForced, entry.isFresh(at: play.start),
      play.start >= entry.end, row.type == request.type
    else { return nil }
    let isTagSame = first.tag == play.answer.tag
    guard isTagSame || row.accept == request.accept else { return nil }
    let varied = varied(row, request)
    let reason: LoadedBefore.Reason?
    if !varied.isEmpty {
      guard isTagSame, first.tag != 0 || row.size == play.bytes else { return nil }
      reason = .vary(varied)
    } else if let mode = row.mode, let other = request.mode, mode != other {
      reason = .mode(mode.rawValue, other.rawValue)
    } else if row.hasCredentials != request.hasCredentials {
      reason = .credentials(isLater: request.hasCredentials)
    } else {
      reason = nil
    }
    return LoadedBefore(
      reason: reason, after: play.start - entry.end, left: (entry.freshUntil - play.start) / 1000)
  }

  private func values(of names: UInt32, in request: LogRequest) -> [UInt32] {
    (fieldNames[names] ?? []).map { request.request.hash(of: $0) }
  }

  /// The fields that Vary of the stored answer names, and that have another value in a request.
  private func varied(_ row: Row, _ request: LogRequest) -> [String] {
    guard row.names != 0, let names = fieldNames[row.names] else { return [] }
    let values = values(of: row.names, in: request)
    guard UInt32(hashOf: values) != row.values else { return [] }
    guard row.each.count == names.count else { return names }
    return names.indices.filter { row.each[$0] != values[$0] }.map { names[$0] }
  }

  // MARK: A later visit

  /// The rule by which a visit loads what the log could still have used: its lifetime is over.
  package static var overdue: Rule { .stale }

  /// A request of a later visit.
  package struct Visited {
    /// The number of the play.
    package let play: Int

    package let url: String

    /// The number of the origin, and a URL of it.
    package let origin: Int32
    package let place: TargetURI

    package let outcome: VisitOutcome

    /// The bytes that it loads, or that a cache spares; 0 if unknown.
    package let bytes: Int64
  }

  /// Plays the log's requests again, each so many seconds after its own time, from what the log left in the cache: URL by URL.
  package func visit(after: Seconds, _ each: (Visited) -> Void) {
    for row in rows {
      play(row, after: after, answers: [:]) { number, outcome in
        let bytes = bytes(of: plays[number])
        each(
          Visited(
            play: number, url: row.name, origin: row.origin, place: origins[Int(row.origin)].first,
            outcome: outcome, bytes: bytes))
      }
    }
  }

  /// Plays one URL: the log, then the visit; `answers` has the plays whose answers have other fields.
  ///
  /// `kept` is a request that does not empty the cache of its origin; nil if all do that say so.
  private func play(
    _ row: Row, after: Seconds, answers: [Int32: BrowserAnswer], kept: Set<Int32> = [],
    _ each: (Int, VisitOutcome) -> Void
  ) {
    var origin = origins[Int(row.origin)]
    if !kept.isEmpty { origin.clears.removeAll(where: kept.contains) }
    var entry = BrowserEntry()
    var before: Int32 = -1
    forEachPlay(of: row) { number, play in
      if origin.isCleared(after: before, before: number) { entry.clear() }
      entry.take(play, answers[number] ?? play.answer)
      before = number
    }
    if origin.isCleared(after: before, before: .max) { entry.clear() }
    entry.beginVisit()
    before = -1
    forEachPlay(of: row) { number, play in
      if origin.isCleared(after: before, before: number) { entry.clear() }
      before = number
      let isNamedAnew = play.object >= 0 && objects[Int(play.object)].isNamedAnew
      let outcome =
        isNamedAnew
        ? .loaded
        : entry.play(
          play, answers[number] ?? play.answer, after: after.milliseconds, isHonoured: row.isHonoured)
      if play.kind != .invalidation { each(Int(number), outcome) }
    }
  }

  private func forEachPlay(of row: Row, _ each: (Int32, Play) -> Void) {
    var number = row.first
    while number >= 0 {
      each(number, plays[Int(number)])
      number = plays[Int(number)].next
    }
  }

  /// The bytes of a request's body: as it was loaded, or when the URL was loaded last.
  private func bytes(of play: Play) -> Int64 {
    let size = rows[Int(play.url)].size
    let isLoaded = play.kind == .loaded || play.kind == .other || play.kind == .head
    return max(0, isLoaded || size < 0 ? play.bytes : size)
  }

  // MARK: The cost of a finding

  /// What a later visit loads because of findings: what it loads as it is, less what it loads once each of them is mended.
  ///
  /// Only the URLs that have one of them are played again.
  package func saving(of remedies: [PlayedRemedy], after: Seconds) -> Int64 {
    var saved: Int64 = 0
    var edits: [Int32: [Int32: BrowserAnswer]] = [:]
    var kept: Set<Int32> = []
    for (number, remedy) in remedies.map({ ($0.play, $0.remedy) }) where plays.indices.contains(Int(number)) {
      let play = plays[Int(number)]
      switch remedy {
      case .none: break
      case .answer(let answer):
        var edited = play.kind == .confirmed ? answer.freshening(play.answer) : answer
        // A 304 may leave Vary out.
        if play.kind == .confirmed, answer.names == 0 { edited = edited.selected(as: play.answer) }
        edits[play.url, default: [:]][number] = edited
      case .validator: edits[play.url, default: [:]][number] = play.answer.withValidator
      case .oneName:
        if play.object >= 0, objects[Int(play.object)].isNamedAnew { saved += bytes(of: play) }
      case .oneLoad: saved += bytes(of: play)
      case .keptCache: kept.insert(number)
      }
    }
    for (url, answers) in edits {
      let row = rows[Int(url)]
      saved = saved.addingSaturated(loaded(row, after) - loaded(row, after, answers))
    }
    if !kept.isEmpty {
      let urls = Set(kept.map { plays[Int($0)].url })
      let places = Set(urls.map { rows[Int($0)].origin })
      for (url, row) in rows.enumerated() where places.contains(row.origin) && !urls.contains(Int32(url)) {
        saved = saved.addingSaturated(loaded(row, after) - loaded(row, after, kept: kept))
      }
    }
    return max(0, saved)
  }

  private func loaded(
    _ row: Row, _ after: Seconds, _ answers: [Int32: BrowserAnswer] = [:], kept: Set<Int32> = []
  ) -> Int64 {
    var sum: Int64 = 0
    play(row, after: after, answers: answers, kept: kept) { number, outcome in
      if outcome.loads { sum = sum.addingSaturated(bytes(of: plays[number])) }
    }
    return sum
  }

  // MARK: One answer by itself

  /// The replay of one answer alone.
  package init(_ subject: Subject, _ context: SubjectContext) {
    _ = see(LogRequest(subject, context), context)
  }
}

extension [Int32] {
  /// The first index of a sorted list whose number meets a condition.
  fileprivate func partitioningIndex(where isMet: (Int32) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isMet(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
