/// How the program that recorded a log writes its entries, as the first of them show: what one entry says depends on
/// what the others say.
struct RecorderHabits: Sendable, Equatable {
  /// Whether it notes the addresses of servers, so that an answer without one came from no server.
  private(set) var notesAddresses = false

  /// Whether it notes how many bytes of bodies were received, so that 0 for a body that is there means a cache.
  private(set) var notesSizes = false

  /// Whether it writes the names of methods in lower case, which are case-sensitive (RFC 9110 §9.1).
  private(set) var writesLowerCase = false

  /// The time of the export, in milliseconds since 1970, if the entries have no other; nil if they have their own.
  private(set) var exportedAt: Int64?

  /// Whether the recorder writes the time at which it exports an entry in the place of its time.
  private(set) var isTimedByExport = false

  /// The fewest entries with one time that were not sent at that time: a page comes before what it loads.
  private static let leastOfExport = 3

  /// The habits of a recorder whose entries say all by themselves.
  init() {}

  /// Finds the habits by the first entries of a log, and by what its recorder is known for.
  init(_ entries: [HAREntry], isTimedByExport: Bool = false) {
    self.isTimedByExport = isTimedByExport
    writesLowerCase = entries.allSatisfy(\.method.isASCIILowerCase)
    notesAddresses = entries.contains(where: \.hasAddress)
    notesSizes = entries.contains { $0.bodySize > 0 }
    let times = entries.compactMap(\.startedAt)
    if times.count >= Self.leastOfExport, Set(times).count == 1 { exportedAt = times.first }
  }
}

extension HAREntry {
  /// Reads what the entry leaves unsaid by the habits of its recorder.
  mutating func read(by habits: RecorderHabits) {
    let isUnaddressed = habits.notesAddresses && !hasAddress && isWithoutDuration
    // HAR 1.2 has 0 for a body of a cache. What a 304 confirms has none, and came from the server.
    noteUntransferred()
    if isUnaddressed || habits.notesSizes && mayBeOfCache { isFromCache = true }
    if habits.writesLowerCase { method = method.asciiUppercased }
    if habits.isTimedByExport { isTimedByExport = true }
    if let exportedAt = habits.exportedAt, startedAt == exportedAt { isTimedByExport = true }
  }
}
