import HTTPCacheCore

/// One value of `inspect --format` or `--recipe`: the kind of text, and the file for it.
struct ReportTarget: Equatable, Sendable {
  /// The kind of text that is written.
  enum Form: Equatable, Sendable {
    /// A report on the subjects that were judged.
    case report(ReportFormat)
    /// The configuration by which a server corrects the findings.
    case recipe(RecipeServer)

    /// Whether it can show the sums of many responses without any of the responses.
    var showsSums: Bool {
      switch self {
      case .report(let format): format.showsSums
      case .recipe: false
      }
    }

    /// The option that asks for it, with its value.
    var spelling: String {
      switch self {
      case .report(let format): "--format \(format.rawValue)"
      case .recipe(let server): "--recipe \(server.rawValue)"
      }
    }
  }

  let form: Form

  /// The option that asks for it, without its value.
  var option: String { String(form.spelling.prefix { $0 != " " }) }

  /// The file; nil for stdout.
  let file: String?

  init(_ form: Form, file: String?) { (self.form, self.file) = (form, file) }

  /// The reports of a run, the one on stdout first; `standard` goes to stdout if no option names another report.
  static func all(
    _ targets: [ReportTarget], isJSON: Bool, standard: ReportFormat
  ) throws(UsageError) -> [ReportTarget] {
    var plain = targets.filter { $0.file == nil }.map(\.form)
    if isJSON, !plain.contains(.report(.json)) { plain.append(.report(.json)) }
    guard plain.count < 2 else {
      let first = isJSON ? "--json" : plain[1].spelling
      throw UsageError(
        "\(first) and \(plain[0].spelling) exclude each other",
        hint: "standard output takes one report; \(plain[0].spelling)=FILE writes that one to a file")
    }
    var files: Set<String> = []
    for case let file? in targets.map(\.file) where !files.insert(file).inserted {
      throw UsageError(
        "--format: two reports for the file \(file)", hint: "give each report a file of its own")
    }
    return [ReportTarget(plain.first ?? .report(standard), file: nil)] + targets.filter { $0.file != nil }
  }
}

extension ValueForm where Value == ReportTarget {
  /// `FORMAT` or `FORMAT=FILE`.
  static var reportTarget: Self {
    target("a format", ReportFormat.self, "FORMAT=FILE such as sarif=report.sarif") { .report($0) }
  }

  /// `SERVER` or `SERVER=FILE`.
  static var recipeTarget: Self {
    target("a server", RecipeServer.self, "SERVER=FILE such as nginx=cache.conf") { .recipe($0) }
  }

  private static func target<Name: Choice>(
    _ what: String, _ names: Name.Type, _ example: String,
    _ form: @escaping @Sendable (Name) -> ReportTarget.Form
  ) -> Self {
    .init(
      what, hint: "one of \(Name.spellings.joined(separator: ", ")), or \(example)", choices: Name.spellings
    ) { text in
      let name = text.prefix { $0 != "=" }
      guard let named = Name(rawValue: String(name)) else { return nil }
      guard name.endIndex != text.endIndex else { return ReportTarget(form(named), file: nil) }
      let file = String(text[name.endIndex...].dropFirst())
      return ValueForm<String>.path.parse(file).map { ReportTarget(form(named), file: $0) }
    }
  }
}
