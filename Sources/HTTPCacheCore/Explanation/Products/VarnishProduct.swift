extension CacheProduct {
  /// Varnish: the number of the request, and of the one that brought what is stored.
  static let varnish = CacheProduct("Varnish") { product in
    product.fields = [.xVarnish]
    product.word = { _, value in
      let numbers = value.utf8.split { $0 == 0x20 || $0 == 0x2C }
      guard !numbers.isEmpty, numbers.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return "" }
      return numbers.count > 1 ? "two numbers" : "one number"
    }
    product.words = [
      Word("two numbers", .hit, Word.answered),
      Word(
        "one number", .miss,
        "it asked the backend: nothing stored, or passed, as with every cookie in the built-in VCL",
        "ask without cookies; `varnishlog -g request` shows `MISS`, `PASS` or `HITMISS`"),
    ]
    product.withoutLifetime = .kept
  }
}
