import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("The client, with a storage that answers late, out of order and with failures", .timed)
struct LateStorageTests {
  /// What became of the fetches.
  private final class Ends {
    var bodies: [Int: [UInt8]] = [:]
    var results: [Int: [FetchResult]] = [:]
  }

  /// Each path says by its first letter how it is cached; the body is the path.
  private static func fields(of path: String) -> [(String, String)] {
    switch path.dropFirst().first {
    case "f": [("Cache-Control", "max-age=60")]
    case "n": [("Cache-Control", "no-cache"), ("ETag", "\"\(path)\"")]
    case "s": [("Cache-Control", "no-store")]
    default: [("Cache-Control", "max-age=0"), ("ETag", "\"\(path)\"")]
    }
  }

  static let failures: [LateStorage.Failures] = [
    [], .lookUp, .open, .begin, .apply, [.lookUp, .open, .begin, .apply],
  ]

  @Test(
    "every fetch ends once, with the body of its URL", arguments: failures.indices, [1, 2, 3] as [UInt64])
  func bodies(_ index: Int, seed: UInt64) throws {
    let origin = try Origin { request in
      let fields = Self.fields(of: request.path)
      if let tag = fields.first(where: { $0.0 == "ETag" })?.1, request.field("If-None-Match") == tag {
        return .text("", status: 304, fields: fields)
      }
      return .text(request.path, fields: fields)
    }
    let loop = TransferLoop(maxParallel: 8, maxPerHost: 8)
    let storage = LateStorage(loop, seed: seed, failing: Self.failures[index])
    let client = Client(
      storage: storage, disk: nil, loop: loop, maxParallel: 8, now: { Instant(epoch: 1_800_000_000) })
    let ends = Ends()
    let kinds = ["f", "n", "s", "m"]
    let paths = (0..<60).map { "/\(kinds[$0 % 4])\($0 % 12)" }
    for (number, path) in paths.enumerated() {
      let request = FetchRequest(head: RequestHead(target: try TargetURI(origin.url + path)))
      client.add(
        request,
        sink: FetchSink(
          body: { piece in
            ends.bodies[number, default: []] += Array(piece.bytes)
            return .goOn
          },
          end: { ends.results[number, default: []].append($0) }))
    }
    try client.run()
    for (number, path) in paths.enumerated() {
      #expect(ends.results[number]?.count == 1, "\(path)")
      #expect(ends.results[number]?.first?.error == nil, "\(path)")
      #expect(ends.bodies[number] == Array(path.utf8), "\(path)")
    }
    let hits = ends.results.values.filter { $0.first?.source == .cache }.count
    if Self.failures[index].isEmpty { #expect(hits > 0) }
    #expect((storage.counts["look up"] ?? 0) >= paths.count && (storage.counts["apply"] ?? 0) > 0)
  }

  @Test("parts that are opened late join what came meanwhile")
  func parts() throws {
    let whole = Array("0123456789".utf8)
    let origin = try Origin { request in
      let range = request.field("Range") == "bytes=0-4" ? 0...4 : 5...9
      return .text(
        String(decoding: whole[range], as: UTF8.self), status: 206,
        fields: [
          ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound)/10"), ("ETag", "\"1\""),
          ("Cache-Control", "max-age=60"),
        ])
    }
    for seed in 1...12 as ClosedRange<UInt64> {
      let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
      let storage = LateStorage(loop, seed: seed)
      let client = Client(
        storage: storage, disk: nil, loop: loop, maxParallel: 1, now: { Instant(epoch: 1_800_000_000) })
      var bodies: [[UInt8]] = []
      for range in ["bytes=0-4", nil] {
        var head = RequestHead(target: try TargetURI(origin.url + "/\(seed)"))
        if let range { head.fields.set("Range", range) }
        var body: [UInt8] = []
        client.add(
          FetchRequest(head: head),
          sink: FetchSink(
            body: { piece in
              body += Array(piece.bytes)
              return .goOn
            }, end: { _ in bodies.append(body) }))
        try client.run()
      }
      #expect(bodies == [Array(whole[0...4]), whole])
    }
  }
}
