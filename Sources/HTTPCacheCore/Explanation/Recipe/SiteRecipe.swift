/// A whole site to begin with: what each kind of file is sent with, as docs/recipes.md shows it for each server.
package struct SiteRecipe: Sendable {
  /// The files below a directory, or those of them that have a hash in their name.
  package struct Rule: Sendable {
    /// What a configuration calls the files.
    let name: String

    /// The path of the directory, with a slash at its end.
    package let directory: String

    /// Whether only files with a hash in their name are meant.
    let isHashed: Bool

    /// The value of Cache-Control.
    package let control: String

    /// The lifetime in seconds, as written; nil if the value gives none.
    package var lifetime: String? {
      control.hasPrefix("max-age=") ? String(control.dropFirst(8).prefix { $0.isWholeNumber }) : nil
    }

    /// The paths, as a regular expression that looks ahead for words.
    var expression: String { "^\(directory)" + (isHashed ? ".*" + SiteRecipe.hashed : "") }

    /// The paths, as a regular expression of an engine that can't look ahead: those of `words` are none.
    var plainExpression: String { "^\(directory)" + (isHashed ? #".*[.-]\#(SiteRecipe.end)"# : "") }

    /// The names that end with a word, and not with a hash.
    static let words = #"[.-]\#(SiteRecipe.word)\.[a-z0-9]+$"#
  }

  /// What is no hash: it has neither a digit nor capitals beside small letters.
  private static let word = "([a-z_-]{8}|[A-Z_-]{8})"
  private static let end = #"[0-9A-Za-z_-]{8}\.[a-z0-9]+$"#

  /// The end of a name with a hash, as a regular expression that looks ahead.
  package static let hashed = #"[.-](?!\#(word)\.)\#(end)"#

  /// What one user sees, and an application answers.
  package let api: Rule
  package let hashed: Rule
  package let images: Rule
  package let downloads: Rule

  /// The value of Cache-Control for what no rule names, pages above all.
  package let others: String

  /// The value of CDN-Cache-Control for pages.
  package let edge: String

  /// The paths of pages, as a regular expression.
  let pages = #"(/|\.html)$"#

  /// The rules; no path has two.
  var rules: [Rule] { [api, hashed, images, downloads] }

  /// The site of the documentation.
  package static let documented = SiteRecipe(
    api: Rule(name: "api", directory: "/api/", isHashed: false, control: "no-store"),
    hashed: Rule(
      name: "hashed", directory: "/assets/", isHashed: true, control: "max-age=31536000, immutable"),
    images: Rule(name: "images", directory: "/img/", isHashed: false, control: "max-age=86400"),
    downloads: Rule(name: "downloads", directory: "/downloads/", isHashed: false, control: "max-age=3600"),
    others: "no-cache", edge: "max-age=60")

  /// The configuration of nginx, a line each.
  package var nginx: [String] { NginxRecipe.lines(self) }

  /// The configuration of Apache, a line each.
  package var apache: [String] { ApacheRecipe.lines(self) }

  /// The Caddyfile, a line each.
  package var caddy: [String] { CaddyRecipe.lines(self) }
}
