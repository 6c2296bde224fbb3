import Testing

@testable import HTTPCacheCore

@Suite("What a loop does later: timers, and work that is held back", .timed)
struct TimersTests {
  private func set(_ timers: inout Timers, _ seconds: [Double], _ log: Log) -> [TransferLoop.Timer] {
    seconds.enumerated().map { index, seconds in
      timers.add(after: seconds, onCancel: { log.lines.append("cancelled \(index)") }) {
        log.lines.append("\(index)")
      }
    }
  }

  private final class Log { var lines: [String] = [] }

  @Test("those whose time has come are taken out once, in the order in which they were set")
  func due() {
    var (timers, log) = (Timers(), Log())
    #expect(timers.isEmpty && timers.millisecondsToNext == nil)
    _ = set(&timers, [0, 1e6, -5, 0], log)
    #expect(timers.millisecondsToNext == 0)
    for timer in timers.takeDue() { timer.action() }
    #expect(log.lines == ["0", "2", "3"] && timers.takeDue().isEmpty && !timers.isEmpty)
    #expect((timers.millisecondsToNext ?? 0) > 900_000_000)
    for timer in timers.takeAll() { timer.onCancel() }
    #expect(log.lines.last == "cancelled 1" && timers.isEmpty)
  }

  @Test("one that is called off never comes, and what is postponed is not due")
  func calledOff() {
    var (timers, log) = (Timers(), Log())
    let set = set(&timers, [0, 0], log)
    timers.callOff(set[0])
    timers.postpone(by: -1_000_000)
    #expect(timers.takeDue().count == 1, "nothing comes sooner")
    _ = self.set(&timers, [0], log)
    timers.postpone(by: 1_000_000)
    #expect(timers.takeDue().isEmpty && !timers.isEmpty)
  }

  @Test("work is held back until there is enough of it, and is handed over once, in its order")
  func heldWork() {
    let done = Locked<[Int]>([])
    var held = HeldWork()
    #expect(held.isEmpty && !held.isDue)
    for number in 0..<HeldWork.most {
      #expect(!held.isEnough)
      held.add { done.withLock { $0.append(number) } }
    }
    #expect(held.isEnough)
    let pool = WorkerPool(threads: 1)
    held.handOver(to: pool)
    held.handOver(to: pool)
    pool.drain()
    #expect(held.isEmpty && done.withLock { $0 } == Array(0..<HeldWork.most))
  }
}
