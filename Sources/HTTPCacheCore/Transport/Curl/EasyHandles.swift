/// libcurl's handles and header lists, reused by similar transfers: making one costs as much as a small response.
final class EasyHandles {
  /// The request whose method and options all idle handles are set up for.
  private var model: TransferRequest?
  private var idle: [EasyHandle] = []
  private var list: HeaderList?

  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func take(for request: TransferRequest) throws(TransportError) -> EasyHandle {
    if Self.isReusable(request), isLikeModel(request), let left = idle.popLast() { return left }
    return try EasyHandle(for: request)
  }

  /// Takes back a handle whose transfer has ended well.
  func give(_ handle: EasyHandle, of request: TransferRequest) {
    guard Self.isReusable(request), handle.isReusable else { return }
    if !isLikeModel(request) {
      idle = []
      model = request
    }
    if idle.count < limit { idle.append(handle) }
  }

  func list(for request: TransferRequest) -> HeaderList {
    if let list, list.isFor(request) { return list }
    let list = HeaderList(request)
    self.list = list
    return list
  }

  private func isLikeModel(_ request: TransferRequest) -> Bool {
    guard let model else { return false }
    return model.method == request.method && model.options == request.options
      && model.login == request.login
  }

  private static func isReusable(_ request: TransferRequest) -> Bool {
    request.body == nil && request.options.resolve.isEmpty
  }
}
