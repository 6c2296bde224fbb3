import HTTPCacheCore
import Testing

@Suite("XXH64", .timed)
struct XXH64Tests {
  typealias Row = (text: String, seed: UInt64, hash: UInt64)
  static let rows: [Row] = [
    ("", 0, 0xEF46_DB37_51D8_E999),
    ("a", 0, 0xD24E_C4F1_A98C_6E5B),
    ("abc", 0, 0x44BC_2CF5_AD77_0999),
    ("Nobody inspects the spammish repetition", 0, 0xFBCE_A83C_8A37_8BF1),
    ("", 2_654_435_761, 0xAC75_FDA2_929B_17EF),
  ]

  @Test(arguments: rows)
  func published(_ row: Row) {
    #expect(XXH64.hash(Array(row.text.utf8), seed: row.seed) == row.hash)
  }

  @Test func sameHoweverItComesInPieces() {
    let bytes = StoreFixture.bytes(1000)
    for size in [1, 3, 31, 32, 33, 64, 999] {
      var hash = XXH64()
      var rest = bytes[...]
      while !rest.isEmpty {
        rest.prefix(size).withUnsafeBytes { hash.update($0) }
        rest = rest.dropFirst(size)
      }
      #expect(hash.value == XXH64.hash(bytes), "pieces of \(size)")
    }
  }
}
