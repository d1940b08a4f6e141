import JSONLines
import Testing

@Suite("The manual's table of gestures, devices and numbers of fingers")
struct DeviceTableTests {
  /// A row: a cell for each number of fingers from 1.
  struct Row: Sendable, CustomTestStringConvertible {
    var gesture: String
    var device: String
    var cells: [String]

    var testDescription: String { "\(gesture) on a \(device)" }
  }

  private static let manual = text(of: project("man/sleight-devices.7")).split(separator: "\n").map(String.init)

  /// The manual from the table on.
  private static let table = manual.drop { !$0.hasPrefix(#".Bl -column "long-press"#) }

  static let rows: [Row] = table.prefix { $0 != ".El" }.dropFirst(2).map {
    let cells = $0.dropFirst(".It ".count).split(separator: " Ta ").map(String.init)
    return Row(gesture: cells[0], device: cells[1], cells: Array(cells.dropFirst(2)))
  }

  /// Rules for a gesture of the table, and the hand that makes it; nil if none does here.
  private static let examples: [String: [(rule: String, hand: SyntheticHand?)]] = [
    "tap": [
      ("tap: single", .init(move: .taps(1))), ("tap: double", .init(move: .taps(2))),
      ("tap: triple", .init(move: .taps(3))),
    ],
    "long-press": [("long-press: 500ms", .init(move: .hold(afterTaps: 0)))],
    "long-press, taps": [
      ("long-press: 500ms, taps: 1", .init(move: .hold(afterTaps: 1))),
      ("long-press: 500ms, taps: 2", .init(move: .hold(afterTaps: 2))),
    ],
    "swipe": [
      ("swipe: left", .init(move: .line(dx: -40, dy: 0))), ("swipe: down", .init(move: .line(dx: 0, dy: 40))),
      ("swipe: up-right", .init(move: .line(dx: 30, dy: -30))),
    ],
    "pan": [("pan: up", .init(move: .line(dx: 0, dy: -40))), ("pan: any", .init(move: .line(dx: 30, dy: 30)))],
    "pinch": [("pinch: in", .init(move: .scale(to: 0.6))), ("pinch: out", .init(move: .scale(to: 1.5)))],
    "rotate": [
      ("rotate: clockwise", .init(move: .turn(60))), ("rotate: counterclockwise", .init(move: .turn(-60))),
    ],
    "circle": [("circle: any", .init(move: .circle))],
    "stroke": [("stroke: circle", .init(move: .circle))],
    "pan, anchor": [("pan: left, anchor: 1", nil)],
    "press": [("press: click", nil)], "press, firm": [("press: firm", nil)], "tip-tap": [("tip-tap: left", nil)],
    "touch": [("touch: any", .init(move: .hold(afterTaps: 0)))],
    "edge": starts("edge: left", at: (2, 60)), "corner": starts("corner: top-left", at: (4, 4)),
    "zone": starts("zone: {x: 0%-50%, y: 10mm-150mm}", at: (60, 60)),
    "apart": [
      ("tap: single, apart: 5mm-150mm", .init(move: .taps(1))),
      ("swipe: right, apart: 5mm-150mm", .init(move: .line(dx: 40, dy: 0))),
    ],
  ]

  /// Examples for each gesture that can have a start region, made there.
  private static func starts(
    _ region: String, at position: (x: Double, y: Double)
  ) -> [(rule: String, hand: SyntheticHand?)] {
    let moves: [(String, SyntheticHand.Move)] = [
      ("tap: single", .taps(1)), ("long-press: 500ms", .hold(afterTaps: 0)),
      ("swipe: right", .line(dx: 40, dy: 0)), ("pan: right", .line(dx: 40, dy: 0)),
    ]
    return moves.map { ("\($0), \(region)", SyntheticHand(position: position, move: $1)) }
  }

  @Test("has a row for each gesture and each device, with a cell for each number of fingers")
  func shape() {
    let expected = Self.examples.keys.flatMap { gesture in
      SyntheticHand.Device.allCases.map { "\(gesture) on a \($0)" }
    }
    #expect(Self.rows.map(\.testDescription).sorted() == expected.sorted())
    for row in Self.rows { #expect(row.cells.count == 5) }
  }

  @Test("gives a reason for each cell that does not say yes")
  func reasons() {
    let letters = Set(Self.rows.flatMap(\.cells)).subtracting(["yes"])
    let explained =
      Self.table.filter { $0.hasPrefix(".It ") }.map {
        String($0.dropFirst(4))
      } + ["-"]
    #expect(letters.isSubset(of: explained), "\(letters)")
  }

  @Test(
    "the gesture sets off its rule, once, if its source reports it; a rule that can never act gets a warning",
    arguments: rows)
  func cells(row: Row) async throws {
    let home = Home()
    let device = try #require(SyntheticHand.Device(rawValue: row.device))
    let hasRegion = ["edge", "corner", "zone", "apart"].contains(row.gesture)
    let numbers = row.cells.indices.map { $0 + 1 }
    for fingers in numbers { home.install("acted\(fingers)") }
    for example in try #require(Self.examples[row.gesture]) {
      let rules = numbers.map { "  - {\(example.rule), fingers: \($0), device: \(device), do: acted\($0)}\n" }
      home.write("r.yml", "rules:\n" + rules.joined())
      let findings = try await home.sleight("check", "--json", "r.yml").output.split(separator: "\n")
        .map { try JSONReader.read(String($0)) }
      func actions(hasContacts: Bool) async -> [String] {
        guard let hand = example.hand else { return [] }
        home.write("hand.jsonl", hand.recording(on: device, eachOf: numbers, hasContacts: hasContacts))
        let output = await home.sleight("replay", "--json", "--config", "r.yml", "hand.jsonl").output
        return output.matches(of: /"action": "(acted\d)"/).map { String($0.1) }
      }
      let (reported, seen) = (await actions(hasContacts: false), await actions(hasContacts: true))
      for (fingers, cell) in zip(numbers, row.cells) {
        let description = "\(example.rule) with \(fingers) fingers"
        let found = findings.filter { $0["line"]?.integer == fingers + 1 }.map { $0["id"]?.string }
        func count(_ actions: [String]) -> Int { actions.count { $0 == "acted\(fingers)" } }
        switch cell {
        case "d", "-": #expect(found == ["never-acts"], "\(description)")
        case "b" where !hasRegion: #expect(found == ["never-acts"], "\(description)")
        case "a", "b", "e":
          #expect(
            found.allSatisfy { ["pointer-moves", "desktop-clicks", "common-gesture"].contains($0) },
            "\(description): \(found)")
          // libinput reports the positions of no gesture.
          if hasRegion { #expect(count(reported) == 0, "\(description), without contacts") }
          // libinput reports the others as well: see the tests of gestures.
          let areContactsEnough = fingers == 5 || cell == "a" && !hasRegion
          if example.hand != nil, areContactsEnough {
            #expect(count(seen) == 1, "\(description), with contacts")
          }
        default:
          // A gesture of one finger anywhere on a touchscreen gets a note.
          #expect(found.allSatisfy { $0 == "common-gesture" }, "\(description): \(found)")
          if example.hand != nil { #expect(count(reported) == 1, "\(description)") }
        }
      }
    }
  }
}
