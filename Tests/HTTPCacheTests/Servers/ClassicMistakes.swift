import TestSupport

/// A page whose fields have the twelve classic mistakes, and files beside it that need no change.
enum ClassicMistakes {
  /// An answer of the site.
  struct Answer: Sendable {
    let target, type: String
    let fields: [(String, String)]
    /// Whether its content is coded, whatever the request accepts.
    var isCoded = false
  }

  static let wrong: [Answer] = [
    // A start page that nobody can call back for a year.
    Answer(target: "/", type: "text/html", fields: [("Cache-Control", "public, max-age=31536000")]),
    // A version in the name, and a download at each use.
    Answer(
      target: "/assets/app.3f9ac2d1.js", type: "text/javascript",
      fields: [
        ("Cache-Control", "no-cache, no-store, must-revalidate"), ("Pragma", "no-cache"), ("Expires", "0"),
      ]),
    Answer(
      target: "/assets/vendor.99ffee11.js", type: "text/javascript",
      fields: [("Cache-Control", "max-age=0, immutable")]),
    // Seconds where a date belongs.
    Answer(target: "/style.css", type: "text/css", fields: [("Expires", "3600")]),
    // A date whose weekday is wrong.
    Answer(
      target: "/theme.css", type: "text/css", fields: [("Expires", "Mon, 31 Dec 2999 23:59:59 GMT")]),
    Answer(target: "/logo.png", type: "image/png", fields: []),
    Answer(
      target: "/font.woff2", type: "font/woff2", fields: [("Cache-Control", "max-age=31,536,000")]),
    Answer(
      target: "/menu.css", type: "text/css", fields: [("Cache-Control", "public; max-age=86400")]),
    Answer(
      target: "/menu.js", type: "text/javascript", fields: [("Cache-Control", "max-age=600"), ("Vary", "*")]),
    Answer(
      target: "/data.json", type: "application/json", fields: [("Cache-Control", "public, no-store")]),
    Answer(target: "/hero.jpg", type: "image/jpeg", fields: [("Cache-Control", "max-age: 600")]),
    Answer(
      target: "/legacy.js?ver=6.4.2", type: "text/javascript",
      fields: [("Cache-Control", "maxage=86400"), ("Cache-Control", "private")]),
    Answer(
      target: "/coded.css", type: "text/css", fields: [("Cache-Control", "max-age=600")], isCoded: true),
  ]

  static let right: [Answer] = [
    Answer(
      target: "/assets/good.1a2b3c4d.css", type: "text/css",
      fields: [("Cache-Control", "max-age=31536000, immutable")]),
    Answer(target: "/icon.svg", type: "image/svg+xml", fields: [("Cache-Control", "max-age=86400")]),
    Answer(target: "/me.json", type: "application/json", fields: [("Cache-Control", "private, no-cache")]),
  ]

  /// The site; `advice` gives other fields by target.
  static func origin(_ advice: [String: [(String, String)]] = [:]) throws -> Origin {
    let coded = try Gzip.coded("p { color: red }\n")
    return try Origin { request in
      guard let answer = (wrong + right).first(where: { $0.target == request.target }) else {
        // A path that holds what begins something in the syntax of servers.
        return request.target.hasPrefix("/hostile")
          ? .text("x", fields: head("text/css", "\"h\"", [("Cache-Control", "max-age = 60")]))
          : .text("no", status: 404, fields: [("Date", HTTPClock.now), ("Content-Type", "text/plain")])
      }
      let fields = head(
        answer.type, "\"\(answer.target.utf8.count)-1\"", advice[answer.target] ?? answer.fields)
      if answer.isCoded {
        return .response(fields: fields + [("Content-Encoding", "gzip")], body: coded)
      }
      // A download of fewer bytes would be no mistake.
      return .text(
        answer.target == "/" ? page : "/* \(String(repeating: "x", count: 300)) */\n", fields: fields)
    }
  }

  private static func head(_ type: String, _ tag: String, _ fields: [(String, String)]) -> [(String, String)]
  {
    [("Date", HTTPClock.now), ("Content-Type", type), ("ETag", tag)] + fields
  }

  /// Loads everything.
  private static let page: String = (wrong + right).dropFirst().map { answer in
    switch answer.type {
    case "text/css": "<link rel=stylesheet href=\"\(answer.target)\">\n"
    case "text/javascript": "<script src=\"\(answer.target)\"></script>\n"
    case "application/json": "<link rel=preload as=fetch href=\"\(answer.target)\">\n"
    case "font/woff2": "<link rel=preload as=font href=\"\(answer.target)\">\n"
    default: "<img src=\"\(answer.target)\">\n"
    }
  }.joined()
}
