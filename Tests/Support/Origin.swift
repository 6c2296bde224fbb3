import Foundation

/// A request as the origin received it.
public struct OriginRequest: Sendable {
  /// The method.
  public let method: String
  /// Path and query.
  public let target: String
  /// The field lines, in order.
  public let fields: [(name: String, value: String)]
  /// The content.
  public let body: [UInt8]

  /// The first value of a field.
  ///
  /// - Parameter name: the name, in any case.
  /// - Returns: nil where it is absent.
  public func field(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The target without its query.
  public var path: String { String(target.prefix { $0 != "?" }) }
}

/// What the origin answers.
public enum OriginReply: Sendable {
  /// A whole response, with its Content-Length; interim responses go before it as they are.
  case response(
    status: Int = 200, reason: String = "OK", fields: [(String, String)] = [], body: [UInt8] = [],
    interim: String = "")
  /// A body of so many bytes that is made while it is sent.
  case generated(fields: [(String, String)], byteCount: Int)
  /// Bytes as they are; then the connection is closed.
  case raw([UInt8])
  /// Bytes as they are; then nothing until the other side goes.
  case begun([UInt8])
  /// No answer at all until the origin stops.
  case stall
}

/// A small real HTTP/1.1 origin on loopback: a thread that accepts, a thread a connection.
public final class Origin: Sendable {
  /// The origin's URL: `http://127.0.0.1:PORT`.
  public let url: String
  private let listener: Int32
  private let handler: @Sendable (OriginRequest) -> OriginReply
  private let state = Guarded(State())
  /// Signalled once the listening socket is closed.
  private let accepting = DispatchSemaphore(value: 0)

  private struct State {
    var requests: [OriginRequest] = []
    var connections: Set<Int32> = []
    var connectionCount = 0
    var generatedBytes = 0
    var isStopped = false
  }

  /// Starts an origin.
  ///
  /// - Parameters:
  ///   - port: 0 for one that is free.
  ///   - host: the loopback address.
  ///   - handler: answers each request; called on several threads.
  /// - Throws: where no socket is to be had.
  public convenience init(
    port: UInt16 = 0, host: String = "127.0.0.1",
    _ handler: @escaping @Sendable (OriginRequest) -> OriginReply
  ) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRINUSE) }
    self.init(listener, url: "http://\(host):\(UInt16(bigEndian: address.sin_port))", handler)
  }

  /// Starts an origin that is reached by a socket in the file system.
  ///
  /// - Parameters:
  ///   - path: of the socket, which must not be there yet; 100 bytes at most.
  ///   - handler: answers each request; called on several threads.
  /// - Throws: where no socket is to be had.
  public convenience init(
    socket path: String, _ handler: @escaping @Sendable (OriginRequest) -> OriginReply
  ) throws {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count <= 100 else { throw POSIXError(.ENAMETOOLONG) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isListening = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(listener, 128) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRINUSE) }
    self.init(listener, url: "http://localhost", handler)
  }

  private init(
    _ listener: Int32, url: String, _ handler: @escaping @Sendable (OriginRequest) -> OriginReply
  ) {
    self.handler = handler
    self.listener = listener
    self.url = url
    Thread.detachNewThread { [self] in accept() }
  }

  /// Every request so far, in the order received.
  public var requests: [OriginRequest] { state.use { $0.requests } }

  /// How many connections were made so far.
  public var connectionCount: Int { state.use { $0.connectionCount } }

  /// How many connections are open now.
  public var openConnectionCount: Int { state.use { $0.connections.count } }

  /// How many bytes of generated bodies the system has taken so far.
  public var generatedBytes: Int { state.use { $0.generatedBytes } }

  /// Ends every connection; later ones are refused.
  ///
  /// A descriptor is closed by the thread that uses it, and by no other: its number may be another origin's by then.
  public func stop() {
    state.use { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
      shutdown(listener, Int32(SHUT_RDWR))
    }
    accepting.wait()
    accepting.signal()
  }

  private func accept() {
    defer {
      close(listener)
      accepting.signal()
    }
    while true {
      let connection = Foundation.accept(listener, nil, nil)
      guard connection >= 0 else { return }
      let isStopped = state.use { state in
        guard !state.isStopped else { return true }
        state.connections.insert(connection)
        state.connectionCount += 1
        return false
      }
      if isStopped {
        close(connection)
        return
      }
      Thread.detachNewThread { [self] in
        serve(Connection(connection))
        state.use { state in
          _ = state.connections.remove(connection)
          close(connection)
        }
      }
    }
  }

  private func serve(_ connection: Connection) {
    while let request = connection.read() {
      state.use { $0.requests.append(request) }
      switch handler(request) {
      case .response(let status, let reason, let fields, let body, let interim):
        var head = interim + "HTTP/1.1 \(status) \(reason)\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        let hasNoBody = status == 304 || status == 204
        if !hasNoBody { head += "Content-Length: \(body.count)\r\n" }
        head += "\r\n"
        let content = hasNoBody || request.method == "HEAD" ? [] : body
        guard connection.write(Array(head.utf8) + content) else { return }
      case .generated(let fields, let count):
        var head = "HTTP/1.1 200 OK\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        guard connection.write(Array((head + "Content-Length: \(count)\r\n\r\n").utf8)) else { return }
        let block = OriginReply.generatedBlock
        var left = request.method == "HEAD" ? 0 : count
        while left > 0 {
          guard connection.write(Array(block.prefix(left))) else { return }
          let written = min(left, block.count)
          left -= written
          state.use { $0.generatedBytes += written }
        }
      case .raw(let bytes):
        _ = connection.write(bytes)
        return
      case .begun(let bytes):
        guard connection.write(bytes) else { return }
        _ = connection.read()
        return
      case .stall:
        _ = connection.read()
        return
      }
    }
  }
}
