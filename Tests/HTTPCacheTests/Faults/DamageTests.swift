import Foundation
import TestSupport
import Testing

@Suite("Faults: bits flipped, files cut, emptied, overwritten, swapped, deleted", .timed, .serialized)
struct DamageTests {
  private static func body(of path: String) -> [UInt8] {
    (0..<(Int(path.dropFirst()) ?? 0)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }

  enum Kind: CaseIterable {
    case flip, cut, empty, overwrite, swap, delete

    /// Does it to one file of a cache.
    func apply(to path: String, other: String) throws {
      var data = try Data(contentsOf: URL(fileURLWithPath: path))
      switch self {
      case .flip:
        for _ in 0..<([1, 8].randomElement() ?? 1) where !data.isEmpty {
          data[Int.random(in: 0..<data.count)] ^= UInt8(1 << Int.random(in: 0..<8))
        }
      case .cut: data = data.prefix(Int.random(in: 0...data.count))
      case .empty: data = Data()
      case .overwrite:
        let start = Int.random(in: 0...data.count) / 4096 * 4096
        for index in start..<min(start + 4096, data.count) { data[index] = UInt8.random(in: 0...255) }
      case .swap:
        let other = URL(fileURLWithPath: other)
        let held = try Data(contentsOf: other)
        try data.write(to: other)
        data = held
      case .delete: return try FileManager.default.removeItem(atPath: path)
      }
      try data.write(to: URL(fileURLWithPath: path))
    }
  }

  @Test("a fetch delivers what the origin sends; a repair mends; no signal, no wrong byte")
  func damage() throws {
    let origin = try Origin {
      .response(fields: [("Cache-Control", "max-age=3600")], body: Self.body(of: $0.path))
    }
    let paths = ["/3", "/5000", "/20000", "/70000", "/1200000"]
    let whole = try Executable()
    _ = try whole("fetch", origin.url + "/3")
    _ = try whole.run(["fetch", "--json"] + paths.map { origin.url + $0 })
    let rounds = try FaultTime.rounds { round in
      let httpcache = try Executable()
      try FileManager.default.copyItem(atPath: whole.cache, toPath: httpcache.cache)
      let files = try FileManager.default.subpathsOfDirectory(atPath: httpcache.cache).filter {
        $0 != "bodies"
      }
      let kind = Kind.allCases[round % Kind.allCases.count]
      // Whether there is a log depends on what was moved out of it when: where there is none, it is the database's turn.
      let log = files.contains("cache.db-wal") ? "cache.db-wal" : "cache.db"
      let name = round % 3 == 0 ? log : round % 3 == 1 ? "cache.db" : files.randomElement() ?? "cache.db"
      let other = files.randomElement() ?? "cache.lock"
      try kind.apply(to: httpcache.cache + "/" + name, other: httpcache.cache + "/" + other)
      let found = try httpcache("stats", "--verify")
      // A flipped bit may say that the schema is a newer one or another program's, and those are left alone.
      let isLeftAlone = ["this program knows up to", "another program"].contains { found.errors.contains($0) }
      if isLeftAlone { return }
      let what = Comment(rawValue: "\(kind) \(name) \(other): \(found.text) \(found.errors)")
      #expect([0, 1].contains(found.code), what)
      if round % 2 == 0, found.code == 1 {
        #expect(try httpcache("stats", "--repair").code == 0, what)
        #expect(try httpcache("stats", "--verify").code == 0, what)
      }
      for path in paths {
        let run = try httpcache("fetch", origin.url + path)
        #expect(run.code == 0 && run.output == Self.body(of: path), what)
        #expect(run.errors.split(separator: "\n").count <= 1, what)
      }
    }
    #expect(rounds > 0)
  }
}
