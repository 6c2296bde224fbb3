import HTTPCacheCore

/// Writes a baseline: each entry has a line, so that a diff of two versions shows entries.
enum BaselineJSON {
  static func bytes(_ baseline: Baseline) -> [UInt8] {
    lines(
      head: "{\n  \"version\": \(Baseline.version),\n  \"findings\": [", indent: "    ", tail: "  ]\n}\n",
      baseline.entries
    ) {
      writer, entry in
      writer.member("code", entry.code)
      if let severity = entry.severity { writer.member("severity", severity.rawValue) }
      writer.member("method", entry.method)
      writer.member("url", entry.pattern)
      writer.member("count", Int64(entry.count))
    }
  }
}

/// Writes expectations: each entry has a line.
enum ExpectationJSON {
  static func bytes(_ entries: [ExpectationDraft.Entry]) -> [UInt8] {
    lines(head: "[", indent: "  ", tail: "]\n", entries) { writer, entry in
      writer.member("url", entry.pattern)
      writer.array("expect", entry.checks) { $0.value($1) }
      if entry.isShared { writer.member("shared", true) }
    }
  }
}

private func lines<Element>(
  head: String, indent: String, tail: String, _ elements: [Element],
  _ members: (inout JSONWriter, Element) -> Void
) -> [UInt8] {
  var bytes = Array(head.utf8)
  for (index, element) in elements.enumerated() {
    bytes += Array((index == 0 ? "\n\(indent)" : ",\n\(indent)").utf8)
    bytes += JSONWriter.line { members(&$0, element) }.dropLast()
  }
  return bytes + Array("\n".utf8) + Array(tail.utf8)
}
