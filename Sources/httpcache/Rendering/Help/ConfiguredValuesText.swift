import HTTPCacheCore

extension ConfiguredValues {
  /// The settings as text in three columns: name, value and source.
  var text: String {
    let keyWidth = 18
    let valueWidth = min(36, (rows.map { Escaping.escaped($0.value).count }.max() ?? 0) + 2)
    var lines = ["file".rightPadded(keyWidth) + fileText]
    var origin: String?
    for row in rows {
      if let found = row.origin, found != origin {
        lines += ["", "[\(found)]"]
        origin = found
      }
      let value = Escaping.escaped(row.value)
      lines.append(
        Escaping.escaped(row.key).rightPadded(keyWidth - 1) + " " + value.rightPadded(valueWidth - 2) + "  "
          + Escaping.escaped(row.source))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The settings as JSON Lines, one object for each.
  var json: [UInt8] {
    rows.flatMap { row in
      JSONWriter.line { writer in
        writer.member("key", row.key)
        writer.member("value", row.value)
        writer.member("source", row.source)
        writer.member("origin", row.origin)
      }
    }
  }

  private var fileText: String {
    guard let path else { return "none: neither $XDG_CONFIG_HOME nor $HOME is set" }
    return Escaping.escaped(path) + (absence.map { " (\($0))" } ?? "")
  }
}
