import HTTPCacheCore

/// A page in one file that loads nothing, for light and dark themes, narrow and wide screens, and paper.
///
/// It has no script, and the policy in its head forbids every script that foreign text could contain.
struct HTMLPage {
  /// The title in the browser; plain text.
  let title: String
  /// The heading; plain text.
  let heading: String
  /// The text below the heading, as HTML.
  let introduction: String
  /// CSS of this page, which follows the CSS of every page.
  var style = ""
  /// The sections, as HTML.
  let body: String

  var bytes: [UInt8] {
    Array(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="color-scheme" content="light dark">
      <title>\(XMLText.escaped(title))</title>
      <style>\(Self.base)\(style)</style>
      </head>
      <body>
      <header>
      <h1>\(XMLText.escaped(heading))</h1>
      \(introduction)
      </header>
      <main>
      \(body)</main>
      </body>
      </html>

      """.utf8)
  }

  /// A section with a heading; `content` is HTML.
  static func section(_ title: String, _ content: String) -> String {
    "<section>\n<h2>\(XMLText.escaped(title))</h2>\n\(content)\n</section>\n"
  }

  /// Figures with their names and notes; all are plain text.
  static func cards(_ cards: [(name: String, value: String, note: String)]) -> String {
    let items = cards.map { card in
      "<div><dt>\(XMLText.escaped(card.name))</dt><dd><b>\(XMLText.escaped(card.value))</b>"
        + " <span>\(XMLText.escaped(card.note))</span></dd></div>"
    }
    return "<dl class=\"cards\">\n\(items.joined(separator: "\n"))\n</dl>\n"
  }

  /// A table as HTML, with rows that `row` makes; names of columns are plain text, and a column of bars has none.
  static func table(_ columns: [String], _ rows: [String]) -> String {
    let names = columns.map {
      $0.isEmpty ? "<td class=\"bar\"></td>" : "<th scope=\"col\">\(XMLText.escaped($0))</th>"
    }
    return """
      <div class="table"><table>
      <thead><tr>\(names.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }

  /// A row of a table as HTML; `name` and `cells` are plain text, and `bar` is the HTML of a bar, or empty.
  static func row(_ name: String, isURL: Bool = false, bar: String = "", _ cells: [String]) -> String {
    let heading = "<th scope=\"row\"\(isURL ? " class=\"url\"" : "")>\(XMLText.escaped(name))</th>"
    return "<tr>\(heading)\(bar)\(cells.map { "<td>\(XMLText.escaped($0))</td>" }.joined())</tr>"
  }

  /// The cell of a bar as HTML; `share` is from 0 to 1, and `look` a class of the CSS.
  static func bar(_ share: Double, look: String = "") -> String {
    "<td class=\"bar\" aria-hidden=\"true\"><i class=\"\(look)\" style=\"width:\(share.asPercent)\"></i></td>"
  }

  /// Text as HTML, with the parts between backquotes as code.
  static func prose(_ text: String) -> String {
    let parts = XMLText.escaped(text).split(separator: "`", omittingEmptySubsequences: false)
    // With an odd number of backquotes, leave them as they are.
    guard parts.count % 2 == 1 else { return parts.joined(separator: "`") }
    return parts.enumerated().map { $0 % 2 == 1 ? "<code>\($1)</code>" : String($1) }.joined()
  }

  private static let base = """
    :root{--ink:#1b1f24;--dim:#57606a;--line:#d0d7de;--page:#fff;--card:#f6f8fa;--bar:#2f6fdb;--stale:#b35900;--miss:#8c959f;--ok:#1a7f5a;--bad:#c62828}
    @media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--dim:#9aa4ae;--line:#30363d;--page:#0d1117;--card:#161b22;--bar:#6ea8fe;--stale:#f0a35e;--miss:#6e7681;--ok:#56d39b;--bad:#ff7b72}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page)}
    h1{margin:0;font-size:1.6rem}h2{margin:0 0 .6rem;font-size:1.1rem}
    header p{margin:.2rem 0 1.5rem;color:var(--dim);overflow-wrap:anywhere}
    h1,h2,h3,main p,li,summary{overflow-wrap:anywhere}
    section{margin-top:2.2rem}
    .cards{display:grid;grid-template-columns:repeat(3,1fr);gap:.75rem;margin:0}
    .cards div{padding:.75rem .9rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
    dt{color:var(--dim);font-size:.85rem}dd{margin:0}dd b{display:block;font-size:1.25rem}dd span{color:var(--dim);font-size:.8rem}
    .table{overflow-x:auto}
    table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
    th,td{padding:.3rem .5rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
    th:first-child{text-align:left;font-weight:400;white-space:normal;overflow-wrap:break-word;padding-left:0}
    thead th{color:var(--dim);font-size:.85rem;font-weight:400}
    td.bar{width:45%;text-align:left}td.bar i{display:block;height:.8rem;min-width:1px;border-radius:2px;background:var(--bar)}
    td.bar i.stale{background:var(--stale)}td.bar i.ok{background:var(--ok)}
    details{margin-top:.5rem}summary{color:var(--dim);cursor:pointer}
    th.url{font-size:.9rem;overflow-wrap:anywhere}
    @media (max-width:36rem){td.bar{width:22%}body{font-size:15px}.cards{grid-template-columns:1fr 1fr}th,td{padding:.3rem .3rem}thead th,td{white-space:normal}}
    """
}
