import HTTPCacheCore

/// The method, content and conditions of the requests of `fetch`.
struct ContentOptions: Sendable {
  /// The method of `-X`, which redirects do not change; nil unless given.
  fileprivate(set) var namedMethod: String?

  fileprivate(set) var asksForHead = false

  /// The parts of `--data` and the options like it, joined with `&` as in curl.
  fileprivate(set) var body: [BodyPart] = []

  /// The input of `--upload-file`, which is sent unchanged; nil unless given.
  fileprivate(set) var upload: InputSource?

  /// The parts of a form, from `--form` and `--form-string`.
  fileprivate(set) var form: [FormPart] = []

  /// Whether `body` goes into the query of the URLs.
  fileprivate(set) var isInQuery = false

  fileprivate(set) var timeCondition: TimeCondition?

  /// The value of `Range` without its unit; nil to ask for the whole response.
  fileprivate(set) var range: String?

  /// The method: HEAD with `--head`, else that of `-X`, else PUT or POST if there is content, else GET.
  func method(_ arguments: ParsedArguments) throws(UsageError) -> String {
    let hasData = !isInQuery && !body.isEmpty
    guard asksForHead else {
      return namedMethod ?? (upload != nil ? "PUT" : hasData || !form.isEmpty ? "POST" : "GET")
    }
    if hasData { for data in Self.data { try arguments.refuse("head", with: data) } }
    if namedMethod != "HEAD" { try arguments.refuse("head", with: "request") }
    return "HEAD"
  }

  /// The options that give parts of a body.
  private static let data = ["data", "data-binary", "data-raw", "data-urlencode"]
  private static let notWithForm = data + ["get", "upload-file", "head"]

  static let section = OptionSection("Request") {
    Option(
      "request", short: "X", value: "METHOD",
      "the method; unsafe methods go to the origin and invalidate what is stored", default: "GET",
      insteadOf: (
        "--post301 --post302 --post303 --follow",
        "send the body to the URL that the redirect leads to: only 307 and 308 take method and body along"
      ), example: "DELETE", effect: .value(.token("a method")) { $0.content.namedMethod = $1 })
    Option(
      "head", short: "I", "send a HEAD request", excludes: ["upload-file", "remote-header-name"],
      effect: .sets { $0.content.asksForHead = true })
    header
    Option(
      "data", short: "d", value: "DATA|@FILE|@-",
      "a request body; the method is POST unless -X says otherwise, several bodies are joined with '&', and line ends "
        + "and NUL bytes of a file are left out, as in curl",
      isRepeatable: true, kind: .file, standardInput: "@-", insteadOf: ("--data-ascii", "-d is the same"),
      example: "a=b", effect: .value(.text) { $0.content.body.append(.form(.init($1))) })
    Option(
      "data-binary", value: "DATA|@FILE|@-", "as -d, but send a file unchanged", isRepeatable: true,
      kind: .file, standardInput: "@-", example: "a=b",
      effect: .value(.text) { $0.content.body.append(.binary(.init($1))) })
    Option(
      "data-raw", value: "DATA", "as -d, but @ has no special meaning", isRepeatable: true, example: "@b",
      effect: .value(.text) { $0.content.body.append(.binary(.text($1))) })
    Option(
      "data-urlencode", value: "[NAME]=DATA|[NAME]@FILE", "as -d, but percent-encoded", isRepeatable: true,
      example: "a=b c", effect: .value(.text) { $0.content.body.append(.encoded($1)) })
    Option(
      "upload-file", short: "T", value: "FILE|-",
      "send a file unchanged, read while it is sent; the method is PUT unless -X says otherwise, and the file's name is "
        + "appended to a path that ends with a slash",
      excludes: data, standardInput: "-", insteadOf: ("-a --append", "-T sends a file as a whole"),
      effect: .input { $0.content.upload = $1 })
    Option(
      "form", short: "F", value: "NAME=CONTENT|NAME=@FILE|NAME=<FILE",
      "a part of a form, as multipart/form-data; ;type=, ;filename= and ;encoder= may follow, files are read while they "
        + "are sent, and the method is POST unless -X says otherwise",
      isRepeatable: true, excludes: notWithForm,
      insteadOf: (
        "--form-escape", "names in a form are percent-encoded as browsers do it; leave it out"
      ), example: "a=b", effect: .parsed(FormArgument.part) { $0.content.form.append($1) })
    Option(
      "form-string", value: "NAME=CONTENT", "as -F, but @, < and ; have no special meaning",
      isRepeatable: true, excludes: notWithForm, example: "a=@b",
      effect: .parsed(FormArgument.plainPart) { $0.content.form.append($1) })
    Option(
      "get", short: "G", "put the data of -d into the query of the URL, and send no body",
      excludes: ["upload-file", "sitemap"],
      insteadOf: ("--url-query", "write it into the URL, or use -G with -d or --data-urlencode"),
      effect: .sets { $0.content.isInQuery = true })
    Option(
      "time-cond", short: "z", value: "TIME|FILE",
      "ask for the response only if it is newer than a time or a file; -TIME: only if it is older",
      kind: .file, example: "-1h", effect: .value(.text) { $0.content.timeCondition = TimeCondition($1) })
    Option(
      "cookie-jar", short: "c", value: "FILE|-",
      "keep the cookies that responses set, send them with later requests, and write them to a file at the end",
      effect: .file { $0.cookieJar = $1 })
    Option(
      "range", short: "r", value: "RANGE",
      "ask for a byte range such as 0-499, 500- or -500; answered from the cache where it can be",
      insteadOf: (
        "-C --continue-at",
        "the bytes of a download are kept: fetch it again, and only the rest is asked for; -r asks for a part"
      ), example: "0-499", effect: .value(.byteRange) { $0.content.range = $1 })
    inputFile
    sitemap
  }

  /// A request field, for `fetch` and `inspect --live`.
  static let header = Option(
    "header", short: "H", value: "FIELD|@FILE|@-",
    "a request field 'Name: value'; 'Name;' sends an empty one and 'Name:' removes a default one, "
      + "@FILE and @- read fields, one a line, so that secrets need not stand on the command line",
    isRepeatable: true, standardInput: "@-", example: "A: b", effect: readsField)

  static let readsField = Option.Effect.reads { (options, given) throws(UsageError) in
    options.fields += try FieldArgument.read(given)
  }

  /// More URLs, for `fetch` and `inspect --live`.
  static let inputFile = Option(
    "input-file", value: "FILE|-", "more URLs, one a line", standardInput: "-",
    effect: .input { $0.inputFile = $1 })

  /// The URLs of a site, for `fetch` and `inspect --live`.
  static let sitemap = Option(
    "sitemap", value: "URL",
    "more URLs: all of a sitemap, or of the sitemaps that an index lists; either may be compressed by gzip",
    isRepeatable: true, example: "https://a.test/sitemap.xml",
    effect: .parsed({ text throws(UsageError) in try URLArgument.read(text) }) { $0.sitemaps.append($1) })
}

extension ValueForm where Value == String {
  /// Byte ranges as curl takes them: `500` means `500-`.
  fileprivate static var byteRange: Self {
    .init("a byte range", hint: "such as 0-499, 500-, -500, or several with commas") { text in
      let ranges = text.contains("-") ? text : "\(text)-"
      return ranges.list(of: byteRange)?.joined(separator: ",")
    }
  }

  private static func byteRange(_ text: String) -> String? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    let isValid =
      ends.count == 2 && ends.contains { !$0.isEmpty } && ends.allSatisfy { $0.utf8.allSatisfy(\.isDigit) }
    return isValid ? text : nil
  }
}
