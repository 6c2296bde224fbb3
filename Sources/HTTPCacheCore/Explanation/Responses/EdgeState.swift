/// The meaning of a word in a field of a cache on the way, and the next step.
package struct EdgeState: Sendable, Hashable {
  /// The product that uses the word.
  package let vendor: String
  /// The word, as the product writes it.
  package let word: String
  /// The action of the cache, and when it decides on it.
  package let meaning: String
  /// The next setting to look at, or command to run; nil if nothing is wrong.
  package let next: String?

  private init(_ vendor: String, _ word: String, _ meaning: String, _ next: String? = nil) {
    (self.vendor, self.word, self.meaning, self.next) = (vendor, word, meaning, next)
  }

  /// Finds the row of a report by the response's head, whose fields name the product; nil if no field has a report, or
  /// its word is not known.
  package init?(_ edge: EdgeReport, of head: ResponseHead) {
    guard let field = edge.field, let value = edge.value else { return nil }
    let vendor = Self.vendor(field, value.asciiLowercased, head)
    let word = Self.word(field, value, vendor)
    guard let row = Self.rows.first(where: { $0.vendor == vendor && $0.word.equalsIgnoringASCIICase(word) })
    else { return nil }
    self = row
  }

  /// The product that writes a field; products that share a field are told apart by its value and by other fields.
  private static func vendor(_ field: String, _ value: String, _ head: ResponseHead) -> String {
    switch field {
    case "Cache-Status": return isNetlify(value) ? "Netlify" : field
    case "CF-Cache-Status": return "Cloudflare"
    case "X-Vercel-Cache": return "Vercel"
    case "Akamai-Cache-Status": return "Akamai"
    case "X-Varnish": return "Varnish"
    case "X-Cache-Status", "X-Proxy-Cache", "X-Nginx-Cache", "X-FastCGI-Cache": return "nginx"
    case "Age": return "Age"
    default: break
    }
    if value.holds("cloudfront") { return "CloudFront" }
    if head.fields.contains("X-Served-By") && head.fields.combined("X-Served-By")?.holds("cache-") == true {
      return "Fastly"
    }
    if value.holds("akamai") { return "Akamai" }
    if head.fields.combined("Via")?.asciiLowercased.holds("google") == true { return "Google" }
    if value.hasPrefix("hit-") || value == "skipped" { return "ATS" }
    if value == "uncacheable" || value == "disabled" { return "Google" }
    // Squid sends both fields; others write `HIT from HOST`, too.
    return head.fields.contains("X-Cache-Lookup") ? "Squid" : "X-Cache"
  }

  /// Whether the nearest cache of `Cache-Status` is one of Netlify's.
  private static func isNetlify(_ value: String) -> Bool {
    guard case .string(let name)? = EdgeReport.nearest(in: value)?.value else { return false }
    return name.hasPrefix("netlify")
  }

  /// The word of the nearest cache in a value.
  private static func word(_ field: String, _ value: String, _ vendor: String) -> String {
    switch field {
    case "X-Varnish":
      return value.split { $0 == " " || $0 == "," }.count > 1 ? "two numbers" : "one number"
    case "Age": return "above 0"
    case "Cache-Status":
      guard let item = EdgeReport.nearest(in: value) else { return "" }
      if item.parameter("hit") == .boolean(true) {
        guard case .integer(let left)? = item.parameter("ttl"), left < 0, vendor == field else {
          return "hit"
        }
        return "hit; ttl=-1"
      }
      guard case .token(let why)? = item.parameter("fwd") else { return "" }
      let isConfirmed = item.parameter("fwd-status") == .integer(304) && why == "stale" && vendor == field
      return isConfirmed ? "fwd=stale; fwd-status=304" : "fwd=\(why)"
    case "Akamai-Cache-Status":
      return value.split(separator: ",").first?.split(separator: " ").first.map(String.init) ?? ""
    default:
      let last = value.split(separator: ",").last ?? ""
      let word = last.split(separator: " ").first.map(String.init) ?? ""
      return vendor == "X-Cache" ? tcpWords[word.asciiLowercased] ?? word : word
    }
  }

  /// The words of Squid's log, which several delivery networks send in `X-Cache`, and the words without a product.
  private static let tcpWords = [
    "tcp_hit": "HIT", "tcp_mem_hit": "HIT", "tcp_miss": "MISS", "tcp_refresh_hit": "REVALIDATED",
    "tcp_refresh_unmodified": "REVALIDATED", "tcp_refresh_miss": "EXPIRED", "tcp_refresh_modified": "EXPIRED",
    "tcp_refresh_fail_hit": "STALE", "tcp_expired_hit": "REVALIDATED", "tcp_expired_miss": "EXPIRED",
  ]

  private static let answered = "it answered from its store"
  private static let confirmed = "what it had was stale, and the origin confirmed it"
  private static let replaced = "what it had was stale, and the origin sent another answer"
  private static let missed = "it had nothing stored, or may store nothing"
  private static let again = "if it stays so, the rule for this path, Set-Cookie, and the lifetime"

  /// One row for each state, by the documentation of each product.
  static let rows: [EdgeState] = [
    .init("Cloudflare", "HIT", answered),
    .init(
      "Cloudflare", "MISS",
      "it may store this URL, and had nothing stored: decided before it asked the origin", again),
    .init("Cloudflare", "EXPIRED", replaced, "a longer `s-maxage`"),
    .init(
      "Cloudflare", "STALE", "it gave a stale answer, since the origin did not answer", "look at the origin"),
    .init(
      "Cloudflare", "BYPASS",
      "it may store this URL, but the answer forbids it: decided once the answer had come",
      "remove Set-Cookie, `private`, `no-store`, `max-age=0` from the answer, or the rule that bypasses the cache"
    ),
    .init("Cloudflare", "REVALIDATED", confirmed),
    .init("Cloudflare", "UPDATING", "it gave a stale answer while it asks for another one"),
    .init(
      "Cloudflare", "DYNAMIC",
      "no rule makes it look: decided from the URL before the answer came, whatever the answer says",
      "a Cache Rule with `Eligible for cache` for this path; by default only listed file extensions are"),
    .init(
      "Cloudflare", "NONE/UNKNOWN", "the answer was made at the edge, by a Worker or a firewall rule",
      "look at Workers and rules"),
    .init("CloudFront", "Hit", "it answered from the store of an edge location"),
    .init("CloudFront", "RefreshHit", confirmed, "a longer `s-maxage`"),
    .init(
      "CloudFront", "OriginShieldHit", "Origin Shield answered from its store, the edge location had nothing"),
    .init(
      "CloudFront", "Miss", "it had nothing stored for this key, or may store nothing: the origin answered",
      "if it stays so, see the cache policy: a minimum TTL of 0 and `private`, `no-store` or `max-age=0`, or cookies,"
        + " fields and queries in the key"),
    .init("CloudFront", "Redirect", "it redirected by itself, from http to https", "ask for the https URL"),
    .init("CloudFront", "LambdaGeneratedResponse", "Lambda@Edge made the answer", "look at the function"),
    .init(
      "CloudFront", "FunctionGeneratedResponse", "a CloudFront Function made the answer",
      "look at the function"),
    .init("Fastly", "HIT", "the edge answered from its store"),
    .init(
      "Fastly", "MISS", "the edge had nothing stored: the origin or the shield answered",
      "`--debug-edge fastly` shows the time to live and the keys"),
    .init(
      "Fastly", "PASS",
      "it was told to store nothing: by VCL before, or by Set-Cookie or `private` once the answer had come",
      "send `Surrogate-Control: max-age=…`, or remove Set-Cookie and `private`"),
    .init("Akamai", "TCP_HIT", "it answered from its disk"),
    .init("Akamai", "TCP_MEM_HIT", "it answered from memory"),
    .init("Akamai", "TCP_IMS_HIT", "it answered a condition from its store"),
    .init("Akamai", "TCP_NEGATIVE_HIT", "it answered with an error that it had stored", "look at the status"),
    .init(
      "Akamai", "TCP_MISS", missed,
      "`--debug-edge akamai`: X-Check-Cacheable says NO where the property does not cache this"),
    .init("Akamai", "TCP_REFRESH_HIT", confirmed, "a longer lifetime"),
    .init("Akamai", "TCP_REFRESH_MISS", replaced),
    .init(
      "Akamai", "TCP_REFRESH_FAIL_HIT", "it gave a stale answer, since the origin did not answer",
      "look at the origin"),
    .init(
      "Akamai", "TCP_COOKIE_DENY", "a cookie of the request keeps it from the store",
      "the property's rules for cookies"),
    .init("Akamai", "TCP_DENIED", "it refused the request", "the property's access rules"),
    .init("Akamai", "Hit", "the edge answered from its store"),
    .init("Akamai", "Miss", "the edge had nothing stored, or may store nothing", "`--debug-edge akamai`"),
    .init("Akamai", "RefreshHit", "what it had was stale, and was confirmed"),
    .init("Akamai", "NotCacheable", "the property does not cache this", "the property's caching rules"),
    .init("Google", "hit", answered),
    .init(
      "Google", "miss", missed,
      "the cache mode: CACHE_ALL_STATIC stores listed types only, USE_ORIGIN_HEADERS needs a lifetime; none stores Set-Cookie"
    ),
    .init("Google", "stale", "it gave a stale answer while it asks for another one"),
    .init("Google", "revalidated", confirmed),
    .init(
      "Google", "uncacheable", "the answer may not be stored: decided once it had come",
      "remove Set-Cookie, `private`, `no-store`, or other fields of Vary"),
    .init("Google", "disabled", "Cloud CDN is off for this backend", "turn it on for the backend service"),
    .init("Netlify", "hit", answered),
    .init(
      "Netlify", "fwd=miss", "it had nothing stored: a file, a function or a proxy answered",
      "functions need `Netlify-CDN-Cache-Control: public, s-maxage=…`"),
    .init("Netlify", "fwd=stale", "what it had was stale, or is from before the last deployment"),
    .init("Netlify", "fwd=bypass", "it was told not to store this", "`Netlify-CDN-Cache-Control`"),
    .init("Vercel", "HIT", answered),
    .init("Vercel", "PRERENDER", "a page that was made when the site was built"),
    .init("Vercel", "STALE", "it gave a stale answer while a function makes another one"),
    .init("Vercel", "REVALIDATED", "it was told to make the page anew, and waited for it"),
    .init(
      "Vercel", "BYPASS", "the request keeps it from the store: a draft cookie, or Authorization",
      "ask without them"),
    .init(
      "Vercel", "MISS", "it had nothing stored, or the function's answer may not be stored",
      "`CDN-Cache-Control: s-maxage=…` from the function, without Set-Cookie"),
    .init("nginx", "HIT", answered),
    .init(
      "nginx", "MISS",
      "it had nothing stored: decided before it asked; whether it stores the answer is not told",
      "if it stays so: Set-Cookie, `private`, `no-cache`, no lifetime without `proxy_cache_valid`, or `proxy_cache_min_uses`"
    ),
    .init(
      "nginx", "BYPASS", "`proxy_cache_bypass` made it ask the origin",
      "the condition of `proxy_cache_bypass`"),
    .init("nginx", "EXPIRED", replaced, "`proxy_cache_revalidate on`, or a longer lifetime"),
    .init(
      "nginx", "STALE", "it gave a stale answer, since the origin failed (`proxy_cache_use_stale`)",
      "look at the origin"),
    .init("nginx", "UPDATING", "it gave a stale answer while another request brings a new one"),
    .init("nginx", "REVALIDATED", confirmed),
    .init("Varnish", "two numbers", answered),
    .init(
      "Varnish", "one number",
      "it asked the backend: nothing stored, or passed, as with every cookie in the built-in VCL",
      "ask without cookies; `varnishlog -g request` shows `MISS`, `PASS` or `HITMISS`"),
    .init("Squid", "HIT", answered),
    .init(
      "Squid", "MISS",
      "it asked further on; X-Cache-Lookup says HIT where something was stored and could not be used",
      "`refresh_pattern`, and what the answer forbids"),
    .init("ATS", "hit-fresh", answered),
    .init("ATS", "hit-stale", "what it had was stale, and it asked the origin", "a longer lifetime"),
    .init(
      "ATS", "miss", "it had nothing stored",
      "200 needs a lifetime (`proxy.config.http.cache.required_headers`)"),
    .init("ATS", "skipped", "it did not look into its store", "`cache.config`, and what the request forbids"),
    .init("X-Cache", "HIT", answered),
    .init("X-Cache", "MISS", missed, again),
    .init("X-Cache", "EXPIRED", replaced, "a longer lifetime"),
    .init("X-Cache", "STALE", "it gave a stale answer"),
    .init("X-Cache", "REVALIDATED", confirmed),
    .init("X-Cache", "BYPASS", "its configuration passes this on", "the rule for this path"),
    .init("X-Cache", "PASS", "its configuration passes this on", "the rule for this path"),
    .init("Cache-Status", "hit", answered),
    .init("Cache-Status", "hit; ttl=-1", "it gave a stale answer from its store"),
    .init("Cache-Status", "fwd=stale; fwd-status=304", confirmed, "a longer lifetime"),
    .init("Cache-Status", "fwd=uri-miss", "it had nothing for this URL", again),
    .init("Cache-Status", "fwd=vary-miss", "it had other variants of this URL", "fewer names in Vary"),
    .init("Cache-Status", "fwd=miss", "it had nothing to use", again),
    .init("Cache-Status", "fwd=stale", "what it had was stale", "a longer lifetime"),
    .init("Cache-Status", "fwd=partial", "it had only a part"),
    .init("Cache-Status", "fwd=request", "the request demanded that it asks", "ask without `no-cache`"),
    .init("Cache-Status", "fwd=method", "the method is not answered from a store", "ask with GET"),
    .init("Cache-Status", "fwd=bypass", "its configuration passes this on", "the rule for this path"),
    .init("Age", "above 0", "a cache had it for that long"),
  ]
}
