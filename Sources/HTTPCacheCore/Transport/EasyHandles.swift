import CCurl

/// libcurl's handles and lists that one transfer leaves for the next like it: making one costs as much as a small response.
final class EasyHandles {
  /// A request that the handles are set up for, but for what is set for each.
  private var model: TransferRequest?
  private var idle: [UnsafeMutableRawPointer] = []
  private var list: HeaderList?
  /// The head that came last: those that follow often say the same of caching.
  var lastHead: ResponseHead?

  /// How many handles are kept.
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// A handle that is set up as a request needs it, but for what is set for each; nil where none is left.
  func take(for request: TransferRequest) -> UnsafeMutableRawPointer? {
    guard Self.isReusable(request), isLikeModel(request) else { return nil }
    return idle.popLast()
  }

  /// Takes a handle back that has ended well, or frees it.
  func give(_ easy: UnsafeMutableRawPointer, of request: TransferRequest) {
    guard Self.isReusable(request) else { return ccurl_easy_free(easy) }
    if !isLikeModel(request) {
      freeAll()
      model = request
    }
    // The transfer's own memory goes with it.
    guard idle.count < limit, EasyHandle(easy).forgetTransfer() else { return ccurl_easy_free(easy) }
    idle.append(easy)
  }

  /// The header lines of a request.
  func list(for request: TransferRequest) -> HeaderList {
    if let list, list.isFor(request.fields, hasBody: request.body != nil) { return list }
    let list = HeaderList(request.fields, hasBody: request.body != nil)
    self.list = list
    return list
  }

  private func isLikeModel(_ request: TransferRequest) -> Bool {
    guard let model else { return false }
    return model.method == request.method && model.options == request.options
  }

  private static func isReusable(_ request: TransferRequest) -> Bool {
    request.body == nil && request.options.resolve.isEmpty
  }

  private func freeAll() {
    for easy in idle { ccurl_easy_free(easy) }
    idle = []
  }

  deinit { freeAll() }
}
