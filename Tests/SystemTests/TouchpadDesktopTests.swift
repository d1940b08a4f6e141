internal import CLinux
internal import Glibc
internal import Testing
internal import Touch

/// A touchpad in a desktop with its own libinput, and a daemon beside it.
final class DesktopTouchpad {
  /// The way in which the daemon keeps fingers of rules from the desktop.
  enum Keeping: String, CaseIterable {
    /// The desktop has a copy of the device.
    case owned
    /// The desktop is told of palms.
    case taken
  }

  let desktop: TouchpadDesktop
  let surface: Surface
  private(set) var daemon: Daemon?
  private var hands = 0
  /// The distance between fingers.
  private let spacing: Double

  /// Plugs a touchpad in, or another device, and starts a daemon if there are rules for one.
  init(
    _ rules: [String] = [], _ keeping: Keeping = .owned, _ toolTypes: Surface.ToolTypes = .everyFrame,
    on model: Surface.Model = .touchpad
  ) throws {
    desktop = try TouchpadDesktop.shared()
    var model = model
    model.toolTypes = toolTypes
    surface = try Surface(model)
    // KWin does not know the size of an output without a screen, and takes fingers far apart for two hands.
    spacing = model.properties == Surface.Model.touchscreen.properties ? 9 : 17
    if !rules.isEmpty {
      let folder = try Guest.folder()
      let text =
        (keeping == .taken ? "settings: {keep: false}\n" : "")
        + OwnedScene.text(rules, owns: keeping == .owned, in: folder)
      let daemon = try Daemon(
        rulesText: text, folder: folder, reading: keeping == .owned ? [] : [surface], environment: desktop.environment)
      if keeping == .owned { try daemon.program.waitForLine(containing: "owning touchpad", in: .errors) }
      self.daemon = daemon
    }
    settle()
  }

  /// The numbers of the rules that have acted.
  var acts: [String] { daemon?.acts ?? [] }

  /// The acts of the desktop at a swipe.
  func swipe(_ way: Moves.Direction, fingers: Int) throws -> [String] {
    try desktop.acts {
      try land(fingers)
      try surface.move(by: .init(x: way.x * 30, y: way.y * 30), in: .milliseconds(200))
      try surface.lift()
      surface.comeBack()
    }
  }

  /// Slides one finger, and shows the windows again.
  /// - Returns: true if KWin has hidden all windows.
  func showsDesktop(slidingFrom start: Surface.Point, by way: Surface.Point) throws -> Bool {
    try surface.land([start])
    try surface.move(by: way, in: .milliseconds(200))
    try surface.lift()
    surface.comeBack()
    settle()
    let isShown = try desktop.isShowingDesktop()
    if isShown { try desktop.showWindows() }
    return isShown
  }

  /// Lands fingers, each hand elsewhere: the kernel reports no coordinate that a contact of the same slot had before,
  /// also to a program that has not seen that contact.
  func land(_ fingers: Int) throws {
    hands += 1
    let shift = Double(hands % 16) * 0.4
    try surface.land(
      (0..<fingers).map { .init(x: 52 + (Double($0) - Double(fingers - 1) / 2) * spacing - shift, y: 36 - shift) },
      apart: fingers > 1 ? .milliseconds(10) : .zero)
  }

  /// Checks that one finger points, two scroll, and a click clicks.
  func expectNormal(_ location: SourceLocation = #_sourceLocation) throws {
    try putPointerIntoWindow()
    let motions = desktop.window.pointerPositions.count
    var inputs = desktop.window.inputs.count
    try land(1)
    try surface.move(by: .init(x: 4, y: 1), in: .milliseconds(200))
    try surface.lift()
    surface.comeBack()
    settle()
    #expect(desktop.window.pointerPositions.count > motions + 5, sourceLocation: location)
    inputs = desktop.window.inputs.count
    try land(2)
    try surface.move(by: .init(x: 0, y: -20), in: .milliseconds(200))
    try surface.lift()
    surface.comeBack()
    settle()
    let scrolled = desktop.window.inputs.dropFirst(inputs).count {
      if case .scroll(.vertical, _) = $0 { true } else { false }
    }
    #expect(scrolled > 5, "\(desktop.window.program)", sourceLocation: location)
    inputs = desktop.window.inputs.count
    try land(1)
    try surface.button(isDown: true)
    surface.pause(for: .milliseconds(50))
    try surface.button(isDown: false)
    try surface.lift()
    surface.comeBack()
    settle()
    #expect(
      desktop.window.inputs.dropFirst(inputs).filter { !$0.isMotion }
        == [.button(BTN_LEFT, isPressed: true), .button(BTN_LEFT, isPressed: false)], sourceLocation: location)
  }

  /// Moves the pointer, with one finger: into a corner, and from there until it is in the window.
  func putPointerIntoWindow() throws {
    try desktop.goHome()
    func move(_ x: Double, _ y: Double) throws {
      try land(1)
      try surface.move(by: .init(x: x, y: y), in: .milliseconds(200))
      try surface.lift()
      surface.comeBack()
    }
    for _ in 0..<5 { try move(-30, -20) }
    for _ in 0..<12 {
      settle()
      if desktop.window.isUnderPointer { return }
      try move(10, 7)
    }
    throw TimedOut(
      description: "the pointer does not get into the window: \(try desktop.obstacles()), \(desktop.window.program)")
  }
}

extension InTheGuest {
  /// A desktop with its own libinput and its own gestures, and the daemon beside it.
  @Suite(.serialized, .enabled(if: TouchpadDesktop.kind != nil, "needs GNOME or KWin: make test-touchpads"))
  struct TouchpadsOnDesktops {
    private static let sideways = ["swipe: left, fingers: 3", "swipe: right, fingers: 3"]
    private static let allWays = Moves.mainDirections.map { "swipe: \($0.name), fingers: 3" }

    /// Swipes: of three fingers ten sideways and one up and down, or two each; of four one each.
    private static func hands(_ toolTypes: Surface.ToolTypes) -> [(way: Moves.Direction, fingers: Int)] {
      let ways = Moves.mainDirections
      return (0..<(toolTypes == .everyFrame ? 5 : 1)).flatMap { _ in ways.prefix(2).map { ($0, 3) } }
        + ways.suffix(2).map { ($0, 3) } + ways.map { ($0, 4) }
    }

    @Test(
      "on a touchscreen, a rule that acts cancels the desktop's gesture, and no other one",
      .enabled(if: TouchpadDesktop.isGNOME, "KWin's gestures of three touches are its overview's"))
    func touchscreen() throws {
      let ways = Moves.mainDirections
      let plain = try { () -> [[String]] in
        let scene = try DesktopTouchpad(on: .touchscreen)
        return try ways.map { try scene.swipe($0, fingers: 3) }
      }()
      print("figure: without rules, \(plain)")
      #expect(plain.contains { !$0.isEmpty })
      let scene = try DesktopTouchpad(Self.sideways, .taken, on: .touchscreen)
      for _ in 0..<5 {
        for (number, way) in ways.enumerated() {
          let acts = scene.acts.count
          let isOfRule = number < 2
          #expect(try scene.swipe(way, fingers: 3) == (isOfRule ? [] : plain[number]), "\(way.name)")
          #expect(scene.acts.count == acts + (isOfRule ? 1 : 0), "\(way.name)")
        }
      }
      try scene.daemon?.stop()
    }

    @Test(
      "a finger from a touchscreen's edge shows KWin's desktop, and not where a rule acts on it",
      .enabled(if: !TouchpadDesktop.isGNOME, "this is not KWin"))
    func edges() throws {
      let scene = try DesktopTouchpad(["swipe: right, fingers: 1, edge: left"], .taken, on: .touchscreen)
      try scene.desktop.setTouchEdges(["Left", "Top"])
      for _ in 0..<3 {
        #expect(try !scene.showsDesktop(slidingFrom: .init(x: 0.1, y: 80), by: .init(x: 40, y: 0)))
        // KWin takes the touch after a cancelled one for its rest.
        try scene.surface.tap(1, lasting: .milliseconds(60))
        scene.surface.comeBack()
        #expect(try scene.showsDesktop(slidingFrom: .init(x: 150, y: 0.1), by: .init(x: 0, y: 40)))
      }
      #expect(scene.acts == ["0", "0", "0"])
      try scene.daemon?.stop()
      #expect(try scene.showsDesktop(slidingFrom: .init(x: 0.1, y: 80), by: .init(x: 40, y: 0)))
    }

    @Test("without a daemon, the desktop acts at each swipe", arguments: Surface.ToolTypes.allCases)
    func alone(toolTypes: Surface.ToolTypes) throws {
      let scene = try DesktopTouchpad([], .taken, toolTypes)
      for (way, fingers) in Self.hands(toolTypes) {
        let expected = TouchpadDesktop.acts(at: way, fingers: fingers)
        #expect(try scene.swipe(way, fingers: fingers) == expected, "\(way.name) of \(fingers)")
      }
      try scene.expectNormal()
    }

    @Test(
      "where a rule takes the fingers without a grab, the desktop does not act, and elsewhere it does",
      arguments: Surface.ToolTypes.allCases)
    func taken(toolTypes: Surface.ToolTypes) throws { try Self.expectEither(.taken, Self.sideways, toolTypes) }

    @Test(
      "a tap of three fingers clicks, and not where a rule takes it without a grab; a tap of two does",
      arguments: [false, true])
    func taps(hasRule: Bool) throws {
      let scene = try DesktopTouchpad(hasRule ? ["tap: single, fingers: 3"] : [], .taken)
      try scene.desktop.enableTaps(on: #require(scene.surface.node))
      func clicks(of fingers: Int) throws -> [WindowInput] {
        try scene.putPointerIntoWindow()
        let before = scene.desktop.window.inputs.count
        try scene.land(fingers)
        scene.surface.pause(for: .milliseconds(40))
        try scene.surface.lift()
        scene.surface.comeBack()
        settle()
        return scene.desktop.window.inputs.dropFirst(before).filter { !$0.isMotion }
      }
      func click(_ button: CInt) -> [WindowInput] { [true, false].map { .button(button, isPressed: $0) } }
      #expect(try clicks(of: 3) == (hasRule ? [] : click(BTN_MIDDLE)))
      #expect(scene.acts == (hasRule ? ["0"] : []))
      #expect(try clicks(of: 2) == click(BTN_RIGHT))
      try scene.expectNormal()
      try scene.daemon?.stop()
    }

    @Test("with the rules of init, three fingers drag and the desktop does nothing; its swipes of four are as before")
    func starter() throws {
      let scene = try DesktopTouchpad([], .taken)
      let folder = try Guest.folder()
      let start = try Program.sleight(
        "init", "--config", "\(folder)/starter.yml", environment: scene.desktop.environment)
      #expect(try start.waitForExit() == 0, "\(start)")
      let daemon = try Daemon(
        rulesText: #require(Guest.read("\(folder)/starter.yml")), folder: folder, reading: [scene.surface],
        environment: scene.desktop.environment)
      settle()
      // A drag up would end in GNOME's panel, where a release opens the overview of GNOME 43.
      for way in Moves.mainDirections.prefix(2) {
        // One into a corner of the screen would open it, too.
        try scene.putPointerIntoWindow()
        let before = scene.desktop.window.inputs.count
        let seen = try scene.swipe(way, fingers: 3)
        #expect(seen == [], "\(way.name)")
        let buttons = scene.desktop.window.inputs.dropFirst(before).filter { !$0.isMotion }
        #expect(buttons == [true, false].map { .button(BTN_LEFT, isPressed: $0) }, "\(daemon.program)")
      }
      for way in Moves.mainDirections where ["left", "up"].contains(way.name) {
        #expect(try scene.swipe(way, fingers: 4) == TouchpadDesktop.acts(at: way, fingers: 4), "\(way.name)")
      }
      try scene.expectNormal()
      try daemon.stop()
    }

    @Test("where all directions of an owned touchpad have rules, the desktop does not act, and elsewhere it does")
    func owned() throws { try Self.expectEither(.owned, Self.allWays, .everyFrame) }

    private static func expectEither(
      _ keeping: DesktopTouchpad.Keeping, _ rules: [String], _ toolTypes: Surface.ToolTypes
    ) throws {
      let scene = try DesktopTouchpad(rules, keeping, toolTypes)
      var (swipes, ofRules, both, possible, ofDesktop) = (0, 0, 0, 0, 0)
      for (way, fingers) in hands(toolTypes) {
        let before = scene.acts.count
        let seen = try scene.swipe(way, fingers: fingers)
        let acted = Array(scene.acts.dropFirst(before))
        let rule = rules.firstIndex(of: "swipe: \(way.name), fingers: \(fingers)")
        let expected = TouchpadDesktop.acts(at: way, fingers: fingers)
        #expect(acted == (rule.map { ["\($0)"] } ?? []), "\(way.name) of \(fingers)")
        #expect(seen == (rule == nil ? expected : []), "\(way.name) of \(fingers)")
        if rule != nil {
          swipes += 1
          ofRules += acted.count
          both += seen.count
        } else if !expected.isEmpty {
          possible += 1
          ofDesktop += seen.isEmpty ? 0 : 1
        }
      }
      print(
        "figure: \(keeping), \(toolTypes): of \(swipes) swipes with a rule, \(ofRules) by the rule, \(both) by the desktop; "
          + "of \(possible) others, \(ofDesktop) by the desktop")
      try scene.expectNormal()
      try scene.daemon?.stop()
      settle()
      try scene.expectNormal()
    }

    // sway does nothing then.
    @Test(
      "a swipe that a rule takes when the desktop has begun its own is cancelled, which GNOME and KWin take for a lift")
    func cancelled() throws {
      let scene = try DesktopTouchpad(Self.sideways, .owned)
      var seen: [[String]] = []
      for way in Moves.mainDirections.prefix(2) { seen.append(try scene.swipe(way, fingers: 3)) }
      #expect(scene.acts == ["0", "1"])
      #expect(seen == Moves.mainDirections.prefix(2).map { TouchpadDesktop.acts(at: $0, fingers: 3) })
      try scene.daemon?.stop()
    }

    @Test(
      "after the daemon is killed in the middle of a hand, the desktop has everything again",
      arguments: [
        (DesktopTouchpad.Keeping.owned, Surface.ToolTypes.everyFrame), (.taken, .everyFrame), (.taken, .landings),
      ])
    func killed(keeping: DesktopTouchpad.Keeping, toolTypes: Surface.ToolTypes) throws {
      let scene = try DesktopTouchpad(keeping == .owned ? Self.allWays : Self.sideways, keeping, toolTypes)
      let daemon = try #require(scene.daemon)
      let seen = try scene.desktop.acts {
        try scene.land(3)
        try scene.surface.move(by: .init(x: -8, y: 0), in: .milliseconds(80))
        daemon.program.signal(SIGKILL)
        try daemon.program.waitForExit()
        try scene.surface.move(by: .init(x: -22, y: 0), in: .milliseconds(220))
        try scene.surface.lift()
        scene.surface.comeBack()
      }
      print("figure: \(keeping), \(toolTypes): the desktop at the rest of a swipe: \(seen)")
      try scene.expectNormal()
      for way in Moves.mainDirections {
        #expect(try scene.swipe(way, fingers: 3) == TouchpadDesktop.acts(at: way, fingers: 3), "\(way.name)")
      }
    }

    @Test(
      "of hands with and without a disturbance, a rule and the desktop act on few, and the desktop loses few")
    func hands() throws {
      // Besides, those that KWin has lost: fingers that landed on a button, an exchange, and one that started late; and
      // those that GNOME has lost: a finger was where other desktops have the buttons.
      try DesktopHandTrial.run(Array(0..<40) + [454, 480, 638, 658] + [295, 301])
    }
  }
}

extension InTheGuest {
  /// Plasma's overview, which KWin has with OpenGL alone.
  @Suite(
    .serialized, .enabled(if: TouchpadDesktop.hasEffects, "needs KWin with a graphics device: make test-touchpads"))
  struct PlasmasOverview {
    /// Swipes, and closes the overview.
    /// - Returns: true if it was opened.
    private static func opens(_ name: String, fingers: Int, _ scene: DesktopTouchpad) throws -> Bool {
      let way = try #require(Moves.mainDirections.first { $0.name == name })
      _ = try scene.swipe(way, fingers: fingers)
      let isOpen = try scene.desktop.isOverviewOpen()
      if isOpen { try scene.desktop.closeOverview() }
      return isOpen
    }

    @Test(
      "four fingers open it, and not where a rule takes them; what no rule wants opens it as before",
      arguments: Surface.ToolTypes.allCases)
    func taken(toolTypes: Surface.ToolTypes) throws {
      do {
        let scene = try DesktopTouchpad([], .taken, toolTypes)
        for _ in 0..<2 { #expect(try Self.opens("up", fingers: 4, scene)) }
      }
      do {
        let scene = try DesktopTouchpad(["swipe: up, fingers: 4"], .taken, toolTypes)
        for _ in 0..<5 { #expect(try !Self.opens("up", fingers: 4, scene)) }
        #expect(scene.acts == Array(repeating: "0", count: 5))
        try scene.daemon?.stop()
      }
      let scene = try DesktopTouchpad(["swipe: left, fingers: 4", "swipe: up, fingers: 3"], .taken, toolTypes)
      for _ in 0..<5 {
        #expect(try Self.opens("up", fingers: 4, scene))
        #expect(try !Self.opens("left", fingers: 4, scene))
        #expect(try !Self.opens("up", fingers: 3, scene))
      }
      #expect(scene.acts == (0..<5).flatMap { _ in ["0", "1"] })
      try scene.daemon?.stop()
    }
  }
}
