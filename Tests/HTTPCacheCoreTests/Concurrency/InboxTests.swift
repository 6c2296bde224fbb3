import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Messages from one thread to another", .timed)
struct InboxTests {
  @Test("all messages come, in order, and the sender waits for the receiver")
  func order() throws {
    let inbox = Inbox<Int>()
    let sender = try #require(
      Worker(inbox: inbox) { inbox in
        for number in 0..<1_000 {
          guard inbox.waitUntilBelow(10) else { return }
          inbox.send(number, weight: 1)
        }
      })
    var received: [Int] = []
    while received.count < 1_000 {
      if inbox.watch() { inbox.unwatch(isWoken: inbox.waitForWake(1_000)) }
      let messages = try #require(inbox.take())
      #expect(messages.count <= 10)
      received += messages
    }
    #expect(received == Array(0..<1_000))
    withExtendedLifetime(sender) {}
  }

  @Test(
    "who takes messages one at a time and who waits for their end sleep by one condition, and both are woken")
  func oneAtATime() {
    let inbox = Inbox<Int>()
    let taken = Guarded<[Int]>([])
    let workers = (0..<3).compactMap { _ in
      Worker(inbox: inbox) { inbox in
        var finished = 0
        while let number = inbox.next(finished: finished) {
          taken.use { $0.append(number) }
          finished = 1
        }
      }
    }
    #expect(workers.count == 3)
    for round in 0..<1_000 {
      var messages = Array(repeating: round, count: 1 + round % 4)
      inbox.send(&messages, weight: messages.count)
      #expect(inbox.waitUntilBelow(1) && inbox.weight == 0)
    }
    #expect(taken.use { $0.count } == 2_500)
  }

  @Test("what was sent before the closing can still be taken, by each way to take it")
  func afterClosing() {
    for isWhole in [true, false] {
      let inbox = Inbox<Int>()
      var messages = [1, 2]
      inbox.send(&messages)
      inbox.close()
      #expect(inbox.wait() && !inbox.watch())
      if isWhole {
        #expect(inbox.take() == [1, 2])
      } else {
        #expect((0..<2).map { _ in inbox.next(finished: 0) } == [1, 2])
      }
      #expect(!inbox.wait() && inbox.take() == nil && inbox.next(finished: 0) == nil)
    }
  }

  typealias Row = (rule: String, watch: Inbox<Int>.Watch, isUrgent: Bool, isWoken: Bool)
  static let rows: [Row] = [
    ("a message wakes a receiver that waits for any", .anyMessage, false, true),
    ("only an urgent one wakes a receiver that waits for those", .urgentMessages, false, false),
    ("an urgent one does", .urgentMessages, true, true),
    ("a receiver that does not sleep is not woken", .nothing, true, false),
  ]

  @Test(arguments: rows)
  func waking(_ row: Row) {
    let inbox = Inbox<Int>()
    var message = [1]
    #expect(inbox.watch(for: row.watch))
    inbox.send(&message, isUrgent: row.isUrgent)
    #expect(message.isEmpty && inbox.waitForWake(0) == row.isWoken, "\(row.rule)")
    #expect(!inbox.watch(), "with a message there, the receiver must not sleep")
  }

  @Test("closing lets a sender that waits go on, and wakes the receiver")
  func closing() throws {
    let inbox = Inbox<Int>()
    var message = [1]
    inbox.send(&message, weight: 5)
    #expect(!inbox.watch() && inbox.take() == [1] && inbox.watch())
    inbox.send(1, weight: 5)
    inbox.unwatch(isWoken: true)
    var sender = Worker<Never> { _ in #expect(!inbox.waitUntilBelow(5)) }
    // The message is taken and not finished, so that nothing but the end lets the sender go on.
    #expect(sender != nil && inbox.next(finished: 0) == 1 && inbox.watch())
    inbox.close()
    sender = nil
    #expect(inbox.waitForWake(0) && !inbox.watch() && inbox.take() == nil)
  }
}
