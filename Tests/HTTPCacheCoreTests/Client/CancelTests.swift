import Foundation
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Cancelling: each fetch ends once", .timed)
struct CancelTests {
  /// How each fetch ended, by its number.
  private final class Ends {
    var ends: [Int: [FetchError?]] = [:]
    var heads = 0
  }

  private let cache = TemporaryCache()

  private func client(parallel: Int = 1) -> Client {
    let directory = cache.directory
    let disk = DiskStorage { () throws(StoreError) -> sending Store? in try Store.open(directory: directory) }
    return Client(
      storage: disk, disk: disk, loop: TransferLoop(maxParallel: parallel, maxPerHost: parallel),
      maxParallel: parallel, now: { Instant(epoch: 1_800_000_000) })
  }

  private func add(
    _ url: String, retries: Int = 0, to client: Client, _ ends: Ends, then: @escaping () -> Void = {}
  ) throws -> FetchDriver {
    var request = FetchRequest(head: RequestHead(target: try TargetURI(url)))
    request.retries.limit = retries
    let number = ends.ends.count
    ends.ends[number] = []
    return client.enqueue(
      request,
      sink: FetchSink(
        head: { _ in ends.heads += 1 },
        end: { result in
          ends.ends[number]?.append(result.error)
          then()
        }))
  }

  private static let cancelled = FetchError.transport(.cancelled)

  @Test("one that waits for its turn, or for an equal transfer; the others go on")
  func waiting() throws {
    let origin = try Origin(always: .text("x", fields: [("Cache-Control", "max-age=60")]))
    for parallel in [1, 4] {
      let (client, ends) = (client(parallel: parallel), Ends())
      let paths = ["/\(parallel)", "/\(parallel)", "/other\(parallel)"]
      let fetches = try paths.map { try add(origin.url + $0, to: client, ends) }
      client.loop.after(seconds: 0) { fetches[1].cancel() }
      if parallel == 1 { fetches[1].cancel() }
      try client.run()
      fetches[1].cancel()
      #expect(ends.ends.values.allSatisfy { $0.count == 1 }, "\(ends.ends)")
      #expect(ends.ends[0] == [nil] && ends.ends[2] == [nil])
      if parallel == 1 { #expect(ends.ends[1] == [Self.cancelled]) }
    }
  }

  @Test("one whose request is to be made again after a wait, and nothing is asked any more")
  func retrying() throws {
    let origin = try Origin(always: .text("", status: 503, fields: [("Retry-After", "600")]))
    for all in [true, false] {
      let (client, ends) = (client(), Ends())
      let fetch = try add(origin.url + "/", retries: 3, to: client, ends)
      let before = origin.requests.count
      client.loop.onWait = {
        // It waits for its timer once it has no transfer any more.
        guard origin.requests.count > before, !fetch.isTransferring else { return }
        if all { client.cancel() } else { fetch.cancel() }
      }
      try client.run()
      #expect(ends.ends[0] == [Self.cancelled])
      #expect(origin.requests.count == before + 1)
    }
  }

  @Test("all of them: those that wait are not looked up any more")
  func all() throws {
    let origin = try Origin(always: .text("x", fields: [("Cache-Control", "max-age=60")]))
    let (filling, filled) = (client(), Ends())
    _ = try add(origin.url + "/", to: filling, filled)
    try filling.run()
    let (client, ends) = (client(), Ends())
    _ = try add(origin.url + "/", to: client, ends) { client.cancel() }
    for _ in 1...40 { _ = try add(origin.url + "/", to: client, ends) }
    try client.run()
    #expect(ends.ends[0] == [nil] && ends.heads == 1)
    #expect((1...40).allSatisfy { ends.ends[$0] == [Self.cancelled] })
  }
}

@Suite("What wakes the loop of a queue", .timed)
struct WakingTests {
  @Test("a pipe that was woken often, or before anybody looked, is empty once it has been drained")
  func drained() {
    for count in [0, 1, 16, 17, 64, 100, 200_000] {
      let pipe = HTTPCacheCore.Pipe()
      for _ in 0..<count { pipe.wake() }
      #expect(pipe.wait(0) == (count > 0))
      pipe.drain()
      #expect(!pipe.wait(0), "\(count)")
    }
  }

  @Test("commands of several threads all come, and then nothing keeps the loop awake")
  func control() {
    let control = TransferQueue.Control()
    let senders = (0..<4).compactMap { _ in
      Worker<Never> { _ in for _ in 0..<2000 { control.cancelAll() } }
    }
    var count = 0
    while count < 8000 { count += control.take().count }
    #expect(senders.count == 4 && count == 8000 && control.take().isEmpty)
    #expect(!control.inbox.waitForWake(0))
  }
}
