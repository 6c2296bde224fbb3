/// One value of `inspect --format`: a format, and the file that it goes to.
struct ReportTarget: Equatable, Sendable {
  let format: ReportFormat

  /// The file; nil for stdout.
  let file: String?

  /// The reports of a run.
  ///
  /// - Parameters:
  ///   - targets: the values of `--format`.
  ///   - isJSON: whether `--json` is given.
  ///   - standard: the report on stdout where nothing names another.
  /// - Returns: the report on stdout first.
  /// - Throws: that stdout or a file would get two reports.
  static func all(
    _ targets: [ReportTarget], isJSON: Bool, standard: ReportFormat
  ) throws(UsageError) -> [ReportTarget] {
    var plain = targets.filter { $0.file == nil }.map(\.format)
    if isJSON, !plain.contains(.json) { plain.append(.json) }
    guard plain.count < 2 else {
      let first = isJSON ? "--json" : "--format \(plain[1].rawValue)"
      throw UsageError(
        "\(first) and --format \(plain[0].rawValue) exclude each other",
        hint: "standard output takes one report; --format \(plain[0].rawValue)=FILE writes that one to a file"
      )
    }
    var files: Set<String> = []
    for case let file? in targets.map(\.file) where !files.insert(file).inserted {
      throw UsageError(
        "--format: two reports for the file \(file)", hint: "give each report a file of its own")
    }
    return [ReportTarget(format: plain.first ?? standard, file: nil)] + targets.filter { $0.file != nil }
  }
}

extension ValueForm where Value == ReportTarget {
  /// `FORMAT` or `FORMAT=FILE`.
  static var reportTarget: Self {
    let names = ReportFormat.spellings
    return .init(
      "a format", hint: "one of \(names.joined(separator: ", ")), or FORMAT=FILE such as sarif=report.sarif",
      choices: names
    ) { text in
      let name = text.prefix { $0 != "=" }
      guard let format = ReportFormat(rawValue: String(name)) else { return nil }
      guard name.endIndex != text.endIndex else { return ReportTarget(format: format, file: nil) }
      let file = String(text[name.endIndex...].dropFirst())
      return ValueForm<String>.path.parse(file).map { ReportTarget(format: format, file: $0) }
    }
  }
}
