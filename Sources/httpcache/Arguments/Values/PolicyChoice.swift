/// The policies of the session and of the request, which the urlcache profile judges one by one.
struct PolicyChoice: Equatable, Sendable {
  /// What `$HTTPCACHE_POLICY` or the configuration says; `protocol` unless set.
  let session: PolicyName

  /// What `--policy` says; that of the session unless told.
  let request: PolicyName

  /// What holds for a subcommand that has no policy.
  static let standard = PolicyChoice(session: .protocol, request: .protocol)

  private init(session: PolicyName, request: PolicyName) {
    self.session = session
    self.request = request
  }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let form = ValueForm<PolicyName>.choice("a policy")
    session = try arguments.defaults.value(.policy, as: form) ?? .protocol
    request = try arguments.value(.policy, as: form) ?? session
  }
}
