/// CloudFront with the managed policy CachingOptimized, by its documentation.
enum CloudFront {
  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" || facts.method == "HEAD" else {
      return [Reason(.cloudFrontMethod, value: facts.method)]
    }
    let control = facts.documentedControl()
    let isSilent = control.documentedLifetime == nil
    if [307, 308].contains(facts.status), !control.isPresent {
      return [Reason(.cloudFrontRedirect, amount: Int64(facts.status))]
    }
    if [400, 403, 405, 412, 415].contains(facts.status), isSilent {
      return [Reason(.cloudFrontNeedsLifetime, amount: Int64(facts.status))]
    }
    if facts.status >= 400, isSilent, ![404, 410, 414, 500, 501, 502, 503, 504].contains(facts.status) {
      return [Reason(.cloudFrontUnknown, amount: Int64(facts.status))]
    }
    if facts.status >= 400 {
      // By the documentation, these two directives count for the statuses named here; every other error is kept for a
      // minimum time.
      let isCounted = [404, 410, 414, 501].contains(facts.status)
      for name in ["no-store", "private"] where isCounted && control.contains(name) {
        return [Reason(.cloudFrontForbidding, field: "Cache-Control", value: name)]
      }
      let seconds = max(10, control.documentedLifetime?.seconds ?? 10)
      return [Reason(.cloudFrontError, amount: seconds, source: .maxAge)]
    }
    for name in ["no-store", "private", "no-cache"] where control.contains(name) {
      return [Reason(.cloudFrontMinimum, field: "Cache-Control", value: name, amount: 1, source: .ttl)]
    }
    if var given = control.documentedLifetime ?? facts.documentedExpires(beside: control) {
      given.seconds = min(max(1, given.seconds), 31_536_000)
      return [Reason(.cloudFrontLifetime, given)]
        + facts.documentedGrace(control, .cloudFrontStaleWhileRevalidate)
    }
    return [Reason(.cloudFrontDefault, lifetime: 86_400, by: .heuristic)]
      + facts.documentedGrace(control, .cloudFrontStaleWhileRevalidate)
  }
}

extension Rule {
  static let cloudFront: [Rule] = [
    .cloudFrontMethod, .cloudFrontRedirect, .cloudFrontNeedsLifetime, .cloudFrontUnknown,
    .cloudFrontForbidding, .cloudFrontError, .cloudFrontMinimum, .cloudFrontLifetime,
    .cloudFrontDefault, .cloudFrontStaleWhileRevalidate,
  ]

  private static let errorPagesExpiration: Source =
    "docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html"
  private static let statusCodes: Source =
    "docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html"
  private static let expiration: Source =
    "docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Expiration.html"

  static let cloudFrontMethod = Self(
    "cloudfront-method", .forbids,
    "docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorCustomOrigin.html"
  ) { "CloudFront caches answers to GET and HEAD, not to \($0.shown)" }
  // Both pages as of November 2026.
  static let cloudFrontRedirect = Self(
    "cloudfront-redirect", .forbids,
    "docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/http-3xx-status-codes.html",
    remedy: "`Cache-Control: max-age`"
  ) { "CloudFront caches a \($0.number) only where Cache-Control is in it" }
  static let cloudFrontNeedsLifetime = Self(
    "cloudfront-error-without-lifetime", .forbids, statusCodes, remedy: "`Cache-Control: max-age`"
  ) { "CloudFront caches a \($0.number) only with max-age or s-maxage" }
  static let cloudFrontUnknown = Self("cloudfront-status-unknown", .notes, statusCodes) {
    "the documentation does not say what becomes of a \($0.number) without a lifetime"
  }
  static let cloudFrontForbidding = Self(
    "cloudfront-error-forbidden", .forbids, errorPagesExpiration, remedy: "an error caching minimum TTL"
  ) { "\($0.shown) on an error" }
  static let cloudFrontError = Self(
    "cloudfront-error", .allows, errorPagesExpiration, remedy: "an error caching minimum TTL"
  ) { "an error is kept for 10 seconds, or longer where a lifetime says so: \($0.lifetime)" }
  static let cloudFrontMinimum = Self(
    "cloudfront-minimum-ttl", .allows, expiration,
    remedy: "a cache policy with a minimum TTL of 0, such as CachingDisabled"
  ) { "\($0.shown), and yet it is kept for the minimum TTL of a second that CachingOptimized has" }
  static let cloudFrontLifetime = Self(
    "cloudfront-lifetime", .allows, expiration,
    remedy: "`s-maxage` gives shared caches a lifetime of their own"
  ) { "\($0.field ?? "a field") gives \($0.lifetime), and CloudFront keeps it between a second and a year" }
  static let cloudFrontDefault = Self(
    "cloudfront-default-ttl", .allows, expiration,
    "nothing gives a lifetime, so the default TTL of a day counts",
    remedy: "`Cache-Control: max-age`, or a cache policy with another default TTL")
  static let cloudFrontStaleWhileRevalidate = grace("cloudfront-stale-while-revalidate", expiration)
}
