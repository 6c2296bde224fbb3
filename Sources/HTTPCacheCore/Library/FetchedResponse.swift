/// What a fetch brought, without its body.
public struct FetchedResponse: Sendable {
  /// Status and fields, with `Age` and `Cache-Status` as this cache sets them.
  public let head: ResponseHead
  /// Where the body came from.
  public let source: BodySource
  /// Whether a stored response was left on disk.
  public let isStored: Bool
  /// Whether another equal fetch's transfer brought it.
  public let isCoalesced: Bool
  /// Why it was, or was not, served from the cache and stored.
  public let reasons: [Reason]
  /// The values kept beside the response, such as `cache_date`.
  public let userInfo: [String: String]
  /// What the caller should know though it worked, a line each.
  public let warnings: [String]
}

extension FetchResult {
  /// What the caller of the library is told.
  var outcome: Result<FetchedResponse, FetchFailure> {
    if let error { return .failure(FetchFailure(error)) }
    guard let served else { return .failure(FetchFailure(.other, "no response")) }
    return .success(
      FetchedResponse(
        head: served.head, source: served.source, isStored: isStored, isCoalesced: isCoalesced,
        reasons: served.reasons, userInfo: served.userInfo, warnings: warnings.map(\.text)))
  }
}

extension Served {
  /// Why it was, or was not, served from the cache and stored, as far as that is known.
  var reasons: [Reason] { reuse.reasons + (storage?.reasons ?? []) + outcome }

  /// The values kept beside the response.
  var userInfo: [String: String] {
    Dictionary(uniqueKeysWithValues: stored.userInfo.sorted.map { ($0.name, $0.value) })
  }
}
