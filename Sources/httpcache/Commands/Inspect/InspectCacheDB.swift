import CSystem
import HTTPCacheCore

extension InspectCommand {
  /// Judges every entry of a database of URLCache as of the moment it was received, by the RFC and by URLCache's
  /// own documentation.
  func judgeCacheDB(_ path: String) throws(UsageError) {
    var skipped: [CacheDBSkip: Int] = [:]
    let at = options.at
    do throws(CacheDBError) {
      let database = try CacheDatabase(path: path, temporaryDirectory: temporaryDirectory)
      try database.forEachRow { row in
        switch row.outcome(now: now) {
        case .success(let subject):
          for profile in StorageProfile.allCases {
            judge.judge(subject, now: at ?? subject.stored.receivedAt, profile: profile, file: path)
          }
        case .failure(let skip): skipped[skip, default: 0] += 1
        }
        return !Interruption.readerIsGone
      }
    } catch {
      let message = "\(path): \(error.message)"
      guard error.isOfTheFile else { throw UsageError("--cache-db: \(message)", hint: error.hint) }
      judge.fail(
        SubjectFailure(origin: .cacheDB, subject: path, message: message), hint: error.hint,
        code: .cacheFailed)
    }
    for skip in CacheDBSkip.allCases where !global.isQuiet {
      guard let count = skipped[skip] else { continue }
      terminal.warning("\(path): \(count) \(count == 1 ? "entry" : "entries") skipped \(skip.rawValue)")
    }
  }
}

extension CacheDBError {
  /// Whether it is a cache that can't be read, rather than a file that is none.
  fileprivate var isOfTheFile: Bool {
    switch self {
    case .unreadable, .notDatabase, .foreign, .runsCode: false
    case .damaged, .locked, .notCopied, .failed: true
    }
  }

  fileprivate var message: String {
    switch self {
    case .unreadable(let code): String(cString: strerror(code))
    case .notDatabase: "it is no SQLite database"
    case .foreign: "it is a database, but not one of URLCache: there is no table cfurl_cache_response"
    case .runsCode:
      "its schema holds a view, a trigger, a virtual table or a generated column, as URLCache's never does"
    case .damaged: "the database is damaged"
    case .locked: "another program kept it locked"
    case .notCopied(let code):
      "it can be read in a copy only, and that can't be made: \(String(cString: strerror(code)))"
    case .failed(let message): message
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .notDatabase, .foreign, .runsCode:
      "~/Library/Caches/BUNDLE-ID/Cache.db; URLCache makes none for a capacity below 5 MiB"
    case .notCopied: "$TMPDIR names another place for it"
    case .unreadable, .damaged, .locked, .failed: nil
    }
  }
}
