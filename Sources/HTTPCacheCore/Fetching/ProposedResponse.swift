/// A response that is about to be stored, for `willCacheResponse` to see and change.
///
/// The hook may change fields and `userInfo`, set where the response may be kept, or return nil to forbid keeping it.
public struct ProposedResponse: Sendable {
  /// The response; only changes to its fields and its `userInfo` count.
  public var response: StoredResponse

  /// Where the response may be kept.
  public var storage: StoragePolicy

  /// Makes a proposal.
  ///
  /// - Parameters:
  ///   - response: the response as it would be stored by the rules.
  ///   - storage: where the response may be kept; on disk by default.
  public init(response: StoredResponse, storage: StoragePolicy = .disk) {
    self.response = response
    self.storage = storage
  }
}

/// A hook that gets every response before it is stored or freshened, and returns it, changed or not; nil forbids
/// keeping it.
public typealias WillCacheResponse = @Sendable (ProposedResponse) -> ProposedResponse?

extension StoredResponse {
  /// The response with the changes of a hook, and where it may be kept; `.never` if the hook refuses it.
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
