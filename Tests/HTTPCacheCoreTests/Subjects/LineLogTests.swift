import Testing

@testable import HTTPCacheCore

@Suite("JSON Lines: a text into lines, however it is cut", .timed)
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
        case .subject(let subject, _): urls.append(subject.request.target.absolute)
        case .unreadable(let line, _): bad.append(line)
        case .skipped: break
        }
      }
      return true
    }
    #expect(isWhole)
    return (urls, bad)
  }

  /// The subjects of a text.
  static func subjects(_ text: [UInt8]) -> [Subject] {
    var rest = text[...]
    var subjects: [Subject] = []
    _ = LineLog.forEachChunk { buffer in
      let part = rest.prefix(buffer.count)
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    } _: { chunk in
      chunk.forEachEntry(now: noon, judgesForeign: false) {
        if case .subject(let subject, _) = $0 { subjects.append(subject) }
      }
      return true
    }
    return subjects
  }

  /// The only subject of a line.
  static func subject(_ line: String) throws -> Subject {
    guard let subject = subjects(Array(line.utf8)).first else { throw HARLogTests.NoSubject() }
    return subject
  }

  @Test(
    "methods in lower case, whatever the other lines have, a path beside :authority, and no time before HTTP")
  func recorded() throws {
    let lower =
      #"{"url":"/x","request":{":authority":"a.test"},"method":"post","status":200,"received_at":0}"#
    let subject = try Self.subject(lower)
    #expect(subject.request.method == "POST" && subject.request.target.absolute == "https://a.test/x")
    #expect(subject.stored.receivedAt == noon)
    let mixed = ["post", "GET", "Get", "custom"].map { lower.replacing("post", with: $0) }.joined(
      separator: "\n")
    #expect(Self.subjects(Array(mixed.utf8)).map(\.request.method) == ["POST", "GET", "Get", "custom"])
  }

  @Test("lines in UTF-16")
  func wide() {
    let text =
      #"{"url":"http://a.test/1","status":200}"# + "\r\n" + #"{"url":"http://a.test/2","status":200}"#
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(Self.read(bytes, piece: 5).urls == ["http://a.test/1", "http://a.test/2"])
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
