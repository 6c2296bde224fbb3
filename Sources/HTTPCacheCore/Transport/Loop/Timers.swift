import CSystem

extension TransferLoop {
  /// An action at a certain time, unless it is called off.
  package final class Timer {
    /// The time on the host's steady clock, in milliseconds.
    fileprivate var due: Int
    let action: () -> Void
    let onCancel: () -> Void

    fileprivate init(due: Int, action: @escaping () -> Void, onCancel: @escaping () -> Void) {
      self.due = due
      self.action = action
      self.onCancel = onCancel
    }
  }
}

/// What a loop is to do at certain times.
struct Timers {
  typealias Timer = TransferLoop.Timer

  private var timers: [Timer] = []

  var isEmpty: Bool { timers.isEmpty }

  /// Sets a timer, a thousand million seconds ahead at most.
  mutating func add(
    after seconds: Double, onCancel: @escaping () -> Void, _ action: @escaping () -> Void
  ) -> Timer {
    let due = HostClock.milliseconds() + Int(max(0, min(seconds, 1e9)) * 1000)
    let timer = Timer(due: due, action: action, onCancel: onCancel)
    timers.append(timer)
    return timer
  }

  mutating func callOff(_ timer: Timer) { timers.removeAll { $0 === timer } }

  /// Delays every timer by a time in which the loop was suspended or the process stopped.
  func postpone(by milliseconds: Int) {
    for timer in timers { timer.due += max(0, milliseconds) }
  }

  /// Takes the timers out whose time has come, in the order in which they were set.
  mutating func takeDue() -> [Timer] {
    let now = HostClock.milliseconds()
    let due = timers.filter { $0.due <= now }
    timers.removeAll { $0.due <= now }
    return due
  }

  /// Takes all timers out.
  mutating func takeAll() -> [Timer] {
    defer { timers = [] }
    return timers
  }

  /// How long it is to the next timer, 0 where its time has come; nil if none is set.
  var millisecondsToNext: Int? {
    timers.map(\.due).min().map { max(0, $0 - HostClock.milliseconds()) }
  }
}
