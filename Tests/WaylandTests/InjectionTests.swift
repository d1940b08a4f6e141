import Actions
import Gestures
import HeadlessSway
import Linux
import Testing
import Time
import Touch
import Wayland
import YAML

@Suite("Rules that act through a virtual keyboard and pointer", .serialized)
struct InjectionTests {
  // MARK: Keys

  /// 42 chords, and the keysyms that a program receives for each, between its modifiers.
  private static let everywhere = [
    "super+Page_Down: Super_L Next", "ctrl+alt+t: Control_L Alt_L t", "F12: F12", "Print: Print", "Tab: Tab",
    "shift+Tab: Shift_L ISO_Left_Tab", "alt+Tab: Alt_L Tab", "Return: Return", "Escape: Escape",
    "BackSpace: BackSpace", "space: space", "ctrl+space: Control_L space", "super: Super_L",
    "ctrl+shift: Control_L Shift_L", "Left: Left", "ctrl+Right: Control_L Right", "super+shift+Up: Super_L Shift_L Up",
    "XF86AudioRaiseVolume: XF86AudioRaiseVolume", "XF86AudioMute: XF86AudioMute",
    "XF86MonBrightnessUp: XF86MonBrightnessUp", "XF86AudioPlay: XF86AudioPlay", "Home: Home", "ctrl+End: Control_L End",
    "Delete: Delete", "Insert: Insert", "F5: F5", "alt+F4: Alt_L F4", "ctrl+a: Control_L a",
    "super+T: Super_L t", "ctrl+shift+z: Control_L Shift_L Z",
  ]
  private static let latin = ["a: a", "A: a", "ctrl+t: Control_L t", "shift+z: Shift_L Z"]

  private static func chords(of layout: String) -> [String] {
    switch layout {
    case "us":
      everywhere + latin + [
        "question: Shift_L question", "at: Shift_L at", "braceleft: Shift_L braceleft", "z: z", "minus: minus", "1: 1",
        "ctrl+bracketright: Control_L bracketright", "ctrl+plus: Control_L Shift_L plus",
      ]
    case "de":
      everywhere + latin + [
        "EuroSign: ISO_Level3_Shift EuroSign", "at: ISO_Level3_Shift at", "udiaeresis: udiaeresis",
        "ctrl+Udiaeresis: Control_L udiaeresis", "bar: ISO_Level3_Shift bar", "ssharp: ssharp",
        "ctrl+plus: Control_L plus", "super+slash: Super_L Shift_L slash",
      ]
    case "fr":
      everywhere + latin + [
        "EuroSign: ISO_Level3_Shift EuroSign", "at: ISO_Level3_Shift at", "eacute: eacute", "ampersand: ampersand",
        "comma: comma", "ccedilla: ccedilla", "1: Shift_L 1", "ctrl+at: Control_L ISO_Level3_Shift at",
      ]
    default:
      everywhere + [
        "Cyrillic_ie: Cyrillic_ie", "Cyrillic_IE: Shift_L Cyrillic_IE", "question: Shift_L question", "slash: slash",
        "1: 1", "plus: Shift_L plus", "numerosign: Shift_L numerosign", "period: period", "Cyrillic_io: Cyrillic_io",
        "super+1: Super_L 1", "minus: minus", "equal: equal",
      ]
    }
  }

  /// On a layout without Latin letters, a Latin letter is typed with the key that has it on `us`; programs receive
  /// these keysyms.
  private static let cyrillic = ["a": "Cyrillic_ef", "t": "Cyrillic_ie", "Z": "Cyrillic_YA"]

  @Test("a program receives chords exactly as they are written", arguments: ["us", "de", "fr", "ru"])
  func chords(layout: String) throws {
    let lines = Self.chords(of: layout).map { $0.split(separator: ": ").map(String.init) }
    #expect(lines.count >= 40)
    let scene = try Scene(rule("keys: \(YAMLText.list(lines.map { $0[0] }))"), layout: layout)
    let window = try scene.window()
    try scene.trigger()
    let expected = lines.flatMap { line in
      // AltGr and Shift are pressed if the keysym requires them.
      let keys = line[1].split(separator: " ").map { key in
        layout == "ru" ? Self.cyrillic[String(key)] ?? String(key) : String(key)
      }
      return keys.map { "+" + $0 } + keys.reversed().map { "-" + $0 }
    }
    try scene.display.run(otherwise: { "\(window.keys) \(scene.failures)" }) {
      window.keys.count >= expected.count
    }
    let keys = window.keys
    #expect(Self.unshifted(keys) == Self.unshifted(expected))
    #expect(scene.failures.isEmpty)
  }

  /// The keys with each release named as the last press. A key is released before or after its modifier, and its keysym
  /// depends on that: only the release counts.
  private static func unshifted(_ keys: [String]) -> [String] {
    var down: [String] = []
    return keys.map { key in
      guard key.hasPrefix("-") else {
        down.append(key)
        return key
      }
      return "-" + (down.popLast().map { String($0.dropFirst()) } ?? key)
    }
  }

  @Test("chords are typed on the second layout group while it is active")
  func activeLayout() throws {
    let scene = try Scene(rule("keys: [Cyrillic_ie, ctrl+t, Return]"), layout: "us,ru", activeLayout: 1)
    let window = try scene.window()
    try scene.trigger()
    let expected = ["Cyrillic_ie", "Control_L", "Cyrillic_ie", "Return"]
    try scene.display.run(otherwise: { "\(window.keys)" }) { window.keys.count >= 2 * expected.count }
    let keys = window.keys
    #expect(keys.filter { $0.hasPrefix("+") } == expected.map { "+" + $0 })
    #expect(keys.last == "-Return")
  }

  @Test("the compositor's own shortcuts are triggered")
  func shortcut() throws {
    let scene = try Scene(rule("keys: super+shift+F7"))
    _ = try scene.window()
    let file = "\(scene.sway.folder.path)/acted"
    try scene.sway.tell("bindsym Mod4+Shift+F7 exec touch \(file)")
    try scene.trigger()
    try scene.display.run(otherwise: { "sway did not act" }) { scene.sway.folder.entries.contains("acted") }
  }

  @Test("keys that a gesture holds stay down during other chords, and are released at its end")
  func hold() throws {
    let scene = try Scene(
      """
        - pan: left
          fingers: 3
          begin: {hold: alt}
          every: 10mm
          do: {keys: [Tab, shift+Tab]}
      """)
    let window = try scene.window()
    try scene.trigger()
    let expected = [
      "+Alt_L", "+Tab", "-Tab", "+Shift_L", "+ISO_Left_Tab", "-ISO_Left_Tab", "-Shift_L", "-Alt_L",
    ]
    try scene.display.run(otherwise: { "\(window.keys)" }) { window.keys.count >= expected.count }
    #expect(window.keys == expected)
  }

  @Test("a held key stays down when the keymap changes, and is released when the connection ends")
  func heldAcross() throws {
    let rules = """
        - pan: any
          fingers: 3
          begin: {hold: ctrl}
        - tap: single
          fingers: 4
          do: [{type: 漢}, {keys: a}]
      """
    let scene = try Scene(rules, layout: "us")
    let window = try scene.window()
    try scene.add(.touchpad, Size(width: 100, height: 70))
    try scene.touch(.swipeBegin(fingers: 3), .swipeUpdate(fingers: 3, delta: Vector(dx: 10, dy: 0)))
    // Its keymap has the character.
    try scene.trigger(1)
    try scene.display.run(otherwise: { "\(window.keys)" }) { window.keys.count >= 5 }
    #expect(window.keys == ["+Control_L", "+U6F22", "-U6F22", "+a", "-a"])
    _ = scene.input.connect(nil, at: .now)
    try scene.display.roundTrip(within: .seconds(30))
    try scene.display.run(otherwise: { "\(window.output)" }) {
      window.keys.last == "-Control_L" || window.output.contains("wl_keyboard] leave")
    }
  }

  // MARK: Text

  private static let samples: [String] = [
    "ä€漢🙂", "plain", "🇩🇪 👩‍👩‍👧 e\u{301}", "tab\tline\nnext", "\"quotes\" \\ {[]} ~`|",
  ]

  @Test("a terminal receives text in any script as it is written", arguments: samples)
  func text(sample: String) throws {
    try type([sample], layout: "us")
  }

  @Test("texts of the layout's and of other characters keep their order")
  func mixed() throws {
    try type(["ja ", "漢字 ", "nein ", "é", "!", "漢"], layout: "de")
  }

  @Test("a long text with more characters than there are keys arrives complete and in order")
  func long() throws {
    let scalars = (0x4e00..<0x4e00 + 500).compactMap { Unicode.Scalar($0) }
    try type(
      [String(String.UnicodeScalarView(scalars)), "and ", String(repeating: "äöü ß ", count: 200)], layout: "us")
  }

  private func type(_ texts: [String], layout: String) throws {
    let actions = texts.map { "{type: \(YAMLText.element($0))}" }
    let scene = try Scene(rule("[\(actions.joined(separator: ", "))]"), layout: layout)
    let file = "\(scene.sway.folder.path)/typed"
    let foot = try scene.terminal(writing: file)
    try scene.trigger()
    // A raw terminal receives Return as a carriage return.
    let expected = String(texts.joined().map { $0 == "\n" ? "\r" : $0 })
    try scene.display.run(otherwise: { "\(contents(of: file)) \(foot.output)" }) {
      contents(of: file).utf8.count >= expected.utf8.count
    }
    #expect(Array(contents(of: file).unicodeScalars) == Array(expected.unicodeScalars))
    #expect(scene.failures.isEmpty)
  }

  @Test("a layout that needs fewer generated keymaps may become active while one is typed with")
  func fewerKeymaps() throws {
    // One less than fit into a keymap.
    let scalars = (0x4e00..<0x4e00 + 191).compactMap { Unicode.Scalar($0) }
    let han = String(String.UnicodeScalarView(scalars))
    let scene = try Scene(rule("type: \(han)") + "\n" + rule("type: привет"), layout: "us,ru")
    try scene.trigger(1, changingTo: 1)
    let window = try scene.window()
    try scene.trigger(1)
    try scene.display.run(otherwise: { "\(window.keys)" }) { window.keys.count >= 12 }
    #expect(scene.failures.isEmpty)
  }

  @Test("a text and chords are typed as they are written if the layout changes meanwhile")
  func layoutChanges() throws {
    let scene = try Scene(rule("type: zyzyzy") + "\n" + rule("keys: [z, y, z, y]"), layout: "us,de")
    let window = try scene.window()
    try scene.trigger(0, changingTo: 1)
    try scene.trigger(1, changingTo: 0)
    try scene.display.run(otherwise: { "\(window.keys)" }) { window.keys.count >= 20 }
    // A key that is released after the change has its name on the other layout then.
    #expect(window.keys.filter { $0.hasPrefix("+") } == "zyzyzyzyzy".map { "+\($0)" })
    #expect(scene.failures.isEmpty)
  }

  @Test("generated keymaps are not taken for the user's, whose changes are followed")
  func followed() throws {
    let scene = try Scene(rule("[{type: 漢}, {keys: z}]"))
    let window = try scene.window()
    var told: [String?] = []
    let seat = SeatKeyboard(of: scene.display)
    try scene.trigger()
    told.append(seat.keymap)
    try scene.display.roundTrip(within: .seconds(30))
    #expect(told == [nil])
    try scene.display.run(otherwise: { "\(window.keys)" }) { window.keys.count >= 4 }
    #expect(window.keys == ["+U6F22", "-U6F22", "+z", "-z"])
  }

  @Test("keysyms of the keypad arrive as they are written, although NumLock decides", arguments: ["us", "de", "fr"])
  func keypad(layout: String) throws {
    let names =
      (0...9).map { "KP_\($0)" } + [
        layout == "de" ? "KP_Separator" : "KP_Decimal", "KP_Home", "KP_Up", "KP_Page_Up", "KP_Left", "KP_Begin",
        "KP_Right",
        "KP_End", "KP_Down", "KP_Page_Down", "KP_Insert", "KP_Delete", "KP_Add", "KP_Subtract", "KP_Multiply",
        "KP_Divide",
        "KP_Enter", "a", "Home",
      ]
    let chords = names + ["KP_7", "ctrl+KP_8", "ctrl+KP_Up", "shift+KP_Page_Up", "shift+a"]
    let scene = try Scene(rule("keys: \(YAMLText.list(chords))"), layout: layout)
    let window = try scene.window()
    try scene.trigger()
    // The first of two names of a keysym is Prior or Next.
    let expected =
      chords.flatMap { $0.split(separator: "+") }.map { key in
        let name = ["ctrl": "Control_L", "shift": "Shift_L"][key] ?? String(key)
        return name.replacing("Page_Up", with: "Prior").replacing("Page_Down", with: "Next")
      }.dropLast() + ["A"]
    try scene.display.run(otherwise: { "\(window.keys) \(scene.failures)" }) {
      window.keys.count >= 2 * expected.count
    }
    #expect(window.keys.filter { $0.hasPrefix("+") } == expected.map { "+\($0)" })
    #expect(scene.failures.isEmpty)
  }

  /// What may happen between two actions.
  enum Disturbance: CaseIterable {
    /// sway reads its configuration again; 1.7 gives virtual keyboards the configured keymap then.
    case reload
    /// All keyboards get another layout.
    case layout
    /// The user types on a keyboard with a layout of its own.
    case typing
    /// sway reads its configuration, and then the user types: that keyboard alone has its layout.
    case reloadAndTyping
    /// A program types on a virtual keyboard that it makes for that.
    case otherProgram
  }

  @Test(
    "each action types what is written, whatever has happened since the one before", arguments: Disturbance.allCases)
  func disturbed(by disturbance: Disturbance) throws {
    let actions = [
      (rule("keys: [z, ctrl+y, m]"), ["z", "Control_L", "y", "m"]), (rule("type: zy-"), ["z", "y", "minus"]),
      (rule("type: zω漢"), ["z", "Greek_omega", "U6F22"]),
    ]
    let scene = try Scene(actions.map(\.0).joined(separator: "\n"))
    let user = try scene.sway.connect()
    let keyboard = try VirtualKeyboard(on: user, keymap: VirtualInputTests.german)
    try user.roundTrip(within: .seconds(30))
    let window = try scene.window()
    var expected: [String] = []
    func type(on keyboard: VirtualKeyboard, _ connection: WaylandDisplay) throws {
      // KEY_LEFTBRACE
      for isPressed in [true, false] { try keyboard.key(26, isPressed: isPressed, at: .now) }
      try connection.roundTrip(within: .seconds(30))
      expected.append("udiaeresis")
    }
    var layouts = ["de", "us", "fr", "us"]
    func disturb() throws {
      switch disturbance {
      case .reload: try scene.sway.reload()
      case .layout:
        layouts.append(layouts.removeFirst())
        try scene.sway.tell("input type:keyboard xkb_layout \(layouts[3])")
      case .typing: try type(on: keyboard, user)
      case .reloadAndTyping:
        try scene.sway.reload()
        // A keyboard's own layout is in sway's configuration, but this one is virtual.
        try keyboard.use(keymap: VirtualInputTests.german)
        try type(on: keyboard, user)
      case .otherProgram:
        let program = try scene.sway.connect()
        try type(on: try VirtualKeyboard(on: program, keymap: VirtualInputTests.german), program)
      }
      // The daemon is told before it acts again.
      try scene.display.roundTrip(within: .seconds(30))
    }
    for (first, second) in actions.indices.flatMap({ first in actions.indices.map { (first, $0) } }) {
      for index in [first, second] {
        try scene.trigger(RuleIndex(index))
        expected += actions[index].1
        try disturb()
      }
    }
    func presses() -> [String] { window.keys.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) } }
    try scene.display.run(otherwise: { "\(presses())" }) { presses().count >= expected.count }
    #expect(presses() == expected)
    #expect(scene.failures.isEmpty)
  }

  // MARK: Pointer

  @Test("a click on a touchscreen arrives under the finger, on the second of two outputs, turned and scaled")
  func atFingers() throws {
    let scene = try Scene(
      """
        - tap: single
          fingers: 1
          device: touchscreen
          do: {click: right}
      """)
    try scene.sway.tell("output HEADLESS-1 mode 800x600 position 0 0")
    try scene.sway.tell("create_output")
    try scene.sway.tell("output HEADLESS-2 mode 1000x800 position 800 0 scale 2 transform 90")
    try scene.sway.tell("focus output HEADLESS-2")
    let window = try scene.window()
    // A window receives only what happens after it has asked for the seat's pointer.
    try scene.sway.tell("seat - cursor set 900 100")
    try scene.display.run(otherwise: { window.output }) { window.output.contains("wl_pointer] enter") }
    try scene.add(.touchscreen, Size(width: 100, height: 80), over: "HEADLESS-2")
    var positions: [[Double]] = []
    // The touchscreen is fixed to the panel, and the picture is turned clockwise: its right is the panel's bottom.
    for point in [Point(x: 70, y: 20), Point(x: 10, y: 60), Point(x: 100, y: 0), Point(x: 0, y: 80)] {
      try scene.touch(.touchDown(slot: 0, point), .touchFrame, .touchUp(slot: 0), .touchFrame)
      let clicks = 2 * (positions.count + 1)
      try scene.display.run(otherwise: { window.output }) {
        window.pointer.count { $0.hasPrefix("button") } == clicks
      }
      let line = window.output.split(separator: "\n").last { $0.contains("wl_pointer]") && $0.contains("x, y: ") }
      let numbers = line?.split(separator: "x, y: ").last?.split(separator: ", ").compactMap { Double($0) }
      positions.append(try #require(numbers).map { ($0 * 10).rounded() / 10 })
    }
    // The output has 400 x 500 logical pixels, 5 in each millimetre.
    let expected: [[Double]] = [[100, 150], [300, 450], [0, 0], [400, 500]]
    for (position, wanted) in zip(positions, expected) {
      #expect(abs(position[0] - wanted[0]) <= 0.2 && abs(position[1] - wanted[1]) <= 0.2, "\(position), not \(wanted)")
    }
    #expect(scene.failures.isEmpty)
  }

  @Test("clicks, wheel steps, motion and smooth scrolling arrive unchanged")
  func pointer() throws {
    let scene = try Scene(
      """
        - pan: any
          fingers: 3
          begin: {pointer: fingers}
        - tap: single
          fingers: 4
          do: [{click: [right, ctrl+left]}, {scroll: {down: 2}}, {scroll: {left: 1.5}}]
        - pan: any
          fingers: 4
          begin: {scroll: fingers}
      """)
    let window = try scene.window()
    try scene.add(.touchpad, Size(width: 100, height: 70))
    try scene.touch(.swipeBegin(fingers: 3), .swipeUpdate(fingers: 3, delta: Vector(dx: 20, dy: 20)))
    try scene.touch(.swipeEnd(fingers: 3, cancelled: false))
    try scene.display.run(otherwise: { window.output }) { window.output.contains("wl_pointer] enter") }
    try scene.trigger(1)
    try scene.touch(.swipeBegin(fingers: 4), .swipeUpdate(fingers: 4, delta: Vector(dx: 0, dy: -10)))
    try scene.touch(.swipeUpdate(fingers: 4, delta: Vector(dx: 0, dy: -10)))
    try scene.touch(.swipeUpdate(fingers: 4, delta: Vector(dx: 5, dy: 0)), .swipeEnd(fingers: 4, cancelled: false))
    try scene.display.run(otherwise: { window.output }) {
      window.pointer.count { $0 == "axis_stop axis: 0 (vertical)" || $0 == "axis_stop axis: 1 (horizontal)" } == 2
    }
    let told = window.pointer.filter { $0.hasPrefix("button") || $0.hasPrefix("axis") }
    // wev reports a stop also for steps of a wheel.
    let down = [
      "axis_source: 0 (wheel)", "axis_stop: axis: 0 (vertical), discrete: 1", "axis: 0 (vertical), value: 15.000000",
    ]
    let buttons = ["273 (right)", "272 (left)"].flatMap { button in
      ["1 (pressed)", "0 (released)"].map { "button: \(button), state: \($0)" }
    }
    #expect(
      told == buttons + down + down + [
        "axis_source: 0 (wheel)", "axis_stop: axis: 1 (horizontal), discrete: -1",
        "axis: 1 (horizontal), value: -15.000000", "axis_source: 0 (wheel)", "axis: 1 (horizontal), value: -7.500000",
        "axis_source: 1 (finger)", "axis: 0 (vertical), value: 105.125000",
        "axis_source: 1 (finger)", "axis: 1 (horizontal), value: -52.500000",
        "axis_source: 1 (finger)", "axis_stop axis: 0 (vertical)",
        "axis_source: 1 (finger)", "axis_stop axis: 1 (horizontal)",
      ])
    #expect(scene.failures.isEmpty)
  }
}

/// A rule that does `actions`, in a rules file's words.
private func rule(_ actions: String) -> String {
  """
    - tap: single
      fingers: 3
      do: \(actions.contains(": ") && !actions.hasPrefix("[") ? "{\(actions)}" : actions)
  """
}
