/// The lines that have nginx, Apache, Caddy and Express make the change of an advice for whatever they answer.
///
/// They replace Cache-Control, of successes or of errors, and add to the lists of other fields: what the answer holds beside stays
/// as it is. A field that is to be mended or left out has no lines, since the answers that nobody judged would lose theirs.
struct ServerLines {
  /// The value that takes the place of Cache-Control; nil if the field stays as it is.
  private let control: String?

  /// What is added to the lists of other fields.
  private let added: [FieldLine]

  /// Whether the change is for errors.
  private let isForErrors: Bool

  /// Finds what lines can say of a change of a response.
  init(_ advice: Advice, of head: ResponseHead) {
    control = advice.set.first { $0.name == "Cache-Control" }?.value
    added = advice.set.compactMap { line in
      // A date belongs to one response, not in a configuration.
      guard line.name != "Cache-Control", line.name != "Expires" else { return nil }
      let (old, new) = (head.fields.members(line.name), FieldSection([line]).members(line.name))
      let more = new.filter { !old.contains($0) }
      return old.allSatisfy(new.contains) && !more.isEmpty
        ? FieldLine(line.name, more.joined(separator: ", ")) : nil
    }
    isForErrors = head.status >= 400
  }

  /// The lines, each behind the name of its server; empty if no line can say the change.
  var lines: [String] {
    guard control != nil || !added.isEmpty else { return [] }
    let servers = [("nginx    ", nginx), ("Apache   ", apache), ("Caddy    ", caddy), ("Express  ", express)]
    return servers.flatMap { server, lines in lines.map { server + $0 } }
  }

  /// What has to be known of servers to put the lines in place; nil if nothing has.
  var note: String? {
    var notes: [String] = []
    if nginx.contains(where: { $0.hasPrefix("add_header") }) {
      notes.append(
        "In nginx, a location with an `add_header` inherits none from the server: repeat there what the server adds."
      )
    }
    if control != nil, isForErrors {
      notes.append(
        "`map` belongs into `http { }`; of several lines of Cache-Control, nginx before 1.23 passes on the first."
      )
    }
    if control != nil {
      notes.append("Caddy's lines belong into the block of `reverse_proxy`; for files, `header` alone does.")
    }
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  private var nginx: [String] {
    var lines: [String] = []
    if let control, isForErrors {
      // `expires` never reaches an error.
      lines = [
        "map $status $cache_control { default $upstream_http_cache_control; ~^[45] \(control.inQuotes); }",
        "proxy_hide_header Cache-Control;", "add_header Cache-Control $cache_control always;",
      ]
    } else if let control = control.flatMap(NginxControl.init) {
      lines.append("expires \(control.expires);")
      if !control.added.isEmpty { lines.append("add_header Cache-Control \(control.addedText.inQuotes);") }
    }
    return lines + added.map { "add_header \($0.name) \($0.value.inQuotes) always;" }
  }

  /// Apache has a table of fields for what succeeds, and a table for all responses, in which those of a CGI script are: the
  /// field is taken out of one and set in the other.
  private var apache: [String] {
    var lines: [String] = []
    if let control {
      let condition = "\"expr=%{REQUEST_STATUS} \(isForErrors ? "-ge" : "-lt") 400\""
      let (set, unset) = isForErrors ? ("always set", "unset") : ("set", "always unset")
      lines = [
        "Header \(unset) Cache-Control \(condition)",
        "Header \(set) Cache-Control \(control.inQuotes) \(condition)",
      ]
    }
    return lines + added.map { "Header merge \($0.name) \($0.value.inQuotes)" }
  }

  /// `defer` has the field take the place of the application's.
  private var caddy: [String] {
    var lines: [String] = []
    if let control {
      let (name, statuses) = isForErrors ? ("error", "4xx 5xx") : ("success", "2xx 3xx")
      lines = [
        "@\(name) status \(statuses)", "handle_response @\(name) {", "  header {",
        "    Cache-Control `\(control)`", "    defer", "  }", "  copy_response", "}",
      ]
    }
    return lines + added.map { "header +\($0.name) `\($0.value)`" }
  }

  /// Lines for the handler that makes the answer.
  private var express: [String] {
    (control.map { ["res.set('Cache-Control', '\($0)')"] } ?? [])
      + added.map {
        $0.name == "Vary" ? "res.vary('\($0.value)')" : "res.append('\($0.name)', '\($0.value)')"
      }
  }
}
