import Foreign
import Importing
import Rules
import RulesFile
import Testing
import Trials

/// Each line of the corpus, which has every kind of line that a reader knows, in its right place and many times, alike
/// and with numbers that differ.
@Suite("Reading takes time in proportion to the size of a file")
struct GrowthTests {
  /// A text with a line that is repeated.
  struct Case: CustomTestStringConvertible {
    var name: String
    var lines: [String]
    /// The index of the line.
    var index: Int

    /// A part of the line, with the separator before it, that is repeated in place of the line; nil for the line.
    var element: Range<String.Index>?

    var testDescription: String {
      "\(name):\(index + 1) \(lines[index])" + (element.map { " with '\(lines[index][$0])'" } ?? "")
    }

    /// The text with the line `count` times, or as often as a file may be large.
    /// - Parameter isNumbered: true if each of its numbers is another one each time.
    func text(_ count: Int, isNumbered: Bool) -> String {
      let line = lines[index]
      if let element {
        var repeated = String(line[..<element.upperBound])
        for number in 0..<count where repeated.utf8.count < 1_000_000 - 20_000 {
          repeated += line[element] + (isNumbered ? "\(number)" : "")
        }
        return (lines[..<index] + [repeated + line[element.upperBound...]] + lines[(index + 1)...]).joined(
          separator: "\n")
      }
      // Where the number is in the first word of letters after the first sign, most often a value.
      let place = line.lastIndex { $0.isLetter }
      var repeated = ""
      repeated.reserveCapacity(count * (line.utf8.count + 6))
      for number in 0..<count where repeated.utf8.count < 1_000_000 - 20_000 {
        if isNumbered, let place {
          repeated += line[...place] + "\(number)" + line[line.index(after: place)...]
        } else {
          repeated += line
        }
        repeated += "\n"
      }
      return (lines[..<index] + [repeated] + lines[(index + 1)...]).joined(separator: "\n")
    }
  }

  /// A text's lines, one of each kind: words and numbers make no difference, except those that begin it.
  private static func cases(_ texts: [(name: String, text: String)]) -> [Case] {
    var kinds: Set<String> = []
    return texts.flatMap { name, text -> [Case] in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return lines.indices.compactMap { index in
        let kind = lines[index].split(separator: " ").prefix(3).map { word in
          String(word.prefix(8).map { $0.isNumber ? "9" : $0 })
        }
        return kinds.insert(kind.joined(separator: " ")).inserted ? Case(name: name, lines: lines, index: index) : nil
      }
    }
  }

  /// A text's lines with the elements of their lists: words after a blank, a comma, and signs that separate.
  private static func elements(_ texts: [(name: String, text: String)]) -> [Case] {
    var kinds: Set<String> = []
    return cases(texts).flatMap { line -> [Case] in
      line.lines[line.index].matches(of: /(?:, ?|[ +:;|])[\w.$'"-]+/).compactMap { match in
        // One of each separator and beginning of a line.
        let kind = line.lines[line.index].prefix(16) + match.output.prefix { !$0.isLetter && !$0.isNumber }
        guard kinds.insert("\(line.name) \(kind)").inserted else { return nil }
        var element = line
        element.element = match.range
        return element
      }
    }
  }

  /// The processor times for `count` lines and a quarter of them, in seconds.
  ///
  /// A time that is short tells nothing; of more than one attempt, the shorter one counts.
  private func isProportional(_ count: Int, _ read: (Int) -> Void) -> (isTrue: Bool, times: [Double]) {
    var times: [Double] = []
    for _ in 0..<3 {
      let few = processorSeconds { read(count / 4) }
      let many = processorSeconds { read(count) }
      times += [few, many]
      // Four times the lines: quadratic time would be 16 times as long.
      if many < 7 * max(few, 0.02) { return (true, times) }
    }
    return (false, times)
  }

  /// The number of lines, the largest that a test reads.
  private static let count = trials(800, thorough: 40_000)
  /// Checks one of `share` cases, or all if the tests run in full.
  private func check(_ all: [Case], oneOf share: Int, _ read: (String, String) -> Void) {
    for (number, each) in all.enumerated() where isThorough || number % share == 0 {
      for isNumbered in [false, true] {
        let (isTrue, times) = isProportional(Self.count) { read(each.text($0, isNumbered: isNumbered), each.name) }
        #expect(isTrue, "\(each.testDescription): \(times) s")
        if times.max() ?? 0 > 2 { print("figure: \(each.testDescription): \(times) s") }
      }
    }
  }

  @Test("of every importer", arguments: ImportKind.allCases)
  func imports(kind: ImportKind) {
    let samples = ImportSample.all.filter { $0.kind == kind }
    check(Self.cases(samples.map { ($0.name, $0.text) }), oneOf: 24) { text, name in
      _ = try? ImportResult.read(Array(text.utf8), name: name, kind: kind)
      // To be recognised it is read as each kind.
      _ = ImportKind.byContent(ImportSource(name: "f", bytes: Array(text.utf8)))
    }
  }

  @Test("of every importer, in the length of a line", arguments: ImportKind.allCases)
  func elementsOfImports(kind: ImportKind) {
    let samples = ImportSample.all.filter { $0.kind == kind }
    check(Self.elements(samples.map { ($0.name, $0.text) }), oneOf: 24) { text, name in
      _ = try? ImportResult.read(Array(text.utf8), name: name, kind: kind)
    }
  }

  @Test("of the rules file, in the length of a line")
  func elementsOfRules() {
    check(
      Self.elements(CorpusFile.good.map { ($0.testDescription, String(decoding: $0.bytes, as: UTF8.self)) }),
      oneOf: 100
    ) { text, name in _ = RulesFile.check(text: text, name: name) }
  }

  @Test("of the rules file", arguments: [0, 1, 2])
  func rules(group: Int) {
    let files = [CorpusFile.good, CorpusFile.bad, CorpusFile.traps][group]
    check(Self.cases(files.map { ($0.testDescription, String(decoding: $0.bytes, as: UTF8.self)) }), oneOf: 100) {
      text, name in
      _ = RulesFile.check(text: text, name: name)
    }
  }

  @Test(
    "of lines before and after the beginning of another tool's configuration",
    arguments: [
      "", "#", "name: an ordinary line", "a = 1", "bindsym a exec b", "gesture", "swipe:", "left:", "- swipe: left",
      "<a>",
      "[a]", "lisgd", "-g", "hl.a()", "{", "}", "\"", "'", "\\", "touchpad:", "hyprgrass", "#hyprgrass", "gestures:a",
    ])
  func recognition(line: String) {
    let starts =
      ["", "swipe: left"] + (isThorough ? ["touchpad:", "lisgd \\", "gestures {", "[swipe]", "<a>", "- a"] : [])
    for start in starts {
      for tail in Set(["", start]) {
        let (isTrue, times) = isProportional(Self.count) { count in
          let lines = Array(repeating: line, count: count)
          let text = ([start] + lines + [tail]).joined(separator: "\n")
          _ = RulesFile.check(text: text, name: "f")
          for kind in ImportKind.allCases where isThorough || kind == .hyprland || kind == .lisgd {
            _ = try? ImportResult.read(Array(text.utf8), name: "f", kind: kind)
          }
        }
        #expect(isTrue, "'\(line)' after '\(start)': \(times) s")
      }
    }
  }

  @Test("of one long line")
  func line() {
    for (number, piece) in [
      "a", " ", "\\", "\"", "'", "$a", "${", "$(", "{", "[", "(", "<", "&", "#", "-g ", "a=", ",", "*", "a|",
    ].enumerated() {
      for (place, start) in [
        "", "rules: [{swipe: left, do: \"", "gesture swipe left 3 ", "lisgd -g '1,LR,", "bindgesture swipe ",
        "gesture = 3, left, ", "hl.gesture({", "[swipe]\nleft = \"", "<a b=\"", "touchpad: ", "\"1,LR,",
      ].enumerated() where isThorough || (number + place) % 4 == 0 {
        let (isTrue, times) = isProportional(4 * Self.count) { count in
          let text = start + String(repeating: piece, count: count)
          _ = RulesFile.check(text: text, name: "f")
          for kind in ImportKind.allCases { _ = try? ImportResult.read(Array(text.utf8), name: "f", kind: kind) }
        }
        #expect(isTrue, "'\(piece)' after '\(start)': \(times) s")
      }
    }
  }

  @Test(
    "and little time, for configurations that took long",
    arguments: [
      ("a = 1\n", 40_000, ImportKind.hyprland), ("lisgd \\\n", 1, .lisgd), ("bindsym a exec b\n", 40_000, .sway),
      ("swipe: {3: {left: {sendkey: [" + String(repeating: "LEFTCTRL+A, ", count: 60_000) + "A]}}}", 1, .fusuma),
    ])
  func long(line: String, count: Int, kind: ImportKind) {
    let text = String(repeating: line, count: count) + String(repeating: "\n", count: count == 1 ? 80_000 : 0)
    let seconds = processorSeconds { _ = try? ImportResult.read(Array(text.utf8), name: "f", kind: kind) }
    // The unoptimised program takes less than a second, and took 4 to 9 s.
    #expect(seconds < 3 * (isSanitized ? 3 : 1), "\(kind)")
  }

  @Test("and a reader whose time is over says so, and where")
  func deadline() {
    // Over after so many questions, which one thread asks.
    final class Questions: @unchecked Sendable {
      var left: Int
      init(_ left: Int) { self.left = left }
    }
    func time(_ questions: Int) -> ReadingTime {
      let asked = Questions(questions)
      return ReadingTime {
        asked.left -= 1
        return asked.left < 0
      }
    }
    let text = "rules:\n" + (0..<200).map { "  - {swipe: left, distance: \($0 + 10)mm, do: foot}\n" }.joined()
    for questions in [0, 1, 50, 150, 200] {
      let file = RulesFile.check(text: text, name: "rules.yml", time: time(questions))
      let error = file.firstError ?? ""
      #expect(error.contains(/^rules\.yml:\d+:\d+: the file takes too long to read$/), "\(questions): \(error)")
      #expect(file.rules == nil)
    }
    #expect(RulesFile.check(text: text, name: "rules.yml", time: time(100_000)).rules?.rules.count == 200)
    let actions =
      "rules: [{swipe: left, do: [\(Array(repeating: "{type: a}", count: 1_000).joined(separator: ", "))]}]\n"
    let list = RulesFile.check(text: actions, name: "rules.yml", time: time(5))
    #expect(list.firstError?.hasSuffix("the file takes too long to read") == true, "\(list.firstError ?? "")")
    let gestures = Array("gesture swipe left 3 foot\ngesture swipe right 3 foot\n".utf8)
    for questions in 0..<3 {
      do {
        _ = try ImportResult.read(gestures, name: "f", kind: .libinputGestures, time: time(questions))
        Issue.record("no error")
      } catch {
        #expect(error.message == "this takes too long to read" && error.location?.line == 2, "\(error)")
      }
    }
  }
}
