import Diagnostics
import Rules
import RulesFile
import Testing
import Touch

@Suite("What touchpads report of a rule's gesture is checked")
struct TouchpadWarningTests {
  private static func pad(
    _ width: Double, _ height: Double, name: String = "Pad", isBuiltIn: Bool = true, contacts: ContactReports? = nil
  ) -> Device {
    Device(
      id: DeviceID(1), name: name, kind: .touchpad, size: Size(width: width, height: height), isBuiltIn: isBuiltIn,
      contacts: contacts)
  }

  private func warnings(_ rule: String, _ touchpads: Device...) -> [String] {
    RulesFile.check(bytes: Array("rules: [{\(rule), do: a}]".utf8), name: "f", devices: touchpads).diagnostics
      .filter { $0.severity == .warning }.map(\.message)
  }

  @Test(
    "a slide of one finger gets a warning where the pointer moves as well",
    arguments: [
      (Self.pad(100, 60), "edge: left", false), (Self.pad(100, 60), "edge: left, margin: 8mm", false),
      (Self.pad(100, 60), "edge: left, margin: 9mm", true), (Self.pad(80, 50), "edge: right", false),
      (Self.pad(80, 50), "edge: right, margin: 7mm", true), (Self.pad(65, 45), "edge: right", true),
      (Self.pad(160, 100), "edge: bottom", true), (Self.pad(160, 100), "corner: top-left", true),
      (Self.pad(160, 100), "zone: left", true), (Self.pad(160, 100), "zone: {x: 96%-100%}", false),
      (Self.pad(100, 60, isBuiltIn: false), "edge: left", true),
      (Self.pad(100, 60, name: "Apple Internal Keyboard / Trackpad"), "edge: left", true),
    ])
  func pointer(pad: Device, start: String, moves: Bool) {
    let found = warnings("pan: up, fingers: 1, device: touchpad, \(start)", pad)
    #expect(found == (moves ? ["on '\(pad.name)', the pointer moves with this finger"] : []))
  }

  @Test("at the top edge it depends on the height")
  func top() {
    let rule = "pan: left, fingers: 1, device: touchpad, edge: top, margin: 3mm"
    #expect(warnings(rule, Self.pad(100, 60)) == [])
    #expect(warnings(rule, Self.pad(100, 50)) == ["on 'Pad', the pointer moves with this finger"])
  }

  @Test("in a corner it depends on the direction, and at the bottom on the buttons of a clickpad")
  func corners() {
    let moves = ["on 'Pad', the pointer moves with this finger"]
    let corner = "fingers: 1, device: touchpad, corner"
    #expect(warnings("pan: left, \(corner): top-right, margin: 3mm", Self.pad(160, 100)) == [])
    #expect(warnings("pan: left, \(corner): top-right, margin: 6mm", Self.pad(160, 100)) == moves)
    #expect(warnings("pan: down, \(corner): top-right, margin: 6mm", Self.pad(160, 100)) == [])
    #expect(warnings("pan: left, \(corner): bottom-right, margin: 3mm", Self.pad(160, 100)) == moves)
    #expect(warnings("pan: up, \(corner): bottom-right, margin: 3mm", Self.pad(160, 100)) == [])
    var clickpad = Self.pad(
      160, 100,
      contacts: ContactReports(slots: 5, fingers: 5, hasPositions: true, hasPressure: false, isClickpad: true))
    #expect(warnings("pan: up, \(corner): bottom-right, margin: 3mm", clickpad) == [])
    clickpad.pointsAtButtons = true
    #expect(warnings("pan: up, \(corner): bottom-right, margin: 3mm", clickpad) == moves)
    #expect(warnings("pan: down, \(corner): top-right, margin: 3mm", clickpad) == [])
  }

  @Test("a touchpad that counts fingers without positions gets a warning for rules that require them")
  func counting() {
    let old = Self.pad(
      80, 50, name: "Old",
      contacts: ContactReports(slots: 2, fingers: 5, hasPositions: false, hasPressure: false, isClickpad: false))
    #expect(
      warnings("swipe: left, fingers: 3, edge: left", old)
        == ["'Old' does not report where the fingers are: this rule does not act on it"])
    #expect(warnings("tap: single, fingers: 4", old) == [])
    #expect(warnings("swipe: left, fingers: 3", old) == [])
    #expect(warnings("swipe: left, fingers: 3, edge: left", Self.pad(80, 50)) == [])
  }

  @Test("a touchpad that counts three fingers gets a warning for gestures of four, also for those of libinput")
  func threeFingers() {
    let old = Self.pad(
      80, 50, name: "Old",
      contacts: ContactReports(slots: 2, fingers: 3, hasPositions: false, hasPressure: false, isClickpad: false))
    let warning = "'Old' reports up to 3 fingers: this rule does not act on it"
    for gesture in ["swipe: left", "pan: left", "pinch: in", "rotate: any", "tap: single", "long-press: 1s"] {
      #expect(warnings("\(gesture), fingers: 4", old) == [warning], "\(gesture)")
      #expect(warnings("\(gesture), fingers: 3", old) == [], "\(gesture)")
    }
    #expect(warnings("swipe: left, fingers: 3-4", old) == [])
    #expect(warnings("swipe: left, fingers: 4, device: touchscreen", old) == [])
    #expect(warnings("swipe: left, fingers: 4, device: Another*", old) == [])
    // With as many slots, each finger is told.
    var slots = old
    slots.contacts?.slots = 5
    #expect(warnings("swipe: left, fingers: 4", slots) == [])
  }

  @Test("a touchpad that has fewer contacts than a rule requires fingers gets a warning")
  func manyFingers() {
    let five = Self.pad(
      100, 60, contacts: ContactReports(slots: 5, fingers: 5, hasPositions: true, hasPressure: false, isClickpad: true))
    var ten = five
    ten.contacts?.slots = 10
    let warning = "'Pad' reports up to 5 fingers: this rule does not act on it"
    #expect(warnings("long-press: 1s, fingers: 8", five) == [warning])
    #expect(warnings("long-press: 1s, fingers: 8", ten) == [])
    #expect(warnings("long-press: 1s, fingers: 4-8", five) == [])
    #expect(warnings("long-press: 1s, fingers: 8, device: touchscreen", five) == [])
  }

  @Test("a slide of one or two fingers beside one that rests gets a warning, because the desktop uses them as well")
  func anchored() {
    let scrolls = "on a touchpad, the desktop moves the pointer with one such finger, and scrolls with two"
    #expect(warnings("pan: left, anchor: 1, device: touchpad") == [scrolls])
    #expect(warnings("pan: left, anchor: 1, device: touchpad", Self.pad(100, 60)) == [scrolls])
    #expect(warnings("pan: left, fingers: 2, anchor: 1, device: touchpad") == [scrolls])
    #expect(warnings("pan: left, fingers: 2, anchor: 1") == [])
    #expect(warnings("pan: left, fingers: 3, anchor: 1, device: touchpad") == [])
    #expect(warnings("pan: left, anchor: 1, device: touchscreen") == [])
    #expect(
      warnings("pan: left, fingers: 5, anchor: 1")
        == ["at most four fingers move beside one that rests: this rule can never act"])
    let two = Self.pad(
      80, 50, name: "Two",
      contacts: ContactReports(slots: 2, fingers: 5, hasPositions: true, hasPressure: false, isClickpad: true))
    #expect(
      warnings("pan: left, fingers: 3, anchor: 1", two)
        == ["'Two' does not report so many fingers: this rule does not act on it"])
  }

  @Test(
    "one finger and two are never taken without a grab, which is said where 'keep: false' asks for it",
    arguments: [
      ("fingers: 1, zone: left, device: touchpad, keep: false", "", "one finger from the desktop: it points"),
      ("fingers: 2-3, device: touchpad, keep: false", "", "two fingers from the desktop: they scroll"),
      ("fingers: 2, device: touchpad", "", nil), ("fingers: 3, device: touchpad, keep: false", "", nil),
      ("fingers: 2, device: touchpad, keep: true", "", nil), ("fingers: 1, device: touchscreen, keep: false", "", nil),
      ("fingers: 1, keep: false", "", nil),
      ("fingers: 2, device: touchpad, keep: false", "devices: {touchpad: {own: true}}\n", nil),
    ])
  func taking(rule: String, devices: String, expected: String?) throws {
    let file = RulesFile.check(text: "\(devices)rules: [{swipe: left, \(rule), do: a}]", name: "f")
    let found = file.diagnostics.first { $0.message.contains("keep") }
    #expect(found?.message == expected.map { "'keep: false' does not take \($0)" })
    #expect(found?.severity ?? .warning == .warning && file.rules != nil)
    guard let span = found?.span else { return }
    let start = try #require(rule.firstRange(of: "keep: false")?.lowerBound)
    let column = "rules: [{swipe: left, ".count + rule.distance(from: rule.startIndex, to: start) + 1
    #expect(span.start.column == column)
  }

  @Test("on an owned touchpad, nothing is said of what the desktop does with fingers that are withheld from it")
  func owned() {
    func messages(_ rule: String, owned: String?, _ touchpads: Device...) -> [String] {
      let devices = owned.map { "devices: {\($0): {own: true}}\n" } ?? ""
      return RulesFile.check(
        bytes: Array("\(devices)rules: [{\(rule)}]".utf8), name: "f", devices: touchpads
      ).diagnostics.flatMap { [$0.message, $0.help ?? ""] }.filter {
        ["pointer", "scrolls", "clicks", "programs"].contains(where: $0.contains)
      }
    }
    // With what the desktop sees: a tap of one or two fingers, and gestures that are kept.
    let table: [(rule: String, device: String, isSilent: Bool)] = [
      ("pan: any, device: touchpad, zone: {x: 0%-100%, y: 0%-100%}, do: none", "touchpad", true),
      ("pan: any, device: touchpad, zone: {x: 0%-100%, y: 0%-100%}, keep: true, do: a", "touchpad", false),
      ("swipe: left, device: touchpad, edge: right, do: a", "touchpad", true),
      ("swipe: down, device: touchpad, corner: top-left, do: a", "touchpad", true),
      ("circle: clockwise, device: touchpad, zone: left, do: a", "touchpad", true),
      ("swipe: down, device: touchpad, edge: top, do: a", "touchscreen", false),
      ("pan: left, anchor: 1, device: touchpad, do: a", "touchpad", true),
      ("pan: left, fingers: 2, anchor: 1, device: touchpad, do: a", "touchpad", true),
      ("tip-tap: left, fingers: 2, device: touchpad, do: a", "touchpad", true),
      ("tap: single, fingers: 3, do: {click: middle}", "touchpad", true),
      ("tap: single, fingers: 2, do: {click: middle}", "touchpad", false),
      ("tap: single, device: touchpad, corner: top-left, do: {click: right}", "touchpad", true),
    ]
    for row in table {
      #expect(!messages(row.rule, owned: nil).isEmpty, "\(row.rule)")
      #expect(messages(row.rule, owned: row.device).isEmpty == row.isSilent, "\(row.rule)")
    }
    // By its name, if the machine's touchpads are known.
    let rule = "pan: any, device: touchpad, zone: left, do: a"
    let named = Self.pad(100, 60, name: "SynPS/2 Synaptics TouchPad")
    #expect(messages(rule, owned: "\"Syn*\"", named) == [])
    #expect(
      messages(rule, owned: "\"Syn*\"", named, Self.pad(100, 60))
        .filter { $0.hasPrefix("on '") } == ["on 'Pad', the pointer moves with this finger"])
    #expect(
      messages("pan: any, device: touchscreen, do: a", owned: "touchscreen")
        == ["programs lose the finger when the rule acts; add 'fingers', 'edge' or 'zone' to choose another gesture"])
  }

  @Test("contacts are read for three fingers or more, for pinches, and for what libinput does not tell, if permitted")
  func wants() {
    func wants(_ rule: String, _ settings: String = "") -> Bool? {
      RulesFile.check(text: "\(settings)rules: [{\(rule), do: a}]", name: "f").rules?
        .wantsContacts(of: Self.pad(100, 60))
    }
    #expect(wants("swipe: left, fingers: 3") == true)
    #expect(wants("pinch: in, fingers: 2") == true)
    #expect(wants("pan: left, fingers: 2, device: touchpad") == false)
    #expect(wants("swipe: left, fingers: 3-5") == true)
    #expect(wants("swipe: left, fingers: 3, edge: left") == true)
    #expect(wants("swipe: left, edge: left") == false)
    #expect(wants("swipe: left, edge: left, device: touchpad") == true)
    #expect(wants("tip-tap: left") == true)
    #expect(wants("pan: left, fingers: 3, anchor: 1") == true)
    #expect(wants("pan: left, fingers: 2, anchor: 1") == false)
    #expect(wants("pan: left, anchor: 1, device: touchpad") == true)
    #expect(wants("press: click, fingers: 3") == true)
    #expect(wants("tap: single, fingers: 4, device: touchscreen") == false)
    #expect(wants("swipe: left, fingers: 5", "settings: {contacts: false}\n") == false)
  }
}
