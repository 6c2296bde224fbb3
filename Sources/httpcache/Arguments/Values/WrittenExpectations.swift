import HTTPCacheCore

/// A file of expectations that is there before it is written, with the text of each entry.
struct WrittenExpectations: Sendable {
  let file: ExpectationFile
  let texts: [[UInt8]]

  /// Reads the file at a path; nil if there is no such file, or nothing in it.
  init?(path: String, now: Instant, option: String) throws(UsageError) {
    guard FileKind(of: path) == .file else { return nil }
    var bytes: [UInt8] = []
    try InputSource.file(path).forEachChunk { bytes += $0 }
    texts = JSONSlices.items(bytes[...]).map(Array.init)
    guard !texts.isEmpty || bytes.contains(where: { $0 > 0x20 && $0 != 0x5B && $0 != 0x5D }) else {
      return nil
    }
    file = try ExpectationFile(.file(path), now: now, option: option)
  }
}

/// The texts of the elements of a list, or of the members of an object.
enum JSONSlices {
  /// The texts between the outermost brackets, without the white space around them; the text has to be one that was read.
  static func items(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var items: [ArraySlice<UInt8>] = []
    var (depth, isText, isEscaped) = (0, false, false)
    var start: Int?
    var end = 0
    func pass() {
      if let first = start { items.append(bytes[first...end]) }
      start = nil
    }
    for index in bytes.indices {
      let byte = bytes[index]
      if isText {
        isText = isEscaped || byte != 0x22
        isEscaped = !isEscaped && byte == 0x5C
        end = index
        continue
      }
      switch byte {
      case 0x7D, 0x5D:
        depth -= 1
        if depth == 0 {
          pass()
          continue
        }
      case 0x2C where depth == 1:
        pass()
        continue
      case 0x20, 0x09, 0x0A, 0x0D: continue
      default: break
      }
      if depth > 0 {
        if start == nil { start = index }
        end = index
      }
      if byte == 0x7B || byte == 0x5B { depth += 1 }
      isText = byte == 0x22
    }
    return items
  }

  /// A list of texts, each on a line.
  static func list(_ items: [[UInt8]]) -> [UInt8] {
    Array("[\n  ".utf8) + items.joined(separator: Array(",\n  ".utf8)) + Array("\n]\n".utf8)
  }
}
