/// Reads and writes the JSON of a remote document; `docs/remote.md` describes the format.
///
/// A document of another version, or with an unknown member, is refused, since the unknown part might change the
/// meaning of the rest.
package struct RemoteDocumentJSON {
  private let key: CacheKey
  private var version: Int64?
  private var name: String?
  private var responses: [RemoteDocument.Response] = []
  /// The first fault; nil if there is none.
  private var fault: String?

  /// Reads a document; returns the fault, in words, if it can't be used.
  package static func read(_ text: [UInt8], for key: CacheKey, named name: String) -> Result<
    RemoteDocument, Refusal
  > {
    var reader = RemoteDocumentJSON(key: key)
    let fault = text.withUnsafeBufferPointer { text -> String? in
      guard let start = text.baseAddress else { return "it is empty" }
      do throws(JSONFault) {
        var json = JSONReader(start, count: text.count)
        try json.object { json, member throws(JSONFault) in try reader.take(member, &json) }
        try json.finish()
        return reader.fault
      } catch {
        return "it is not JSON: \(error.message)"
      }
    }
    if let fault { return .failure(Refusal(words: fault)) }
    guard reader.version == RemoteDocument.version else {
      return .failure(Refusal(words: "it names no version"))
    }
    guard reader.name == name else {
      return .failure(Refusal(words: "it was written for another key"))
    }
    reader.responses.sort { $0.response.receivedAt > $1.response.receivedAt }
    return .success(RemoteDocument(key: name, responses: reader.responses))
  }

  /// Why a document is not used.
  package struct Refusal: Error, Equatable {
    let words: String
  }

  private mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONFault) {
    switch member {
    case "version":
      version = try json.optionalNumber().flatMap { Int64(exactly: $0) }
      if version != RemoteDocument.version {
        refuse("its version is \(version.map(String.init) ?? "no number"), and this program reads 1")
      }
    case "key": name = try json.optionalString()
    case "responses":
      try json.array { json throws(JSONFault) in
        guard let response = try response(&json) else {
          return refuse("a response is not whole, or malformed")
        }
        guard responses.count < RemoteDocument.mostResponses else {
          return refuse("it has too many responses")
        }
        responses.append(response)
      }
    default:
      refuse("it has the member '\(member.prefix(40))'")
      try json.skip()
    }
  }

  private mutating func refuse(_ words: String) { fault = fault ?? words }

  /// Reads one response; nil if a part is missing, or can't have been written by this program.
  private mutating func response(_ json: inout JSONReader) throws(JSONFault) -> RemoteDocument.Response? {
    var parts = Parts()
    try json.object { json, member throws(JSONFault) in
      switch member {
      case "http_version": parts.version = try json.optionalString()
      case "status": parts.status = try json.optionalNumber().flatMap { Int(exactly: $0) }
      case "reason": parts.reason = Self.bytes(try json.optionalString())
      case "fields": parts.fields = try Self.lines(&json)
      case "vary": parts.vary = try Self.names(&json)
      case "selecting": parts.selecting = try Self.lines(&json)
      case "requested_at": parts.requestedAt = try Self.time(&json)
      case "received_at": parts.receivedAt = try Self.time(&json)
      case "user_info": parts.userInfo = try Self.userInfo(&json)
      case "body":
        try json.object { json, member throws(JSONFault) in
          switch member {
          case "sha256": parts.digest = try json.optionalString()
          case "length": parts.length = try json.optionalNumber().flatMap { Int64(exactly: $0) }
          default:
            refuse("it has the member 'body.\(member.prefix(40))'")
            try json.skip()
          }
        }
      default:
        refuse("it has the member '\(member.prefix(40))'")
        try json.skip()
      }
    }
    return parts.response(for: key)
  }

  /// The parts of a response, as far as they have been read.
  private struct Parts {
    var version: String?
    var status: Int?
    var reason: [UInt8]?
    var fields: [FieldLine]?
    var vary: [String]?
    var selecting: [FieldLine]?
    var requestedAt: Instant?
    var receivedAt: Instant?
    var userInfo: UserInfo?
    var digest: String?
    var length: Int64?

    func response(for key: CacheKey) -> RemoteDocument.Response? {
      guard let version, ["1.0", "1.1", "2", "3"].contains(version), let status,
        (200...599).contains(status), status != 206, status != 304, let reason,
        reason.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }),
        let reasonText = String(validating: reason, as: UTF8.self), let fields, let vary, let selecting,
        let requestedAt, let receivedAt, requestedAt <= receivedAt, let userInfo, let digest,
        RemoteDocument.isDigest(digest), let length, length >= 0
      else { return nil }
      let response = StoredResponse(
        key: key,
        head: ResponseHead(
          version: version, status: status, reason: reasonText, fields: FieldSection(fields)),
        selectingFields: FieldSection(selecting), requestedAt: requestedAt, receivedAt: receivedAt,
        bodyLength: length, userInfo: userInfo)
      guard Set(response.nominatedNames) == Set(vary) else { return nil }
      return RemoteDocument.Response(response, bodyDigest: digest)
    }
  }

  private static func time(_ json: inout JSONReader) throws(JSONFault) -> Instant? {
    try json.optionalString().flatMap(timestampMilliseconds).map { Instant(epoch: $0 / 1000) }
  }

  private static func names(_ json: inout JSONReader) throws(JSONFault) -> [String]? {
    var names: [String]? = []
    try json.array { json throws(JSONFault) in
      guard let name = try json.optionalString() else { return names = nil }
      names?.append(name)
    }
    return names
  }

  private static func userInfo(_ json: inout JSONReader) throws(JSONFault) -> UserInfo? {
    var info: UserInfo? = [:]
    try json.object { json, name throws(JSONFault) in
      guard let value = try json.optionalString(),
        [StoredResponse.cacheDateName, StoredResponse.framingName].contains(name)
      else { return info = nil }
      info?[name] = value
    }
    return info
  }

  /// Reads field lines, `[["Name", "value"]]`; nil if one can't be a received line.
  private static func lines(_ json: inout JSONReader) throws(JSONFault) -> [FieldLine]? {
    var lines: [FieldLine]? = []
    try json.array { json throws(JSONFault) in
      var parts: [String?] = []
      try json.array { json throws(JSONFault) in parts.append(try json.optionalString()) }
      guard parts.count == 2, let name = parts[0], name.isToken, let value = bytes(parts[1]),
        !value.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D })
      else { return lines = nil }
      lines?.append(FieldLine(name: name, rawValue: value))
    }
    return lines
  }

  /// The bytes of a text in which each character stands for one byte; nil if a character does not.
  private static func bytes(_ text: String?) -> [UInt8]? {
    guard let text else { return nil }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

extension RemoteDocumentJSON {
  /// The JSON of a document, with a newline at its end.
  package static func bytes(_ document: RemoteDocument) -> [UInt8] {
    JSONWriter.line { writer in
      writer.member("version", RemoteDocument.version)
      writer.member("key", document.key)
      writer.array("responses", document.responses, response)
    }
  }

  private static func response(_ writer: inout JSONWriter, _ found: RemoteDocument.Response) {
    let response = found.response
    writer.object { writer in
      writer.member("http_version", response.head.version)
      writer.member("status", Int64(response.head.status))
      writer.member("reason", RemoteDocument.text(Array(response.head.reason.utf8)))
      writer.array("fields", response.head.fields.lines, line)
      writer.array("vary", response.nominatedNames) { $0.value($1) }
      writer.array("selecting", response.selectingFields.lines, line)
      writer.member("requested_at", rfc3339(response.requestedAt))
      writer.member("received_at", rfc3339(response.receivedAt))
      writer.object("user_info") { writer in
        for (name, value) in response.userInfo.sorted {
          writer.key(foreign: name)
          writer.value(value)
        }
      }
      writer.object("body") { writer in
        writer.member("sha256", found.bodyDigest)
        writer.member("length", response.bodyLength)
      }
    }
  }

  /// Writes a field line; each character of its value stands for one byte.
  private static func line(_ writer: inout JSONWriter, _ line: FieldLine) {
    writer.array { writer in
      writer.value(line.name)
      writer.value(RemoteDocument.text(line.rawValue))
    }
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
}
