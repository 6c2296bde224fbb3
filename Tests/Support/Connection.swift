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
    let head = Data(buffer[..<(headEnd ?? 0)])
    // A head that is no UTF-8 is read so that each byte is one character.
    let text = String(data: head, encoding: .utf8) ?? String(data: head, encoding: .isoLatin1) ?? ""
    let lines = text.components(separatedBy: "\r\n")
    buffer.removeFirst(headEnd ?? 0)
    let words = lines[0].split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    let fields = lines.dropFirst().filter { !$0.isEmpty }.map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts[0]), value: parts.dropFirst().joined().trimmingCharacters(in: .whitespaces))
    }
    func value(_ name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }
    let isChunked = value("transfer-encoding") == "chunked"
    guard let body = isChunked ? chunks() : take(value("content-length").flatMap { Int($0) } ?? 0) else {
      return nil
    }
    return OriginRequest(method: words[0], target: words[1], fields: fields, body: body)
  }

  /// So many bytes; nil where the connection ends before.
  private func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count { if !fill() { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  /// A chunked body without trailers (RFC 9112 §7.1); nil where the connection ends before.
  private func chunks() -> [UInt8]? {
    var body: [UInt8] = []
    while true {
      var lineEnd: Int?
      while lineEnd == nil {
        lineEnd = buffer.firstRange(of: [0x0D, 0x0A])?.lowerBound
        if lineEnd == nil, !fill() { return nil }
      }
      guard let line = take(lineEnd ?? 0), take(2) != nil,
        let size = Int(String(decoding: line, as: UTF8.self), radix: 16), let chunk = take(size),
        take(2) != nil
      else { return nil }
      if size == 0 { return body }
      body += chunk
    }
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
