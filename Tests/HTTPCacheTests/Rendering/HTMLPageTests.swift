import Testing

@testable import httpcache

@Suite("A page of HTML", .timed)
struct HTMLPageTests {
  @Test("a table that is wider than a narrow screen scrolls in a box of its own, and the page does not")
  func narrow() {
    let table = HTMLPage.table(["After", ""], [HTMLPage.row("a", ["1"])])
    #expect(table.hasPrefix("<div class=\"table\"><table>") && table.hasSuffix("</table></div>"))
    let page = HTMLPage(title: "", heading: "", introduction: "", body: table)
    let text = String(decoding: page.bytes, as: UTF8.self)
    // Nor does a long URL in a sentence make it wider.
    #expect(
      text.contains(".table{overflow-x:auto}") && text.contains("main p,li,summary{overflow-wrap:anywhere}"))
  }
}
