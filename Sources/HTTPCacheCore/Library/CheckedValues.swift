// Checks the values that a program gives to the library, before they reach the network or the storage.

/// The limits of a cache: how much it stores, how many transfers it makes at once, and how long they may take.
public struct FetchLimits: Sendable, Hashable {
  /// The most bytes on disk; 1 GiB by default, and 0 turns the cache off.
  public var capacity: Int64 = 1 << 30
  /// The most bytes of bodies in memory; 64 MiB by default.
  public var memory = 64 << 20
  /// The most fetches at once; 8 by default.
  public var parallel = 8
  /// The most connections to one host; 6 by default.
  public var perHost = 6

  /// The longest time for making a connection, in seconds; nil for 300.
  public var connectTimeout: Double?
  /// The longest time for a whole response, with the redirects before it, in seconds; nil for no limit.
  public var timeout: Double?
  /// The longest time in which no bytes are sent or received, in seconds; nil for no limit.
  public var silenceTimeout: Double?

  /// Makes the default limits.
  public init() {}

  /// Throws for negative numbers, and for time-outs that are not positive and finite.
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
  /// Throws for negative numbers.
  func check() throws(FetchFailure) {
    for (name, number) in [("ttl", ttl), ("maxEntrySize", maxEntrySize)] {
      guard let number, number < 0 else { continue }
      throw FetchFailure(.badValue, "the setting \(name) is \(number): it must not be negative")
    }
  }
}

extension FetchRequest {
  /// Makes a fetch request of the values that a program gives.
  ///
  /// - Throws: if the method or a field would break the message that is sent.
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
      // Without this, libcurl would send the `Content-Type` of a form.
      if !head.fields.contains("Content-Type") { transfer.unwantedFields = ["Content-Type"] }
    }
    willCacheResponse = hook
  }
}

extension FieldSection {
  /// Throws for names and values that would break the message that is sent; no error message repeats a value.
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
  /// Throws for a method or fields that would break the message that is sent; no error message repeats a value.
  fileprivate func check() throws(FetchFailure) {
    guard method.isToken else {
      throw FetchFailure(.badValue, "\(String(reflecting: method)) is not a method")
    }
    try fields.check()
  }

  /// Makes a request for a URL; no error message repeats a password in it.
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
