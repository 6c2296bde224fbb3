/// Reads a page piece by piece, and finds the resources that it loads, in the order of the page.
///
/// Tags are read as by a browser with scripts enabled. Resources that scripts load are not found. It finds the token of the
/// page's forms, too.
package struct PageScanner {
  private static let attributes: Set<String> = [
    "src", "srcset", "href", "xlink:href", "rel", "type", "style", "poster", "data", "imagesrcset",
    "background",
    "nomodule", "disabled", "as", "language", "shadowrootmode", "name", "value", "content",
  ]

  /// The words of `rel` that make a browser load the link, each with the kind of resource.
  private static let relations: [String: AssetReference.Role] = [
    "stylesheet": .style, "manifest": .manifest, "icon": .other, "apple-touch-icon": .other,
    "apple-touch-icon-precomposed": .other, "mask-icon": .other, "preload": .other,
    "modulepreload": .moduleScript,
    "prefetch": .other,
  ]

  /// The attributes of other elements that name one URL.
  private static let sources: [String: [String]] = [
    "img": ["src"], "source": ["src"], "audio": ["src"], "video": ["src", "poster"], "track": ["src"],
    "input": ["src"], "iframe": ["src"], "frame": ["src"], "embed": ["src"], "object": ["data"],
    "body": ["background"], "table": ["background"], "td": ["background"], "th": ["background"],
    // Elements of SVG; in HTML, `image` means `img`.
    "image": ["href", "xlink:href", "src"], "use": ["href", "xlink:href"], "feimage": ["href", "xlink:href"],
  ]

  private static let scriptTypes: Set<String> = [
    "module", "text/javascript", "application/javascript", "application/ecmascript",
    "application/x-ecmascript", "application/x-javascript", "text/ecmascript", "text/javascript1.0",
    "text/javascript1.1", "text/javascript1.2", "text/javascript1.3", "text/javascript1.4",
    "text/javascript1.5",
    "text/jscript", "text/livescript", "text/x-ecmascript", "text/x-javascript",
  ]

  private let page: TargetURI
  private var base: TargetURI
  private var hasBase = false
  private var tokenizer = HTMLTokenizer(wanted: attributes)
  private var style: StyleScanner?
  /// How many templates are open: resources within them are not loaded.
  private var templateDepth = 0

  /// The token of the forms so far, that of one visitor before one that guests share; nil if there is none.
  package private(set) var token: FormToken?

  /// Begins the page that was received from a URL.
  package init(_ url: TargetURI) { (page, base) = (url, url) }

  /// Takes the next bytes of the decoded page, which may be cut anywhere.
  package mutating func take(_ bytes: UnsafeRawBufferPointer, _ visit: (AssetReference) -> Void) {
    var tokenizer = tokenizer
    tokenizer.take(bytes) { token in
      switch token {
      case .tag(let tag): take(tag, visit)
      case .style(let text): style?.take(text, visit)
      }
    }
    self.tokenizer = tokenizer
  }

  /// Ends the page.
  package mutating func finish(_ visit: (AssetReference) -> Void) { endStyle(visit) }

  private mutating func endStyle(_ visit: (AssetReference) -> Void) {
    style?.finish(visit)
    style = nil
  }

  private func give(_ text: String?, as role: AssetReference.Role = .other, _ visit: (AssetReference) -> Void)
  {
    guard let text, let target = BrowserURL.target(text, base: base) else { return }
    visit(AssetReference(target: target, role: role))
  }

  private mutating func take(_ tag: HTMLTag, _ visit: (AssetReference) -> Void) {
    if token?.isOfAllGuests != false, let found = FormToken(tag), token == nil || !found.isOfAllGuests {
      token = found
    }
    if tag.name == "template" {
      // A declarative shadow root is rendered at once: its tags do not count as a template.
      let isShown = ["open", "closed"].contains(tag["shadowrootmode"]?.asciiLowercased)
      if tag.isEnd {
        templateDepth = max(0, templateDepth - 1)
      } else if templateDepth > 0 || !isShown {
        templateDepth += 1
      }
      return
    }
    if tag.name == "style" {
      endStyle(visit)
      let type = tag["type"]?.asciiLowercased ?? ""
      let isCSS = type.isEmpty || type == "text/css"
      if !tag.isEnd, isCSS, templateDepth == 0 { style = StyleScanner(base: base) }
      return
    }
    guard !tag.isEnd, templateDepth == 0 else { return }
    switch tag.name {
    case "base": if !hasBase, let text = tag["href"] { setBase(text) }
    case "link": link(tag, visit)
    case "script": script(tag, visit)
    default:
      // An image button is the only input that loads a resource.
      if tag.name != "input" || tag["type"]?.asciiLowercased == "image" {
        for name in Self.sources[tag.name] ?? [] { give(tag[name], visit) }
      }
      if ["img", "source", "image"].contains(tag.name), let set = tag["srcset"] {
        for url in SourceSet.urls(set) { give(url, visit) }
      }
    }
    if let declarations = tag["style"] { take(declarations: declarations, visit) }
  }

  /// Takes the declarations of a `style` attribute.
  private func take(declarations: String, _ visit: (AssetReference) -> Void) {
    var style = StyleScanner(base: base)
    var block = "x{" + declarations
    block.withUTF8 { style.take(UnsafeRawBufferPointer($0), visit) }
    style.finish(visit)
  }

  /// Only the first base counts (HTML, 4.2.3), and only if it is an http or https URL.
  private mutating func setBase(_ text: String) {
    hasBase = true
    if let target = BrowserURL.target(text, base: page) { base = target }
  }

  private func link(_ tag: HTMLTag, _ visit: (AssetReference) -> Void) {
    let words = (tag["rel"] ?? "").asciiLowercased.utf8.split(whereSeparator: HTMLTokenizer.isSpace).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let role = AssetReference.role(words, of: Self.relations, as: tag["as"]) else { return }
    if role == .style {
      // A browser does not request a sheet of another type, such as text/less.
      let type = Self.trimmed(tag["type"]?.split(separator: ";").first ?? "")
      guard type.isEmpty || type == "text/css", tag["disabled"] == nil else { return }
    }
    give(tag["href"], as: role, visit)
    if let set = tag["imagesrcset"] { for url in SourceSet.urls(set) { give(url, visit) } }
  }

  /// Takes a script; a script whose type browsers do not run is data, and one with `nomodule` is not loaded.
  private func script(_ tag: HTMLTag, _ visit: (AssetReference) -> Void) {
    // HTML 4.12.1.1: white space around a type is ignored, and a type has no parameters.
    var type = tag["type"]
    if type == nil, let language = tag["language"], !language.isEmpty { type = "text/" + language }
    if type == nil || type == "" { type = "text/javascript" }
    let name = Self.trimmed(type ?? "")
    guard Self.scriptTypes.contains(name), tag["nomodule"] == nil || name == "module" else { return }
    give(
      tag["src"] ?? tag["href"] ?? tag["xlink:href"], as: name == "module" ? .moduleScript : .script, visit)
  }

  /// A name in lower case, without the white space around it.
  private static func trimmed(_ text: some StringProtocol) -> String {
    String(decoding: Array(text.utf8)[...].trimming(HTMLTokenizer.isSpace), as: UTF8.self).asciiLowercased
  }
}
