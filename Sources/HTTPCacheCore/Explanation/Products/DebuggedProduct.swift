/// A product that shows its keys and tags to a client that asks for them.
package struct DebuggedProduct: RawRepresentable, CaseIterable, Sendable {
  /// The name of the product, in lower case.
  package let rawValue: String
  private let debugging: CacheProduct.Debugging

  private init(_ name: String, _ debugging: CacheProduct.Debugging) {
    (rawValue, self.debugging) = (name.asciiLowercased, debugging)
  }

  /// Finds a product by its name in lower case; nil if there is none, or it shows nothing.
  package init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }

  package static let allCases = CacheProduct.all.compactMap { product in
    product.debugging.map { DebuggedProduct(product.name, $0) }
  }

  package static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

  /// The request field that asks for the report.
  package var question: FieldLine { debugging.question }

  /// The fields of a response that answer its request for a report, in their order; none if nothing was asked.
  package static func answers(_ head: ResponseHead, to request: RequestHead) -> [FieldLine] {
    let asked = allCases.filter {
      request.fields.contains($0.question.name) && request.fields.lines.contains($0.question)
    }
    let names = asked.flatMap(\.debugging.answers)
    return names.isEmpty ? [] : head.fields.lines.filter { names.contains($0.name.asciiLowercased) }
  }
}
