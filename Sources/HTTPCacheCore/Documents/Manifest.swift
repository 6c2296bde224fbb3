/// Finds the icons in the manifest of a web application (W3C, Web Application Manifest).
package enum Manifest {
  /// The most bytes of a manifest that are read.
  package static let sizeLimit = 1 << 20

  /// The icons in a JSON manifest, also for its shortcuts, in their order; none if the manifest can't be read.
  package static func references(_ text: [UInt8], base: TargetURI) -> [AssetReference] {
    var sources: [String] = []
    var rest = text[...]
    do throws(JSONFault) {
      var reader = try JSONReader { buffer in
        let piece = rest.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
      }
      try reader.object { reader, name throws(JSONFault) in
        switch name {
        case "icons": try icons(&reader, &sources)
        case "shortcuts":
          try reader.array { reader throws(JSONFault) in
            try reader.object { reader, name throws(JSONFault) in
              if name == "icons" { try icons(&reader, &sources) } else { try reader.skip() }
            }
          }
        default: try reader.skip()
        }
      }
    } catch {
      // A browser ignores a malformed manifest, and loads no icon.
    }
    return sources.compactMap { source in
      BrowserURL.target(source, base: base).map { AssetReference(target: $0, role: .other) }
    }
  }

  private static func icons(_ reader: inout JSONReader, _ sources: inout [String]) throws(JSONFault) {
    try reader.array { reader throws(JSONFault) in
      try reader.object { reader, name throws(JSONFault) in
        if name == "src", let source = try reader.optionalString() {
          sources.append(source)
        } else if name != "src" {
          try reader.skip()
        }
      }
    }
  }
}
