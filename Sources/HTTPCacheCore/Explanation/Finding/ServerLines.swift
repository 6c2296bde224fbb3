/// The lines that have nginx, Apache, Caddy and Express make the change of an advice for whatever they answer.
///
/// They replace Cache-Control, of successes or of errors, and add to the lists of other fields: what the answer holds beside
/// stays as it is. A field that is to be mended or left out has no lines, since the answers that nobody judged would lose
/// theirs. Each server has its words where its recipes are written.
struct ServerLines {
  /// The value that takes the place of Cache-Control; nil if the field stays as it is.
  let control: String?

  /// What is added to the lists of other fields.
  let added: [FieldLine]

  /// Whether the change is for errors.
  let isForErrors: Bool

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
    let servers = [
      ("nginx    ", NginxRecipe.lines(self)), ("Apache   ", ApacheRecipe.lines(self)),
      ("Caddy    ", CaddyRecipe.lines(self)), ("Express  ", express),
    ]
    return servers.flatMap { server, lines in lines.map { server + $0 } }
  }

  /// What has to be known of servers to put the lines in place; nil if nothing has.
  var note: String? {
    var notes: [String] = []
    if NginxRecipe.lines(self).contains(where: { $0.hasPrefix("add_header") }) {
      notes.append(
        "In nginx, a location with an `add_header` inherits none from the server: repeat there what the server adds."
      )
    }
    if control != nil, isForErrors {
      notes.append(
        "`map` belongs into `http { }`; `proxy_hide_header` takes away the line of the server behind `proxy_pass`, which would"
          + " stand beside yours, and does nothing for files; of several lines of Cache-Control, nginx before 1.23 passes on"
          + " the first."
      )
    }
    if control != nil {
      notes.append("Caddy's lines belong into the block of `reverse_proxy`; for files, `header` alone does.")
    }
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  /// Lines for the handler that makes the answer.
  private var express: [String] {
    (control.map { ["res.set('Cache-Control', '\($0)')"] } ?? [])
      + added.map {
        $0.name == "Vary" ? "res.vary('\($0.value)')" : "res.append('\($0.name)', '\($0.value)')"
      }
  }
}
