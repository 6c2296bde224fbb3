/// Text that a report of the tests shows by its length, where it is long: such a report is read by people.
public struct LongText: Sendable, ExpressibleByStringLiteral, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// The whole text.
  public let text: String

  private static let shownLength = 200

  /// Takes a text of any length.
  ///
  /// - Parameter text: the text.
  public init(_ text: String) { self.text = text }

  /// Takes a literal.
  ///
  /// - Parameter text: the literal.
  public init(stringLiteral text: String) { self.text = text }

  /// The text, or how long it is.
  public var description: String {
    text.utf8.count > Self.shownLength ? "(\(text.utf8.count) bytes)" : text.debugDescription
  }

  /// The same.
  public var debugDescription: String { description }
}

extension OriginReply: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind of reply, with lengths in place of bytes.
  public var description: String {
    switch self {
    case .response(let status, _, let fields, let body, _):
      "a \(status) with \(fields.count) fields and \(body.count) bytes"
    case .generated(_, let count): "a generated body of \(count) bytes"
    case .raw(let bytes): "\(bytes.count) raw bytes"
    case .begun(let bytes): "\(bytes.count) raw bytes, and no end"
    case .stall: "no answer"
    }
  }

  /// The same.
  public var debugDescription: String { description }
}

extension [UInt8] {
  /// A block again and again, doubled each time, since one byte after another takes a debug build a second for a large body.
  ///
  /// - Parameters:
  ///   - block: not empty.
  ///   - count: how many bytes in all; the last block may be cut.
  public init(repeating block: [UInt8], upTo count: Int) {
    self = block
    reserveCapacity(count)
    while self.count < count { self += self.prefix(count - self.count) }
    removeLast(self.count - Swift.min(count, self.count))
  }
}
