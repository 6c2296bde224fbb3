/// What `help CODE` says of a finding that no single head shows: several answers do, or a recording.
struct ObservedHelp: Sendable {
  /// What was asked, each line after `> `, and what was answered; or lines of a recording.
  let lines: [String]

  /// What follows from the finding, as a sentence.
  let consequence: String

  /// What to write, as a sentence; nil if nothing is to be written.
  let remedy: String?

  private init(_ lines: [String], _ consequence: String, write remedy: String?) {
    (self.lines, self.consequence, self.remedy) = (lines, consequence, remedy)
  }

  /// The helps of all such codes.
  static let all = validators.merging(negotiation) { first, _ in first }
    .merging(caches) { first, _ in first }.merging(recordings) { first, _ in first }
    .merging(differences) { first, _ in first }

  /// What the probes of validators, ranges and HEAD find.
  private static let validators: [Finding.Code: ObservedHelp] = [
    .etagNotHonoured: Self(
      [
        "> GET /app.css", "> If-None-Match: \"v1\"", "HTTP/1.1 200 OK", "ETag: \"v1\"",
        "Content-Length: 48213",
      ],
      "A cache that asks with the tag gets the whole again: each use of a stale response is a full download.",
      write: "Answer 304 to If-None-Match with the current tag, or send no ETag; nginx: `etag on;`."),
    .lastModifiedNotHonoured: Self(
      [
        "> GET /app.css", "> If-Modified-Since: Tue, 26 Jan 2016 16:45:57 GMT", "HTTP/1.1 200 OK",
        "Last-Modified: Tue, 26 Jan 2016 16:45:57 GMT", "Content-Length: 48213",
      ],
      "A cache that has the date alone gets the whole again: each use of a stale response is a full download.",
      write: "Answer 304 to If-Modified-Since with the current date; nginx: `if_modified_since before;`."),
    .encodedVariantNotRevalidated: Self(
      [
        "> GET /app.css", "> Accept-Encoding: gzip, br, zstd", "> If-None-Match: \"v1-gzip\"",
        "HTTP/1.1 200 OK", "Content-Encoding: gzip", "ETag: \"v1-gzip\"",
        "Last-Modified: Tue, 26 Jan 2016 16:45:57 GMT",
      ],
      "Content without a coding is confirmed, and what browsers get is not: for them each use is a full download.",
      write: "Answer 304 to the tag that the coded content was sent with; Apache: `FileETag None`."),
    .etagUnstable: Self(
      [
        "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"a1\"", "> GET /app.css", "HTTP/1.1 200 OK",
        "ETag: \"b7\"",
      ],
      "No stored response is ever confirmed by its tag, and where there is no date each use is a full download.",
      write: "Make the tag of the content alone, the same on every server; Apache: `FileETag Digest`."),
    .etagAlwaysMatches: Self(
      ["> GET /app.css", "> If-None-Match: \"made-up\"", "HTTP/1.1 304 Not Modified"],
      "Whatever a cache has, it is told that it still holds: a change never arrives.",
      write: "Compare If-None-Match with the tag of the current content."),
    .etagWeakFormNotHonoured: Self(
      [
        "> GET /app.css", "> If-None-Match: W/\"v1\"", "HTTP/1.1 200 OK", "ETag: \"v1\"",
      ],
      "Behind a proxy that codes content, and so weakens tags, the tag confirms nothing.",
      write: "Compare If-None-Match with the tag without regard to `W/`."),
    .etagSameForOtherContent: Self(
      [
        "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"v1\"", "Content-Length: 48213", "> GET /app.css",
        "HTTP/1.1 200 OK", "ETag: \"v1\"", "Content-Length: 48377",
      ],
      "A cache that has the one content is told that it still holds, and parts of the two are put together.",
      write: "Make the tag of the content, or of its version, and deploy it to all nodes."),
    .conditionsCombinedWrongly: Self(
      [
        "> GET /app.css", "> If-None-Match: \"made-up\"",
        "> If-Modified-Since: Tue, 26 Jan 2016 16:45:57 GMT", "HTTP/1.1 304 Not Modified",
      ],
      "A change that leaves the date as it is, as some deployments do, never arrives.",
      write: "Leave If-Modified-Since out of account where the request has If-None-Match."),
    .validatorLostInCoding: Self(
      [
        "> GET /app.css", "> Accept-Encoding: gzip, br, zstd", "HTTP/1.1 200 OK", "Content-Encoding: gzip",
        "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"v1\"",
      ],
      "What browsers get has nothing to be confirmed by: once it is stale, each use is a full download.",
      write: "Keep the tag where the content is compressed, as a weak one: `ETag: W/\"v1\"`."),
    .contentChangesEachTime: Self(
      ["> GET /", "HTTP/1.1 200 OK", "> GET /", "HTTP/1.1 200 OK", "(other content)"],
      "Nothing confirms what a cache has, and probes that rest on equal content try nothing.",
      write: nil),
    .notModifiedBreaksNonce: Self(
      [
        "> GET /", "HTTP/1.1 200 OK", "ETag: \"v1\"", "Content-Security-Policy: script-src 'nonce-R4nd0m'",
        "> GET /", "> If-None-Match: \"v1\"", "HTTP/1.1 304 Not Modified",
        "Content-Security-Policy: script-src 'nonce-0ther'",
      ],
      "A browser takes over the policy of the 304 and keeps the stored page: all its scripts are blocked (measured with"
        + " Chromium 156).",
      write: "Send 304 without Content-Security-Policy, or hashes in place of nonces."),
    .notModifiedContradicts: Self(
      [
        "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"v1\"", "Cache-Control: max-age=600", "> GET /app.css",
        "> If-None-Match: \"v1\"", "HTTP/1.1 304 Not Modified", "Cache-Control: no-cache",
      ],
      "A cache that is confirmed takes over what the 304 says: one resource follows two rules.",
      write: "Send the same fields with 304 as with 200."),
    .notModifiedLacksField: Self(
      [
        "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"v1\"", "Vary: Accept-Encoding", "> GET /app.css",
        "> If-None-Match: \"v1\"", "HTTP/1.1 304 Not Modified",
      ],
      "A cache keeps the stored value, which for a field of CORS may be that of another origin.",
      write: "Send the field with 304 as with 200; Apache: `Header always set`."),
    .headDiffers: Self(
      [
        "> HEAD /app.css", "HTTP/1.1 200 OK", "Cache-Control: no-store", "> GET /app.css", "HTTP/1.1 200 OK",
        "Cache-Control: max-age=600",
      ],
      "A cache that asks with HEAD takes over what it says, or takes what it has for outdated, and `curl -I` shows what no"
        + " visitor gets.",
      write: "Answer HEAD as GET, without the content."),
    .headRefused: Self(
      ["> HEAD /app.css", "HTTP/1.1 405 Method Not Allowed"],
      "What a cache has can't be checked with HEAD; it has to ask with GET.",
      write: "Answer HEAD as GET, without the content, where caches or monitors ask with it."),
    .rangeWrong: Self(
      [
        "> GET /film.mp4", "> Range: bytes=500-999", "HTTP/1.1 206 Partial Content",
        "Content-Range: bytes 0-499/48213",
      ],
      "A download that is continued, or a video that is played from its middle, is damaged.",
      write: "Send the bytes that were asked for, or 200 with the whole."),
    .rangeNotHonoured: Self(
      [
        "> GET /film.mp4", "> Range: bytes=500-999", "HTTP/1.1 200 OK", "Accept-Ranges: bytes",
        "Content-Length: 48213",
      ],
      "A download can't be continued, and Safari plays no media. Cloudflare keeps an origin's 206 only with a complete"
        + " length and a Content-Length, without a coding and chunks, and with one ETag throughout, or none (its documentation,"
        + " November 2026).",
      write: "Answer 206, or leave Accept-Ranges out."),
    .ifRangeIgnored: Self(
      [
        "> GET /film.mp4", "> Range: bytes=500-", "> If-Range: \"old\"", "HTTP/1.1 206 Partial Content",
        "ETag: \"new\"",
      ],
      "A download that was interrupted before a change goes on with bytes of the new version: the file is damaged.",
      write: "Answer 200 with the whole where If-Range is not the current ETag or Last-Modified."),
    .validatorDiffersByNode: Self(
      [
        "> GET /app.css at 192.0.2.1", "HTTP/1.1 200 OK", "ETag: \"a1\"", "> GET /app.css at 192.0.2.2",
        "HTTP/1.1 200 OK", "ETag: \"b7\"",
      ],
      "One node does not confirm what the other sent: the same content is downloaded again.",
      write:
        "Make the tag of the content alone, and keep the times of files where they are copied (`rsync -t`)."),
    .noTransformUncoded: Self(
      [
        "> GET /app.js", "> Accept-Encoding: gzip, br, zstd", "HTTP/1.1 200 OK",
        "Cache-Control: max-age=600, no-transform", "Content-Type: text/javascript",
        "Content-Length: 421888",
      ],
      "Each visitor downloads the text at its full length.",
      write: "Compress it at the origin, or leave `no-transform` out."),
    .digestWrong: Self(
      [
        "> GET /app.js", "HTTP/1.1 200 OK", "Content-Digest: sha-256=:RBNv…=:",
        "(content with another digest)",
      ],
      "A recipient that compares them refuses the content, which was perhaps changed on its way.",
      write: "Compute the digest of the content as it is sent, or leave the field out."),
  ]

  /// What answers to different requests for one URL show.
  private static let negotiation: [Finding.Code: ObservedHelp] = [
    .encodingNegotiatedWithoutVary: Self(
      [
        "> GET /app.css", "> Accept-Encoding: gzip", "HTTP/1.1 200 OK", "Content-Encoding: gzip",
        "Cache-Control: max-age=600", "> GET /app.css", "HTTP/1.1 200 OK", "Cache-Control: max-age=600",
      ],
      "A cache gives the coded content to clients that can't read it, too.",
      write:
        "Send `Vary: Accept-Encoding`; nginx: `gzip_vary on;`; Apache: `Header merge Vary Accept-Encoding`."),
    .encodingNotAccepted: Self(
      ["> GET /app.css", "> Accept-Encoding: identity", "HTTP/1.1 200 OK", "Content-Encoding: gzip"],
      "A client that asks so can't read the answer.",
      write: "Send content without a coding where its coding is not accepted; nginx: `gunzip on;`."),
    .etagSharedByEncodings: Self(
      [
        "> GET /app.css", "> Accept-Encoding: gzip", "HTTP/1.1 200 OK", "Content-Encoding: gzip",
        "ETag: \"v1\"", "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"v1\"",
      ],
      "A strong tag names the bytes, so that a part of the one coding may be joined to the other.",
      write: "Give each coding a tag of its own, or a weak one: `ETag: W/\"v1\"`."),
    .varyInconsistent: Self(
      [
        "> GET /app.css", "> Accept-Encoding: gzip", "HTTP/1.1 200 OK", "Content-Encoding: gzip",
        "Vary: Accept-Encoding", "> GET /app.css", "HTTP/1.1 200 OK",
      ],
      "A cache goes by the answer that it has, so that some clients get a variant that is not for them.",
      write: "Send the same Vary with each answer of a URL; nginx: `gzip_vary on;`."),
    .negotiatedWithoutVary: Self(
      [
        "> GET /page", "> Accept: text/markdown", "HTTP/1.1 200 OK", "Content-Type: text/markdown",
        "Cache-Control: max-age=600", "> GET /page", "> Accept: text/html", "HTTP/1.1 200 OK",
        "Content-Type: text/html",
      ],
      "A cache gives everyone the representation that the first one asked for. A browser's own cache shows the data that a"
        + " script asked for to who follows a link (measured with Chromium 156).",
      write: "Send `Vary: Accept`, or the name of the field on which the content depends."),
    .missingFileAnswered: Self(
      [
        "> GET /app.00000000.js", "HTTP/1.1 200 OK", "Content-Type: text/html", "Cache-Control: max-age=600",
      ],
      "Who asks for a file that is not there yet, or no longer, keeps the wrong content under its name.",
      write: "Answer 404 for files that do not exist; nginx: `location /assets/ { try_files $uri =404; }`."),
    .missingAnswerLongLived: Self(
      ["> GET /app.00000000.js", "HTTP/1.1 404 Not Found", "Cache-Control: max-age=31536000"],
      "Who asks for a file before it is deployed gets no file for as long afterwards.",
      write: "Send the long lifetime with files only, and `Cache-Control: no-cache` with 404."),
    .personalSharedCacheable: Self(
      [
        "> GET /account", "> Cookie: session=A", "HTTP/1.1 200 OK", "Cache-Control: max-age=600",
        "> GET /account", "> Cookie: session=B", "HTTP/1.1 200 OK", "(other content)",
      ],
      "A shared cache may give one user's answer to another.",
      write: "Send `Cache-Control: private, max-age=600`, or `no-store`, where the answer is one user's."),
    .edgeSharedPersonal: Self(
      [
        "> GET /account", "> Cookie: session=A", "HTTP/1.1 200 OK", "> GET /account", "> Cookie: session=B",
        "HTTP/1.1 200 OK", "X-Cache: HIT", "(the content of session A)",
      ],
      "One user sees what belongs to another.",
      write:
        "Send `Cache-Control: private`, and purge what the cache has; have it pass on requests with credentials."
    ),
    .unkeyedHeaderReflected: Self(
      [
        "> GET /", "> X-Forwarded-Host: made-up.invalid", "HTTP/1.1 200 OK", "Cache-Control: max-age=600",
        "(content that names made-up.invalid)",
      ],
      "One request can decide what a shared cache gives to all others.",
      write:
        "Ignore the field unless your own proxy sets it; nginx: `proxy_set_header X-Forwarded-Host \"\";`."),
    .unkeyedHeaderStored: Self(
      [
        "> GET /", "> X-Forwarded-Host: made-up.invalid", "HTTP/1.1 200 OK", "> GET /", "HTTP/1.1 200 OK",
        "X-Cache: HIT", "(content that names made-up.invalid)",
      ],
      "One request decides what a cache gives to all others: a page can be poisoned.",
      write: "Ignore the field unless your own proxy sets it, and purge what the cache has."),
    .probeNotIsolated: Self(
      [
        "> GET /?hc-probe=1", "HTTP/1.1 200 OK", "X-Cache: MISS", "> GET /?hc-probe=2", "HTTP/1.1 200 OK",
        "X-Cache: HIT",
      ],
      "What a probe changes could reach visitors, so that nothing more is tried.",
      write: nil),
    .pathSuffixIgnored: Self(
      ["> GET /account/made-up.css", "HTTP/1.1 200 OK", "Content-Type: text/html"],
      "A cache that goes by names takes the page for a style sheet, and keeps it.",
      write: "Answer 404 for paths behind a page; Apache: `AcceptPathInfo Off`."),
    .pathSuffixStored: Self(
      [
        "> GET /account/made-up.css", "> Cookie: session=A", "HTTP/1.1 200 OK",
        "> GET /account/made-up.css", "HTTP/1.1 200 OK", "X-Cache: HIT", "(the content of session A)",
      ],
      "Who sends a user such a link can read that user's page afterwards.",
      write: "Answer 404 for paths behind a page; Apache: `AcceptPathInfo Off`. Purge what the cache has."),
    .contentNotCompared: Self(
      [
        "> GET https://a.test/", "HTTP/1.1 200 OK", "> GET https://a.test/", "HTTP/1.1 200 OK",
        "(other content)",
      ],
      "Whether both deployments have the same content is not known; all else is compared.",
      write: nil),
  ]

  /// What differs between two deployments, or between two logs.
  private static let differences: [Finding.Code: ObservedHelp] = {
    func pair(_ here: [String], _ there: [String], _ consequence: String) -> ObservedHelp {
      Self(
        ["> GET https://a.test/app.css"] + here + ["> GET https://b.test/app.css"] + there, consequence,
        write: "Send what the deployment that is right sends; `accept` a difference that is meant.")
    }
    let found = "HTTP/1.1 200 OK"
    return [
      .differsStatus: pair(
        [found], ["HTTP/1.1 404 Not Found"],
        "Once the other deployment goes live, the URL is answered otherwise."),
      .differsLocation: pair(
        ["HTTP/1.1 301 Moved Permanently", "Location: /a"],
        ["HTTP/1.1 301 Moved Permanently", "Location: /b"],
        "Once the other deployment goes live, the redirect leads elsewhere, and caches may keep either target."
      ),
      .differsContent: pair(
        [found, "(one content)"], [found, "(other content)"],
        "One of the two is old, or is not built from the same sources."),
      .differsStoring: pair(
        [found, "Cache-Control: max-age=600"], [found, "Cache-Control: no-store"],
        "Once the other deployment goes live, caches begin or cease to keep the response."),
      .differsLifetime: pair(
        [found, "Cache-Control: max-age=600"], [found, "Cache-Control: max-age=60"],
        "Once the other deployment goes live, caches ask the origin more often, or keep old content for longer."
      ),
      .differsReuse: pair(
        [found, "Cache-Control: max-age=600"], [found, "Cache-Control: max-age=600, no-cache"],
        "Once the other deployment goes live, each use asks the origin, or none does any more."),
      .differsValidators: pair(
        [found, "ETag: \"1\""], [found, "ETag: W/\"1\""],
        "What one deployment confirms by a 304, the other may send in whole."),
      .differsDirectives: pair(
        [found, "Cache-Control: max-age=600"], [found, "Cache-Control: max-age=600, must-revalidate"],
        "Once the other deployment goes live, caches go by other rules."),
      .differsVary: pair(
        [found, "Vary: Accept-Encoding"], [found],
        "Caches keep the variants of one deployment apart, and give one of the other's to everyone."),
    ]
  }()

  /// What caches on the way do.
  private static let caches: [Finding.Code: ObservedHelp] = [
    .edgeIgnoresVary: Self(
      [
        "> GET /page", "> Accept: text/markdown", "HTTP/1.1 200 OK", "Vary: Accept",
        "Content-Type: text/markdown", "> GET /page", "> Accept: text/html", "HTTP/1.1 200 OK",
        "Content-Type: text/markdown", "X-Cache: HIT",
      ],
      "Visitors get a representation that they can't use.",
      write: "Have that cache obey Vary (nginx: no `proxy_ignore_headers`), or put the field into its key."),
    .contentOutsideKey: Self(
      [
        "> GET /page", "> Accept-Language: de", "HTTP/1.1 200 OK", "Content-Language: de", "> GET /page",
        "> Accept-Language: en", "HTTP/1.1 200 OK", "Content-Language: de", "X-Cache: HIT",
      ],
      "What one request got is given to others that should get something else.",
      write: "Put it into the key of that cache, or name the field in Vary where the cache obeys it."),
    .keySplitsNeedlessly: Self(
      [
        "> GET /page?utm_source=a", "HTTP/1.1 200 OK", "X-Cache: MISS", "> GET /page?utm_source=b",
        "HTTP/1.1 200 OK", "X-Cache: MISS", "(the same content)",
      ],
      "The cache asks the origin more often than it has to, and stores the same several times.",
      write:
        "Leave it out of the key; for a parameter, `No-Vary-Search: params=(\"utm_source\")` says so, too."),
    .edgeNeverHits: Self(
      [
        "> GET /app.css", "HTTP/1.1 200 OK", "Cache-Control: max-age=600", "X-Cache: MISS", "> GET /app.css",
        "HTTP/1.1 200 OK", "Cache-Control: max-age=600", "X-Cache: MISS",
      ],
      "The origin answers each request, as if there were no cache.",
      write: "Nothing in the response: see what the configuration of the cache passes on (cookies, a path)."),
    .ageAboveLifetime: Self(
      ["> GET /app.css", "HTTP/1.1 200 OK", "Cache-Control: max-age=600", "Age: 86400", "X-Cache: HIT"],
      "The cache keeps responses by a rule of its own, and clients get stale ones.",
      write: "Send `s-maxage` with the time that this cache may keep it, or have the cache obey max-age."),
  ]

  /// What pages with their files, logs and databases show.
  private static let recordings: [Finding.Code: ObservedHelp] = [
    .oldPageNamesMissingFile: Self(
      [
        "> GET /", "HTTP/1.1 200 OK", "Age: 86400", "X-Cache: HIT", "<script src=\"/app.3f9a1b2c.js\">",
        "> GET /app.3f9a1b2c.js", "HTTP/1.1 404 Not Found",
      ],
      "A page that is older than the deployment is still given out, and breaks without its files.",
      write:
        "Purge the page, and keep the files of the deployment before for as long as caches may keep its pages."
    ),
    .redirectCircle: Self(
      [
        "> GET /dash", "HTTP/1.1 301 Moved Permanently", "Location: /login", "> GET /login",
        "HTTP/1.1 302 Found",
        "Location: /dash", "Set-Cookie: session=…", "> GET /dash", "> Cookie: session=…", "HTTP/1.1 200 OK",
      ],
      "Chromium answers the second request from its cache, and goes round until it gives up.",
      write: "Send `Cache-Control: no-store` with a redirect that depends on a cookie, or answer 302."),
    .pageOutlivesItsFiles: Self(
      [
        "> GET /", "HTTP/1.1 200 OK", "Cache-Control: max-age=3600", "<script src=\"/app.3f9a1b2c.js\">",
      ],
      "Once a deployment takes these files away, a browser that has the page, but not all of them, asks in vain.",
      write:
        "Send `Cache-Control: no-cache` with pages, or keep the files of earlier deployments. A tab that stays open or goes"
        + " back does not ask for the page, even with `no-cache` (measured with Chromium 156, Firefox 153 and WebKitGTK"
        + " 2.50.6): only kept files help there."
    ),
    .sharedToken: Self(
      [
        "> GET /contact", "HTTP/1.1 200 OK", "Cache-Control: public, s-maxage=600, max-age=0",
        "<input type=\"hidden\" name=\"csrfmiddlewaretoken\" value=\"…\">",
      ],
      "The cache gives one visitor's token to all: the forms of the others fail, or the token protects nobody.",
      write:
        "Send `Cache-Control: private, no-cache` with pages that have such a form, or have a script fetch the token."
    ),
    .edgeKeepsPageOfHashedFiles: Self(
      [
        "> GET /", "HTTP/1.1 200 OK", "Cache-Control: max-age=0, s-maxage=31536000", "X-Cache: HIT",
        "Age: 345600",
        "<script src=\"/app.3f9a1b2c.js\">",
      ],
      "Once a deployment takes these files away, the edge goes on to give out a page that asks for them in vain.",
      write:
        "Purge pages at each deployment, or keep the files of earlier ones for as long as the edge keeps pages."
    ),
    .loadedTwiceThoughFresh: Self(
      [
        "> GET /font.woff2", "> Sec-Fetch-Mode: no-cors", "HTTP/1.1 200 OK", "Cache-Control: max-age=3600",
        "> GET /font.woff2", "> Sec-Fetch-Mode: cors", "HTTP/1.1 200 OK",
      ],
      "The same is downloaded twice on one page.",
      write:
        "Ask both times in the same way: the same `crossorigin`, the same cookies, no `no-cache` in the request."
    ),
    .urlSignedAnew: Self(
      [
        "> GET /photo.jpg?expires=1453826757&sig=a1", "HTTP/1.1 200 OK", "Cache-Control: max-age=3600",
        "> GET /photo.jpg?expires=1453826999&sig=b7", "HTTP/1.1 200 OK",
      ],
      "A cache finds an answer by its URL, so that none of them is ever used again.",
      write: "Give the same URL for as long as it may be used: sign for a time that is rounded up."),
    .cacheDBBodyMissing: Self(
      ["cfurl_cache_receiver_data: isDataOnFS 1, and no such file in fsCachedData"],
      "The response has lost its body, and URLCache asks the origin again.",
      write: "Copy fsCachedData together with Cache.db, or remove the entry."),
    .cacheDBCredentials: Self(
      ["> GET /account", "> Authorization: Bearer …", "HTTP/1.1 200 OK", "Set-Cookie: session=…"],
      "Who reads the file, or a backup of it, has the credentials.",
      write: "Send such responses with `Cache-Control: no-store`, or store them in memory only."),
    .cacheDBStoredAllTheSame: Self(
      ["> GET /missing", "HTTP/1.1 404 Not Found"],
      "The app may use a response that its documentation says is not stored.",
      write: "Send `Cache-Control: no-store` where it must not be stored."),
    .fieldLineFolded: Self(
      ["Cache-Control: max-age=600,", "  immutable"],
      "Recipients refuse the response, or misread the field.", write: "Send the field in one line."),
    .spaceBeforeColon: Self(
      ["Cache-Control : max-age=600"],
      "A proxy removes the space or refuses the response, and others ignore the field.",
      write: "Send the name with the colon right behind it: `Cache-Control: max-age=600`."),
    .fieldLineUnreadable: Self(
      ["X-XSS Protection: 1"],
      "The line is ignored here, and other recipients refuse the whole response.",
      write: "Send it as `Name: value`, without a space in the name, or leave it out."),
    .headSavedEarlier: Self(
      ["HTTP/1.1 200 OK", "Date: Tue, 26 Jan 2016 16:45:57 GMT"],
      "The time since then counts as age, so that the response may be stale by now.",
      write: "Nothing in the response: `--at date` judges it as of its own Date."),
  ]
}

extension Finding.Code {
  /// What to write where only the owner knows whether anything is to be written; nil for other codes.
  var ownersChoice: String? { Self.choices[self] }

  private static let choices: [Finding.Code: String] = [
    .authorizationForbidsShared:
      "Send `Cache-Control: s-maxage=600` where the answer is the same for every user, else nothing.",
    .staleOnArrival:
      "Send a longer lifetime, or have the cache on the way ask again earlier; else nothing.",
    .staticFileNotStored:
      "Send `Cache-Control: no-cache` with an ETag where the file is the same for everyone, else nothing.",
    .ageLarge: "Nothing in the response: have the cache on the way ask again, or set its clock.",
    .edgeControlLeaked: "Leave the field out where no cache that reads it stands in front of the origin.",
  ]
}
