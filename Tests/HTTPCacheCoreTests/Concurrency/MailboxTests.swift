import Testing

@testable import HTTPCacheCore

@Suite("Messages from one thread to another")
struct MailboxTests {
  @Test("all messages come, in order, and the sender waits for the receiver")
  func order() throws {
    let mailbox = Mailbox<Int>()
    let sender = try #require(
      SystemThread {
        for number in 0..<1_000 {
          var message = [number]
          guard mailbox.waitUntilBelow(10) else { return }
          mailbox.send(&message, weight: 1)
        }
      })
    var received: [Int] = []
    while received.count < 1_000 {
      if mailbox.watch() { mailbox.unwatch(isWoken: mailbox.waitForWake(1_000)) }
      let messages = try #require(mailbox.take())
      #expect(messages.count <= 10)
      received += messages
    }
    sender.join()
    #expect(received == Array(0..<1_000))
  }

  typealias Row = (rule: String, watch: Mailbox<Int>.Watch, isUrgent: Bool, isWoken: Bool)
  static let rows: [Row] = [
    ("a message wakes a receiver that waits for any", .anyMessage, false, true),
    ("only an urgent one wakes a receiver that waits for those", .urgentMessages, false, false),
    ("an urgent one does", .urgentMessages, true, true),
    ("a receiver that does not sleep is not woken", .nothing, true, false),
  ]

  @Test(arguments: rows)
  func waking(_ row: Row) {
    let mailbox = Mailbox<Int>()
    var message = [1]
    #expect(mailbox.watch(for: row.watch))
    mailbox.send(&message, isUrgent: row.isUrgent)
    #expect(message.isEmpty && mailbox.waitForWake(0) == row.isWoken, "\(row.rule)")
    #expect(!mailbox.watch(), "with a message there, the receiver must not sleep")
  }

  @Test("closing lets a sender that waits go on, and wakes the receiver")
  func closing() throws {
    let mailbox = Mailbox<Int>()
    var message = [1]
    mailbox.send(&message, weight: 5)
    let sender = try #require(SystemThread { #expect(!mailbox.waitUntilBelow(5)) })
    mailbox.close()
    sender.join()
    #expect(mailbox.waitForWake(0) && !mailbox.watch() && mailbox.take() == nil)
  }
}
