/// The response of a fetch, without its body.
public struct FetchedResponse: Sendable {
  /// Status and fields, with `Age` and `Cache-Status` as this cache sets them.
  public let head: ResponseHead
  /// Where the body came from.
  public let source: BodySource
  /// Whether the fetch stored or freshened a response on disk.
  public let isStored: Bool
  /// Whether the transfer of another, equal fetch brought the response.
  public let isCoalesced: Bool
  /// The reasons for serving it from the cache or not, and for storing it or not.
  public let reasons: [Reason]
  /// The values kept beside the response, such as `cache_date`.
  public let userInfo: [String: String]
  /// Problems that did not keep the fetch from succeeding, one line each.
  public let warnings: [String]
}

extension FetchResult {
  /// The result for the caller of the library.
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
  /// The reasons for serving it from the cache or not, and, if that was decided, for storing it or not.
  var reasons: [Reason] { reuse.reasons + (storage?.reasons ?? []) + outcome }

  /// The values kept beside the response.
  var userInfo: [String: String] {
    Dictionary(uniqueKeysWithValues: stored.userInfo.sorted.map { ($0.name, $0.value) })
  }
}
