import Testing

@testable import HTTPCacheCore

@Suite("Names that say that a value is a credential", .timed)
struct CredentialNameTests {
  static let names: [(name: String, isOne: Bool)] = [
    ("X-Api-Key", true), ("apikey", true), ("api_key", true), ("access_token", true),
    ("X-Amz-Signature", true),
    ("X-Goog-Credential", true), ("sig", true), ("PASSWORD", true), ("X-Auth-User", true), ("X-Authz", true),
    ("Ocp-Apim-Subscription-Key", true), ("jsessionid", true), ("PHPSESSID", true), ("pwd", true),
    ("hdnea", true),
    ("key", true), ("X-Key", true), ("X-Bearer", true), ("DPoP", true), ("X-Jfrog-Art-Api", true),
    ("user_pass", true),
    ("passphrase", true), ("Surrogate-Key", false), ("sort_key", false), ("Idempotency-Key", false),
    ("X-Monkey", false),
    ("page_token", false), ("max_tokens", false), ("X-RateLimit-Tokens", false), ("secretary", false),
    ("Access-Control-Allow-Credentials", false), ("author", false), ("authority", false),
    ("User-Agent", false),
    ("Accept-Language", false), ("", false), ("-", false), ("signal", false), ("side", false),
    ("t\u{f6}ken", false),
  ]
  @Test("by a part that only they have, or a word that stands alone", arguments: names)
  func name(_ row: (name: String, isOne: Bool)) {
    #expect(CredentialName.matches(row.name) == row.isOne)
  }

  @Test("what most requests have is told by its name alone, and the list of it hides no credential")
  func anonymous() {
    let all = FieldSection(FieldNames.anonymousNames.map { FieldLine($0, "x") })
    #expect(!all.isEmpty && !all.identifiesUser)
    #expect(FieldNames.anonymousNames.filter { CredentialName.matches($0) } == [])
  }

  static let texts: [(text: String, name: String?)] = [
    ("http://a.test/?a=1&access_token=2", "access_token"), ("http://a.test/a;jsessionid=1", "jsessionid"),
    ("/b#id_token=1", "id_token"), ("<http://a.test/?sig=1>; rel=next", "sig"), ("0; url=/?token=1", "token"),
    ("/login?next=%2Fx%3Ftoken%3D1", "token"), ("/?%2574oken=1", "token"), ("/?%74oken=1", "token"),
    ("http://a.test/token/?a=token", nil), ("http://a.test/?page_token=1", nil), ("100%", nil), ("=%", nil),
    ("", nil),
  ]
  @Test("as a parameter of a URL, wherever that stands", arguments: texts)
  func parameter(_ row: (text: String, name: String?)) {
    #expect(CredentialName.parameter(of: row.text) == row.name)
  }

  static let shown: [(text: String, shown: String)] = [
    ("GET https://a.test/me?page=7&access_token=abc", "GET https://a.test/me?page=7&access_token=…"),
    (
      "https://a.test/?X-Amz-Signature=abc&x=1#id_token=d: stale",
      "https://a.test/?X-Amz-Signature=…&x=1#id_token=…: stale"
    ),
    ("see `/cb?token=a.b-c`, then (/?sig=d).", "see `/cb?token=…`, then (/?sig=…)."),
    ("/login?next=%2Fx%3Ftoken%3Dabc&a=b", "/login?next=…&a=b"),
    ("/?acc%65ss_token=abc", "/?acc%65ss_token=…"),
    ("/?a=1;token=abc", "/?a=…"), ("/?token=a=b", "/?token=…"), ("/?token=", "/?token="),
    ("https://a.test/list?pagetoken=abc&v=3.7.1", "https://a.test/list?pagetoken=abc&v=3.7.1"),
    ("Cache-Status: a; hit;key=abc", "Cache-Status: a; hit;key=abc"),
    ("/?key=AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY", "/?key=…"), ("/?session=7f3a9c1e55", "/?session=…"),
    ("/?pass=letmein&pin=110001", "/?pass=…&pin=…"),
    // What reads as a name is shown: a path, a talk, a day.
    ("/?key=users/alice.png&session=talk-1", "/?key=users/alice.png&session=talk-1"),
    ("/?key=2026-01-12", "/?key=2026-01-12"),
    // A random value beside an end signs, whatever its name.
    ("/?h=Zm9vYmFyMTIzNDU2Nzg5MDEy&exp=1763800000", "/?h=…&exp=1763800000"),
    ("/?h=Zm9vYmFyMTIzNDU2Nzg5MDEy&%65xp=1763800000", "/?h=…&%65xp=1763800000"),
    ("/?h=Zm9vYmFyMTIzNDU2Nzg5MDEy&page=3", "/?h=Zm9vYmFyMTIzNDU2Nzg5MDEy&page=3"),
    ("`public; max-age=60`", "`public; max-age=60`"), ("", ""),
  ]
  @Test("what signs a URL by its name is a credential by its name")
  func signing() {
    let names =
      URLSignature.forms.map(\.signature) + URLSignature.words + URLSignature.abbreviations
    #expect(names.filter { !CredentialName.matches($0) } == [])
  }

  @Test("in a report, the values of a query that are credentials are left out", arguments: shown)
  func redacted(_ row: (text: String, shown: String)) {
    #expect(CredentialName.redacted(in: row.text) == row.shown)
  }

  static let users: [(text: String, hasUser: Bool)] = [
    ("<http://u:p@a.test/>; rel=next", true), ("https://u@a.test", true), ("http://a.test/@scope/x", false),
    ("me@a.test", false), ("http://a.test/, https://b:c@d/", true), ("", false),
  ]
  @Test("a user in a URL (RFC 3986 §3.2.1)", arguments: users)
  func user(_ row: (text: String, hasUser: Bool)) {
    #expect(CredentialName.hasUserInformation(Array(row.text.utf8)) == row.hasUser)
  }
}
