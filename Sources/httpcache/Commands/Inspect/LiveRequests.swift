import HTTPCacheCore

extension InspectCommand {
  /// Requests each URL, several at once, storing nothing; reports each as soon as the URLs before it are reported.
  func judgeLive(_ targets: [TargetURI]) throws(UsageError) {
    guard !options.probes.isDryRun else { return rehearse(targets) }
    let cookies =
      options.connection.cookieFiles.isEmpty ? nil : try CookieFiles.read(options.connection, now: now)
    let client = options.parallel.client(MemoryStorage(costLimit: 0), nil, behind: nil, nil)
    client.cookies = cookies
    let driver = InspectionDriver(self, targets, client)
    do {
      try driver.run()
    } catch {
      let failure = SubjectFailure(origin: .live, subject: "--live", message: error.message)
      judge.fail(failure, hint: error.hint, code: .networkFailed)
    }
  }

  /// The settings of the probes of a URL, with the user's credentials if it is vouched for.
  func probeSettings(_ named: NamedTarget) -> ProbeSettings {
    let target = named.target
    let probes = options.probes
    var settings = ProbeSettings()
    settings.probes =
      probes.probes + (probes.asksEachAddress ? [.eachAddress] : []) + (probes.mapsKey ? [.key] : [])
    settings.fields = probes.fields
    // Mark the requests of probes in the server's log, unless the user chose a User-Agent.
    if options.connection.userAgent == nil,
      !options.fields.contains(where: { $0.name.equalsIgnoringASCIICase("User-Agent") })
    {
      settings.fields.insert(FieldLine("User-Agent", "\(VersionText.userAgent) \(ProbeSettings.mark)"), at: 0)
    } else {
      settings.keepsUserAgent = true
    }
    settings.identities = probes.identities
    for variant in probes.variants { settings.addVariant(variant.name, variant.first, variant.second) }
    if !named.isVouched {
      settings.identities = []
      settings.fields.removeAll { $0.isCredential }
    }
    settings.seed = .random(in: .min ... .max)
    if probes.asksEachAddress, !probes.isDryRun {
      settings.addresses = HostAddresses.of(target, options.connection.transfer)
    }
    return settings
  }

  /// Prints the requests that the probes of each URL would send to a server without defects.
  private func rehearse(_ targets: [TargetURI]) {
    for target in targets {
      judge.rehearse(
        target, ProbeRehearsal.reports(request(target), probeSettings(NamedTarget(target)), now: now))
    }
  }

  /// The request for a URL, with the user's credentials if it is vouched for.
  func liveRequest(_ named: NamedTarget) -> FetchRequest {
    let target = named.target
    var fetch = FetchRequest(head: request(target))
    fetch.originFields = options.originFields
    fetch.transfer = options.connection.transfer.without(options.fields)
    fetch.transfer.isTraced = options.live.showsWire
    fetch.logIn(options.connection)
    fetch.dropCredentials(unlessVouched: named, options.fields)
    fetch.settings = settings
    fetch.goDirectly()
    fetch.maxRedirects = options.maxRedirects
    fetch.keepsMethod = true
    fetch.retries = options.parallel.retries
    return fetch
  }
}
