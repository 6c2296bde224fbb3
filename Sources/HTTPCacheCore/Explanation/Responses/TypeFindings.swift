extension Finding.Code {
  static let typeContradictsExtension = Self(
    "type-contradicts-extension", .warning, "RFC 9110 §8.3",
    "a page is sent under the name of a script, a style sheet or another file",
    shown: .example("> GET /app.js", "Content-Type: text/html", "Cache-Control: max-age=600", "ETag: \"1\""))
}

/// Finds pages under the names of files: the start page in place of a missing file, or a page that a cache stores
/// because of its name.
enum TypeFindings: FindingFamily {
  static let codes: [Finding.Code] = [.typeContradictsExtension]

  static let asksForChanges = false

  /// The extensions by which caches know files, and which no page has.
  private static let extensions: Set = [
    "js", "mjs", "css", "map", "json", "wasm", "woff", "woff2", "ttf", "otf", "eot", "png", "jpg", "jpeg",
    "gif", "svg", "webp", "avif", "ico", "pdf", "zip", "gz", "mp3", "mp4", "webm", "csv",
  ]

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    guard facts.request.method == "GET", facts.head.status == 200,
      let ending = contradicted(facts.request.target, facts.head)
    else { return nil }
    let edge = facts.edge
    // A page that caches must validate at each use does no harm under any name.
    let isKept = facts.sharedReadings.contains { reading in
      reading.storage.isStorable && !reading.control.isUnqualified("no-cache")
        && reading.lifetime.seconds ?? 1 > 0
    }
    guard isKept || edge.isFromStore || facts.request.identifiesUser && facts.isKept && !facts.isNoCache
    else { return nil }
    let type = facts.head.first(.contentType) ?? ""
    // Without `nosniff`, browsers run a script whatever its type: a page under its name is then no mistake by itself.
    let isRun =
      ending == "js"
      && facts.head.fields.first("X-Content-Type-Options")?.equalsIgnoringASCIICase("nosniff") != true
    let isShown =
      isRun
      ? edge.provesStore && facts.request.identifiesUser
      : edge.provesStore || facts.request.identifiesUser
    // A page that the user opened by this name does not stand for a missing file.
    let isOpened =
      facts.request.fields.first("Sec-Fetch-Dest")?.equalsIgnoringASCIICase("document") == true
    guard isShown || !isOpened else { return nil }
    return Finding(
      .typeContradictsExtension, severity: isShown ? .error : isRun ? .info : nil, field: "Content-Type",
      value: type,
      "The URL ends in \(".\(ending)".asCode), and the answer is a page (\(type.asCode)): "
        + (isShown
          ? "caches that go by the name keep it for everyone, even where it is one user's."
          : isRun
            ? "a browser still runs it as a script, unless `nosniff` is sent."
            : "a browser can't use it as such a file, and caches keep it under this name."),
      advice: "Answer 404 where there is no such file; \(ServerRemedy.quoted(.missingFile, to: facts.head)).")
  }

  /// The extension of the file's name under which a page is sent; nil for any other answer.
  static func contradicted(_ target: TargetURI, _ head: ResponseHead) -> String? {
    guard head.isPage else { return nil }
    let name = target.path.lastSegment
    // `File:Photo.jpg` is a page about a file.
    guard name.utf8.contains(0x2E), !name.utf8.contains(0x3A),
      let ending = name.split(separator: ".").last.map(\.asciiLowercased),
      extensions.contains(ending)
    else { return nil }
    return ending
  }
}

extension ResponseHead {
  /// Whether the content is HTML.
  var isPage: Bool {
    fields.withFirst("Content-Type") { type in
      type.count >= 9
        && (type[5] | 0x20 == 0x68 && type.beginsIgnoringCase(with: "text/html")
          || type[4] | 0x20 == 0x69 && type.beginsIgnoringCase(with: "application/xhtml"))
    } ?? false
  }
}
