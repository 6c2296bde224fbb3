extension CacheProduct {
  /// Varnish, which is named Vinyl Cache since 9.0 of March 2026: the number of the request, and of the one that brought
  /// what is stored.
  ///
  /// https://vinyl-cache.org/docs/9.0/whats-new/upgrading-9.0.html: the tools have other names (`vinyllog`). The built-in
  /// rules keep a 404 for `default_ttl`, as measured.
  static let varnish = CacheProduct("Varnish") { product in
    product.fields = [.xVarnish]
    product.inNames = "varnish"
    product.inVia = "varnish"
    product.place = .server
    product.writesAlone = true
    product.isNamedBySites = true
    // Fastly, which is made of Varnish, is asked before it. What contradicts its own field is of another cache.
    product.hasWritten = { report in
      guard ["x-cache", "x-cached", "x-cache-hits"].contains(report.name) else { return false }
      if let own = report.head.combined(.xVarnish) {
        let isHit = report.lowercased.hasPrefix("hit") || (Int(report.lowercased) ?? 0) > 0
        return isHit == (word(ofNumbers: own) == "two numbers")
      }
      return report.head.fields.combined("Via")?.asciiLowercased.holds("varnish") == true
    }
    product.word = { word(ofNumbers: $0) ?? firstWord($0) }
    // Measured with 7.1.1.
    product.usesStaleBesideSMaxAge = true
    product.words = [
      Word("two numbers", .hit, "\(Word.answered), and the second is of the request that brought it"),
      Word(
        "one number", .miss,
        "it asked the backend: nothing stored, or passed, as with every cookie in the built-in VCL",
        "ask without cookies; `varnishlog -g request`, from 9.0 on `vinyllog`, shows `MISS`, `PASS` or `HITMISS`"
      ),
      Word("HIT", .hit, Word.answered),
      Word(
        "MISS", .miss, Word.missed,
        "ask without cookies; `varnishlog -g request`, from 9.0 on `vinyllog`, shows `MISS`, `PASS` or `HITMISS`"
      ),
      Word("STALE", .stale, "it gave a stale answer, by grace", "look at the backend if it stays so"),
      Word(
        "PASS", .bypass, "its rules pass this on, as with every cookie in the built-in VCL",
        "ask without cookies; `varnishlog -g request`, from 9.0 on `vinyllog`, shows `MISS`, `PASS` or `HITMISS`"
      ),
      Word(
        "BYPASS", .bypass, "its rules pass this on, as with every cookie in the built-in VCL",
        "ask without cookies; `varnishlog -g request`, from 9.0 on `vinyllog`, shows `MISS`, `PASS` or `HITMISS`"
      ),
    ]
    product.withoutLifetime = .kept
    product.absenceKept = 120
  }
  /// The word that stands for the numbers of its field; nil if the value is none of numbers.
  private static func word(ofNumbers value: String) -> String? {
    let numbers = value.utf8.split { $0 == 0x20 || $0 == 0x2C }
    guard !numbers.isEmpty, numbers.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return nil }
    return numbers.count > 1 ? "two numbers" : "one number"
  }
}
