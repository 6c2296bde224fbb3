/// Collects the field lines of a recorded message, with what recorders join taken apart again.
struct RecordedLines {
  private(set) var lines: [FieldLine] = []

  /// How many bytes of names and values were read.
  private var size = 0
  private let limit: Int

  /// - Parameter limit: how many bytes of names and values may be kept.
  init(limit: Int) {
    self.limit = limit
    lines.reserveCapacity(16)
  }

  /// Whether there were more bytes than may be kept.
  var isFull: Bool { size > limit }

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - name: its name; a field without a name only counts.
  ///   - value: its value as recorded.
  ///   - nameSize: how many bytes the name had in the recording.
  mutating func add(_ name: String, _ value: [UInt8], nameSize: Int) {
    size += nameSize + value.count + 32
    guard !name.isEmpty else { return }
    // Chrome and PhantomJS join lines of one name by line breaks where commas would be wrong.
    guard value.contains(0x0A) else { return addLine(name, value[...]) }
    for line in value.split(separator: 0x0A) { addLine(name, line.last == 0x0D ? line.dropLast() : line) }
  }

  private mutating func addLine(_ name: String, _ value: ArraySlice<UInt8>) {
    for value in Self.isSingle(name) ? Self.dates(value) : [value] {
      lines.append(FieldLine(name: name, rawValue: Array(value)))
    }
  }

  /// Whether the field has one date, so that a comma behind it begins a second line.
  private static func isSingle(_ name: String) -> Bool {
    ["date", "expires", "last-modified"].contains(name.asciiLowercased)
  }

  /// The dates of a value; some recorders join two lines by a comma.
  private static func dates(_ value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let mark = Array(" GMT,".utf8)
    var rest = value
    var dates: [ArraySlice<UInt8>] = []
    while let end = rest.indices.first(where: { rest[$0...].starts(with: mark) }) {
      dates.append(rest[..<(end + mark.count - 1)])
      rest = rest[(end + mark.count)...].trimmingOptionalWhitespace
    }
    return dates + [rest]
  }
}
