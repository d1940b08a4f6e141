import Desktop
import Foreign
import Importing
import Rules
import RulesFile
import Testing
import Trials

@Suite("Importing arbitrary input gives valid rules")
struct ImportFuzzTests {
  /// Tokens that are significant to one of the importers or in YAML.
  private static let pieces = [
    "\u{0}", "\u{1b}", "\u{85}", "\u{2028}", "\u{feff}", "\t", "\r\n", "\n", "\"", "'", "`", "$(", "${", "<", ">", "&",
    "&#0;",
    "&#x110000;", "<!--", "-->", "]]>", "#", " #", ": ", "- ", "---", "*x", "&x ", "<<: ", "{", "}", "[", "]", "|",
    "\\",
    "=", ",", "+", "++", "999999999999999999999", "-1", "0", "1e400", "nan", "0.0001", "null", "true", "~", "keys",
    "é👋",
    "\u{301}", "key", "29:1", "29:0", "0xffe1",
  ]

  private func mutant(of text: String, using numbers: inout SameNumbers) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      guard !bytes.isEmpty else { break }
      let start = Int.random(in: 0..<bytes.count, using: &numbers)
      let end = min(bytes.count, start + Int.random(in: 1...20, using: &numbers))
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: bytes[start] = UInt8.random(in: 0...255, using: &numbers)
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &numbers))
      case 3: bytes.removeSubrange(start...)
      case 4:
        let piece = Self.pieces.randomElement(using: &numbers) ?? ""
        bytes.replaceSubrange(start..<end, with: Array(piece.utf8))
      default:
        let piece = Self.pieces.randomElement(using: &numbers) ?? ""
        bytes.insert(contentsOf: Array(piece.utf8), at: start)
      }
    }
    return bytes
  }

  @Test("mutants of each sample, imported as each kind", arguments: ImportSample.all)
  func mutants(sample: ImportSample) async throws {
    var numbers = SameNumbers(state: UInt64(sample.text.utf8.count))
    var read = 0
    let count = trials(4, thorough: 400)
    for number in 0..<count {
      // Lets tests that are waiting continue in time.
      if number % 20 == 0 { await Task.yield() }
      let bytes = mutant(of: sample.text, using: &numbers)
      let kind = number % 8 == 0 ? ImportKind.allCases.randomElement(using: &numbers) : nil
      let desktop = number % 3 == 0 ? DesktopKind.importable.randomElement(using: &numbers) : nil
      guard let result = try? ImportResult.read(bytes, name: sample.name, kind: kind, desktop: desktop) else {
        continue
      }
      read += 1
      let file = RulesFile.check(text: result.text, name: "rules.yml")
      #expect(file.rules?.rules.count == result.ruleCount, "\(bytes)")
    }
    #expect(!isThorough || read > 20)
  }

  @Test("the values of a script's variables take a limited amount of memory")
  func expansion() {
    let value = String(repeating: "x", count: 4_000)
    let text = ShellText("a=\(value)\n" + String(repeating: "b$a ", count: 2_000))
    let words = text.tokens.compactMap { token in if case .word(let word) = token { word.text } else { nil } }
    #expect(words[1] == "b" + value && words.last == "b$a")
    #expect(words.reduce(0) { $0 + $1.utf8.count } < 2 << 20)
  }

  @Test("hostile files are imported or rejected in time")
  func hostile() throws {
    func ends(_ text: String, _ kind: ImportKind) {
      guard let result = try? ImportResult.read(Array(text.utf8), name: "f", kind: kind) else { return }
      #expect(RulesFile.check(text: result.text, name: "f").rules != nil)
    }
    let size = trials(800, thorough: 20_000)
    let seconds = processorSeconds {
      ends(String(repeating: "<a>", count: size), .touchegg)
      ends("<t>" + String(repeating: "<!---->", count: size) + "</t>", .touchegg)
      ends("a=$a$a$a$a\n" + String(repeating: "a=\"$a$a$a$a\"\n", count: size / 4) + "lisgd -g \"1,LR,$a\"", .lisgd)
      ends("lisgd" + String(repeating: " -g '1,LR,foot'", count: size), .lisgd)
      ends(String(repeating: "gesture swipe left 3 foot\n", count: size), .libinputGestures)
      ends(String(repeating: "# comment\n\n", count: size) + "left3 = super\n", .comfortableSwipe)
      let laughs = (1...9).map { "a\($0): &a\($0) {3: *a\($0 - 1), 4: *a\($0 - 1)}\n" }.joined()
      ends("a0: &a0 {left: {command: x}}\n" + laughs + "swipe: *a9\n", .fusuma)
      ends("[a]\n" + String(repeating: "up = \"\"\"\n", count: size), .gebaar)
      let groups = (1...9).map { "a\($0): &a\($0)\n  - gestures: *a\($0 - 1)\n  - gestures: *a\($0 - 1)\n" }.joined()
      ends("a0: &a0 [{type: tap, actions: [{command: x}]}]\n" + groups + "touchpad: {gestures: *a9}\n", .inputActions)
      let steps = (0..<size / 2).map {
        "{type: swipe, fingers: 3, direction: left, conditions: '$window_class == a\($0)', "
          + "actions: [{on: update, interval: 10, command: x}]}"
      }
      ends("touchpad: {gestures: [\(steps.joined(separator: ", "))]}\n", .inputActions)
      let conditions = String(repeating: "{any: [", count: 90) + String(repeating: "]}", count: 90)
      ends("touchpad: {gestures: [{type: tap, conditions: \(conditions)}]}\n", .inputActions)
      ends("set $a b\n" + String(repeating: "set $a $a$a$a\n", count: size) + "bindgesture hold $a", .sway)
      ends(String(repeating: "bindgesture swipe:3:left $a$b$c\n", count: size), .sway)
      ends((0..<size).map { "bindgesture --input-device=a_\($0) swipe:3:left kill\n" }.joined(), .sway)
      ends((0..<size).map { "bindgesture --input-device=a_\($0) hold kill\nunbindgesture hold\n" }.joined(), .sway)
      ends(String(repeating: "mode x {\n", count: size) + "bindgesture swipe kill", .sway)
      ends(String(repeating: "gesture = 3, left, close\n", count: size), .hyprland)
      ends(String(repeating: "gestures {\n", count: size) + "gesture = 3, left, close", .hyprland)
      ends("hl.gesture(" + String(repeating: "{", count: size), .hyprland)
      ends("hl.gesture({ action = function()" + String(repeating: " if x then", count: size), .hyprland)
      ends("a = \"x\"\n" + String(repeating: "a = a .. a .. a\n", count: size) + "hl.gesture({})", .hyprland)
      ends("hl.gesture({})" + String(repeating: " a = { b", count: size), .hyprland)
      ends("hl.gesture({})" + String(repeating: " a = b = (", count: size * 5), .hyprland)
    }
    #expect(seconds < (isThorough ? 60 : 24))
    #expect(throws: ImportError.self) {
      try ImportResult.read([UInt8](repeating: 0x61, count: ImportResult.sizeLimit + 1), name: "f", kind: .lisgd)
    }
  }
}
