/// A remote document as JSON, which `docs/remote.md` describes: its members, and those of each response.
///
/// A document of another version, or with an unknown member, is refused, since the unknown part might change the
/// meaning of the rest.
package struct RemoteDocumentJSON: JSONShaped {
  private var version: Int64?
  private var name: String?
  private var responses: [Response] = []

  package static let shape = JSONShape<Self>(
    [
      .member("version", write: { $1.member("version", $0.version) }, read: readVersion),
      .text("key", \.name), .list("responses", { $0.responses }, take),
    ], unknown: .refuse())

  package init() {}

  /// Keeps a response; of those beyond the limit only one, which tells that there are too many.
  private static func take(_ response: Response, _ document: inout Self) {
    if document.responses.count <= RemoteDocument.mostResponses { document.responses.append(response) }
  }

  private static func readVersion(_ json: inout JSONReader, _ document: inout Self) throws(JSONFault) {
    let place = try json.nextPlace()
    document.version = try json.whole()
    guard document.version != RemoteDocument.version else { return }
    let found = document.version.map(String.init) ?? "no number"
    throw JSONFault(
      .refused("its version is \(found), and this program reads \(RemoteDocument.version)"), at: place)
  }

  /// Why a document is not used.
  package struct Refusal: Error, Equatable {
    let words: String
  }

  /// Reads a document; throws why it can't be used.
  package static func read(
    _ text: [UInt8], for key: CacheKey, named name: String
  ) throws(Refusal) -> RemoteDocument {
    let document = try read(text)
    guard document.version != nil else { throw Refusal(words: "it names no version") }
    guard document.name == name else { throw Refusal(words: "it was written for another key") }
    guard document.responses.count <= RemoteDocument.mostResponses else {
      throw Refusal(words: "it has too many responses")
    }
    let responses = document.responses.compactMap { $0.response(for: key) }
    guard responses.count == document.responses.count else {
      throw Refusal(words: "a response is not whole, or malformed")
    }
    return RemoteDocument(
      key: name, responses: responses.sorted { $0.response.receivedAt > $1.response.receivedAt })
  }

  private static func read(_ text: [UInt8]) throws(Refusal) -> Self {
    do throws(JSONFault) {
      return try text.withUnsafeBufferPointer { text throws(JSONFault) in
        guard let start = text.baseAddress else { return Self() }
        var json = JSONReader(start, count: text.count)
        let document = try read(&json)
        try json.finish()
        return document
      }
    } catch {
      let what = if case .refused = error.cause { "" } else { "it is not JSON: " }
      throw Refusal(words: "\(what)\(error.message) (byte \(error.place.offset))")
    }
  }

  /// The JSON of a document, with a newline at its end.
  package static func bytes(_ document: RemoteDocument) -> [UInt8] {
    var json = Self()
    (json.version, json.name) = (RemoteDocument.version, document.key)
    json.responses = document.responses.map { Response($0) }
    return JSONWriter.line { shape.write(json, to: &$0) }
  }
}

extension RemoteDocumentJSON {
  /// A response as a document has it; a member that is missing or malformed is nil.
  fileprivate struct Response: JSONShaped {
    var version: String?
    var status: Int64?
    var reason: String?
    var fields: [FieldLine]?
    var vary: [String]?
    var selecting: [FieldLine]?
    var requestedAt: Instant?
    var receivedAt: Instant?
    var userInfo: UserInfo?
    var body = Body()

    static let shape = JSONShape<Self>(
      [
        .text("http_version", \.version), .number("status", \.status), .text("reason", \.reason),
        .lines("fields", \.fields), .names("vary", \.vary), .lines("selecting", \.selecting),
        .time("requested_at", \.requestedAt), .time("received_at", \.receivedAt),
        .userInfo("user_info", \.userInfo), .object("body", \.body),
      ], unknown: .refuse())

    struct Body: JSONShaped {
      var digest: String?
      var length: Int64?

      static let shape = JSONShape<Self>(
        [.text("sha256", \.digest), .number("length", \.length)], unknown: .refuse())
    }
  }
}

extension RemoteDocumentJSON.Response {
  init(_ found: RemoteDocument.Response) {
    let response = found.response
    (version, status) = (response.head.version, Int64(response.head.status))
    reason = RemoteDocument.text(Array(response.head.reason.utf8))
    (fields, vary) = (response.head.fields.lines, response.nominatedNames)
    selecting = response.selectingFields.lines
    (requestedAt, receivedAt) = (response.requestedAt, response.receivedAt)
    userInfo = response.userInfo
    body = Body(digest: found.bodyDigest, length: response.bodyLength)
  }

  /// The response; nil if a part is missing, or can't have been written by this program.
  func response(for key: CacheKey) -> RemoteDocument.Response? {
    guard let version, ["1.0", "1.1", "2", "3"].contains(version), let status,
      200...599 ~= status, status != 206, status != 304, let reason = reason.flatMap(RemoteDocument.bytes),
      reason.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }),
      let reasonText = String(validating: reason, as: UTF8.self), let fields, let vary, let selecting,
      let requestedAt, let receivedAt, requestedAt <= receivedAt, let userInfo, let digest = body.digest,
      RemoteDocument.isDigest(digest), let length = body.length, length >= 0
    else { return nil }
    let response = StoredResponse(
      key: key,
      head: ResponseHead(
        version: version, status: Int(status), reason: reasonText, fields: FieldSection(fields)),
      selectingFields: FieldSection(selecting), requestedAt: requestedAt, receivedAt: receivedAt,
      bodyLength: length, userInfo: userInfo)
    guard Set(response.nominatedNames) == Set(vary) else { return nil }
    return RemoteDocument.Response(response, bodyDigest: digest)
  }
}

extension JSONShape<RemoteDocumentJSON.Response>.Member {
  fileprivate static func time(_ name: StaticString, _ path: Path<Instant?>) -> Self {
    text(
      name, { $0[keyPath: path].map(rfc3339) },
      { $1[keyPath: path] = $0.flatMap(timestampMilliseconds).map { Instant(epoch: $0 / 1000) } })
  }

  fileprivate static func names(_ name: StaticString, _ path: Path<[String]?>) -> Self {
    member(
      name, write: { $1.array(name, $0[keyPath: path] ?? []) { $0.value($1) } },
      read: { json, response throws(JSONFault) in
        var names: [String]? = []
        try json.array { json throws(JSONFault) in
          guard let name = try json.optionalString() else { return names = nil }
          names?.append(name)
        }
        response[keyPath: path] = names
      })
  }

  fileprivate static func userInfo(_ name: StaticString, _ path: Path<UserInfo?>) -> Self {
    member(
      name,
      write: { response, writer in
        writer.object(name) { writer in
          for (name, value) in (response[keyPath: path] ?? [:]).sorted {
            writer.key(foreign: name)
            writer.value(value)
          }
        }
      },
      read: { json, response throws(JSONFault) in
        var info: UserInfo? = [:]
        try json.object { json, name throws(JSONFault) in
          guard let value = try json.optionalString(),
            [StoredResponse.cacheDateName, StoredResponse.framingName].contains(name)
          else { return info = nil }
          info?[name] = value
        }
        response[keyPath: path] = info
      })
  }

  /// Field lines, `[["Name", "value"]]`, in which each character of a value stands for one byte; nil if one can't be a
  /// received line.
  fileprivate static func lines(_ name: StaticString, _ path: Path<[FieldLine]?>) -> Self {
    member(
      name,
      write: { response, writer in
        writer.array(name, response[keyPath: path] ?? []) { writer, line in
          writer.array { writer in
            writer.value(line.name)
            writer.value(RemoteDocument.text(line.rawValue))
          }
        }
      },
      read: { json, response throws(JSONFault) in
        var lines: [FieldLine]? = []
        try json.array { json throws(JSONFault) in
          var parts: [String?] = []
          try json.array { json throws(JSONFault) in parts.append(try json.optionalString()) }
          guard parts.count == 2, let name = parts[0], name.isToken,
            let value = parts[1].flatMap(RemoteDocument.bytes),
            !value.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D })
          else { return lines = nil }
          lines?.append(FieldLine(name: name, rawValue: value))
        }
        response[keyPath: path] = lines
      })
  }
}

extension RemoteDocument {
  /// Whether a text is a SHA-256 in lower-case hexadecimal.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Bytes as a text in which each character stands for one byte, as field values are written.
  static func text(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  /// The bytes of a text in which each character stands for one byte; nil if a character does not.
  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
