extension CacheProduct {
  /// Varnish, which is named Vinyl Cache since 9.0 of March 2026: the number of the request, and of the one that brought
  /// what is stored.
  ///
  /// https://vinyl-cache.org/docs/9.0/whats-new/upgrading-9.0.html: the tools have other names (`vinyllog`). The built-in
  /// rules keep a 404 for `default_ttl`, as measured.
  static let varnish = CacheProduct("Varnish") { product in
    product.fields = [.xVarnish]
    product.word = { _, value in
      let numbers = value.utf8.split { $0 == 0x20 || $0 == 0x2C }
      guard !numbers.isEmpty, numbers.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return "" }
      return numbers.count > 1 ? "two numbers" : "one number"
    }
    // Measured with 7.1.1.
    product.usesStaleBesideSMaxAge = true
    product.words = [
      Word("two numbers", .hit, "\(Word.answered), and the second is of the request that brought it"),
      Word(
        "one number", .miss,
        "it asked the backend: nothing stored, or passed, as with every cookie in the built-in VCL",
        "ask without cookies; `varnishlog -g request`, from 9.0 on `vinyllog`, shows `MISS`, `PASS` or `HITMISS`"
      ),
    ]
    product.withoutLifetime = .kept
    product.absenceKept = 120
  }
}
