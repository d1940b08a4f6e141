internal import CLinux
internal import Glibc
internal import Testing

extension InTheGuest {
  /// Hands on a touchscreen that the desktop sees on a touchpad.
  @Suite struct ShownTouches {
    /// The node of the virtual touchpad; nil if there is none.
    static var node: String? {
      Guest.names(in: "/sys/class/input").first {
        $0.hasPrefix("event") && Guest.read("/sys/class/input/\($0)/device/phys") == "sleight-touchpad\n"
      }.map { "/dev/input/\($0)" }
    }

    /// A touchscreen, a daemon that shows its hands, and what libinput sees of them: the same as a compositor's.
    final class Scene {
      let screen: Surface
      let daemon: Daemon
      private let observer: Program
      private var seen = 0
      private var way = 0.0

      init(
        _ rules: String..., on model: Surface.Model = .touchscreen, owning isOwned: Bool = false,
        environment: [String: String] = [:]
      ) throws {
        screen = try Surface(model)
        daemon = try Daemon(
          rulesText: "devices: {touchscreen: {own: \(isOwned)}}\nrules:\n" + rules.map { "  - {\($0)}\n" }.joined(),
          folder: Guest.folder(), reading: [screen],
          environment: environment)
        if isOwned { try daemon.program.waitForLine(containing: "owning touchscreen", in: .errors) }
        let node = try wait(otherwise: { "there is no virtual touchpad" }) { ShownTouches.node }
        observer = try OwnedScene.observer(of: node)
      }

      /// The events since the last call, as `OwnedScene.events`.
      func events() -> [String] {
        settle()
        let all = OwnedScene.events(of: observer)
        defer { seen = all.count }
        return all.dropFirst(seen).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
      }

      /// The movement along x of the swipes since the last call, in mm.
      func movement() -> Double {
        let all = OwnedScene.distance(of: observer) / 10.52
        defer { way = all }
        return all - way
      }

      /// The scale of the last pinch, and the angle by which all have turned, in degrees.
      var pinch: (scale: Double, angle: Double) {
        observer.lines().filter { $0.contains("PINCH_UPDATE") }.reduce((1, 0)) { sum, line in
          // `3  0.00/ 0.00 ( 0.00/ 0.00 unaccelerated)  1.05 @  0.10`
          let words = line.split(separator: ")").last?.split(separator: "@").map { $0.filter { $0 != " " } } ?? []
          guard words.count == 2, let scale = Double(words[0]), let angle = Double(words[1]) else { return sum }
          return (scale, sum.1 + angle)
        }
      }
    }

    /// One finger from the left edge, and its movement.
    private static func swipe(from x: Double, by way: Double, in time: Duration, on screen: Surface) throws {
      try screen.land([.init(x: x, y: 80)])
      try screen.move(by: .init(x: way, y: 0), in: time)
      try screen.lift()
      screen.comeBack()
    }

    private static let rule = "pan: right, fingers: 1, edge: left, device: touchscreen, as: {fingers: 3}"

    @Test(
      "a finger from the edge is a swipe of a touchpad that moves as far as the finger, however fast",
      arguments: [("pan", 3), ("pan", 4), ("swipe", 3)], [60, 200, 400, 1000])
    func follows(_ rule: (gesture: String, fingers: Int), speed: Int) throws {
      // A swipe takes at most 0.8 s.
      let distance = rule.gesture == "swipe" && speed < 100 ? "distance: 20mm, " : ""
      let scene = try Scene(
        "\(rule.gesture): right, \(distance)fingers: 1, edge: left, device: touchscreen, as: {fingers: \(rule.fingers)}"
      )
      try Self.swipe(from: 2, by: 60, in: .milliseconds(60 * 1000 / speed), on: scene.screen)
      #expect(scene.events() == ["SWIPE_BEGIN", "SWIPE_UPDATE", "SWIPE_END"].map { "\($0) \(rule.fingers)" })
      let way = scene.movement()
      print(
        "figure: \(rule.gesture), \(speed) mm/s: 60 mm are \((way * 10).rounded() / 10) mm of \(rule.fingers) fingers")
      #expect(abs(way - 60) < 0.5)
      try scene.daemon.stop()
    }

    @Test("the speed multiplies the movement, there and back", arguments: [0.25, 1, 3])
    func speed(_ speed: Double) throws {
      let scene = try Scene("pan: any, fingers: 2, device: touchscreen, as: {fingers: 3, speed: \(speed)}")
      try scene.screen.land(2)
      try scene.screen.move(by: .init(x: 40, y: 0), in: .milliseconds(400))
      #expect(scene.events() == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3"])
      #expect(abs(scene.movement() - 40 * speed) < 0.5)
      try scene.screen.move(by: .init(x: -50, y: 0), in: .milliseconds(400))
      #expect(scene.events() == ["SWIPE_UPDATE 3"])
      #expect(abs(scene.movement() + 50 * speed) < 0.5)
      try scene.screen.lift()
      scene.screen.comeBack()
      #expect(scene.events() == ["SWIPE_END 3"])
      try scene.daemon.stop()
    }

    @Test("a hand that pinches or turns does so on the touchpad", arguments: [2, 3, 4])
    func turns(fingers: Int) throws {
      let scene = try Scene(
        "pinch: any, fingers: 2, device: touchscreen, as: {fingers: \(fingers)}",
        "rotate: any, fingers: 2, device: touchscreen, as: {fingers: \(fingers)}")
      let expected = ["PINCH_BEGIN", "PINCH_UPDATE", "PINCH_END"].map { "\($0) \(fingers)" }
      for factor in [2.5, 0.4] {
        // The fingers are 20 mm apart, or 60.
        try scene.screen.land(
          factor > 1 ? [.init(x: 140, y: 80), .init(x: 160, y: 80)] : [.init(x: 120, y: 80), .init(x: 180, y: 80)])
        try scene.screen.spread(to: factor, in: .milliseconds(400))
        try scene.screen.lift()
        scene.screen.comeBack()
        #expect(scene.events() == expected)
        print("figure: a pinch of \(factor) is one of \(scene.pinch.scale) with \(fingers) fingers")
        #expect(abs(scene.pinch.scale / factor - 1) < 0.1)
      }
      try scene.daemon.stop()
    }

    @Test(
      "a hand that is cancelled, by a palm, the daemon or an unplugged screen, cancels the desktop's gesture",
      arguments: ["palm", "pause", "stop", "reload", "unplug"])
    func cancelled(by cause: String) throws {
      let scene = try Scene(Self.rule, on: .palms)
      try scene.screen.land([.init(x: 2, y: 80)])
      try scene.screen.move(by: .init(x: 30, y: 0), in: .milliseconds(300))
      #expect(scene.events() == ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3"])
      switch cause {
      case "palm":
        scene.screen.isPalm = true
        try scene.screen.move(by: .init(x: 1, y: 0), in: .milliseconds(20))
      case "pause": try Program.run(Guest.sleight, "pause", as: .user)
      case "stop": try scene.daemon.stop()
      case "reload":
        try Guest.write("rules: []\n", to: scene.daemon.rulesFile)
        try Program.run(Guest.sleight, "reload", as: .user)
      default: scene.screen.unplug()
      }
      try wait(otherwise: { "the gesture goes on" }) {
        scene.events().contains("SWIPE_END 3 cancelled") ? () : nil
      }
      if cause != "unplug" {
        scene.screen.isPalm = false
        try scene.screen.move(by: .init(x: 30, y: 0), in: .milliseconds(300))
        try scene.screen.lift()
      }
      scene.screen.comeBack()
      // Neither a click nor a gesture that goes on.
      #expect(scene.events().allSatisfy { $0.hasPrefix("HOLD") || $0.hasPrefix("DEVICE") })
      let isNeeded = cause == "palm" || cause == "pause"
      try wait(otherwise: { "the virtual touchpad stays" }) {
        (ShownTouches.node != nil) == isNeeded ? () : nil
      }
      if isNeeded { try scene.daemon.stop() }
    }

    @Test("the virtual touchpad is there while rules need it for a touchscreen, and no program of Sleight's reads it")
    func need() throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: "rules:\n  - {\(Self.rule)}\n  - {swipe: left, fingers: 3, do: echo act >>\(folder)/acts}\n",
        folder: folder, reading: [touchpad])
      #expect(ShownTouches.node == nil)
      let screen = try Surface(.touchscreen)
      let node = try wait(otherwise: { "there is no virtual touchpad" }) { ShownTouches.node }
      let devices = try Program.sleight("devices")
      #expect(try devices.waitForExit() == 0)
      #expect(!devices.text(.output).contains("Sleight touchpad"))
      #expect(!daemon.program.text(.errors).contains("Sleight touchpad"))
      // Three fingers on it are no swipe of the user's.
      let observer = try OwnedScene.observer(of: node)
      try Self.swipe(from: 2, by: 60, in: .milliseconds(300), on: screen)
      settle()
      #expect(OwnedScene.events(of: observer).contains("SWIPE_END 3"))
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try daemon.expectActs(["act"])
      screen.unplug()
      try wait(otherwise: { "the virtual touchpad stays" }) { ShownTouches.node == nil ? () : nil }
      try daemon.stop()
    }

    @Test("without permission for /dev/uinput, the daemon and doctor say so, and how to get it")
    func permission() throws {
      try Program.run("setfacl", "-b", "/dev/uinput")
      defer { _ = try? Program.run("setfacl", "-m", "u:\(Guest.user.name):rw", "/dev/uinput") }
      let screen = try Surface(.touchscreen)
      let daemon = try Daemon(rulesText: "rules:\n  - {\(Self.rule)}\n", folder: Guest.folder(), reading: [screen])
      let reason = "the desktop cannot be shown gestures of touchscreens ('as'): open /dev/uinput: Permission denied"
      try daemon.program.waitForLine(containing: reason, in: .errors)
      try daemon.program.waitForLine(containing: "71-sleight-uinput.rules", in: .errors)
      let doctor = try Program.sleight("doctor", "--config", daemon.rulesFile)
      _ = try doctor.waitForExit()
      #expect(doctor.text(.output).contains(reason), "\(doctor)")
      try daemon.stop()
    }
  }
}

extension Surface.Model {
  /// A touchscreen that reports palms.
  static var palms: Surface.Model {
    var model = Surface.Model.touchscreen
    model.pressure = 80
    return model
  }
}
