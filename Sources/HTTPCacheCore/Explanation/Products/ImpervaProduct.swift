extension CacheProduct {
  /// Imperva, known by its cookies only.
  static let imperva = CacheProduct("Imperva") { product in
    product.cookies.prefixes = ["incap_ses_", "visid_incap_", "nlbi_", "reese84"]
  }
}
