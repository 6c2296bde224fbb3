import Testing

@testable import HTTPCacheCore

@Suite("JSON Lines: a text into lines, however it is cut")
struct LineLogTests {
  /// Reads a text in pieces of so many bytes: the URLs of subjects, and the numbers of lines that can't be read.
  private static func read(_ text: [UInt8], piece: Int) -> (urls: [String], bad: [Int]) {
    var rest = text[...]
    var urls: [String] = []
    var bad: [Int] = []
    let isWhole = LineLog.forEachChunk { buffer in
      let part = rest.prefix(min(piece, buffer.count))
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    } _: { chunk in
      chunk.forEachEntry(now: noon, judgesForeign: false) { entry in
        switch entry {
        case .subject(let subject): urls.append(subject.request.target.absolute)
        case .unreadable(let line, _): bad.append(line)
        case .skipped: break
        }
      }
      return true
    }
    #expect(isWhole)
    return (urls, bad)
  }

  @Test("lines are the same wherever the text is cut", arguments: [1, 2, 3, 7, 64, 1000])
  func cuts(_ piece: Int) {
    let text =
      "\u{FEFF}" + #"{"url":"http://a.test/1","status":200}"# + "\n\n \r\nx\n"
      + #"{"url":"http://a.test/2","status":404}"#
      + "\r\n{\n" + #"{"url":"http://a.test/3","status":200}"#
    let found = Self.read(Array(text.utf8), piece: piece)
    #expect(found.urls == ["http://a.test/1", "http://a.test/2", "http://a.test/3"])
    #expect(found.bad == [4, 6])
  }

  @Test("a line beyond the limit is passed over without being held")
  func long() {
    let long = [UInt8](repeating: 0x20, count: LineLog.lineLimit + 10)
    let line = Array(#"{"url":"http://a.test/1","status":200}"#.utf8)
    let found = Self.read(line + [0x0A] + long + [0x0A] + line, piece: 1 << 16)
    #expect(found.urls.count == 2 && found.bad == [2])
  }
}
