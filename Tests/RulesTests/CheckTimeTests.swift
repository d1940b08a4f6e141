import Diagnostics
import Glibc
import Rules
import RulesFile
import Testing
import Trials

/// The time of the worst files found. An accepted file may take 2 s, and a refused one 3 s. The tests run without
/// optimisation, which takes about four times as long as the installed program, and beside others, which doubles that.
@Suite("The time of a check")
struct CheckTimeTests {
  /// Files that took seconds to minutes, with their number of parts.
  private static let files: [(name: String, text: String)] = [
    ("the same rule 70,000 times", rules("- {swipe: left, fingers: 3, do: a}\n", count: 70_000)),
    ("15,000 modes", rules(count: 15_000) { "- {swipe: left, fingers: 3, do: a, when: {mode: m\($0)}}\n" }),
    ("15,000 applications", rules(count: 15_000) { "- {swipe: left, fingers: 3, do: a, when: {app: m\($0)}}\n" }),
    (
      "unknown keys of the keyboard", rules(count: 15_000) { "- {swipe: left, fingers: 3, do: {keys: supr+Pg\($0)}}\n" }
    ),
    (
      "unknown keys in a list",
      rules(
        "- {swipe: left, fingers: 3, do: {keys: [\((0..<90_000).map { "Pg\($0)" }.joined(separator: ", "))]}}\n",
        count: 1)
    ),
    ("misspelt keys", rules(count: 15_000) { "- {swipe: left, fingres: 3, d\($0): {run: a}}\n" }),
    ("45,000 devices", "devices:\n" + lines(45_000) { "  d\($0): {ignore: true}\n" } + "rules: []\n"),
    ("long keys of look-alikes", "rules:\n- swipe: left\n" + lines(1_000) { "  \(lookAlike(450))\($0): 3\n" }),
    ("one long text", "rules:\n- swipe: left\n  do: \"a\(String(repeating: "\u{301}", count: 500_000))\"}\n"),
    (
      "the longest texts",
      rules(count: 60) {
        "- {swipe: left, fingers: 3, do: \"a\(String(repeating: "\u{301}", count: 8_000))\($0)\"}\n"
      }
    ),
    (
      "the longest commands",
      rules(count: 60) { _ in
        "- {swipe: left, fingers: 3, do: \"\(String(repeating: "$(a; b) ", count: 2_000))\"}\n"
      }
    ),
    (
      "a program's name again and again",
      "rules:\n- {swipe: left, fingers: 3, do: {niri: \(String(repeating: "niri ", count: 3_270))}}\n"
    ),
    ("line feeds after a gesture", "swipe: left\n" + String(repeating: "\n", count: 1_000_000)),
    ("equal keys after a gesture", "swipe: left\n" + lines(20_000) { _ in "name: an ordinary line\n" }),
    ("50,000 missing files", "include:\n" + lines(50_000) { "- m\($0)\n" } + "rules: []\n"),
    ("50,000 wildcards", "include:\n" + lines(50_000) { _ in "- '*.yml'\n" } + "rules: []\n"),
  ]

  private static let keyNames: [String] = (0..<2_500).map { "XF86Key\($0)" }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }
  private static func rules(count: Int, _ rule: (Int) -> String) -> String { "rules:\n" + lines(count, rule) }
  private static func rules(_ rule: String, count: Int) -> String { rules(count: count) { _ in rule } }
  private static func lookAlike(_ count: Int) -> String { String(repeating: "\u{435}", count: count) }

  @Test(
    "is limited, whatever the file contains",
    arguments: files.indices.filter { isThorough || $0 % 2 == 0 })
  func time(index: Int) {
    let (name, text) = Self.files[index]
    var id = ""
    let seconds = processorSeconds {
      let names = KeyNames(isKnown: { Self.keyNames.contains($0) }, all: { Self.keyNames })
      let file = RulesFile.check(text: text, name: "/nowhere/f.yml", keyNames: names, files: .live())
      id = file.rules == nil ? file.diagnostics.first { $0.severity == .error }?.id ?? "" : "accepted"
    }
    print("figure: \(name), \(text.utf8.count >> 10) KiB: \(id) after \(seconds) s of the unoptimised program")
    // With a sanitizer, the program takes about twice as long.
    #expect(seconds < (id == "accepted" ? 16 : 24) * (isSanitized ? 3 : 1))
  }
}
