/// Tells that Pragma means nothing in a response (RFC 9111 §5.4).
enum PragmaRemarks: FindingFamily {
  static func remarks(in facts: Facts) -> [Reason] {
    facts.head.has(.pragma) ? [Reason(.pragmaInResponse, field: "Pragma")] : []
  }
}

extension Facts {
  /// Whether Pragma has `no-cache`, by which browsers ask the origin at each use.
  var isPragmaNoCache: Bool {
    head.has(.pragma) && head.fields.members("Pragma").contains { $0.equalsIgnoringASCIICase("no-cache") }
  }
}
