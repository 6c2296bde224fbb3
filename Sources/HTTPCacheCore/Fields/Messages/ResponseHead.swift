/// The head of a response: version, status and fields (RFC 9110 §6.2, §15).
public struct ResponseHead: Sendable, Hashable {
  /// Copies share this object, since a head is copied often and seldom changed.
  private var content: Content

  private struct Values: Sendable, Hashable {
    var version: String
    var status: Int
    var reason: String
    var fields: FieldSection
    var cacheControl: CacheControl
    var targets: [String]?
    var oddities: [HeadOddity] = []
  }

  private final class Content: Sendable {
    let values: Values
    /// The directives of a targeted field; nil if there is none.
    let targeted: CacheControl?
    let nominatedNames: [String]
    /// The fields that are present, and those that have several lines.
    let present, repeated: KnownFields

    init(_ values: Values) {
      self.values = values
      var (present, repeated) = (KnownFields(), KnownFields())
      values.fields.pairs.withCursor { cursor in
        while let line = cursor.next() {
          guard let field = KnownField(line) else { continue }
          if present.contains(field) { repeated.insert(field) }
          present.insert(field)
        }
      }
      (self.present, self.repeated) = (present, repeated)
      nominatedNames = present.contains(.vary) ? values.fields.members("Vary").map(\.asciiLowercased) : []
      targeted =
        if let targets = values.targets {
          TargetedField.first(of: targets, in: values.fields)
        } else {
          present.contains(.cdnCacheControl) ? TargetedField.read(values.fields, TargetedField.name) : nil
        }
    }
  }

  /// The protocol version as in the status line: `1.0`, `1.1`, `2` or `3`.
  public var version: String {
    get { content.values.version }
    set { change { $0.version = newValue } }
  }

  /// The status code, 100 to 999.
  public var status: Int {
    get { content.values.status }
    set { change { $0.status = newValue } }
  }

  /// The reason phrase as received; empty if there was none, as always in HTTP/2.
  public var reason: String {
    get { content.values.reason }
    set { change { $0.reason = newValue } }
  }

  /// The header section, in order.
  public var fields: FieldSection {
    get { content.values.fields }
    set {
      // Most changes leave Cache-Control unchanged, which is then not parsed again.
      let isSame = newValue.hasSameValues("Cache-Control", as: fields)
      change {
        $0.fields = newValue
        if !isSame { $0.cacheControl = CacheControl(newValue) }
      }
    }
  }

  /// Whether a field is present, also with an empty value.
  func has(_ field: KnownField) -> Bool { content.present.contains(field) }

  /// Whether one of the fields is present.
  func has(oneOf fields: KnownFields) -> Bool { content.present.overlaps(fields) }

  /// Whether a field has several lines.
  func repeats(_ field: KnownField) -> Bool { content.repeated.contains(field) }

  /// The first value of a field; nil if it is absent.
  func first(_ field: KnownField) -> String? { has(field) ? fields.first(field.name) : nil }

  /// The values of all lines of a field, joined by ", "; nil if it is absent.
  func combined(_ field: KnownField) -> String? { has(field) ? fields.combined(field.name) : nil }

  /// The directives of `Cache-Control`, parsed once, since nearly every rule needs them.
  public var cacheControl: CacheControl { content.values.cacheControl }

  /// The field names in `Vary`, in lower case, parsed once; `*` is kept as it is (RFC 9110 §12.5.5).
  package var nominatedNames: [String] { content.nominatedNames }

  /// The names of the targeted fields that caches of both roles obey, of which the first valid one counts (RFC 9213
  /// §2.2); nil if only shared caches obey one, `CDN-Cache-Control`.
  package var targets: [String]? {
    get { content.values.targets }
    set { change { $0.targets = newValue } }
  }

  /// The oddities with which the head came; none for a head that was read from the store.
  package var oddities: [HeadOddity] {
    get { content.values.oddities }
    set { change { $0.oddities = newValue } }
  }

  /// The directives of the targeted field that counts, parsed once.
  ///
  /// Nil if each is absent, empty or not a dictionary, which counts as absent (RFC 9213 §2.1).
  var targetedControl: CacheControl? { content.targeted }

  /// Makes a response head.
  ///
  /// - Parameters:
  ///   - version: the protocol version; `1.1` by default.
  ///   - status: the status code.
  ///   - reason: the reason phrase; empty by default.
  ///   - fields: the header section; empty by default.
  public init(
    version: String = "1.1", status: Int, reason: String = "", fields: FieldSection = FieldSection()
  ) {
    self.init(version: version, status: status, reason: reason, fields: fields, like: nil)
  }

  /// Makes a head, and reuses the parsed directives of another head if `Cache-Control` is the same.
  ///
  /// Responses of one site are mostly alike, and comparing bytes is faster than parsing.
  init(version: String, status: Int, reason: String, fields: FieldSection, like other: ResponseHead?) {
    let known = other.flatMap { fields.hasSameValues("Cache-Control", as: $0.fields) ? $0.cacheControl : nil }
    content = Content(
      Values(
        version: version, status: status, reason: reason, fields: fields,
        cacheControl: known ?? CacheControl(fields)))
  }

  private mutating func change(_ body: (inout Values) -> Void) {
    var values = content.values
    body(&values)
    content = Content(values)
  }

  /// Whether both are equal in every part.
  public static func == (left: ResponseHead, right: ResponseHead) -> Bool {
    left.content === right.content || left.content.values == right.content.values
  }

  /// Hashes every part.
  public func hash(into hasher: inout Hasher) { hasher.combine(content.values) }

  /// Whether this is an interim response, to be followed by another (RFC 9110 §15.2).
  public var isInterim: Bool { (100..<200).contains(status) }
}
