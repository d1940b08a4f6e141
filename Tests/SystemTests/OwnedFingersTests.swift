internal import Testing

extension InTheGuest {
  /// Owned touchpads whose hands are shown with another number of fingers.
  @Suite struct OwnedFingers {
    /// A number of fingers, and the number with which they are shown.
    struct Change: CustomTestStringConvertible {
      var real: Int
      var shown: Int
      var hasPressure: Bool
      var testDescription: String { "\(real) as \(shown)\(hasPressure ? ", with pressure" : "")" }
    }

    private static let changes =
      (2...4).flatMap { real in
        (2...4).filter { $0 != real }.map { Change(real: real, shown: $0, hasPressure: false) }
      } + [Change(real: 3, shown: 4, hasPressure: true), Change(real: 4, shown: 3, hasPressure: true)]

    private static func model(hasPressure: Bool) -> Surface.Model {
      var model = Surface.Model.touchpad
      if hasPressure { model.pressure = 80 }
      return model
    }

    /// Lands fingers one after another, moves them 30 mm to the right, and lifts them one after another.
    private static func swipe(_ fingers: Int, on surface: Surface) throws {
      try surface.land(fingers, apart: .milliseconds(10))
      try surface.move(by: .init(x: 30, y: 0), in: .milliseconds(250))
      try surface.lift(apart: .milliseconds(10))
      surface.comeBack()
      settle()
    }

    private static func gestures(of tool: Program) -> [String] {
      OwnedScene.events(of: tool).filter { !$0.hasPrefix("DEVICE") }.reduce(into: []) {
        if $0.last != $1 { $0.append($1) }
      }
    }

    @Test("the desktop sees nothing of a tap beside two fingers that a rule takes, and clicks for others")
    func tipTap() throws {
      let scene = try OwnedScene(["tip-tap: left, fingers: 2"])
      var seen: [[String]] = []
      for x in [25.0, 75] {
        _ = scene.events()
        let resting = [Surface.Point(x: 45, y: 30), .init(x: 60, y: 30)]
        try scene.surface.land(resting)
        // Longer than a rule requires, and shorter than libinput takes for a tap.
        scene.surface.pause(for: .milliseconds(160))
        try scene.surface.land([.init(x: x, y: 28)])
        scene.surface.pause(for: .milliseconds(70))
        try scene.surface.lift(remaining: 2)
        // libinput reports the click when all have lifted.
        scene.surface.pause(for: .milliseconds(80))
        try scene.surface.lift()
        scene.surface.comeBack()
        settle()
        seen.append(scene.events().filter { $0.contains("BUTTON") })
      }
      // The second tap is on the other side.
      #expect(seen[0] == [])
      #expect(!seen[1].isEmpty)
      #expect(scene.daemon.acts == ["0"])
      try scene.daemon.stop()
    }

    @Test("the desktop sees the gestures of another number of fingers, as far as the hand moves", arguments: changes)
    func others(change: Change) throws {
      let model = Self.model(hasPressure: change.hasPressure)
      let plain = try Surface(model)
      let other = try OwnedScene.observer(of: #require(plain.node))
      try Self.swipe(change.shown, on: plain)
      let expected = (Self.gestures(of: other), OwnedScene.distance(of: other))
      plain.unplug()
      let scene = try OwnedScene(
        ["swipe: any, fingers: \(change.real), as: {fingers: \(change.shown)}"], on: model)
      try Self.swipe(change.real, on: scene.surface)
      let seen = (Self.gestures(of: scene.observer), OwnedScene.distance(of: scene.observer))
      #expect(seen.0 == expected.0)
      if change.shown > 2 {
        // libinput's own scale for touchpads; the hand's movement is 30 mm.
        let lost = 30 * (1 - seen.1 / expected.1)
        print("figure: \(change.testDescription): \((lost * 10).rounded() / 10) mm less than a hand of so many fingers")
        #expect(abs(lost) < 2)
      }
      try scene.daemon.stop()
    }

    @Test("taps and clicks keep their number of fingers")
    func taps() throws {
      let scene = try OwnedScene(["swipe: any, fingers: 3, as: {fingers: 4}"])
      try scene.surface.tap(3, lasting: .milliseconds(60))
      scene.surface.comeBack()
      #expect(scene.events() == ["BUTTON pressed,", "BUTTON released,"])
      try scene.surface.land(3)
      try scene.surface.move(by: .init(x: 5, y: 0), in: .milliseconds(100))
      try scene.surface.button(isDown: true)
      try scene.surface.button(isDown: false)
      try scene.surface.lift()
      scene.surface.comeBack()
      #expect(scene.events().filter { $0.hasPrefix("BUTTON") } == ["BUTTON pressed,", "BUTTON released,"])
    }

    @Test("one direction alone is shown with other fingers once it is recognised, others are as they are")
    func late() throws {
      let scene = try OwnedScene(["swipe: left, fingers: 3, as: {fingers: 4}"])
      try scene.surface.land(3)
      try scene.surface.move(by: .init(x: -45, y: 0), in: .milliseconds(400))
      try scene.surface.lift()
      scene.surface.comeBack()
      #expect(
        scene.events().filter { $0.hasPrefix("SWIPE") } == [
          "SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3 cancelled", "SWIPE_BEGIN 4", "SWIPE_UPDATE 4", "SWIPE_END 4",
        ])
      try scene.swipe(1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"])
    }

    @Test("an earlier rule keeps its direction, and the others are shown with other fingers without a trace of it")
    func shared() throws {
      let scene = try OwnedScene(["swipe: left, fingers: 3", "swipe: any, fingers: 3, as: {fingers: 4}"])
      try scene.swipe(-1, 0, fingers: 3)
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == [])
      try scene.daemon.expectActs(["0"])
      try scene.surface.land(3)
      try scene.surface.move(by: .init(x: 45, y: 0), in: .milliseconds(400))
      try scene.surface.lift()
      #expect(scene.events().filter { $0.hasPrefix("SWIPE") } == ["SWIPE_BEGIN 4", "SWIPE_UPDATE 4", "SWIPE_END 4"])
      #expect(scene.daemon.acts == ["0"])
    }

    @Test("a pinch is seen with other fingers, too", arguments: [3, 4])
    func pinches(real: Int) throws {
      let shown = 7 - real
      let rules = ["swipe: any", "pinch: any"].map { "\($0), fingers: \(real), as: {fingers: \(shown)}" }
      let scene = try OwnedScene(rules)
      for factor in [1.8, 0.5] {
        try scene.surface.land(real)
        try scene.surface.spread(to: factor, in: .milliseconds(400))
        try scene.surface.lift()
        scene.surface.comeBack()
        #expect(scene.events() == ["PINCH_BEGIN \(shown)", "PINCH_UPDATE \(shown)", "PINCH_END \(shown)"])
      }
      try scene.daemon.stop()
    }
  }
}
