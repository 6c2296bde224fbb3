extension CacheProduct {
  /// Pantheon, whose edge is Fastly; known by what it shows when asked.
  static let pantheon = CacheProduct("Pantheon") { product in
    product.place = .platform
    product.debugging = Debugging(
      question: FieldLine("Pantheon-Debug", "1"),
      answers: ["surrogate-key", "surrogate-key-raw", "policy-doc-cache", "policy-doc-surrogate-key"])
  }
}
