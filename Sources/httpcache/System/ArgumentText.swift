import CSystem

/// Arguments are bytes, and not always UTF-8.
///
/// A byte that is not UTF-8 becomes one character of the text.
///
/// These characters are the last of the last private plane. Where an argument really contains one, its bytes are
/// carried the same way, so that nothing is lost or confused.
enum ArgumentText {
  /// Every argument of this process but the program's name, byte for byte.
  static var given: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst().compactMap {
      $0.map { text(UnsafeBufferPointer(start: $0, count: strlen($0)).map(UInt8.init(bitPattern:))) }
    }
  }

  private static let firstScalar: UInt32 = 0x10FF80
  private static let lastScalar: UInt32 = 0x10FFFF

  /// The text of an argument's bytes.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var text = String.UnicodeScalarView()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        if (firstScalar...lastScalar).contains(scalar.value) {
          text.append(contentsOf: encoded.compactMap(carrier))
        } else {
          text.append(scalar)
        }
        offset += encoded.count
      case .error(let length):
        text.append(contentsOf: bytes[offset..<min(offset + length, bytes.count)].compactMap(carrier))
        offset += length
      case .emptyInput: return String(text)
      }
    }
  }

  /// The character that carries a byte above 127.
  private static func carrier(_ byte: UInt8) -> Unicode.Scalar? {
    Unicode.Scalar(firstScalar - 0x80 + UInt32(byte))
  }

  /// The byte that a character carries; nil for every other character.
  static func carried(by scalar: Unicode.Scalar) -> UInt8? {
    guard (firstScalar...lastScalar).contains(scalar.value) else { return nil }
    return UInt8(truncatingIfNeeded: scalar.value - firstScalar + 0x80)
  }
}

extension StringProtocol {
  /// The bytes of an argument as they were given.
  var argumentBytes: [UInt8] {
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if let byte = ArgumentText.carried(by: scalar) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
    return bytes
  }
}

/// A command line that can't be understood, or input that it names and that can't be read: exit code 2, nothing was
/// done.
///
/// Both texts may hold what the user typed, as it was typed; `Terminal.error` makes it harmless.
struct UsageError: Error, Equatable {
  /// One line, no full stop: printed after `httpcache: error: `.
  let message: String

  /// What the reader can do about it; nil where nothing helps.
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// Two options that both read the standard input.
  static let secondStandardInput = UsageError(
    "standard input can be read once only", hint: "use a file for the others")
}
