/// Collects the field lines of a recorded message, and splits lines that recorders have joined.
struct RecordedLines {
  private(set) var fields = FieldSection()

  /// The pseudo-fields that name the origin of the request (RFC 9113 §8.3.1); nil if there are none.
  private(set) var authority, scheme: String?

  /// How many bytes of names and values were read.
  private var size = 0
  private let limit: Int

  /// The current line: its name, empty if that is not a field name, and its value.
  ///
  /// A recorder may write the value first. The arrays are reused for the next line.
  private var name: [UInt8] = []
  private var value: [UInt8] = []

  /// The length of the name as recorded, in bytes.
  private var nameSize = 0

  /// The pseudo-field that the current line is, of those that are kept.
  private var pseudoField: WritableKeyPath<Self, String?>?

  /// Whether the value of the current line was not recorded.
  private var lacksValue = false

  /// Makes a collector that keeps at most `limit` bytes of names and values.
  init(limit: Int) { self.limit = limit }

  /// Whether there were more bytes than may be kept.
  var isFull: Bool { size > limit }

  /// Takes the name of a line.
  mutating func setName(_ bytes: UnsafeBufferPointer<UInt8>) {
    if !name.isEmpty { name.removeAll(keepingCapacity: true) }
    nameSize = bytes.count
    if bytes.first == 0x3A {
      pseudoField = bytes.spells(":authority") ? \.authority : bytes.spells(":scheme") ? \.scheme : nil
    }
    for byte in bytes where !byte.isTokenCharacter { return }
    name.append(contentsOf: bytes)
  }

  /// Takes the value of a line, as recorded.
  mutating func setValue(_ bytes: UnsafeBufferPointer<UInt8>) {
    if !value.isEmpty { value.removeAll(keepingCapacity: true) }
    value.append(contentsOf: bytes)
  }

  /// Takes the value of a line from a text.
  mutating func setValue(_ text: StaticString) { text.withUTF8Buffer { setValue($0) } }

  /// Notes that the value of the line was not recorded, so that there is no line to judge.
  mutating func dropValue() { lacksValue = true }

  /// Forgets name and value, before the next line.
  mutating func beginLine() {
    name.removeAll(keepingCapacity: true)
    value.removeAll(keepingCapacity: true)
    nameSize = 0
    pseudoField = nil
    lacksValue = false
  }

  /// Adds the line; a line without a name or a value only counts toward the limit.
  mutating func endLine() {
    size += nameSize + value.count + 32
    if let pseudoField { self[keyPath: pseudoField] = String(decoding: value, as: UTF8.self) }
    guard !name.isEmpty, !lacksValue else { return }
    name.withUnsafeBytes { name in
      value.withUnsafeBytes { value in
        // Chrome and PhantomJS join lines of one name by line breaks if commas would be wrong.
        guard value.contains(0x0A) else { return Self.add(name, value, to: &fields) }
        for line in value.split(separator: 0x0A) {
          let line = line.last == 0x0D ? line.dropLast() : line
          Self.add(name, UnsafeRawBufferPointer(rebasing: line), to: &fields)
        }
      }
    }
  }

  /// Adds a field; white space around the value is none of it (RFC 9110 §5.5).
  private static func add(
    _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, to fields: inout FieldSection
  ) {
    var rest = value[...].trimmingOptionalWhitespace
    if dateFields.contains(BytePairs.Pair(first: name, second: value)) {
      while let date = firstDate(rest) {
        fields.append(name: name, value: UnsafeRawBufferPointer(rebasing: date))
        rest = rest[(date.endIndex + 1)...].trimmingOptionalWhitespace
      }
    }
    fields.append(name: name, value: UnsafeRawBufferPointer(rebasing: rest))
  }

  /// The fields with a single date: a comma after it begins a second line.
  private static let dateFields = FieldNames(["date", "expires", "last-modified"])

  /// The date up to the first ` GMT,`, since some recorders join two lines by a comma.
  private static func firstDate(
    _ value: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer>? {
    var end = value.startIndex + 4
    while end < value.endIndex {
      if value[end] == 0x2C, value[(end - 4)..<end].elementsEqual(" GMT".utf8) { return value[..<end] }
      end += 1
    }
    return nil
  }
}
