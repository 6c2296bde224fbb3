import Testing

@testable import HTTPCacheCore

@Suite("Names that say that a value is a credential")
struct CredentialNameTests {
  static let names: [(name: String, isField: Bool, isParameter: Bool)] = [
    ("X-Api-Key", true, true), ("apikey", true, true), ("api_key", true, true), ("access_token", true, true),
    ("X-Amz-Signature", true, true), ("X-Goog-Credential", true, true), ("sig", true, true),
    ("PASSWORD", true, true),
    ("X-Auth-User", true, true), ("Ocp-Apim-Subscription-Key", true, true), ("jsessionid", true, true),
    ("key", true, false), ("Idempotency-Key", true, false), ("X-Monkey", false, false),
    ("author", false, false),
    ("authority", false, false), ("User-Agent", false, false), ("Accept-Language", false, false),
    ("", false, false),
    ("-", false, false), ("signal", false, false), ("side", false, false), ("t\u{f6}ken", false, false),
  ]
  @Test("by a part that only they have, or a word that stands alone", arguments: names)
  func name(_ row: (name: String, isField: Bool, isParameter: Bool)) {
    #expect(CredentialName.isOne(row.name, isField: true) == row.isField)
    #expect(CredentialName.isOne(row.name, isField: false) == row.isParameter)
  }
}
