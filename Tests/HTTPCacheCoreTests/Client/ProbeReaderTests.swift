import Testing

@testable import HTTPCacheCore

@Suite("docs/probes.md: what is kept of an answer", .timed)
struct ProbeReaderTests {
  /// Reads an answer that comes in pieces; gives it with whether the last piece was wanted.
  private static func read(
    _ head: String?, _ pieces: [[UInt8]], _ outcome: Result<Void, TransportError>? = nil
  ) throws -> (answer: Result<ProbeResponse, ProbeExchange.Problem>, wasWanted: Bool) {
    let reader = ProbeReader()
    if let head { reader.take(try HTTPCacheCoreTests.head("HTTP/1.1 \(head)"), at: noon) }
    var wasWanted = true
    for piece in pieces {
      wasWanted = piece.withUnsafeBytes { if case .goOn = reader.take($0) { true } else { false } }
    }
    let answer = reader.answer(outcome ?? .success(()), begun: nil)
    return (answer, wasWanted)
  }

  @Test("RFC 9110 §8.4: without a coding the content is what came, in any pieces")
  func plain() throws {
    let whole = try Self.read("200", [Array("hello".utf8)]).answer.get()
    let pieces = try Self.read("200", [Array("he".utf8), [], Array("llo".utf8)]).answer.get()
    #expect(whole.content.length == 5 && whole.content.decoded == whole.content.received)
    #expect(pieces.content == whole.content && !whole.content.isCut)
    #expect(whole.requestedAt == noon && whole.receivedAt == noon)
  }

  @Test("a coding that is known is undone; of another nothing is compared")
  func coded() throws {
    let text = Array("hello, hello, hello\n".utf8)
    let plain = try Self.read("200", [text]).answer.get()
    let zipped = try Self.read("200\nContent-Encoding: gzip", [ContentDecoderTests.gzip]).answer.get()
    #expect(
      zipped.content.decoded == plain.content.decoded && zipped.content.received != plain.content.received)
    #expect(try Self.read("200\nContent-Encoding: made-up", [text]).answer.get().content.decoded == nil)
    #expect(try Self.read("200\nContent-Encoding: gzip", [text]).answer.get().content.decoded == nil)
  }

  @Test("of a body without an end the beginning is compared, and no more is asked for")
  func endless() throws {
    let most = [UInt8](repeating: 0x61, count: Int(ProbeContent.mostBytes))
    let whole = try Self.read("200", [most])
    #expect(try whole.wasWanted && !whole.answer.get().content.isCut)
    let cut = try Self.read("200", [most, [0x62]], .failure(.cancelled))
    #expect(try !cut.wasWanted && cut.answer.get().content.isCut)
    #expect(try cut.answer.get().content.length == ProbeContent.mostBytes)
  }

  @Test("a failure is told, without what its message may hold of a password")
  func failure() throws {
    let message = "no way to http://me:s3cret@a.test/"
    let answer = try Self.read("200", [[0x61]], .failure(.other(message))).answer
    #expect { try answer.get() } throws: { !"\($0)".contains("s3cret") }
    let none = try Self.read(nil, []).answer
    #expect(throws: ProbeExchange.Problem.self) { try none.get() }
  }
}
