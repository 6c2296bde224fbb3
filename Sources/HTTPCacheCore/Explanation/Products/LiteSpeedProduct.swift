extension CacheProduct {
  /// LiteSpeed: https://docs.litespeedtech.com/lscache/devguide/, November 2026.
  ///
  /// Behind the word may stand of which kind the answer is, as in `hit,private`.
  static let liteSpeed = CacheProduct("LiteSpeed") { product in
    product.fields = [.xLiteSpeedCache]
    product.inNames = "litespeed"
    product.place = .server
    product.writesAlone = true
    product.word = { value in
      let words = value.parts(between: ",").map(firstWord)
      let isPrivate = words.count > 1 && words[0] == "hit" && words[1] == "private"
      return isPrivate ? "hit,private" : words.first ?? ""
    }
    product.words = [
      Word("hit,private", .hit, "it answered from what it stores for this one visitor"),
      Word("hit", .hit, Word.answered),
      Word(
        "miss", .miss, "it had nothing stored, and stores this answer if the application lets it",
        "if it stays so, `X-LiteSpeed-Cache-Control` of the application or plugin, and its rules for cookies"),
    ]
    product.withoutLifetime = .said("LiteSpeed stores what `X-LiteSpeed-Cache-Control` or a rule says")
  }
}
