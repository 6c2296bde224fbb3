import Foundation
import TestSupport
import Testing

@Suite("Faults: a full disk, and one that may only be read", .timed, .serialized)
struct FullDiskTests {
  /// A small file system of a test's own, where this user may make one.
  private final class SmallDisk {
    let path: String

    init?(in directory: TemporaryDirectory, kibibytes: Int) throws {
      path = directory.file("disk")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let options = "size=\(kibibytes)k"
      guard try Executable.command("mount", "-t", "tmpfs", "-o", options, "tmpfs", path).code == 0 else {
        return nil
      }
    }

    func remount(readOnly: Bool) throws {
      _ = try Executable.command("mount", "-o", "remount," + (readOnly ? "ro" : "rw"), path)
    }

    deinit {
      // What stays mounted, the system unmounts at its end.
      _ = try? Executable.command("umount", path)
    }
  }

  private func small(_ httpcache: Executable, _ kibibytes: Int) throws -> SmallDisk? {
    let disk = try SmallDisk(in: httpcache.directory, kibibytes: kibibytes)
    if disk == nil { print("skipped: no small file system may be mounted here") }
    return disk
  }

  @Test("the body goes on, with one warning; with room again, storing works without repair")
  func full() throws {
    let origin = try Origin {
      .response(
        fields: [("Cache-Control", "max-age=60")],
        body: [UInt8](repeating: 7, count: Int($0.path.dropFirst()) ?? 0))
    }
    let httpcache = try Executable()
    guard let disk = try small(httpcache, 700) else { return }
    let cache = ["HTTPCACHE_DIR": disk.path + "/cache"]
    var warnings = 0
    for length in [3_000_000, 200_000, 90_001, 90_002, 90_003, 90_004, 9000, 9001, 9002] {
      let run = try httpcache.run(["fetch", origin.url + "/\(length)"], environment: cache)
      #expect(run.code == 0 && run.output.count == length, "\(length)")
      let lines = run.errors.split(separator: "\n")
      #expect(lines.allSatisfy { $0.hasPrefix("httpcache: warning: no space is left") } && lines.count <= 1)
      warnings += lines.count
    }
    #expect(warnings > 0)
    #expect(try httpcache.run(["stats", "--verify"], environment: cache).code == 0)
    try disk.remount(readOnly: true)
    #expect(try httpcache.run(["fetch", origin.url + "/77"], environment: cache).output.count == 77)
    #expect(try httpcache.run(["trim", "--all"], environment: cache).code == 5)
    try disk.remount(readOnly: false)
    _ = try Executable.command("mount", "-o", "remount,size=9000k", disk.path)
    #expect(try httpcache.run(["fetch", origin.url + "/9003"], environment: cache).errors == "")
    let hit = ["fetch", "--policy", "cache-only", origin.url + "/9003"]
    #expect(try httpcache.run(hit, environment: cache).output.count == 9003)
    #expect(try httpcache.run(["stats", "--verify"], environment: cache).code == 0)
  }

  @Test("the cache's copy gives way to the file of the user, whichever meets the end of the disk first")
  func fileOfTheUser() throws {
    let origin = try Origin {
      .generated(fields: [("Cache-Control", "max-age=60")], byteCount: Int($0.path.dropFirst()) ?? 0)
    }
    let httpcache = try Executable()
    guard let disk = try small(httpcache, 4000) else { return }
    for length in stride(from: 1_700_000, to: 3_300_000, by: 400_001) {
      let cache = ["HTTPCACHE_DIR": disk.path + "/cache\(length)"]
      let run = try httpcache.run(
        ["fetch", "-o", disk.path + "/file", origin.url + "/\(length)"], environment: cache)
      #expect(run.code == 0, "\(length): \(run.errors)")
      let file = try FileManager.default.attributesOfItem(atPath: disk.path + "/file")
      #expect(file[.size] as? Int == length)
      for name in ["file", "cache\(length)"] {
        try FileManager.default.removeItem(atPath: disk.path + "/" + name)
      }
    }
  }

  @Test(
    "the copy gives way early enough: a file of 4 MB fits where 6 MB are free",
    arguments: [3_000_000, 4_000_000])
  func smallDisk(length: Int) throws {
    let origin = try Origin(
      always: .generated(fields: [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")], byteCount: length))
    let httpcache = try Executable()
    guard let disk = try small(httpcache, 6200) else { return }
    let cache = ["HTTPCACHE_DIR": disk.path + "/cache"]
    let run = try httpcache.run(["fetch", "-o", disk.path + "/file", origin.url], environment: cache)
    expect(run, 0)
    let file = try FileManager.default.attributesOfItem(atPath: disk.path + "/file")
    #expect(file[.size] as? Int == length)
    #expect(try httpcache.run(["stats", "--verify"], environment: cache).code == 0)
  }

  /// What makes a stored page one that must not answer any more, after the origin has changed.
  static let removals: [[String]] = [
    ["-d", "x"], ["--policy", "reload", "-H", "X-Now: no-store"],
    ["--policy", "revalidate", "-H", "X-Now: confirm-no-store"],
    ["-X", "DELETE"], ["-d", "x", "-H", "X-Now: group"], ["--policy", "reload", "-H", "X-Now: clear"],
  ]

  private func changingOrigin() throws -> Origin {
    let isNew = Guarded(false)
    return try Origin { request in
      let now = request["X-Now"] ?? ""
      let isChange = request.method != "GET" || !now.isEmpty
      if isChange { isNew.use { $0 = true } }
      let text = isNew.use { $0 } ? "new" : "old"
      var fields = [
        ("Cache-Control", now.hasSuffix("no-store") ? "no-store" : "max-age=600"), ("ETag", "\"\(text)\""),
      ]
      fields.append(("Cache-Groups", "\"g\""))
      switch now {
      case "confirm-no-store" where request["If-None-Match"] != nil:
        return .text(status: 304, fields: [("Cache-Control", "no-store"), ("ETag", "\"old\"")])
      case "group": return .text("done", status: 400, fields: [("Cache-Group-Invalidation", "\"g\"")])
      case "clear":
        return .text(
          "none", status: 404, fields: [("Clear-Site-Data", "\"cache\""), ("Cache-Control", "no-store")])
      default: return .text(text, fields: fields)
      }
    }
  }

  @Test("what an answer removes answers no more, although nothing can be written", arguments: removals)
  func removal(_ words: [String]) throws {
    let origin = try changingOrigin()
    let httpcache = try Executable()
    guard let disk = try small(httpcache, 900) else { return }
    let cache = ["HTTPCACHE_DIR": disk.path + "/cache"]
    #expect(try httpcache.run(["fetch", origin.url + "/"], environment: cache).text == "old")
    // Other programs fill the disk.
    _ = try Executable.command("dd", "if=/dev/zero", "of=\(disk.path)/filler", "bs=4k")
    #expect(try httpcache.run(["fetch"] + words + [origin.url + "/"], environment: cache).code == 0)
    for _ in 0..<2 {
      #expect(try httpcache.run(["fetch", origin.url + "/"], environment: cache).text == "new")
    }
    try FileManager.default.removeItem(atPath: disk.path + "/filler")
    let after = try httpcache.run(["fetch", origin.url + "/"], environment: cache)
    #expect(after.text == "new" && after.errors == "")
    let hit = ["fetch", "--policy", "cache-only", origin.url + "/"]
    #expect(try httpcache.run(hit, environment: cache).text == "new")
    #expect(try httpcache.run(["stats", "--verify"], environment: cache).code == 0)
  }

  @Test(
    "nor beyond a limit on the size of files",
    .disabled(if: Sanitizer.isThere, "the limit holds for the memory that a sanitizer maps, too"),
    arguments: [0, 20, 40], [["-d", "x"], ["--policy", "reload", "-H", "X-Now: no-store"]])
  func removalBeyondLimit(kilobytes: Int, words: [String]) throws {
    let origin = try changingOrigin()
    let httpcache = try Executable()
    #expect(try httpcache("fetch", origin.url + "/").text == "old")
    let script = "(ulimit -f \(kilobytes) && exec \"$@\") | cat"
    let run = try Executable.command(
      arguments: ["bash", "-c", script, "bash", httpcache.program, "fetch"] + words + [origin.url + "/"],
      environment: ["HTTPCACHE_DIR": httpcache.cache])
    #expect(run.text == "new", "\(run.errors)")
    #expect(try httpcache("fetch", origin.url + "/").text == "new", "\(run.errors)")
  }

  @Test(
    "a limit on the size of files ends no fetch",
    .disabled(if: Sanitizer.isThere, "the limit holds for the memory that a sanitizer maps, too"),
    arguments: [0, 40, 400])
  func limitedFiles(kilobytes: Int) throws {
    let origin = try Origin(always: .generated(fields: [("Cache-Control", "max-age=60")], byteCount: 300_000))
    let httpcache = try Executable()
    // The limit does not hold for a pipe.
    let script = "set -o pipefail; (ulimit -f \(kilobytes) && exec \"$@\") | cat"
    let run = try Executable.command(
      arguments: ["bash", "-c", script, "bash", httpcache.program, "fetch", origin.url],
      environment: ["HTTPCACHE_DIR": httpcache.cache])
    #expect(run.code == 0 && run.output.count == 300_000, "\(run.errors)")
  }
}
