import Foundation
import TestSupport
import Testing

#if os(Linux)
@Suite("Faults: each system call on the cache's files fails in turn", .timed, .serialized)
struct FailedCallTests {
  /// What is done while one call fails.
  enum Job: CaseIterable {
    case store
    case replace
    case trim
  }

  /// A job, and which call of which kind fails in it, with what.
  private struct Failure {
    let job: Job
    let call: String
    let error: String
    let number: Int

    /// Every one; a job makes fewer calls of any kind than this goes over.
    static let all = Job.allCases.flatMap { job in
      FailedCallTests.failing.flatMap { call, errors in
        errors.flatMap { error in
          (1...60).map { Failure(job: job, call: call, error: error, number: $0) }
        }
      }
    }
  }

  private static let failing = [
    "openat": ["EIO", "ENOSPC", "EACCES"], "pwrite64": ["EIO", "ENOSPC"], "write": ["ENOSPC"],
    "pread64": ["EIO"], "ftruncate": ["EIO", "ENOSPC"], "fdatasync": ["EIO"], "fsync": ["EIO"],
    "rename": ["EIO"], "unlink": ["EIO"], "mkdir": ["ENOSPC"], "flock": ["EIO"], "fcntl": ["EIO", "ENOLCK"],
    "mmap": ["ENOMEM"],
  ]

  private static let paths = ["/30/a", "/30000/b"]

  /// A body that tells its resource and which edition of it was asked for.
  private static func body(_ path: String, _ edition: String) -> [UInt8] {
    let length = path.split(separator: "/").first.flatMap { Int($0) } ?? 0
    return Array(Array(repeating: Array("\(path)\(edition)-".utf8), count: length).joined().prefix(length))
  }

  @Test("the fetch delivers with one warning, nothing half-written is served, nothing has to be repaired")
  func failures() throws {
    guard try Executable.command("strace", "-V").code == 0 else {
      print("skipped: no strace")
      return
    }
    let origin = try Origin { request in
      .response(
        fields: [("Cache-Control", "max-age=3600")],
        body: Self.body(request.path, request.field("Edition") ?? "0"))
    }
    var left = Failure.all.shuffled()
    // The first is one that every job makes: where there is time for one only, it is a test all the same.
    left.append(Failure(job: .store, call: "openat", error: "EIO", number: 1))
    var injected = 0
    // How many calls of a kind a job makes is known once one that it does not make was to fail.
    var most: [String: Int] = [:]
    _ = try FaultTime.rounds { _ in
      while let failure = left.popLast() {
        let kind = "\(failure.job) \(failure.call)"
        guard failure.number < most[kind] ?? .max else { continue }
        if try isInjected(failure, origin) { injected += 1 } else { most[kind] = failure.number }
        return
      }
      usleep(1000)
    }
    print("\(injected) failed calls, \(left.count) left to try")
    #expect(injected > 0)
  }

  /// Does a job while a call fails, and looks at what is left; gives false where it makes no such call.
  private func isInjected(_ failure: Failure, _ origin: Origin) throws -> Bool {
    let httpcache = try Executable()
    let urls = Self.paths.map { origin.url + $0 }
    if failure.job != .store { #expect(try httpcache.run(["fetch"] + urls).code == 0) }
    let trace = httpcache.directory.file("trace")
    let files = [
      "", "/cache.db", "/cache.db-wal", "/cache.db-shm", "/cache.db-journal", "/cache.lock",
      "/usage.log", "/bodies",
    ]
    let run = try Executable.command(
      arguments: ["strace", "-f", "-o", trace] + files.flatMap { ["-P", httpcache.cache + $0] } + [
        "-e", "trace=\(failure.call)",
        "-e", "inject=\(failure.call):error=\(failure.error):when=\(failure.number)", httpcache.program,
      ] + failure.job.arguments(urls), environment: ["HTTPCACHE_DIR": httpcache.cache])
    guard try String(contentsOfFile: trace, encoding: .utf8).contains("INJECTED") else { return false }
    let what: Comment = "\(failure): \(run.errors)"
    if failure.job == .trim {
      #expect([0, 5].contains(run.code), what)
    } else {
      #expect(run.code == 0 && run.output == Self.paths.flatMap { Self.body($0, "1") }, what)
      #expect(run.errors.split(separator: "\n").count <= 1, what)
    }
    #expect(try httpcache("stats", "--verify").code == 0, what)
    // Where the directory could not be made there is none.
    let isThere = FileManager.default.fileExists(atPath: httpcache.cache)
    let names = isThere ? try FileManager.default.contentsOfDirectory(atPath: httpcache.cache) : []
    #expect(!names.contains { $0.contains("damaged") }, what)
    for (path, url) in zip(Self.paths, urls) {
      let served = try httpcache("fetch", "--policy", "cache-only", url)
      #expect(served.code == 4 || served.code == 0, what)
      #expect(served.code == 4 || ["0", "1"].contains { Self.body(path, $0) == served.output }, what)
    }
    let again = try httpcache.run(["fetch", "--policy", "reload"] + urls)
    #expect(again.code == 0 && again.errors == "", what)
    return true
  }
}

extension FailedCallTests.Job {
  fileprivate func arguments(_ urls: [String]) -> [String] {
    switch self {
    case .store: ["fetch", "-H", "Edition: 1"] + urls
    case .replace: ["fetch", "--policy", "reload", "-H", "Edition: 1"] + urls
    case .trim: ["trim", "--to", "10k"]
    }
  }
}
#endif
