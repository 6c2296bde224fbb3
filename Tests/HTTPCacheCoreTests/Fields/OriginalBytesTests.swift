import Foundation
import Testing

@testable import HTTPCacheCore

@Suite("Text keeps the bytes that it was made of", .timed)
struct OriginalBytesTests {
  static let rows: [(bytes: [UInt8], uri: String)] = [
    ([0x61, 0xE9], "a%E9"), (Array("aé✓".utf8), "aé✓"), ([0xC3], "%C3"), ([0xED, 0xA0, 0x80], "%ED%A0%80"),
    ([], ""),
    // A character that carries a byte elsewhere.
    (Array("\u{10FFE9}".utf8), "%F4%8F%BF%A9"),
  ]

  @Test("they come back, and a URI has those that are no UTF-8 percent-encoded", arguments: rows)
  func bytes(_ row: (bytes: [UInt8], uri: String)) {
    let text = OriginalBytes.text(row.bytes)
    #expect(text.originalBytes == row.bytes)
    #expect(text.cText == row.bytes.map(CChar.init(bitPattern:)) + [0])
    #expect(text.cText.withUnsafeBufferPointer { OriginalBytes.text(ofC: $0.baseAddress!) } == text)
    #expect(text.encodingOriginalBytes == row.uri)
  }

  @Test("RFC 9110 §10.2.2, RFC 3986 §2.1: a redirect leads to the bytes of Location, percent-encoded")
  func location() throws {
    var head = ResponseHead(status: 302, fields: FieldSection())
    head.fields.append(FieldLine(name: "Location", rawValue: Array("/caf".utf8) + [0xE9]))
    let target = try TargetURI("http://a.test/")
    #expect(try head.redirectTarget(from: target)?.get().absolute == "http://a.test/caf%E9")
  }

  @Test("RFC 6265 §5.4: a cookie goes back as it came, also by way of a file")
  func cookie() throws {
    let target = try TargetURI("http://a.test/")
    let pair = Array("a=caf".utf8) + [0xE9]
    var head = ResponseHead(status: 200, fields: FieldSection())
    head.fields.append(FieldLine(name: "Set-Cookie", rawValue: pair))
    var jar = CookieJar()
    jar.take(head, from: target, now: Instant(epoch: 0)) { _, _ in true }
    #expect(jar.field(for: target, at: Instant(epoch: 1))?.originalBytes == pair)
    var read = CookieJar()
    let file = jar.file(at: Instant(epoch: 1)).originalBytes
    read.add(file: OriginalBytes.text(file), now: Instant(epoch: 1), dropsSession: false)
    #expect(read.field(for: target, at: Instant(epoch: 1))?.originalBytes == pair)
  }

  @Test("every path that the C library gets is one of original bytes")
  func paths() throws {
    let call =
      #/(?:^|[^\w.])(?:CSystem\.)?(?:stat|lstat|mkdir|opendir|rmdir|unlink|access|statvfs|rename|chmod)\(\w.*/#
    let opened = #/[^\w.](?:CSystem\.)?open\(.*\bO_(?:RDONLY|WRONLY|RDWR)/#
    for folder in ["HTTPCacheCore", "httpcache"] {
      for file in try LayeringTests.files(folder) where file.lines.contains("import CSystem") {
        for line in file.lines where !line.contains("func ") && !line.contains("\"/dev/null\"") {
          let code = line.prefix { $0 != "/" }.isEmpty ? "" : line.drop { $0 == " " }
          guard !code.hasPrefix("//"), code.firstMatch(of: call) != nil || code.firstMatch(of: opened) != nil
          else { continue }
          #expect(code.contains(".cText"), "\(file.name): \(code)")
        }
      }
    }
  }
}
