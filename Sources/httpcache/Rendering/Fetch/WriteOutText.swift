import HTTPCacheCore

/// The text of `--write-out` for one URL.
enum WriteOutText {
  /// The text of a format; a value that is not known is empty.
  ///
  /// `index` is the URL's, from 0, and age and TTL are given as of `now`. `isEscaped` makes control characters of the
  /// origin visible, for a terminal.
  static func text(
    _ format: WriteOutFormat, of report: FetchReport, index: Int, now: Instant, isEscaped: Bool
  ) -> String {
    var text = ""
    for part in format.parts {
      let value: String
      switch part {
      case .text(let literal):
        text += literal
        continue
      case .variable(.onError) where report.exitCode == .done: return text
      case .variable(let variable): value = self.value(variable, of: report, index: index, now: now)
      case .figure(let name):
        let figure = WriteOutFormat.figures.first { $0.key == name }?.value
        value = figure?(report.result.connection ?? ConnectionFigures()) ?? ""
      case .field(let name): value = report.result.served?.head.fields.firstOriginal(name) ?? ""
      }
      text += isEscaped ? Escaping.escaped(value) : value
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
    case .httpCode, .responseCode: served.map { String(report.isUnchanged ? 304 : $0.status) } ?? "000"
    case .url: whole(report.request.target)
    case .urlEffective: whole(request.target)
    case .urlNumber: String(index)
    case .method: request.method
    case .scheme: request.target.scheme
    case .httpVersion: served?.base.version ?? "0"
    case .contentType: served?.base.fields.firstOriginal("Content-Type") ?? ""
    case .redirects: String(result.responses.count(where: \.isFollowed))
    case .redirectURL: served.flatMap(redirect) ?? ""
    case .downloaded: String(result.bytes)
    case .speed:
      String(
        result.bytes.multipliedReportingOverflow(by: 1_000).partialValue
          / max(1, Int64(result.elapsedMilliseconds)))
    case .time: WriteOutFormat.seconds(microseconds: Int64(result.elapsedMilliseconds) * 1_000)
    case .file: report.bodyFile ?? ""
    case .exitCode: String(report.exitCode.rawValue)
    case .error: report.errors.first ?? ""
    case .onError: ""
    case .source: result.source?.rawValue ?? ""
    case .age: report.verdict(now: now).map { String($0.freshness.age) } ?? ""
    case .ttl: report.verdict(now: now)?.freshness.ttl.map { String($0) } ?? ""
    }
  }

  /// A URL with its fragment, as curl gives it.
  private static func whole(_ target: TargetURI) -> String {
    target.absolute + (target.fragment.map { "#" + $0 } ?? "")
  }

  /// The target of a redirect that is not followed.
  private static func redirect(_ served: Served) -> String? {
    guard (300...399).contains(served.status), let location = served.base.fields.reference("Location") else {
      return nil
    }
    do { return try served.request.target.resolving(location).absolute } catch { return nil }
  }
}
