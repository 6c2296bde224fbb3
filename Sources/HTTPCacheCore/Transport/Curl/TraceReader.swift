/// Splits libcurl's trace of a connection into lines.
struct TraceReader {
  /// Whether a head is complete, so that trailers or another head follow.
  private var isBehindHead = false
  private var lastReceived = ""

  /// Splits one piece of the trace, which may be a whole head, into lines.
  mutating func lines(_ kind: TraceLine.Kind, _ text: UnsafeRawBufferPointer) -> [TraceLine] {
    var lines: [TraceLine] = []
    var rest = text[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A }
      rest = rest[line.endIndex...].dropFirst()
      lines.append(TraceLine(kind: kind, text: Self.text(line)))
    }
    if kind == .received, let last = lines.last { lastReceived = last.text }
    return lines
  }

  /// Makes a trace line of a trailer that only the header callback got, not the trace callback.
  ///
  /// libcurl traces trailers only in some versions of HTTP. Returns nil for a line of a head, and for a trailer that
  /// libcurl has traced.
  mutating func unreportedTrailer(_ line: UnsafeRawBufferPointer) -> TraceLine? {
    let text = Self.text(line[...].prefix { $0 != 0x0A })
    if isBehindHead, !text.isEmpty, !text.hasPrefix("HTTP/") {
      return text == lastReceived ? nil : TraceLine(kind: .received, text: text)
    }
    isBehindHead = text.isEmpty
    return nil
  }

  private static func text(_ line: Slice<UnsafeRawBufferPointer>) -> String {
    String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
  }
}

extension TraceLine.Kind {
  /// The kind of one of libcurl's reports; nil for content.
  init?(curl kind: Int32) {
    switch kind {
    case 0: self = .information
    case 1: self = .received
    case 2: self = .sent
    default: return nil
    }
  }
}
