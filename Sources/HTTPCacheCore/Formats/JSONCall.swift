/// Reads JSON as the only argument of a function call, the form that viewers of HAR logs load: `onInputData({…});`.
extension JSONReader {
  /// The longest name of the function, with the white space around it, in bytes.
  private static let callLimit = 256

  /// Skips the name of a function and its opening parenthesis; false, without skipping anything, if they are missing.
  mutating func passCallStart() throws(JSONFault) -> Bool {
    let first = try peek()
    guard first.isLetter || first == 0x5F || first == 0x24 else { return false }
    fill(Self.callLimit)
    let limit = min(end, position + Self.callLimit)
    var next = position
    while next < limit, Self.isNamePart(buffer[next]) { next += 1 }
    while next < limit, buffer[next] == 0x20 { next += 1 }
    guard next < limit, buffer[next] == 0x28 else { return false }
    position = next + 1
    return true
  }

  /// Skips the closing parenthesis and the semicolon of the call.
  mutating func passCallEnd() throws(JSONFault) {
    guard try peek() == 0x29 else { throw fault(.expected("a closing parenthesis")) }
    repeat { position += 1 } while passSpace() == 0x3B
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == 0x5F || byte == 0x24 || byte == 0x2E
  }
}
