import HTTPCacheCore

/// What `--write-out` prints of one URL.
enum WriteOutText {
  /// The text of a format.
  ///
  /// - Parameters:
  ///   - format: what to print.
  ///   - report: what became of the fetch.
  ///   - index: which URL it is, from 0.
  ///   - now: the time that the age is given for.
  ///   - isEscaped: whether control characters of the origin are shown, and not sent to a terminal.
  /// - Returns: the text; a value that is not known is empty.
  static func text(
    _ format: WriteOutFormat, of report: FetchReport, index: Int, now: Instant, isEscaped: Bool
  ) -> String {
    var text = ""
    for part in format.parts {
      switch part {
      case .text(let literal): text += literal
      case .variable(.onError): if report.exitCode == .done { return text }
      case .variable(let variable):
        let value = value(variable, of: report, index: index, now: now)
        text += isEscaped ? Escaping.escaped(value) : value
      case .field(let name):
        let value = report.result.served?.head.fields.first(name) ?? ""
        text += isEscaped ? Escaping.escaped(value) : value
      }
    }
    return text
  }

  private static func value(
    _ variable: WriteOutFormat.Variable, of report: FetchReport, index: Int, now: Instant
  ) -> String {
    let result = report.result
    let served = result.served
    let request = served?.request ?? report.request
    return switch variable {
    case .httpCode, .responseCode: served.map { String($0.status) } ?? "000"
    case .url: report.request.target.absolute
    case .urlEffective: request.target.absolute
    case .urlNumber: String(index)
    case .method: request.method
    case .scheme: request.target.scheme
    case .httpVersion: served?.base.version ?? "0"
    case .contentType: served?.base.fields.first("Content-Type") ?? ""
    case .redirects: String(result.responses.count(where: \.isFollowed))
    case .redirectURL: served.flatMap(redirect) ?? ""
    case .downloaded: String(result.bytes)
    case .speed:
      String(result.bytes.multipliedReportingOverflow(by: 1_000).partialValue / milliseconds(result))
    case .time: seconds(result.elapsedMilliseconds)
    case .file: report.bodyFile ?? ""
    case .exitCode: String(report.exitCode.rawValue)
    case .error: report.errors.first ?? ""
    case .onError: ""
    case .source: result.source?.rawValue ?? ""
    case .age: report.verdict(now: now).map { String($0.freshness.age) } ?? ""
    case .ttl: report.verdict(now: now)?.freshness.ttl.map { String($0) } ?? ""
    }
  }

  /// Where a redirect that is not followed leads.
  private static func redirect(_ served: Served) -> String? {
    guard (300...399).contains(served.status), let location = served.base.fields.first("Location") else {
      return nil
    }
    do { return try served.request.target.resolving(location).absolute } catch { return nil }
  }

  private static func milliseconds(_ result: FetchResult) -> Int64 {
    Int64(max(1, result.elapsedMilliseconds))
  }

  /// Seconds with six decimals, as curl prints them.
  private static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest + "000"
  }
}
