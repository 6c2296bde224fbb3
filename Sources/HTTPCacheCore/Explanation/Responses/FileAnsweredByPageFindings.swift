extension Finding.Code {
  static let fileAnsweredByPage = Self(
    "file-answered-by-page", .error, "RFC 9110 §8.3",
    "a script, style sheet or font is answered by a page, with a success",
    shown: .example(
      "> GET /assets/index-DkR3tz9a.js", "Content-Type: text/html", "Cache-Control: max-age=600",
      "ETag: \"1\""),
    harm: .incident,
    supersedes: [.typeContradictsExtension, .oldPageNamesMissingFile])
}

/// What a browser loads a file as, where its page, or the request, tells.
package enum LoadedFile: Sendable, Hashable {
  case script
  /// A script that is run only if its type is that of one (HTML, "fetch a single module script").
  case moduleScript
  /// A worker's script, which is run only if its type is that of one, too.
  case worker
  case style
  case font

  /// What a request of a browser was made for (Fetch, "destination"); nil for anything else.
  fileprivate init?(destination: String) {
    switch destination {
    case "script": self = .script
    case "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet": self = .worker
    case "style", "stylesheet": self = .style
    case "font": self = .font
    default: return nil
    }
  }

  /// What a file is by the extension of its name; nil for another kind of file.
  fileprivate init?(_ kind: AssetKind?) {
    switch kind {
    case .script: self = .script
    case .style: self = .style
    case .font: self = .font
    case .page, .image, .media, .feed, .data, .download, .other, nil: return nil
    }
  }

  fileprivate var noun: String {
    switch self {
    case .script, .moduleScript, .worker: "script"
    case .style: "style sheet"
    case .font: "font"
    }
  }

  /// What becomes of a page that comes in its place.
  fileprivate func consequence(isNosniff: Bool) -> String {
    switch self {
    case .moduleScript: "browsers refuse a module script of this type, and the page that needs it stays blank"
    case .worker: "browsers refuse a worker's script of this type"
    case .script where isNosniff: "with `nosniff` browsers refuse it, and the page that needs it stays blank"
    case .script:
      "browsers refuse it as a module, and as a classic script it ends in a syntax error: the page that needs it stays blank"
    case .style: "browsers refuse a style sheet of this type, and the page that needs it stays without styles"
    case .font: "browsers can't read it as a font, and text stays in another one"
    }
  }
}

/// Finds pages that come in place of scripts, styles and fonts, as the start page of an application does for each name that its
/// server does not have.
enum FileAnsweredByPageFindings: FindingFamily {
  static let codes: [Finding.Code] = [.fileAnsweredByPage]

  static let asksForChanges = false

  static func find(in facts: Facts) -> [Finding] {
    let status = facts.head.status
    guard facts.request.method == "GET", (200...299).contains(status), status != 204, status != 205,
      facts.head.isPage, facts.subject.bodyLength != 0, let file = file(facts)
    else { return [] }
    let type = facts.head.first(.contentType) ?? ""
    let isNosniff = isNosniff(facts)
    let loader = facts.context.page.map { " that the page \($0.words) loads" } ?? ""
    return [
      Finding(
        .fileAnsweredByPage, field: "Content-Type", value: type,
        "The \(file.noun)\(loader) is answered \(status) with a page (\(type.asCode)):"
          + " \(file.consequence(isNosniff: isNosniff)).\(stay(facts))",
        advice:
          "Answer 404 where there is no such file, and keep the files of the deployment before for as long as pages that name"
          + " them are kept; \(ServerRemedy.quoted(.missingFile, to: facts.head)).")
    ]
  }

  /// What the response stands for: what it was loaded as, or a versioned name of such a file; nil for what a user opened, and for
  /// any other.
  private static func file(_ facts: Facts) -> LoadedFile? {
    if let file = facts.context.loadedAs { return isSure(file, facts) ? file : nil }
    let destination = facts.request.fields.first("Sec-Fetch-Dest") ?? facts.subject.resourceType
    if let destination = destination?.asciiLowercased {
      if let file = LoadedFile(destination: destination) { return isSure(file, facts) ? file : nil }
      guard ["empty", "fetch", "xhr", "other"].contains(destination) else { return nil }
    }
    let target = facts.request.target
    guard let file = LoadedFile(AssetKind(named: target)) else { return nil }
    // A style sheet of a page loads fonts, whatever their names.
    if file == .font, facts.context.page != nil { return file }
    return URLNaming(target, of: NamedFile(named: target)).version != nil ? file : nil
  }

  /// Whether a page is no script for certain: what is loaded as a classic one is run whatever its type, as answers to JSONP are,
  /// unless its name says what it should be.
  private static func isSure(_ file: LoadedFile, _ facts: Facts) -> Bool {
    file != .script || isNosniff(facts) || AssetKind(named: facts.request.target) == .script
  }

  private static func isNosniff(_ facts: Facts) -> Bool {
    facts.head.fields.first("X-Content-Type-Options")?.equalsIgnoringASCIICase("nosniff") == true
  }

  /// For how long the wrong content stays, as a sentence after a space; empty if each use asks.
  private static func stay(_ facts: Facts) -> String {
    let own =
      facts.storage(Settings()).isStorable
      ? facts.head.unaskedSpan(facts.lifetime(.private), under: facts.head.cacheControl, role: .private) : 0
    let longest = facts.sharedReadings.filter(\.isGivenUnasked).map(\.unaskedSpan).reduce(own, max)
    return longest > 0
      ? " It may be stored, and who has it gets it for up to \(formatDuration(longest)), also once the file is there."
      : ""
  }
}
