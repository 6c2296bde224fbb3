import HTTPCacheCore

/// Writes what a remote cache has under a key; `docs/remote.md` describes the form.
enum RemoteDocumentJSON {
  /// The document as it is put, with a newline.
  static func bytes(_ document: RemoteDocument) -> [UInt8] {
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

  /// A field line: every character of its value stands for one byte.
  private static func line(_ writer: inout JSONWriter, _ line: FieldLine) {
    writer.array { writer in
      writer.value(line.name)
      writer.value(RemoteDocument.text(line.rawValue))
    }
  }
}
