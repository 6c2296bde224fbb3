/// The members of an object in a document, each declared once: how it is written and read, and how those of two documents
/// are added.
///
/// Members are written in the order of their declaration, and read in any order.
package struct JSONShape<Value>: Sendable {
  /// A member, or several that stand beside each other.
  package struct Member: Sendable {
    fileprivate let names: [String]
    fileprivate let write: @Sendable (Value, inout JSONWriter) -> Void
    fileprivate let read: @Sendable (String, inout JSONReader, inout Value) throws(JSONFault) -> Void
    fileprivate let add: @Sendable (Value, inout Value) -> Void
    fileprivate var begin: (@Sendable (JSONPlace, inout Value) -> Void)?
  }

  /// What becomes of a member that the shape does not have.
  package enum Unknown: Sendable {
    /// It is passed over: another version has it.
    case skip

    /// It is refused, like one that stands twice, since it could change what the rest means; `nearest` says which of the
    /// known names may have been meant.
    case refuse(nearest: @Sendable (_ name: String, _ known: [String]) -> String? = { _, _ in nil })
  }

  private let members: [Member]
  private let unknown: Unknown
  private let lack: @Sendable (Value, Set<String>) -> String?

  /// Makes a shape; `lack` says what a value that was read with members of these names lacks, which is an error at the
  /// place where the object begins.
  package init(
    _ members: [Member], unknown: Unknown = .skip,
    lack: @escaping @Sendable (Value, Set<String>) -> String? = { _, _ in nil }
  ) {
    (self.members, self.unknown, self.lack) = (members, unknown, lack)
  }

  package func write(_ value: Value, to writer: inout JSONWriter) {
    for member in members { member.write(value, &writer) }
  }

  /// Reads an object into a value that has nothing yet.
  package func read(_ reader: inout JSONReader, into value: inout Value) throws(JSONFault) {
    let start = try reader.nextPlace()
    for member in members { member.begin?(start, &value) }
    var names: Set<String> = []
    try reader.object { reader, name throws(JSONFault) in
      if !names.insert(name).inserted, case .refuse = unknown {
        throw JSONFault(.refused("'\(name)' stands twice"), at: reader.namePlace)
      }
      try read(name, &reader, into: &value)
    }
    if let lack = lack(value, names) { throw JSONFault(.refused(lack), at: start) }
  }

  private func read(
    _ name: String, _ reader: inout JSONReader, into value: inout Value
  ) throws(JSONFault) {
    if let member = members.first(where: { $0.names.contains(name) }) {
      return try member.read(name, &reader, &value)
    }
    switch unknown {
    case .skip: try reader.skip()
    case .refuse(let nearest):
      throw JSONFault(
        .refused(
          "unknown key '\(Self.shortened(name))'", nearest: nearest(name, members.flatMap(\.names))),
        at: reader.namePlace)
    }
  }

  private static func shortened(_ name: String) -> String {
    let most = 60
    guard name.unicodeScalars.count > most else { return name }
    return String(name.unicodeScalars.prefix(most)) + "…"
  }

  /// Adds the members of one value to those of another one.
  package func add(_ other: Value, to value: inout Value) {
    for member in members { member.add(other, &value) }
  }
}

/// A value that is an object in a document.
package protocol JSONShaped: Sendable {
  static var shape: JSONShape<Self> { get }

  init()

  mutating func add(_ other: Self)
}

extension JSONShaped {
  package mutating func add(_ other: Self) { Self.shape.add(other, to: &self) }

  /// Reads one value.
  package static func read(_ reader: inout JSONReader) throws(JSONFault) -> Self {
    var value = Self()
    try shape.read(&reader, into: &value)
    return value
  }
}

extension JSONShape.Member {
  package typealias Path<Part> = any WritableKeyPath<Value, Part> & Sendable

  /// A member of a form of its own, which is only read if it has no `write`; one that two documents do not add up keeps its
  /// value.
  package static func member(
    _ name: StaticString, write: @escaping @Sendable (Value, inout JSONWriter) -> Void = { _, _ in },
    read: @escaping @Sendable (inout JSONReader, inout Value) throws(JSONFault) -> Void,
    add: @escaping @Sendable (Value, inout Value) -> Void = { _, _ in }
  ) -> Self {
    Self(
      names: ["\(name)"], write: write,
      read: { _, reader, value throws(JSONFault) in try read(&reader, &value) }, add: add)
  }

  /// What follows from other members: it is written, and is unknown where it is read.
  package static func written(_ write: @escaping @Sendable (Value, inout JSONWriter) -> Void) -> Self {
    Self(
      names: [], write: write, read: { _, reader, _ throws(JSONFault) in try reader.skip() }, add: { _, _ in }
    )
  }

  /// Where the object begins: it is neither written nor read.
  package static func place(_ path: Path<JSONPlace>) -> Self {
    var place = written { _, _ in }
    place.begin = { $1[keyPath: path] = $0 }
    return place
  }

  /// A number that is the same in every document; another one is refused with a reason.
  package static func constant(_ name: StaticString, _ number: Int64, else why: String) -> Self {
    member(
      name, write: { $1.member(name, number) },
      read: { reader, _ throws(JSONFault) in
        _ = try reader.value(else: why) { reader throws(JSONFault) in
          try reader.whole() == number ? true : nil
        }
      })
  }

  package static func count(_ name: StaticString, _ path: Path<Int>) -> Self {
    member(
      name, write: { $1.member(name, Int64($0[keyPath: path])) },
      read: { reader, value throws(JSONFault) in value[keyPath: path] = try reader.count() },
      add: { $1[keyPath: path] += $0[keyPath: path] })
  }

  /// A sum of bytes, which never overflows; with `omitsZero`, one of 0 is not written.
  package static func bytes(_ name: StaticString, _ path: Path<Int64>, omitsZero: Bool = false) -> Self {
    member(
      name, write: { if !omitsZero || $0[keyPath: path] > 0 { $1.member(name, $0[keyPath: path]) } },
      read: { reader, value throws(JSONFault) in value[keyPath: path] = max(0, try reader.whole() ?? 0) },
      add: { $1[keyPath: path] = $1[keyPath: path].addingSaturated($0[keyPath: path]) })
  }

  /// A number that is no sum, such as a time.
  package static func number(_ name: StaticString, _ path: Path<Int64>) -> Self {
    member(
      name, write: { $1.member(name, $0[keyPath: path]) },
      read: { reader, value throws(JSONFault) in value[keyPath: path] = try reader.whole() ?? 0 })
  }

  package static func number(_ name: StaticString, _ path: Path<Int64?>) -> Self {
    member(
      name, write: { $1.member(name, $0[keyPath: path]) },
      read: { reader, value throws(JSONFault) in value[keyPath: path] = try reader.whole() })
  }

  /// Whether something holds of any; with `omitsFalse`, it is written only where it does.
  package static func flag(_ name: StaticString, _ path: Path<Bool>, omitsFalse: Bool = false) -> Self {
    member(
      name, write: { if !omitsFalse || $0[keyPath: path] { $1.member(name, $0[keyPath: path]) } },
      read: { reader, value throws(JSONFault) in value[keyPath: path] = try reader.optionalBool() ?? false },
      add: { $1[keyPath: path] = $1[keyPath: path] || $0[keyPath: path] })
  }

  package static func text(_ name: StaticString, _ path: Path<String>) -> Self {
    member(
      name, write: { $1.member(name, $0[keyPath: path]) },
      read: { reader, value throws(JSONFault) in value[keyPath: path] = try reader.string() })
  }

  package static func text(_ name: StaticString, _ path: Path<String?>) -> Self {
    text(name, { $0[keyPath: path] }, { $1[keyPath: path] = $0 })
  }

  /// A text that stands for what the value has; nil is `null`.
  package static func text(
    _ name: StaticString, _ text: @escaping @Sendable (Value) -> String?,
    _ take: @escaping @Sendable (String?, inout Value) -> Void,
    sums add: @escaping @Sendable (Value, inout Value) -> Void = { _, _ in }
  ) -> Self {
    member(
      name, write: { $1.member(name, text($0)) },
      read: { reader, value throws(JSONFault) in take(try reader.optionalString(), &value) }, add: add)
  }

  package static func truth(_ name: StaticString, _ path: Path<Bool?>) -> Self {
    member(
      name, write: { $1.member(name, $0[keyPath: path]) },
      read: { reader, value throws(JSONFault) in value[keyPath: path] = try reader.optionalBool() })
  }

  package static func texts(_ name: StaticString, _ path: Path<[String]>) -> Self {
    texts(name, { $0[keyPath: path] }, { $1[keyPath: path].append($0) })
  }

  /// Texts that a value takes one by one, also those of another value that is added to it.
  package static func texts(
    _ name: StaticString, _ texts: @escaping @Sendable (Value) -> [String],
    _ take: @escaping @Sendable (String, inout Value) -> Void, omitsEmpty: Bool = false
  ) -> Self {
    member(
      name,
      write: { value, writer in
        let texts = texts(value)
        if !omitsEmpty || !texts.isEmpty { writer.array(name, texts) { $0.value($1) } }
      },
      read: { reader, value throws(JSONFault) in
        try reader.array { reader throws(JSONFault) in take(try reader.string(), &value) }
      }, add: { other, value in for text in texts(other) { take(text, &value) } })
  }

  package static func object<Part: JSONShaped>(_ name: StaticString, _ path: Path<Part>) -> Self {
    object(name, path, Part.shape)
  }

  /// An object whose members have other names than those of its type.
  package static func object<Part: JSONShaped>(
    _ name: StaticString, _ path: Path<Part>, _ shape: JSONShape<Part>
  ) -> Self {
    member(
      name, write: { value, writer in writer.object(name) { shape.write(value[keyPath: path], to: &$0) } },
      read: { reader, value throws(JSONFault) in
        var part = Part()
        try shape.read(&reader, into: &part)
        value[keyPath: path] = part
      }, add: { $1[keyPath: path].add($0[keyPath: path]) })
  }

  /// The members of a part that stand beside those of the whole; where the object begins, and what it lacks, the whole knows.
  package static func beside<Part: JSONShaped>(_ path: Path<Part>) -> Self { beside(path, Part.shape) }

  package static func beside<Part>(_ path: Path<Part>, _ shape: JSONShape<Part>) -> Self {
    Self(
      names: shape.members.flatMap(\.names), write: { shape.write($0[keyPath: path], to: &$1) },
      read: { name, reader, value throws(JSONFault) in
        try shape.read(name, &reader, into: &value[keyPath: path])
      }, add: { shape.add($0[keyPath: path], to: &$1[keyPath: path]) })
  }

  /// An object that a value has only at times.
  package static func object<Part: JSONShaped>(
    _ name: StaticString, _ part: @escaping @Sendable (Value) -> Part?,
    _ take: @escaping @Sendable (Part, inout Value) -> Void
  ) -> Self {
    member(
      name,
      write: { value, writer in
        if let part = part(value) { writer.object(name) { Part.shape.write(part, to: &$0) } }
      }, read: { reader, value throws(JSONFault) in take(try Part.read(&reader), &value) })
  }

  /// A list of objects, one behind another where two documents are added.
  package static func list<Part: JSONShaped>(
    _ name: StaticString, _ path: Path<[Part]>, omitsEmpty: Bool = false
  ) -> Self {
    list(
      name, { $0[keyPath: path] }, { $1[keyPath: path].append($0) },
      sums: { $1[keyPath: path] += $0[keyPath: path] }, omitsEmpty: omitsEmpty)
  }

  /// A list of objects that a value makes of what it has, and takes one by one; nil is not written.
  package static func list<Part: JSONShaped>(
    _ name: StaticString, _ parts: @escaping @Sendable (Value) -> [Part]?,
    _ take: @escaping @Sendable (Part, inout Value) -> Void,
    sums add: @escaping @Sendable (Value, inout Value) -> Void = { _, _ in }, omitsEmpty: Bool = false
  ) -> Self {
    member(
      name,
      write: { value, writer in
        guard let parts = parts(value), !omitsEmpty || !parts.isEmpty else { return }
        writer.objects(name, parts) { Part.shape.write($1, to: &$0) }
      },
      read: { reader, value throws(JSONFault) in
        try reader.array { reader throws(JSONFault) in take(try Part.read(&reader), &value) }
      }, add: add)
  }

  /// An object whose members are named by foreign text, sorted by their names.
  package static func map<Part: JSONShaped>(
    _ name: StaticString, _ path: Path<[String: Part]>, omitsEmpty: Bool = false
  ) -> Self {
    map(
      name, { $0[keyPath: path].sorted { $0.key < $1.key }.map { ($0.key, $0.value) } },
      { $2[keyPath: path][$0] = $1 },
      sums: { for (key, part) in $0[keyPath: path] { $1[keyPath: path][key, default: Part()].add(part) } },
      omitsEmpty: omitsEmpty)
  }

  /// An object of objects by foreign text, which a value takes one by one.
  package static func map<Part: JSONShaped>(
    _ name: StaticString, _ parts: @escaping @Sendable (Value) -> [(key: String, part: Part)],
    _ take: @escaping @Sendable (String, Part, inout Value) -> Void,
    sums add: @escaping @Sendable (Value, inout Value) -> Void = { _, _ in }, omitsEmpty: Bool = false
  ) -> Self {
    member(
      name,
      write: { value, writer in
        let parts = parts(value)
        guard !omitsEmpty || !parts.isEmpty else { return }
        writer.object(name) { writer in
          for (key, part) in parts {
            writer.key(foreign: key)
            writer.object { Part.shape.write(part, to: &$0) }
          }
        }
      },
      read: { reader, value throws(JSONFault) in
        try reader.object { reader, key throws(JSONFault) in take(key, try Part.read(&reader), &value) }
      }, add: add)
  }
}

extension JSONReader {
  /// The place of the next value, after white space.
  package mutating func nextPlace() throws(JSONFault) -> JSONPlace {
    _ = try peek()
    return place
  }

  /// Reads a value; if `read` returns nil, throws an error with the value's place.
  package mutating func value<Value>(
    else why: @autoclosure () -> String, _ read: (inout JSONReader) throws(JSONFault) -> Value?
  ) throws(JSONFault) -> Value {
    let place = try nextPlace()
    guard let value = try read(&self) else { throw JSONFault(.refused(why()), at: place) }
    return value
  }

  /// Reads a whole number; nil for any other value.
  package mutating func whole() throws(JSONFault) -> Int64? {
    try optionalNumber().flatMap { Int64(exactly: $0) }
  }

  /// The largest count that is read: sums of as many counts as fit into memory do not overflow.
  package static let largestCount: Int64 = 1_000_000_000_000

  /// Reads a count of another run.
  package mutating func count() throws(JSONFault) -> Int {
    try value(else: "a count is a whole number from 0 to \(Self.largestCount)") { reader throws(JSONFault) in
      try reader.whole().flatMap { 0...Self.largestCount ~= $0 ? Int(exactly: $0) : nil }
    }
  }
}
