import Testing

@testable import httpcache

/// Every message about the command line that a user can see.
@Suite("Usage errors", .timed)
struct ErrorMessageTests {
  typealias Row = (line: String, message: String, hint: String?)

  static let scanning: [Row] = [
    ("--json", "no subcommand", "httpcache --help"),
    ("fetc x", "unknown subcommand fetc", "did you mean fetch?"),
    (
      "bogus x", "unknown subcommand bogus",
      "the subcommands are fetch, inspect, revalidate, trim, stats, help"
    ),
    ("https://u:p@x/y", "a URL needs a subcommand before it", "httpcache fetch https://…@x/y"),
    ("-i x", "option -i before the subcommand", "httpcache fetch -i …"),
    ("help fetc", "unknown subcommand or code fetc", "did you mean fetch?"),
    ("help max-age-invalit", "unknown subcommand or code max-age-invalit", "did you mean max-age-invalid?"),
    (
      "help weekday", "unknown subcommand or code weekday",
      "codes with it: date-weekday-mismatch, expires-weekday-mismatch, last-modified-weekday-mismatch"
    ),
    ("help a b", "help takes one subcommand or code", "httpcache help fetch"),
    ("fetch --polcy x", "unknown option --polcy", "did you mean --policy?"),
    ("fetch --max x", "unknown option --max", nil),
    ("fetch -W x", "unknown option -W", nil),
    ("fetch -iW x", "unknown option -W", nil),
    (
      "fetch --trace f x", "curl's --trace is not an option of httpcache",
      "-v shows the connection and the heads, --explain what is decided"
    ),
    (
      "inspect --live -C - x", "curl's -C is not an option of httpcache",
      "the bytes of a download are kept: fetch it again, and only the rest is asked for; -r asks for a part"
    ),
    ("trim --trace f", "unknown option --trace", nil),
    (
      "fetch --json {\"a\":1} x", "--json takes no value: it asks for machine output",
      "curl's --json DATA is -d DATA -H 'Content-Type: application/json'"
    ),
    (
      "fetch --json=[1,2] x", "--json takes no value: it asks for machine output",
      "curl's --json DATA is -d DATA -H 'Content-Type: application/json'"
    ),
    ("fetch --live x", "fetch has no option --live", "it is an option of inspect"),
    ("fetch --json=1 x", "option --json takes no value", nil),
    ("fetch x --policy", "option --policy needs a value", "--policy POLICY"),
    ("fetch x -X", "option -X needs a value", "--request METHOD"),
    (
      "fetch -r 5-x y", "-r: '5-x' is not a byte range", "such as 0-499, 500-, -500, or several with commas"
    ),
    (
      "fetch --generate-manual markdown", "--generate-manual stands in place of a subcommand",
      "httpcache --generate-manual …"
    ),
    (
      "--generate-manual html", "--generate-manual: 'html' is not a form of the manual",
      "one of man, markdown, findings, reasons, recipes, real-caches"
    ),
    ("revalidate -L x", "revalidate has no option -L", "it is an option of fetch, inspect"),
    ("trim -s", "unknown option -s", "-q says less"),
    (
      "fetch --offline x", "unknown option --offline",
      "fetch --policy cache-only answers from the cache and opens no connection"
    ),
    (
      "fetch --no-cache x", "unknown option --no-cache",
      "fetch --policy reload asks the origin; --storage never keeps nothing"
    ),
    ("ls", "unknown subcommand ls", "httpcache inspect --all --format table lists what is stored"),
    ("clear", "unknown subcommand clear", "httpcache trim --all removes all that is stored"),
    ("inspect -live x", "unknown option -live", "did you mean --live?"),
    (
      "fetch --expect --json x", "option --expect needs a value, and --json is an option",
      "--expect CHECK; --expect=--json if that is the value"
    ),
    ("fetch -o http://u:p@a/", "fetch needs a URL", "-o took http://…@a/ as its value"),
    ("inspect --live --at https://a/", "inspect --live needs a URL", "--at took https://a/ as its value"),
    ("fetch http:/a", "a URL needs two slashes behind http:", "http://HOST/PATH"),
    ("inspect --cache-d x", "unknown option --cache-d", "did you mean --cache-db?"),
  ]

  static let values: [Row] = [
    ("fetch --capacity 1T x", "--capacity: '1T' is not a size", "sizes read 10, 10K, 10M, 10G"),
    (
      "fetch --max-entry-size 101% x", "--max-entry-size: '101%' is not a size or a share",
      "such as 64M or 5%"
    ),
    ("fetch --ttl 1w x", "--ttl: '1w' is not a duration", "durations read 90, 90s, 15m, 12h, 7d, 1y"),
    (
      "fetch --max-stale=x y", "--max-stale: 'x' is not a duration",
      "durations read 90, 90s, 15m, 12h, 7d, 1y"
    ),
    ("fetch --profile a x", "--profile: 'a' is not a profile", "one of rfc9111, urlcache"),
    ("fetch --policy relaod x", "--policy: 'relaod' is not a policy", "did you mean reload?"),
    ("fetch --color a x", "--color: 'a' is not a choice of colour", "one of auto, always, never"),
    ("fetch --storage a x", "--storage: 'a' is not a place to store", "one of disk, memory, never"),
    (
      "inspect --format pdf x", "--format: 'pdf' is not a format",
      "one of text, summary, table, json, github, junit, sarif, html, markdown, or FORMAT=FILE such as sarif=report.sarif"
    ),
    (
      "inspect --fail-on fatal x", "--fail-on: 'fatal' is not a severity", "one of error, warning, info"
    ),
    ("fetch -Z 0 x", "-Z: '0' is not a whole number from 1 to 1000", nil),
    ("fetch --retry -1 x", "--retry: '-1' is not a whole number from 0 to 1000", nil),
    ("fetch --max-time 1e3 x", "--max-time: '1e3' is not a number of seconds", "such as 5 or 0.5"),
    ("fetch -X G(T x", "-X: 'G(T' is not a method", nil),
    ("fetch --strip-header a:b x", "--strip-header: 'a:b' is not a field name", nil),
    (
      "fetch --strip-header vary x",
      "--strip-header: vary decides how the response is reused or read, and stays with it",
      "--storage never keeps the whole response out of the store"
    ),
    (
      "fetch --strip-header Netlify-CDN-Cache-Control x",
      "--strip-header: Netlify-CDN-Cache-Control decides how the response is reused or read, and stays with it",
      "--storage never keeps the whole response out of the store"
    ),
    (
      "fetch --strip-header Content-Encoding x",
      "--strip-header: Content-Encoding decides how the response is reused or read, and stays with it",
      "--storage never keeps the whole response out of the store"
    ),
    ("fetch --user-info abc x", "--user-info: the value is not KEY=VALUE", nil),
    ("fetch --user-info cache_date=1 x", "--user-info: cache_date is set by the cache", "use another key"),
    ("fetch -u secret x", "-u: the value is not USER:PASS", "an empty password is written USER:"),
    (
      "fetch --resolve a:b:c x", "--resolve: 'a:b:c' is not HOST:PORT:ADDRESS",
      "such as example.com:443:127.0.0.1"
    ),
    ("fetch --cache-dir= x", "--cache-dir: '' is not a path", nil),
    ("fetch --input-file=", "--input-file: '' is not a path", nil),
    (
      "inspect --at +x y", "--at: '+x' is not a time",
      "such as 2026-01-12T16:45:57Z, an HTTP-date, +1h or -7d; or date"
    ),
  ]

  static let urls: [Row] = [
    ("fetch", "fetch needs a URL", "httpcache fetch https://example.com/"),
    ("fetch ftp://x", "'ftp://x' is not a URL: the scheme ftp is neither http nor https", nil),
    ("fetch http://u:p@h:0", "'http://…@h:0' is not a URL: 0 is not a port", "ports are 1 to 65535"),
    ("fetch http:///x", "'http:///x' is not a URL: it has no host", "https://HOST/PATH"),
    (
      "fetch x<y/", "'x<y/' is not a URL: it holds a character that no URL may hold",
      "write such a character percent-encoded: a space is %20"
    ),
  ]

  static let contradictions: [Row] = [
    ("fetch -o a -O x", "-o and -O exclude each other", nil),
    ("fetch -u a:b --oauth2-bearer t x", "-u and --oauth2-bearer exclude each other", nil),
    (
      "fetch --tlsv1.3 --tls-max 1.2 x", "--tls-max is older than the oldest version that is allowed", nil
    ),
    ("fetch -j x", "-j goes with -b FILE only", nil),
    ("fetch --digest --negotiate -u a:b x", "--negotiate goes with no other way to log in", nil),
    (
      "fetch --negotiate --policy cache-only -u : x",
      "--negotiate: nothing answers without asking, so --policy cache-only finds nothing", nil
    ),
    (
      "revalidate --negotiate -u : x", "--negotiate goes with fetch and inspect --live only",
      "its responses are not stored"
    ),
    (
      "inspect --live --probe --digest -u a:b x", "--probe sends credentials with -u by Basic only",
      "leave --digest and the like out"
    ),
    ("fetch --tls-max 2 x", "--tls-max: '2' is not a version of TLS", "one of 1.0, 1.1, 1.2, 1.3"),
    ("fetch -f --fail-with-body x", "-f and --fail-with-body exclude each other", nil),
    ("fetch -w a --json x", "-w and --json exclude each other", nil),
    ("fetch -G -T f x", "-G and -T exclude each other", nil),
    ("fetch -J x", "-J goes with -O or --output-dir only", nil),
    ("fetch -OJi x", "-i and -J exclude each other", nil),
    ("fetch -w @- -d @- x", "standard input can be read once only", "use a file for the others"),
    ("fetch -e a;auto x", "-e: the value is not a Referer", "write the URL that is to be sent"),
    ("fetch -I -d a x", "-I and -d exclude each other", nil),
    ("fetch -I -X GET x", "-I and -X exclude each other", nil),
    ("fetch --no-location --max-redirects 1 x", "--no-location and --max-redirects exclude each other", nil),
    (
      "fetch -o a x y", "1 -o for 2 URLs",
      "give -o FILE once for each URL, or -O or --output-dir DIR to name files after the URLs"
    ),
    (
      "fetch -o a --input-file f", "1 -o for 0 URLs and those of --input-file",
      "give -o FILE once for each URL, or -O or --output-dir DIR to name files after the URLs"
    ),
    ("fetch --flat x", "--flat goes with --output-dir, and without -o", nil),
    ("fetch -d @- --input-file -", "standard input can be read once only", "use a file for the others"),
    ("inspect", "inspect needs a subject", "httpcache inspect --live https://example.com/"),
    ("inspect --live", "inspect --live needs a URL", "httpcache inspect --live https://example.com/"),
    ("inspect --live --all", "--live and --all exclude each other", nil),
    ("inspect --live --headers -", "--live and --headers exclude each other", nil),
    ("inspect --headers - --all", "--headers and --all exclude each other", nil),
    ("inspect --headers - x", "--headers and a URL exclude each other", "--url URL names what was asked for"),
    ("inspect --all x", "--all and a URL exclude each other", nil),
    ("inspect -k x", "-k goes with --live only", nil),
    ("inspect --url x y", "--url goes with --headers only", nil),
    ("inspect --method HEAD y", "--method goes with --headers or --live only", nil),
    ("revalidate", "revalidate needs a URL, --all, --stale or --host", "httpcache revalidate --stale"),
    ("revalidate --all http://a/", "--all and a URL exclude each other", nil),
    ("trim x", "trim takes no argument: x", "httpcache trim --help"),
    (
      "trim --host http://a/", "--host: 'http://a/' is not a host",
      "such as example.com, without scheme and port"
    ),
    (
      "trim --older-than 30", "--older-than: '30' is not a duration with its unit",
      "such as 30d: units are s, m, h, d and y"
    ),
    ("trim --to 10", "--to: '10' is not a size with its unit", "such as 500M: units are B, K, M and G"),
    ("trim --status 99", "--status: '99' is not a whole number from 100 to 999", nil),
    (
      "stats --by colour", "--by: 'colour' is not a property",
      "one of host, type, status, freshness, age, size"
    ),
    ("stats --verify --html f", "--verify and --html exclude each other", nil),
    (
      "inspect --json --format text y", "--json and --format text exclude each other",
      "standard output takes one report; --format text=FILE writes that one to a file"
    ),
    (
      "inspect --format table --format sarif y", "--format sarif and --format table exclude each other",
      "standard output takes one report; --format table=FILE writes that one to a file"
    ),
    (
      "inspect --format json=a --format sarif=a y", "--format: two reports for the file a",
      "give each report a file of its own"
    ),
    ("inspect --strict --no-expect-file y", "--strict and --no-expect-file exclude each other", nil),
    ("inspect -L y", "-L goes with --live only", nil),
    (
      "inspect --live -H @- --input-file -", "standard input can be read once only",
      "use a file for the others"
    ),
    ("fetch -H @- --input-file -", "standard input can be read once only", "use a file for the others"),
    (
      "inspect --headers - --headers -", "standard input can be read once only", "use a file for the others"
    ),
  ]

  @Test(arguments: scanning + values + urls + contradictions)
  func message(_ row: Row) {
    #expect(throws: UsageError(row.message, hint: row.hint), "\(row.line)") {
      try understand(words(row.line))
    }
  }

  static let fields: [(field: String, message: String, hint: String?)] = [
    ("secret", "-H: not a header field", "-H 'Name: value'"),
    ("A b: c", "-H: 'A b' is not a field name", "names have letters, digits and -, and no space"),
    (": c", "-H: '' is not a field name", "names have letters, digits and -, and no space"),
    ("A: b\r\nC: d", "-H: the value of A holds a line break or NUL", nil),
    ("A: b\0", "-H: the value of A holds a line break or NUL", nil),
  ]

  @Test(arguments: fields)
  func field(_ row: (field: String, message: String, hint: String?)) {
    #expect(throws: UsageError(row.message, hint: row.hint)) {
      try understand(["fetch", "-H", row.field, "x"])
    }
  }

  static let variables: [(name: String, value: String, message: String)] = [
    ("HTTPCACHE_POLICY", "no", "$HTTPCACHE_POLICY: 'no' is not a policy"),
    ("HTTPCACHE_CAPACITY", "no", "$HTTPCACHE_CAPACITY: 'no' is not a size"),
    ("HTTPCACHE_READ_ONLY", "no", "$HTTPCACHE_READ_ONLY: 'no' is not 1 or 0"),
  ]

  @Test(arguments: variables)
  func variable(_ row: (name: String, value: String, message: String)) {
    let error = #expect(throws: UsageError.self) {
      try understand(["fetch", "x"], environment: [row.name: row.value])
    }
    #expect(error?.message == row.message)
  }

  @Test("no error repeats what may be a credential")
  func secrets() {
    for words in [
      ["-H", "Bearer s3cret"], ["-u", "s3cret"], ["-x", "http://u:s3cret@h /"], ["-A", "s3cret\n"],
    ] {
      let error = #expect(throws: UsageError.self) { try understand(["fetch"] + words + ["x"]) }
      #expect(error?.message.contains("s3cret") == false)
    }
  }
}
