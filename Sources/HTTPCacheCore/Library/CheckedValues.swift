// Values that a program gives to the library are checked before they get to the network or the storage.

/// How many bytes of stored responses are kept at most, how many transfers there are at once, and how long they may take.
public struct FetchLimits: Sendable, Hashable {
  /// Bytes on disk; 1 GiB unless told, and 0 turns the cache off.
  public var capacity: Int64 = 1 << 30
  /// Bytes of bodies in memory; 64 MiB unless told.
  public var memory = 64 << 20
  /// Fetches at once; 8 unless told.
  public var parallel = 8
  /// Connections to one host; 6 unless told.
  public var perHost = 6

  /// Seconds until a connection is made; nil for 300.
  public var connectTimeout: Double?
  /// Seconds for a whole response, with the redirects that lead to it; nil for any time.
  public var timeout: Double?
  /// Seconds in which no byte comes; nil for any time.
  public var silenceTimeout: Double?

  /// Makes the limits named above.
  public init() {}

  /// Refuses negative numbers, and time-outs that are not positive and finite.
  func check() throws(FetchFailure) {
    let numbers = [
      ("capacity", capacity), ("memory", Int64(memory)), ("parallel", Int64(parallel)),
      ("perHost", Int64(perHost)),
    ]
    for (name, number) in numbers where number < 0 {
      throw FetchFailure(.badValue, "the limit \(name) is \(number): it must not be negative")
    }
    let timeouts = [
      ("connectTimeout", connectTimeout), ("timeout", timeout), ("silenceTimeout", silenceTimeout),
    ]
    for (name, seconds) in timeouts {
      guard let seconds, !(seconds > 0 && seconds.isFinite) else { continue }
      throw FetchFailure(.badValue, "the limit \(name) is \(seconds): it must be more than 0 seconds")
    }
  }
}

extension Settings {
  /// Refuses negative numbers.
  func check() throws(FetchFailure) {
    for (name, number) in [("ttl", ttl), ("maxEntrySize", maxEntrySize)] {
      guard let number, number < 0 else { continue }
      throw FetchFailure(.badValue, "the setting \(name) is \(number): it must not be negative")
    }
  }
}

extension FetchRequest {
  /// Makes a fetch of a request that a program gives.
  ///
  /// - Throws: where the method or a field would break the request that is sent.
  init(
    checking head: RequestHead, body: [UInt8]? = nil, _ defaults: FetchDefaults, policy: CachePolicy?,
    _ hook: WillCacheResponse? = nil
  ) throws(FetchFailure) {
    try head.check()
    self.init(head: head)
    settings = defaults.settings
    settings.requestPolicy = policy ?? settings.requestPolicy
    transfer = defaults.transfer
    if let body {
      self.body = .bytes(body)
      // libcurl would name a form's.
      if !head.fields.contains("Content-Type") { transfer.unwantedFields = ["Content-Type"] }
    }
    willCacheResponse = hook
  }
}

extension FieldSection {
  /// Refuses what would not be these fields when it is sent; no message repeats a value.
  func check() throws(FetchFailure) {
    for line in lines {
      guard line.name.isToken else {
        throw FetchFailure(.badValue, "\(String(reflecting: line.name)) is not the name of a field")
      }
      guard !line.rawValue.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
        throw FetchFailure(.badValue, "the value of \(line.name) holds a line break or NUL")
      }
    }
  }
}

extension RequestHead {
  /// Refuses what would not be one request with these fields when it is sent; no message repeats a value.
  fileprivate func check() throws(FetchFailure) {
    guard method.isToken else {
      throw FetchFailure(.badValue, "\(String(reflecting: method)) is not a method")
    }
    try fields.check()
  }

  /// A request for a URL; no message repeats a password in it.
  init(checking url: String, method: String = "GET", fields: [(String, String)] = []) throws(FetchFailure) {
    do throws(TargetURI.Malformed) {
      let lines = fields.map { FieldLine($0.0, $0.1) }
      self.init(method: method, target: try TargetURI(parsing: url), fields: FieldSection(lines))
    } catch {
      let shown = UserInformation.redacted(in: url)
      throw FetchFailure(.badValue, "\(String(reflecting: shown)) is not a URL: \(error.reason(in: shown))")
    }
  }
}
