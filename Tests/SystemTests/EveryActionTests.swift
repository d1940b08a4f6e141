internal import CUinput
internal import Glibc
internal import JSONLines
internal import Linux
internal import Testing
internal import Touch

extension InTheGuest {
  /// A part of what `AllActions` tries.
  @Suite struct EveryAction {
    @Test(
      "every action acts, each by another number of fingers, live or replayed",
      arguments: [Device.Kind.touchscreen, .touchpad])
    func each(kind: Device.Kind) throws { try ActionTrials(kind).runEach() }
  }
}

/// Apart from the other tests, because it takes minutes: `make test-actions`.
@Suite(.serialized, .enabled(if: Guest.isHere, Guest.needed)) struct AllActions {
  // In a compositor of its own: wev ends when it has received some hundred keymaps.
  @Test(
    "every action acts by one to five fingers, live and replayed", arguments: [Device.Kind.touchscreen, .touchpad],
    1...5)
  func all(kind: Device.Kind, fingers: Int) throws { try ActionTrials(kind).runAll(by: fingers) }
}

/// Each action of sleight(5) by one to five fingers, each as the only rule of its file: by the daemon, and by `replay
/// --act` with a recording of the same hand.
private struct ActionTrials {
  /// A gesture of a hand.
  private enum Hand: String, CaseIterable {
    case tap = "tap: single"
    case swipe = "swipe: left"
    case pinch = "pinch: in"
    case rest = "long-press: 500ms"
    /// Rests, then moves downwards.
    case pull = "long-press: 400ms"

    func play(_ count: Int, on surface: Surface, at centre: Surface.Point) throws {
      try surface.land(
        (0..<count).map { Surface.Point(x: centre.x + (Double($0) - Double(count - 1) / 2) * 20, y: centre.y) },
        apart: .milliseconds(10))
      switch self {
      case .tap: surface.pause(for: .milliseconds(50))
      case .swipe: try surface.move(by: .init(x: -30, y: 0), in: .milliseconds(200))
      case .pinch: try surface.spread(to: 0.5, in: .milliseconds(300))
      case .rest: surface.pause(for: .milliseconds(900))
      case .pull:
        surface.pause(for: .milliseconds(700))
        try surface.move(by: .init(x: 0, y: 20), in: .milliseconds(300))
      }
      try surface.lift()
      surface.comeBack()
    }
  }

  /// What a person then observes.
  private enum Observation {
    /// A line in a file, once.
    case line
    case keys([WindowKey])
    case typed(String)
    /// Buttons, keys and scrolling in the window, all of them.
    case inputs([WindowInput])
    /// A click of a button where the fingers are.
    case clickAtFingers(CInt)
    /// A click of a button at the pointer.
    case clickAtPointer(CInt)
    /// A button is pressed, the pointer moves down, and the button is released.
    case drag(CInt)
    case pointerMoves
    case contentScrolls
    /// The application of the fullscreen window.
    case fullscreen(String)
    case place(of: String, workspace: String, isFloating: Bool)
    case closes(String)
    case focus(String)
    case workspace(String)
    case mode(String)
    case message(String)
    case nothing
  }

  /// An action, and what it is tried with.
  private struct Action {
    let text: String
    let hand: Hand
    let observation: Observation
    /// The window with the focus. sway focuses the one that a finger touches.
    let focus: String
    /// The window under the fingers, or on touchpads under the pointer.
    let under: String
    /// Commands of sway(5) before and after it.
    let before: String?
    let after: String?
    let fingers: ClosedRange<Int>
    let kinds: Set<Device.Kind>

    init(
      _ text: String, by hand: Hand = .tap, _ observation: Observation, focus: String = "wev", under: String = "wev",
      before: String? = nil, after: String? = nil, fingers: ClosedRange<Int> = 1...5,
      on kinds: Set<Device.Kind> = [.touchscreen, .touchpad]
    ) {
      (self.text, self.hand, self.observation, self.focus, self.under) = (text, hand, observation, focus, under)
      (self.before, self.after, self.kinds) = (before, after, kinds)
      self.fingers = hand == .pinch ? max(fingers.lowerBound, 2)...fingers.upperBound : fingers
    }

    /// The rules file with this action alone.
    func rules(fingers: Int, kind: Device.Kind, acts: String) -> String {
      // An action that lasts ends with its gesture.
      let key = hand == .pull ? "begin" : "do"
      return """
        devices: {"Virtual Touchscreen": {output: HEADLESS-1}}
        rules:
          - {\(hand.rawValue), fingers: \(fingers), device: \(kind.rawValue), \(key): \(text.replacing("ACTS", with: acts))}

        """
    }
  }

  private static func click(_ button: Int32, times: Int = 1) -> [WindowInput] {
    (0..<times).flatMap { _ in
      [.button(CInt(button), isPressed: true), .button(CInt(button), isPressed: false)]
    }
  }

  private static func press(_ names: String...) -> [WindowKey] {
    names.map { .down($0) } + names.reversed().map { .up($0) }
  }

  private static let outputToLeft = "output HEADLESS-2 position -800 0"
  private static let outputToRight = "output HEADLESS-2 position 1280 0"

  private static var touchedWindow: [Action] {
    let back = "[app_id=other] move container to workspace 1; workspace 1"
    func action(_ word: String, by hand: Hand, _ observation: Observation, before: String? = nil, after: String?)
      -> Action
    {
      Action(
        "{window: \(word), at: fingers}", by: hand, observation, under: "other", before: before, after: after,
        on: [.touchscreen])
    }
    return [Hand.tap, .swipe, .pinch, .rest].map {
      action("fullscreen", by: $0, .fullscreen("other"), after: "[app_id=other] fullscreen disable")
    } + [
      action("close", by: .tap, .closes("other"), after: nil),
      action(
        "floating", by: .tap, .place(of: "other", workspace: "1", isFloating: true),
        after: "[app_id=other] floating disable"),
      action(
        "to-next-workspace", by: .tap, .place(of: "other", workspace: "2", isFloating: false), after: back),
      action(
        "to-previous-workspace", by: .tap, .place(of: "other", workspace: "0", isFloating: false),
        before: "[app_id=spare] move container to workspace 0",
        after: back + "; [app_id=spare] move container to workspace 2"),
      action("to-workspace-2", by: .tap, .place(of: "other", workspace: "2", isFloating: false), after: back),
      action("to-next-output", by: .tap, .place(of: "other", workspace: "9", isFloating: false), after: back),
      action("to-right-output", by: .tap, .place(of: "other", workspace: "9", isFloating: false), after: back),
      action(
        "to-left-output", by: .tap, .place(of: "other", workspace: "9", isFloating: false), before: outputToLeft,
        after: "\(back); \(outputToRight)"),
    ]
  }

  private static var actions: [Action] {
    let place = { (workspace: String) in
      Observation.place(of: "wev", workspace: workspace, isFloating: false)
    }
    let home = "[app_id=wev] move container to workspace 1; workspace 1; [app_id=wev] focus; move left"
    return [
      Action("'echo act >>ACTS'", .line),
      Action("{run: [sh, -c, 'echo act >>ACTS']}", .line),
      Action("[{wait: 100ms}, 'echo act >>ACTS']", .line),
      Action("none", .nothing),
      Action("{keys: [ctrl+a, Escape]}", .keys(press("Control_L", "a") + press("Escape"))),
      Action("{type: \"a, Gruß €漢\"}", .typed("a, Gruß €漢")),
      Action("{hold: super}", by: .pull, .keys(press("Super_L")), on: [.touchscreen]),
      Action("{hold: super}", by: .pull, .keys(press("Super_L")), fingers: 1...1, on: [.touchpad]),
      Action("{hold: super}", by: .pull, .keys(press("Super_L")), fingers: 3...5, on: [.touchpad]),
      Action("{click: right}", .clickAtFingers(BTN_RIGHT), on: [.touchscreen]),
      Action("{click: back, at: fingers}", by: .rest, .clickAtFingers(BTN_SIDE), on: [.touchscreen]),
      Action("{click: right}", .clickAtPointer(BTN_RIGHT), on: [.touchpad]),
      Action("{click: middle, at: pointer}", .clickAtPointer(BTN_MIDDLE), on: [.touchpad]),
      Action("{click: [left, left]}", .inputs(click(BTN_LEFT, times: 2))),
      Action(
        "{click: ctrl+left}",
        .inputs([.key(.down("Control_L"))] + click(BTN_LEFT) + [.key(.up("Control_L"))])),
      Action("{scroll: down}", .inputs([.scroll(.vertical, 15)])),
      Action("{scroll: {left: 2}}", .inputs([.scroll(.horizontal, -15), .scroll(.horizontal, -15)])),
      Action("{drag: left}", by: .pull, .drag(BTN_LEFT)),
      Action("{drag: right, speed: 1.5}", by: .pull, .drag(BTN_RIGHT)),
      // One finger moves the pointer itself, and two fingers scroll.
      Action("{pointer: fingers}", by: .pull, .pointerMoves, on: [.touchscreen]),
      Action("{pointer: fingers}", by: .pull, .pointerMoves, fingers: 2...5, on: [.touchpad]),
      Action("{scroll: fingers}", by: .pull, .contentScrolls, on: [.touchscreen]),
      Action("{scroll: fingers}", by: .pull, .contentScrolls, fingers: 3...5, on: [.touchpad]),
      Action("{workspace: next}", .workspace("2")),
      Action("{workspace: previous}", .workspace("1"), focus: "spare"),
      Action("{workspace: first}", .workspace("1"), focus: "spare"),
      Action("{workspace: back}", .workspace("2"), before: "workspace 2; workspace 1"),
      Action("{workspace: 2}", .workspace("2")),
      Action("{workspace: next-or-new}", .workspace("10"), focus: "spare"),
      Action("{desktop: launcher}", .keys(press("Super_L", "d"))),
      Action("{desktop: screenshot}", .keys(press("Print"))),
      Action("{desktop: overview}", .message("sway has no overview")),
      Action("{window: fullscreen}", .fullscreen("wev"), after: "fullscreen disable"),
      Action(
        "{window: floating}", .place(of: "wev", workspace: "1", isFloating: true),
        after: "[app_id=wev] floating disable, move left"),
      Action("{window: close}", .closes("other"), focus: "other", under: "other"),
      Action("{window: next}", .focus("other")),
      Action("{window: previous}", .focus("wev"), focus: "other", under: "other"),
      Action("{window: to-next-workspace}", place("2"), after: home),
      Action(
        "{window: to-previous-workspace}", place("0"),
        before: "[app_id=spare] move container to workspace 0",
        after: home + "; [app_id=spare] move container to workspace 2"),
      Action("{window: to-workspace-2}", place("2"), after: home),
      Action("{window: to-next-output}", place("9"), after: home),
      Action("{window: to-right-output}", place("9"), after: home),
      Action("{window: to-left-output}", place("9"), before: outputToLeft, after: "\(home); \(outputToRight)"),
      Action("{sway: fullscreen toggle}", .fullscreen("wev"), after: "fullscreen disable"),
      // sway does not tell the window under the pointer.
      Action("{window: close, at: fingers}", .message("the window under the fingers is unknown"), on: [.touchpad]),
      Action("{mode: resize}", .mode("resize")),
      Action("[{mode: {name: resize, for: 10s}}, 'echo act >>ACTS']", .line),
    ] + touchedWindow
  }

  /// A touch device, and two windows beside each other: wev's, which reports its input, and `other`. A third one,
  /// `spare`, is on workspace 2; workspace 9 is on an output to the right.
  private final class Desktop {
    let kind: Device.Kind
    let surface: Surface
    let sway: Sway
    private let keyboard: VirtualDevice
    private let touchpad: Surface?
    private var windows: [String: Program] = [:]
    private var recordings: [String: String] = [:]
    let acts: String

    init(_ kind: Device.Kind) throws {
      self.kind = kind
      acts = try "\(Guest.folder())/acts"
      surface = try Surface(kind == .touchpad ? .touchpad : .touchscreen)
      // Windows follow the first pointer alone: the virtual one of a daemon would come and go.
      touchpad = kind == .touchpad ? nil : try Surface(.touchpad)
      keyboard = try VirtualDevice(
        name: "Virtual Keyboard", keys: (KEY_ESC...KEY_COMPOSE).map { CInt($0) }, axes: [], properties: [])
      sway = try Sway(layout: "us")
      sway.window.program.stop()
      try sway.run("default_border none; focus_follows_mouse no")
      try sway.run("output HEADLESS-1 mode 1280x720 position 0 0")
      try sway.run("create_output")
      try sway.run("output HEADLESS-2 mode 800x600 position 1280 0; focus output HEADLESS-2; workspace 9")
      try sway.run("input type:touch map_to_output HEADLESS-1")
      try sway.run("focus output HEADLESS-1; workspace 2")
      try open("spare")
      try sway.run("workspace 1")
      try sway.reopenWindow()
      try open("other")
    }

    deinit { for window in windows.values { window.stop() } }

    func open(_ name: String) throws {
      windows[name] = try Program(
        ["foot", "--app-id=\(name)", "sleep", "infinity"], environment: sway.environment)
      try sway.waitForFocus(on: name)
    }

    func isOpen(_ name: String) -> Bool { windows[name]?.isRunning == true }

    /// The centre of a hand over a window; on a touchpad, the pointer is there instead.
    func centre(over window: String) -> Surface.Point {
      kind == .touchpad ? .init(x: 50, y: 30) : .init(x: window == "other" ? 232 : 78, y: 80)
    }

    /// The centre of a hand over wev's window in its pixels, which begins in the corner of the output.
    var pixels: Surface.Point {
      let centre = centre(over: "wev")
      return .init(x: centre.x / 310 * 1280, y: centre.y / 174 * 720)
    }

    /// Taps with one finger after a hand of several. For a window that does not take touches, or not yet, sway 1.7
    /// presses the left button for the first of several fingers, and releases it only when a single one lifts.
    func releaseButton(after fingers: Int, over window: String) throws {
      guard kind == .touchscreen, fingers > 1 else { return }
      try Hand.tap.play(1, on: surface, at: centre(over: window))
    }

    /// Plays a hand over a window.
    func play(_ hand: Hand, _ fingers: Int, over window: String) throws {
      try hand.play(fingers, on: surface, at: centre(over: window))
    }

    /// A recording of a hand, made once, while no daemon runs.
    func recording(of hand: Hand, _ fingers: Int, over window: String) throws -> String {
      let key = "\(hand) \(fingers) \(kind == .touchpad ? "" : window)"
      if let made = recordings[key] { return made }
      let file = "\(try Guest.folder())/hand.jsonl"
      let recorder = try Program.sleight("record", file, environment: sway.environment)
      try recorder.waitUntilReading(#require(surface.node))
      try play(hand, fingers, over: window)
      try releaseButton(after: fingers, over: window)
      settle()
      recorder.signal(SIGINT)
      #expect(try recorder.waitForExit() == 0, "\(recorder)")
      recordings[key] = file
      return file
    }
  }

  /// The state of the window's input before an action.
  private struct Start {
    let keys: Int
    let inputs: Int
    let positions: Int
    let typed: Int
    let messages: Int
  }

  private func start(_ program: Program?) -> Start {
    let window = desktop.sway.window
    return Start(
      keys: window.keys.count, inputs: window.inputs.count, positions: window.pointerPositions.count,
      typed: window.typed.count, messages: program?.lines(.errors).count ?? 0)
  }

  /// Waits until a person observes what the action does.
  /// - Parameter program: the program that acts, and writes messages.
  private func observe(_ trial: Trial, since start: Start, from program: Program) throws {
    let action = trial.action
    let sway = desktop.sway
    let window = sway.window
    func inputs() -> [WindowInput] { window.inputs.dropFirst(start.inputs).filter { !$0.isMotion } }
    func positions() -> [Surface.Point] { Array(window.pointerPositions.dropFirst(start.positions)) }
    func expect(_ expected: [WindowInput]) throws {
      try wait(otherwise: { "the window received \(inputs()), not \(expected)" }) {
        inputs().count >= expected.count ? () : nil
      }
      settle()
      #expect(inputs() == expected)
    }
    func expect(_ button: CInt, at expected: Surface.Point) throws {
      try expect(ActionTrials.click(button))
      let place = try #require(window.pointerPositions.last)
      #expect(max(abs(place.x - expected.x), abs(place.y - expected.y)) < 3, "\(place), not \(expected)")
    }
    switch action.observation {
    case .line:
      try wait(otherwise: { "no line: \(program)" }) { Guest.read(desktop.acts) == nil ? nil : () }
      settle()
      #expect(Guest.read(desktop.acts) == "act\n")
      unlink(desktop.acts)
    case .keys(let expected): try expect(expected.map { .key($0) })
    case .typed(let text):
      try wait(otherwise: { "typed: \(window.typed.dropFirst(start.typed)): \(program)" }) {
        window.typed.dropFirst(start.typed).count >= text.count ? () : nil
      }
      settle()
      #expect(window.typed.dropFirst(start.typed) == text)
    case .inputs(let expected): try expect(expected)
    case .clickAtFingers(let button): try expect(button, at: desktop.pixels)
    case .clickAtPointer(let button): try expect(button, at: .init(x: 320, y: 300))
    case .drag(let button):
      try wait(otherwise: { "\(inputs())" }) { inputs().count >= 2 ? () : nil }
      settle()
      // Fingers that scroll go on doing so on a touchpad.
      let buttons = inputs().filter { if case .button = $0 { true } else { false } }
      #expect(buttons == ActionTrials.click(button))
      // One finger on a touchpad moves the pointer itself, and no recording does.
      if desktop.kind == .touchpad, trial.fingers == 1, !program.isRunning { return }
      let places = positions()
      #expect((places.last?.y ?? 0) - (places.first?.y ?? 0) > 50, "\(places)")
    case .pointerMoves:
      try wait(otherwise: { "\(positions())" }) {
        (positions().last?.y ?? 0) - (positions().first?.y ?? 0) > 50 ? () : nil
      }
    case .contentScrolls:
      try wait(otherwise: { "\(inputs())" }) {
        let way = inputs().reduce(0.0) { if case .scroll(.vertical, let value) = $1 { $0 + value } else { $0 } }
        // The fingers pull the content down; on a touchpad, sway scrolls against them unless it is told otherwise.
        return (desktop.kind == .touchpad ? way : -way) > 50 ? () : nil
      }
    case .fullscreen(let app): try sway.waitForFullscreen(on: app)
    case .place(let app, let workspace, let isFloating):
      try sway.waitForPlace(of: app, workspace: workspace, isFloating: isFloating)
    case .closes(let name):
      try wait(otherwise: { "\(name) is open: \(program)" }) { desktop.isOpen(name) ? nil : () }
    case .focus(let app): try sway.waitForFocus(on: app)
    case .workspace(let name):
      try wait(otherwise: { "not on workspace \(name): \(program)" }) {
        try sway.focusedWorkspace() == name ? () : nil
      }
    case .mode(let name):
      // A mode is the daemon's; a replay names it.
      if program.isRunning {
        try sway.waitForStatus { $0["mode"]?.string == name }
      } else {
        #expect(program.text(.output).contains("mode \(name)"), "\(program)")
      }
    case .message(let words):
      try wait(otherwise: { "no message: \(program)" }) {
        program.lines(.errors).dropFirst(start.messages).contains { $0.contains(words) } ? () : nil
      }
    case .nothing:
      settle()
      #expect(inputs() == [])
    }
    if case .message = action.observation { return }
    #expect(program.lines(.errors).dropFirst(start.messages).filter { $0.contains("error:") } == [])
  }

  /// Prepares the desktop, lets `act` act, and restores the desktop.
  private func attempt(_ trial: Trial, from daemon: Program?, _ act: () throws -> Program) throws {
    let action = trial.action
    let sway = desktop.sway
    do {
      if let before = action.before { try sway.run(before) }
      try sway.run("[app_id=\(action.focus)] focus; seat - cursor set \(action.under == "other" ? 960 : 320) 300")
      try sway.waitForFocus(on: action.focus)
      let start = start(daemon)
      try observe(trial, since: start, from: act())
    } catch {
      Issue.record("\(desktop.kind), \(trial.fingers) fingers, \(action.hand): \(action.text): \(error)")
    }
    if daemon != nil { try desktop.releaseButton(after: trial.fingers, over: action.under) }
    if case .closes(let name) = action.observation, !desktop.isOpen(name) {
      try sway.run("workspace 1; [app_id=wev] focus")
      try desktop.open(name)
    }
    if let after = action.after { try sway.run(after) }
    try sway.run("workspace 1")
  }

  /// An action by so many fingers.
  private struct Trial {
    let action: Action
    let fingers: Int
  }

  private let desktop: Desktop
  private let actions: [Action]

  init(_ kind: Device.Kind) throws {
    desktop = try Desktop(kind)
    actions = Self.actions.filter { $0.kinds.contains(kind) }
  }

  /// Tries each action once: one by the daemon, the next by a replay.
  func runEach() throws {
    let trials = actions.enumerated().map { number, action in
      Trial(action: action, fingers: action.fingers.lowerBound + number / 2 % action.fingers.count)
    }
    try run(
      live: trials.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element),
      replayed: trials.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element))
  }

  /// Tries each action by so many fingers, both by the daemon and by a replay.
  func runAll(by fingers: Int) throws {
    let trials = actions.filter { $0.fingers.contains(fingers) }.map { Trial(action: $0, fingers: fingers) }
    try run(live: trials, replayed: trials)
  }

  private func run(live: [Trial], replayed: [Trial]) throws {
    let rules = "\(try Guest.folder())/rules.yml"
    for trial in replayed {
      let recording = try desktop.recording(of: trial.action.hand, trial.fingers, over: trial.action.under)
      try Guest.write(text(of: trial), to: rules)
      try attempt(trial, from: nil) {
        let replay = try Program.sleight(
          "replay", "--act", "--config", rules, recording, environment: desktop.sway.environment)
        #expect(try replay.waitForExit() == 0, "\(replay)")
        return replay
      }
    }
    guard let first = live.first else { return }
    let daemon = try Daemon(
      rulesText: text(of: first), folder: Guest.folder(), reading: [desktop.surface],
      environment: desktop.sway.environment)
    for (number, trial) in live.enumerated() {
      if number > 0 {
        try Guest.write(text(of: trial), to: daemon.rulesFile)
        daemon.program.signal(SIGHUP)
        try wait(otherwise: { "no reload: \(daemon.program)" }) {
          daemon.program.lines(.errors).count { $0.contains(" rule from ") } > number ? () : nil
        }
      }
      try attempt(trial, from: daemon.program) {
        try desktop.play(trial.action.hand, trial.fingers, over: trial.action.under)
        return daemon.program
      }
    }
    try daemon.stop()
    print("figure: \(desktop.kind): \(live.count) actions by the daemon, \(replayed.count) replayed")
  }

  /// The rules file with this action alone.
  private func text(of trial: Trial) -> String {
    trial.action.rules(fingers: trial.fingers, kind: desktop.kind, acts: desktop.acts)
  }
}

extension Sway {
  /// The name of the workspace that is shown on the focused output.
  func focusedWorkspace() throws -> String? {
    try JSONReader.read(message(.workspaces)).array?.first { $0["focused"]?.bool == true }?["name"]?.string
  }
}
