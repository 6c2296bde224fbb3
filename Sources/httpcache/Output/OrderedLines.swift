/// Lines that become ready in any order, and are written in that of their subjects.
struct OrderedLines {
  private var waiting: [Int: [UInt8]] = [:]
  private var next = 0

  /// Takes the line of one subject.
  ///
  /// - Parameters:
  ///   - line: its bytes; empty where the subject has none.
  ///   - index: which subject, from 0.
  /// - Returns: the lines that may be written now.
  mutating func take(_ line: [UInt8], index: Int) -> [[UInt8]] {
    guard index == next else {
      waiting[index] = line
      return []
    }
    next += 1
    var ready = [line]
    while !waiting.isEmpty, let line = waiting.removeValue(forKey: next) {
      ready.append(line)
      next += 1
    }
    return ready
  }
}
