import TestSupport

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// An origin whose every resource has these fields and this body.
func origin(_ fields: (String, String)..., body: String = "hello\n", status: Int = 200) throws -> Origin {
  let content = bytes(body)
  return try Origin { _ in .response(status: status, fields: fields, body: content) }
}

/// An origin whose resource is stale at once, and confirmed by its tag.
func staleOrigin(_ control: String = "max-age=0") throws -> Origin {
  try Origin { request in
    let fields = [("Cache-Control", control), ("ETag", "\"v1\"")]
    return request.field("If-None-Match") == "\"v1\""
      ? .response(status: 304, reason: "Not Modified", fields: fields + [("X-Confirmed", "yes")])
      : .response(fields: fields, body: bytes("hello\n"))
  }
}
