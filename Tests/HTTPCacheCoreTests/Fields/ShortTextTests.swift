import Testing

@testable import HTTPCacheCore

@Suite("A short text, built in the storage of its string", .timed)
struct ShortTextTests {
  static let numbers: [Int64] = [0, 9, 10, 99, 100, -1, -10, 1_768_236_357, .max, .min]

  @Test("a number in decimal is as Swift writes it", arguments: numbers)
  func decimal(_ number: Int64) {
    #expect(ShortText.text(capacity: 20) { $0.append(decimal: number) } == "\(number)")
  }

  @Test("pieces follow one another, up to the whole capacity")
  func pieces() {
    let text = ShortText.text(capacity: 6) { text in
      text.append(0x61)
      text.append("\u{e4}b")
      text.append(decimal: 42)
    }
    #expect(text == "a\u{e4}b42")
    #expect(ShortText.text(capacity: 0) { _ in }.isEmpty)
  }
}
