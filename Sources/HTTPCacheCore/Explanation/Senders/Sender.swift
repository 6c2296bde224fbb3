/// A program that sets caching fields on its own, known by lines that nothing else writes.
///
/// It is told as what it looks like, never as certain. A line that anybody may have written is nobody's.
package struct Sender: Sendable {
  /// The program, and what in it sends the lines.
  package let name: String

  /// Where it is switched off, or told otherwise, as a clause.
  package let remedy: String

  private let isKnown: @Sendable (ResponseHead) -> Bool

  private init(_ name: String, remedy: String, isKnown: @escaping @Sendable (ResponseHead) -> Bool) {
    (self.name, self.remedy, self.isKnown) = (name, remedy, isKnown)
  }

  /// The sender that a head looks like; nil if it looks like none.
  package init?(of head: ResponseHead) {
    guard head.has(.cacheControl), let sender = Self.all.first(where: { $0.isKnown(head) }) else {
      return nil
    }
    self = sender
  }

  /// What it looks like and what to do, as a sentence.
  package var sentence: String { "This looks like \(name), and not like your own code: \(remedy)." }

  /// All senders; of two that fit, the first counts.
  static let all: [Sender] = [
    // php-src, ext/session/session.c: CACHE_LIMITER_FUNC(nocache) and (private).
    Sender(
      "PHP's session_start()",
      remedy: "`session_cache_limiter('')` before the session starts, or no session on pages that need none"
    ) { $0.fields.first("Expires") == "Thu, 19 Nov 1981 08:52:00 GMT" },
    // WordPress, wp-includes/functions.php: wp_get_nocache_headers().
    Sender(
      "WordPress's nocache_headers()",
      remedy:
        "a plugin or page calls it, and so does WordPress for users who are logged in; the filter `nocache_headers`"
        + " changes its lines"
    ) { $0.fields.first("Expires") == "Wed, 11 Jan 1984 05:00:00 GMT" },
    // Drupal, core/lib/Drupal/Core/EventSubscriber/FinishResponseSubscriber.php: setExpiresNoCache().
    Sender(
      "Drupal",
      remedy:
        "see the page cache's maximum age, and what makes this page uncacheable (a session, a block's cache"
        + " metadata: `X-Drupal-Cache` and `X-Drupal-Dynamic-Cache`)"
    ) { $0.fields.first("Expires") == "Sun, 19 Nov 1978 05:00:00 GMT" },
    // Spring Security reference, "Default Security Headers": all three lines together.
    Sender(
      "Spring Security's default headers",
      remedy:
        "`http.headers(h -> h.cacheControl(c -> c.disable()))`, or set Cache-Control on the resource, to which it yields"
    ) {
      $0.control == "no-cache, no-store, max-age=0, must-revalidate"
        && $0.fields.first("Pragma") == "no-cache"
        && $0.fields.first("Expires") == "0"
    },
    // ASP.NET Core, DefaultAntiforgery.SetDoNotCacheHeaders().
    Sender(
      "ASP.NET Core's antiforgery token",
      remedy: "leave the form's token out of pages that are to be cached"
    ) { head in
      head.control == "no-cache, no-store" && head.fields.first("Pragma") == "no-cache"
        && head.fields.lines(named: "Set-Cookie").contains { $0.value.hasPrefix(".AspNetCore.Antiforgery.") }
    },
    // System.Web.HttpCachePolicy, SetOmitVaryStar: the output cache, where it varies by more than fields.
    Sender(
      "ASP.NET's output cache",
      remedy:
        "`Response.Cache.SetOmitVaryStar(true)`, or `omitVaryStar=\"true\"` at `<outputCache>` in web.config, leaves"
        + " `Vary: *` out"
    ) { head in
      head.fields.members("Vary").contains("*")
        && (head.fields.contains("X-AspNet-Version") || head.fields.contains("X-AspNetMvc-Version")
          || head.fields.first("X-Powered-By") == "ASP.NET")
    },
    // Django, django/utils/cache.py: add_never_cache_headers().
    Sender(
      "Django's never_cache",
      remedy: "the decorator of the view, or of the admin, sends it"
    ) { $0.control == "max-age=0, no-cache, no-store, must-revalidate, private" },
    // Next.js, pages that are rendered for each request.
    Sender(
      "a page that Next.js renders for each request",
      remedy: "`revalidate`, or `headers()` in next.config, gives the route a lifetime"
    ) { $0.control == "private, no-cache, no-store, max-age=0, must-revalidate" },
    // Symfony, HttpKernel/EventListener/AbstractSessionListener.php; the directives are sorted by name.
    Sender(
      "Symfony, which saw the session used",
      remedy: "don't touch the session on this page, or send the header of AbstractSessionListener's"
        + " NO_AUTO_CACHE_CONTROL_HEADER"
    ) { $0.control == "max-age=0, must-revalidate, private" },
    // Rails, ActionDispatch::Http::Cache::Response, with the tag of Rack::ETag.
    Sender(
      "Rails' default for pages",
      remedy: "`expires_in` or `http_cache_forever` in the action gives it a lifetime"
    ) { head in
      guard head.control == "max-age=0, private, must-revalidate", let tag = head.fields.first("ETag"),
        tag.hasPrefix("W/\""), tag.hasSuffix("\"")
      else { return false }
      let digits = tag.dropFirst(3).dropLast()
      return digits.utf8.count == 32 && digits.utf8.allSatisfy { $0.hexValue != nil }
    },
    // nginx, ngx_http_headers_module: `expires` sets a line of its own beside that of `add_header`.
    Sender(
      "nginx's `expires` beside an `add_header Cache-Control`",
      remedy: "keep one of the two"
    ) { head in
      let lines = head.fields.lines(named: "Cache-Control").map(\.value)
      guard lines.count == 2, let first = lines.first, first.hasPrefix("max-age="), head.has(.expires) else {
        return false
      }
      return first.dropFirst("max-age=".count).utf8.allSatisfy { $0.isDigit }
        && head.fields.first("Server")?.asciiLowercased.hasPrefix("nginx") == true
    },
    // A program that sends the field writes one line; a proxy in front of it, or a module, adds another.
    Sender(
      "two senders, each with a line of Cache-Control",
      remedy:
        "caches read both lines as one list; keep that of the application or that of the server in front of it"
    ) { Set($0.fields.lines(named: "Cache-Control").map(\.value)).count > 1 },
  ]
}

extension ResponseHead {
  /// The one line of Cache-Control as it came; nil if there are several.
  fileprivate var control: String? {
    let lines = fields.lines(named: "Cache-Control")
    return lines.count == 1 ? lines.first?.value : nil
  }
}
