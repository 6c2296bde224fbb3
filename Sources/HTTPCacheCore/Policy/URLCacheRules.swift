/// The seven conditions under which Foundation's URL Loading System stores a response: one reason each.
enum URLCacheRules {
  static func reasons(_ exchange: Exchange, settings: Settings) -> [Reason] {
    let (request, head) = (exchange.request, exchange.head)
    // What is no matter of cache headers stands beside the conditions: no profile keeps a part as the whole.
    let beside: [Rule] = [.methodNotStorable, .statusNotFinal, .partialNotStorable, .headDoubtful]
    let prohibitions = StorageRules.prohibitions(exchange, settings: settings).filter {
      $0.rule.effect == .forbids
    }
    let headerProhibitions = prohibitions.filter { !beside.contains($0.rule) }
    let is2xx = (200...299).contains(head.status)
    let conditions = [
      Reason(.urlcacheScheme, value: request.target.scheme),
      Reason(is2xx ? .urlcacheStatus : .statusNot2xx, amount: Int64(head.status)),
      Reason(exchange.isFromServer ? .urlcacheFromServer : .notFromServer),
      Reason(
        settings.sessionPolicy == .cacheOnly ? .sessionPolicyForbids : .urlcacheSessionPolicy,
        value: settings.sessionPolicy.rawValue),
      Reason(
        settings.policy == .cacheOnly ? .requestPolicyForbids : .urlcacheRequestPolicy,
        value: settings.policy.rawValue),
      Reason(
        headerProhibitions.isEmpty ? .urlcacheHeadersAllow : .headersForbid,
        field: headerProhibitions.first?.field, value: headerProhibitions.first?.value),
      size(exchange, settings),
    ]
    return conditions + prohibitions.filter { beside.contains($0.rule) }
  }

  private static func size(_ exchange: Exchange, _ settings: Settings) -> Reason {
    guard let limit = settings.maxEntrySize, let length = exchange.bodyLength, length > limit else {
      return Reason(.urlcacheSize, amount: settings.maxEntrySize, otherAmount: exchange.bodyLength)
    }
    return Reason(.responseTooLarge, amount: limit, otherAmount: length)
  }
}
