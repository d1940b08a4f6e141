import Glibc
import HeadlessSway
import Testing
import Waiting

@Suite("sleight windows", .serialized)
struct WindowsTests {
  @Test("lists the windows of sway, with and without the focus, by their application ids and titles")
  func sway() throws {
    let sway = try HeadlessSway()
    func windows(_ options: String...) throws -> String {
      let list = try sway.client([Program.sleight, "windows"] + options)
      try wait(otherwise: { list.output }) { list.isOver ? () : nil }
      return list.output
    }
    #expect(try windows() == "")
    let clients = try [sway.foot("two", title: "a\u{1b}[31m"), sway.foot("one", title: "Überschrift – 漢")]
    let text = "one  Überschrift – 漢\ntwo  a␛[31m\n"
    var found = ""
    try wait(otherwise: { "\(found)\n\(clients.map(\.output))" }) {
      found = try windows()
      return found == text ? () : nil
    }
    #expect(
      try windows("--json") == """
        {"app": "one", "title": "Überschrift – 漢"}
        {"app": "two", "title": "a\\u001b[31m"}

        """)
  }

  @Test("without a compositor that lists windows, it is an error")
  func none() async {
    let result = await Home().sleight("windows")
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.hasPrefix("sleight: error: the desktop does not list its windows; "), "\(result)")
  }
}
