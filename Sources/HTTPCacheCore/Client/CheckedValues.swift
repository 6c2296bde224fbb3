// What a program gives to the library is checked before it gets to the network or the storage.

/// How many bytes of stored responses are kept at most, and how many transfers there are at once.
public struct FetchLimits: Sendable, Hashable {
  /// Bytes on disk; 1 GiB unless told, and 0 turns the cache off.
  public var capacity: Int64 = 1 << 30
  /// Bytes of bodies in memory; 64 MiB unless told.
  public var memory = 64 << 20
  /// Fetches at once; 8 unless told.
  public var parallel = 8
  /// Connections to one host; 6 unless told.
  public var perHost = 6

  /// Makes the limits named above.
  public init() {}

  /// Refuses negative numbers.
  func check() throws(FetchFailure) {
    let numbers = [
      ("capacity", capacity), ("memory", Int64(memory)), ("parallel", Int64(parallel)),
      ("perHost", Int64(perHost)),
    ]
    for (name, number) in numbers where number < 0 {
      throw FetchFailure("the limit \(name) is \(number): it must not be negative")
    }
  }
}

extension Settings {
  /// Refuses negative numbers.
  func check() throws(FetchFailure) {
    for (name, number) in [("ttl", ttl), ("maxEntrySize", maxEntrySize)] {
      guard let number, number < 0 else { continue }
      throw FetchFailure("the setting \(name) is \(number): it must not be negative")
    }
  }
}

extension FetchRequest {
  /// Makes a fetch of what a program asks for.
  ///
  /// - Throws: where the method or a field would break the request that is sent.
  init(
    checking head: RequestHead, _ settings: Settings, policy: CachePolicy?, _ hook: WillCacheResponse?
  ) throws(FetchFailure) {
    try head.check()
    self.init(head: head)
    self.settings = settings
    self.settings.requestPolicy = policy ?? settings.requestPolicy
    willCacheResponse = hook
  }
}

extension RequestHead {
  /// Refuses what would not be one request with these fields when it is sent; no message repeats a value.
  fileprivate func check() throws(FetchFailure) {
    guard method.isToken else { throw FetchFailure("\(String(reflecting: method)) is not a method") }
    for line in fields.lines {
      guard line.name.isToken else {
        throw FetchFailure("\(String(reflecting: line.name)) is not the name of a field")
      }
      guard !line.rawValue.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
        throw FetchFailure("the value of \(line.name) holds a line break or NUL")
      }
    }
  }

  /// A GET of a URL; no message repeats a password in it.
  init(checking url: String) throws(FetchFailure) {
    do throws(TargetURI.Malformed) {
      self.init(target: try TargetURI(url))
    } catch {
      let shown = UserInformation.redacted(in: url)
      throw FetchFailure("\(String(reflecting: shown)) is not a URL: \(error.reason(in: shown))")
    }
  }
}
