/// A response that is about to be stored, for `willCacheResponse` to see and change.
///
/// The hook may change fields and `userInfo`, say where the response may be kept, or, by returning nil, that it may not
/// be kept at all.
public struct ProposedResponse: Sendable {
  /// Status, fields and named values; its key and its times are the cache's own, and changes to them do not count.
  public var response: StoredResponse

  /// Where it may be kept.
  public var storage: StoragePolicy

  /// Makes a proposal.
  ///
  /// - Parameters:
  ///   - response: as the rules would have it stored.
  ///   - storage: where it may be kept; on disk by default.
  public init(response: StoredResponse, storage: StoragePolicy = .disk) {
    self.response = response
    self.storage = storage
  }
}

/// Sees every response before it is stored or freshened, and returns it, changed or not; nil forbids keeping it.
public typealias WillCacheResponse = @Sendable (ProposedResponse) -> ProposedResponse?

extension StoredResponse {
  /// The response with the changes of a hook, and where it may be kept; `.never` where the hook refuses it.
  func reviewed(by hook: WillCacheResponse?) -> (response: StoredResponse, storage: StoragePolicy) {
    guard let hook else { return (self, .disk) }
    guard let proposal = hook(ProposedResponse(response: self)) else { return (self, .never) }
    var reviewed = self
    reviewed.head.fields = proposal.response.head.fields
    reviewed.userInfo = proposal.response.userInfo
    reviewed.userInfo[Self.cacheDateName] = userInfo[Self.cacheDateName]
    return (reviewed, proposal.storage)
  }
}
