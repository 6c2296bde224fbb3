import Foundation

/// Replies that tests ask for often.
extension OriginReply {
  /// A response with a text body; a 200 unless told.
  ///
  /// - Parameters:
  ///   - body: the text.
  ///   - status: the status code.
  ///   - fields: the field lines before Content-Length.
  /// - Returns: the reply.
  public static func text(
    _ body: String = "", status: Int = 200, fields: [(String, String)] = []
  ) -> OriginReply {
    .response(status: status, reason: "Test", fields: fields, body: Array(body.utf8))
  }

  /// Text written as it is; then the connection is closed.
  ///
  /// - Parameter text: all that is sent.
  /// - Returns: the reply.
  public static func rawText(_ text: String) -> OriginReply { .raw(Array(text.utf8)) }

  /// A 200 in chunks, followed by trailer fields.
  ///
  /// - Parameters:
  ///   - fields: the field lines before Transfer-Encoding.
  ///   - chunks: the body's chunks, none of them empty.
  ///   - trailers: the field lines behind the last chunk.
  /// - Returns: the reply.
  public static func chunked(
    fields: [(String, String)], chunks: [[UInt8]], trailers: [(String, String)]
  ) -> OriginReply {
    var bytes = Array(lines("HTTP/1.1 200 OK", fields + [("Transfer-Encoding", "chunked")]).utf8)
    for chunk in chunks {
      bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
    }
    return .raw(bytes + Array(lines("0", trailers).utf8))
  }

  /// A 200 that ends where its connection ends.
  ///
  /// - Parameters:
  ///   - fields: the field lines.
  ///   - body: the body's bytes.
  /// - Returns: the reply.
  public static func closeDelimited(fields: [(String, String)], body: [UInt8]) -> OriginReply {
    .raw(Array(lines("HTTP/1.1 200 OK", fields).utf8) + body)
  }

  /// A byte of every generated body.
  ///
  /// - Parameter offset: where in the body it stands.
  /// - Returns: the byte.
  public static func generatedByte(at offset: Int) -> UInt8 { generatedBlock[offset % generatedBlock.count] }

  /// What every generated body repeats.
  static let generatedBlock: [UInt8] = (0..<65_536).map { UInt8($0 % 251) }

  /// A part of every generated body.
  ///
  /// - Parameter range: where in the body it stands.
  /// - Returns: its bytes.
  public static func generatedBytes(_ range: Range<Int>) -> [UInt8] {
    let start = range.lowerBound % generatedBlock.count
    return [UInt8](
      repeating: Array(generatedBlock[start...] + generatedBlock[..<start]), upTo: range.count)
  }

  private static func lines(_ first: String, _ fields: [(String, String)]) -> String {
    first + "\r\n" + fields.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
  }
}

extension OriginRequest {
  /// The first value of a field; nil where it is absent.
  ///
  /// - Parameter name: the name, in any case.
  public subscript(name: String) -> String? { field(name) }
}

extension Origin {
  /// Gives every request the same reply.
  ///
  /// - Parameter reply: what is answered.
  /// - Throws: where no socket is to be had.
  public convenience init(always reply: OriginReply) throws { try self.init { _ in reply } }

  /// Waits until so many requests have come, as they do in a moment; whether it was no more in the end.
  ///
  /// - Parameter count: how many.
  /// - Returns: false where there were fewer after a minute, or more.
  public func waits(for count: Int) -> Bool {
    Waiting.until { requests.count >= count }
    return requests.count == count
  }

  /// The port it listens on.
  public var port: String { String(url.split(separator: ":").last ?? "") }
}
