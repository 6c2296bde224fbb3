import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@Suite("TransferQueue", .timed)
struct TransferQueueTests {
  /// What became of each fetch, in the order of their ends.
  private final class Ends {
    var bodies: [String] = []
    var responses: [TransferQueue.Response] = []
    var failures: [TransferQueue.Failure] = []
  }

  private let cache = TemporaryCache()

  @discardableResult
  private func add(
    _ url: String, to queue: TransferQueue, _ ends: Ends, willCache: WillCacheResponse? = nil
  ) throws -> TransferQueue.Ticket {
    var body: [UInt8] = []
    return queue.add(
      RequestHead(target: try TargetURI(url)), willCacheResponse: willCache, onBody: { body += $0 },
      completion: { result in
        ends.bodies.append(String(decoding: body, as: UTF8.self))
        switch result {
        case .success(let response): ends.responses.append(response)
        case .failure(let failure): ends.failures.append(failure)
        }
      })
  }

  @Test("the cache is asked first, and equal requests in flight are one transfer")
  func cacheFirst() throws {
    let origin = try Origin(always: .text("hello", fields: [("Cache-Control", "max-age=60")]))
    let ends = Ends()
    let queue = TransferQueue(directory: cache.directory)
    for _ in 0..<3 { try add(origin.url + "/", to: queue, ends) }
    try queue.run()
    try add(origin.url + "/", to: queue, ends)
    try queue.run()
    #expect(ends.bodies == ["hello", "hello", "hello", "hello"])
    #expect(ends.responses.map(\.source) == [.network, .cache, .cache, .cache])
    #expect(ends.responses.map(\.isCoalesced) == [false, true, true, false])
    #expect(origin.requests.count == 1)
  }

  @Test("willCacheResponse may change, redirect or refuse what is stored")
  func hook() throws {
    let origin = try Origin(
      always: .text("x", fields: [("Cache-Control", "max-age=60"), ("X-Noise", "1")]))
    let ends = Ends()
    let queue = TransferQueue(directory: cache.directory)
    try add(origin.url + "/changed", to: queue, ends) { proposed in
      var proposed = proposed
      proposed.response.head.fields.remove("X-Noise")
      proposed.response.userInfo["ticket"] = "42"
      return proposed
    }
    try add(origin.url + "/refused", to: queue, ends) { _ in nil }
    try queue.run()
    for path in ["/changed", "/refused"] { try add(origin.url + path, to: queue, ends) }
    try queue.run()
    #expect(origin.requests.map(\.path).sorted() == ["/changed", "/refused", "/refused"])
    let stored = try #require(ends.responses.last { $0.source == .cache })
    #expect(stored.userInfo["ticket"] == "42" && stored.userInfo["cache_date"] != nil)
    #expect(!stored.head.fields.contains("X-Noise"))
  }

  @Test("one fetch can be cancelled from another thread, and the others go on")
  func cancel() throws {
    let origin = try Origin { $0.path == "/slow" ? .stall : .text("done") }
    let ends = Ends()
    let queue = TransferQueue(directory: cache.directory)
    let ticket = try add(origin.url + "/slow", to: queue, ends)
    try add(origin.url + "/quick", to: queue, ends)
    let control = queue.control
    Thread.detachNewThread {
      while origin.requests.count < 2 { usleep(1000) }
      control.cancel(ticket)
    }
    try queue.run()
    #expect(ends.failures.map(\.isCancelled) == [true])
    #expect(ends.responses.count == 1)
  }

  @Test(
    "what is suspended goes on when it is resumed, also where transfers have a thread", arguments: [1, 40])
  func suspend(count: Int) throws {
    let origin = try Origin(always: .text("done"))
    let ends = Ends()
    let queue = TransferQueue(directory: cache.directory)
    for number in 0..<count { try add(origin.url + "/\(number)", to: queue, ends) }
    let control = queue.control
    control.suspend()
    Thread.detachNewThread {
      usleep(100_000)
      if origin.requests.isEmpty { control.resume() } else { control.cancelAll() }
    }
    try queue.run()
    #expect(ends.bodies == [String](repeating: "done", count: count))
  }

  @Test("a batch that is suspended in the middle gets all of its answers")
  func suspendedInTheMiddle() throws {
    let origin = try Origin(always: .text(String(repeating: "x", count: 20_000)))
    let ends = Ends()
    let queue = TransferQueue(directory: cache.directory)
    for number in 0..<200 { try add(origin.url + "/\(number)", to: queue, ends) }
    let control = queue.control
    Thread.detachNewThread {
      for _ in 0..<20 {
        usleep(2000)
        control.suspend()
        usleep(2000)
        control.resume()
      }
    }
    try queue.run()
    #expect(ends.responses.count == 200 && ends.bodies.allSatisfy { $0.utf8.count == 20_000 })
  }

  @Test("answers that arrive while a batch is suspended wait for its resumption")
  func arrivingWhileSuspended() throws {
    let origin = try Origin(always: .text("done"))
    let queue = TransferQueue(directory: cache.directory)
    let control = queue.control
    var ended = 0
    for number in 0..<200 {
      let request = RequestHead(target: try TargetURI(origin.url + "/\(number)"))
      queue.add(request, onBody: { _ in }) { _ in
        ended += 1
        guard ended == 1 else { return }
        control.suspend()
        Thread.detachNewThread {
          usleep(200_000)
          control.resume()
        }
      }
    }
    try queue.run()
    #expect(ended == 200)
  }
}
