import Testing

@testable import httpcache

@Suite("Options of curl", .timed)
struct CurlHintsTests {
  /// The long names of `curl --help all`, version 8.12, without those of other protocols.
  static let long =
    "abstract-unix-socket alt-svc anyauth append aws-sigv4 basic cacert capath cert cert-status cert-type ciphers compressed "
    + "config connect-timeout connect-to continue-at cookie cookie-jar create-dirs create-file-mode crlfile curves data "
    + "data-ascii data-binary data-raw data-urlencode delegation digest disable disallow-username-in-url dns-interface "
    + "dns-ipv4-addr dns-ipv6-addr dns-servers doh-cert-status doh-insecure doh-url dump-header egd-file engine etag-compare "
    + "etag-save expect100-timeout fail fail-early fail-with-body false-start form form-escape form-string get globoff "
    + "happy-eyeballs-timeout-ms haproxy-protocol head header help hsts http0.9 http1.0 http1.1 http2 http2-prior-knowledge "
    + "http3 http3-only ignore-content-length include insecure interface ipv4 ipv6 json junk-session-cookies keepalive-time "
    + "key key-type libcurl limit-rate local-port location location-trusted manual max-filesize max-redirs max-time negotiate "
    + "netrc netrc-file netrc-optional next no-alpn no-buffer no-clobber no-keepalive no-npn no-progress-meter no-sessionid "
    + "noproxy ntlm oauth2-bearer output output-dir parallel parallel-immediate parallel-max pass path-as-is pinnedpubkey "
    + "post301 post302 post303 preproxy progress-bar proto proto-default proto-redir proxy proxy-anyauth proxy-basic "
    + "proxy-cacert proxy-capath proxy-cert proxy-digest proxy-header proxy-insecure proxy-key proxy-user proxy1.0 proxytunnel "
    + "random-file range rate raw referer remote-header-name remote-name remote-name-all remote-time remove-on-error request "
    + "request-target resolve retry retry-all-errors retry-connrefused retry-delay retry-max-time service-name show-error "
    + "silent socks4 socks4a socks5 socks5-hostname speed-limit speed-time ssl-no-revoke stderr styled-output "
    + "suppress-connect-headers tcp-fastopen tcp-nodelay time-cond tls-max tls13-ciphers tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 "
    + "tlsv1.3 tr-encoding trace trace-ascii trace-ids trace-time unix-socket upload-file url url-query use-ascii user "
    + "user-agent verbose version write-out xattr"

  /// Names that later versions have, up to 8.22.
  static let later =
    "dump-ca-embed expand-header expand-url follow httpsig-algo httpsig-headers httpsig-key httpsig-keyid ipfs-gateway knownhosts "
    + "mptcp out-null parallel-max-host proxy-http2 proxy-http3 show-headers sigalgs skip-existing tls-earlydata upload-flags variable"

  /// The letters of `curl --help all`.
  static let letters = "#012346:ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz"

  @Test("a method that is kept across a 301 keeps no content, so the hint names what does")
  func keepingMethod() {
    #expect(
      OptionTable.hint(forCurl: "--post301")?.contains("only 307 and 308 take method and body along") == true)
  }

  @Test("each is an option of fetch, or there is a line that says what to use")
  func complete() {
    let options = OptionTable.options(for: .fetch)
    for name in words(Self.long) + words(Self.later) {
      let isOption = options.contains { $0.isNamed(name) }
      #expect(isOption != (OptionTable.hint(forCurl: "--\(name)") != nil), "--\(name)")
    }
    for letter in Self.letters {
      let isOption = options.contains { $0.short == letter }
      #expect(isOption != (OptionTable.hint(forCurl: "-\(letter)") != nil), "-\(letter)")
    }
  }
}
