import Testing

@testable import HTTPCacheCore

@Suite("Names that say that a value is a credential")
struct CredentialNameTests {
  static let names: [(name: String, isRequest: Bool, isResponse: Bool)] = [
    ("X-Api-Key", true, true), ("apikey", true, true), ("api_key", true, true), ("access_token", true, true),
    ("X-Amz-Signature", true, true), ("X-Goog-Credential", true, true), ("sig", true, true),
    ("PASSWORD", true, true),
    ("X-Auth-User", true, true), ("Ocp-Apim-Subscription-Key", true, true), ("jsessionid", true, true),
    ("pwd", true, true), ("hdnea", true, true), ("key", true, false), ("Surrogate-Key", true, false),
    ("X-Monkey", false, false), ("author", false, false), ("authority", false, false),
    ("User-Agent", false, false),
    ("Accept-Language", false, false), ("", false, false), ("-", false, false), ("signal", false, false),
    ("side", false, false), ("t\u{f6}ken", false, false),
  ]
  @Test("by a part that only they have, or a word that stands alone", arguments: names)
  func name(_ row: (name: String, isRequest: Bool, isResponse: Bool)) {
    #expect(CredentialName.isOne(row.name) == row.isRequest)
    #expect(CredentialName.isOne(row.name, isOfResponse: true) == row.isResponse)
  }

  static let texts: [(text: String, name: String?)] = [
    ("http://a.test/?a=1&access_token=2", "access_token"), ("http://a.test/a;jsessionid=1", "jsessionid"),
    ("/b#id_token=1", "id_token"), ("<http://a.test/?sig=1>; rel=next", "sig"), ("0; url=/?token=1", "token"),
    ("http://a.test/token/?a=token", nil), ("http://a.test/", nil), ("=", nil), ("", nil),
  ]
  @Test("as a parameter of a URL, wherever that stands", arguments: texts)
  func parameter(_ row: (text: String, name: String?)) {
    #expect(CredentialName.parameter(of: row.text) == row.name)
  }
}
