extension Finding.Code {
  static let noStoreAndBFCache = Self(
    "no-store-and-bfcache", .info, "RFC 9111 §6", "no-store on a page changes what the back button does",
    example: "> GET /\nContent-Type: text/html\nCache-Control: no-store")
  static let clearSiteDataSupport = Self(
    "clear-site-data-support", .info, "Clear Site Data §3.1", "browsers clear their caches in different ways",
    example: "> GET /logout\nCache-Control: no-store\nClear-Site-Data: \"cache\"")
}

/// Notes on what browsers did with a response in 2026 beyond what an HTTP cache has to do.
enum BrowserNotes: FindingFamily {
  static let codes: [Finding.Code] = [.noStoreAndBFCache, .clearSiteDataSupport]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    if subject.isNoStore, subject.request.method == "GET", subject.head.status == 200, subject.head.isPage {
      findings.append(
        Finding(
          .noStoreAndBFCache, field: subject.control.fieldName, value: subject.controlValue,
          "With `no-store` on a page, going back loads it anew in Firefox and Safari; Chrome restores it for 3 minutes,"
            + " unless a cookie changed."))
    }
    guard subject.present.contains(.others),
      Invalidation.clearsOrigin(subject.request.target, subject.head)
    else { return }
    findings.append(
      Finding(
        .clearSiteDataSupport, field: "Clear-Site-Data",
        value: subject.head.fields.combined("Clear-Site-Data"),
        "Safari since 17 and Firefox since 138 clear their caches; Chrome and Edge since 127 may use a stored response"
          + " until the page is loaded again."))
  }
}
