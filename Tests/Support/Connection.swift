import Foundation

/// One connection of the origin: reads requests, writes bytes.
final class Connection {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next request; nil where the connection has ended.
  func read() -> OriginRequest? {
    var headEnd: Int?
    while headEnd == nil {
      headEnd = buffer.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A])?.upperBound
      if headEnd == nil, !fill() { return nil }
    }
    let lines = String(decoding: buffer[..<(headEnd ?? 0)], as: UTF8.self).components(separatedBy: "\r\n")
    buffer.removeFirst(headEnd ?? 0)
    let words = lines[0].split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    let fields = lines.dropFirst().filter { !$0.isEmpty }.map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts[0]), value: parts.dropFirst().joined().trimmingCharacters(in: .whitespaces))
    }
    let length = fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
    while buffer.count < length { if !fill() { return nil } }
    let body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    return OriginRequest(method: words[0], target: words[1], fields: fields, body: body)
  }

  private func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffer += chunk[..<count]
    return true
  }

  /// Writes all bytes; false where the other side has gone.
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
      #else
      let flags: Int32 = 0
      #endif
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
