import HTTPCacheCore

extension InputSource {
  /// Reads a JSON text as a whole; an error names the option, the line and the column.
  func json<Value>(
    of option: String, _ read: (inout JSONReader) throws(JSONFault) -> Value
  ) throws(UsageError) -> Value {
    let input = try InputStream(self)
    do throws(JSONFault) {
      var reader = try JSONReader(input.fill)
      return try read(&reader)
    } catch {
      throw input.usage(error, option: option)
    }
  }
}

/// A text of a document, and where it stands.
struct PlacedText: Sendable {
  let text: String
  let place: JSONPlace

  init(_ reader: inout JSONReader) throws(JSONFault) {
    place = try reader.nextPlace()
    text = try reader.string()
  }

  func refused(_ why: String, nearest: String? = nil) -> JSONFault {
    JSONFault(.refused(why, nearest: nearest), at: place)
  }
}

extension JSONShape {
  /// A shape of what people write, too: what it does not know is refused, with the name that was meant.
  static func strict(
    _ members: [Member], lack: @escaping @Sendable (Value, Set<String>) -> String?
  ) -> Self {
    Self(members, unknown: .refuse(nearest: Suggestion.nearest), lack: lack)
  }
}

extension JSONShape.Member {
  /// One of the values of a choice, which is written where there is one.
  static func choice<Part: Choice>(_ name: StaticString, _ path: Path<Part?>) -> Self {
    member(
      name, write: { if let part = $0[keyPath: path] { $1.member(name, part.rawValue) } },
      read: { reader, value throws(JSONFault) in
        value[keyPath: path] = try reader.value(
          else: "'\(name)' is one of \(Part.spellings.joined(separator: ", "))"
        ) { reader throws(JSONFault) in try reader.optionalString().flatMap { Part(rawValue: $0) } }
      })
  }

  /// True or false, which is written where there is one.
  static func choice(_ name: StaticString, _ path: Path<Bool?>) -> Self {
    member(
      name, write: { if let truth = $0[keyPath: path] { $1.member(name, truth) } },
      read: { reader, value throws(JSONFault) in
        value[keyPath: path] = try reader.value(else: "'\(name)' is true or false") {
          reader throws(JSONFault) in try reader.optionalBool()
        }
      })
  }
}

extension FamilySelector {
  static let shape = JSONShape<Self>([.choice("kind", \.kind), .choice("versioned", \.isVersioned)])
}
