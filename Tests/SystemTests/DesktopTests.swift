internal import CUinput
internal import Glibc
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// The desktop's state reaches the rules.
  @Suite struct OnADesktop {
    @Test("a touchpad that is switched off in sway does nothing, until it is switched on again")
    func disabledTouchpad() throws {
      let sway = try Sway(layout: "us")
      let touchpad = try Surface(.touchpad)
      try wait(otherwise: { "sway has no touchpad" }) {
        try sway.inputNames().contains("Virtual Touchpad") ? () : nil
      }
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: "rules:\n  - {swipe: any, fingers: 3, do: 'echo $SLEIGHT_DIRECTION >>\(folder)/acts'}\n",
        folder: folder, reading: [touchpad], environment: sway.environment)
      try sway.waitForStatus { $0["windowSource"]?.string == "sway" }
      try sway.run("input type:touchpad events disabled")
      try daemon.program.waitForLine(containing: "is switched off in the compositor", in: .errors)
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try sway.run("input type:touchpad events enabled")
      try daemon.program.waitForLine(containing: "is switched on again in the compositor", in: .errors)
      try Moves.swipe(Moves.mainDirections[1], fingers: 3, on: touchpad)
      #expect(try daemon.waitForActs(1) == [Moves.mainDirections[1].name], "\(daemon.program)")
      try daemon.stop()
    }

    @Test("app rules follow the focus between two windows: 100 switches, and each time the right rule acts")
    func focus() throws {
      let touchpad = try Surface(.touchpad)
      let sway = try Sway(layout: "us")
      let windows = try ["left", "right"].map {
        try Program(["foot", "--app-id=\($0)", "--title=a \($0) window"], environment: sway.environment)
      }
      defer { windows.forEach { $0.stop() } }
      let folder = try Guest.folder()
      let rules = ["left", "right"].map {
        "  - {swipe: up, fingers: 3, when: {app: \($0)}, do: 'echo \($0) >>\(folder)/acts'}\n"
      }
      let daemon = try Daemon(
        rulesText: "rules:\n" + rules.joined()
          + "  - {swipe: down, fingers: 3, when: {title: 'a *t window', fullscreen: true}, do: 'echo all >>\(folder)/acts'}\n",
        folder: folder, reading: [touchpad], environment: sway.environment)
      for app in ["left", "right"] {
        try wait(otherwise: { "no window \(app): \(windows)" }) {
          (try? sway.run("[app_id=\(app)] focus")).map { () }
        }
        try sway.waitForStatus { $0["app"]?.string == app }
      }
      let status = try sway.status()
      #expect(status["title"]?.string == "a right window")
      #expect(status["fullscreen"]?.bool == false)
      #expect(status["output"]?.string == "HEADLESS-1")
      #expect(status["orientation"]?.string == "landscape")
      #expect(status["windowSource"]?.string == "sway")
      #expect(status["compositor"]?.string?.hasPrefix("sway ") == true)
      #expect(status["unknown"]?.array == [])

      var expected: [String] = []
      var slowest = Duration.zero
      for index in 0..<100 {
        let app = index.isMultiple(of: 2) ? "left" : "right"
        try sway.run("[app_id=\(app)] focus")
        let told = now()
        try sway.waitForStatus { $0["app"]?.string == app }
        slowest = max(slowest, now() - told)
        try touchpad.land(3)
        try touchpad.move(by: .init(x: 0, y: -25), in: .milliseconds(100))
        try touchpad.lift()
        expected.append(app)
        try wait(.seconds(10), otherwise: { "acted \(daemon.acts.suffix(3)); \(daemon.program)" }) {
          daemon.acts.count >= expected.count ? () : nil
        }
      }
      #expect(daemon.acts == expected)
      print("figure: the daemon knew of each of 100 focus changes at most \(slowest) after sway had made it")

      try Moves.swipe(Moves.mainDirections[3], fingers: 3, on: touchpad)
      #expect(daemon.acts == expected)
      try sway.run("[app_id=left] focus, fullscreen enable")
      try sway.waitForStatus { $0["fullscreen"]?.bool == true }
      try Moves.swipe(Moves.mainDirections[3], fingers: 3, on: touchpad)
      #expect(try daemon.waitForActs(101) == expected + ["all"])
      try daemon.stop()
    }

    @Test("a touchscreen's directions are those that its output shows, whichever of eight ways that is turned")
    func turned() throws {
      let touchscreen = try Surface(.touchscreen)
      let sway = try Sway(layout: "us")
      let node = try #require(touchscreen.node)
      try sway.run("[app_id=wev] fullscreen enable")
      try sway.run("input type:touch map_to_output HEADLESS-1")
      // The window misses the first touch: it requests touch events when it learns that the seat has them.
      try Moves.swipe(Moves.mainDirections[0], fingers: 1, on: touchscreen)
      let daemon = try Daemon(
        Moves.mainDirections.map { Rule(trigger: ["swipe: \($0.name)", "fingers: 1"], name: $0.name) },
        reading: [touchscreen], environment: sway.environment)
      let turns = [
        ("normal", "normal"), ("90", "left"), ("180", "inverted"), ("270", "right"), ("flipped", "mirrored-normal"),
        ("flipped-90", ""), ("flipped-180", ""), ("flipped-270", ""),
      ]
      var acts = 0
      for (transform, orientation) in turns {
        try sway.run("output HEADLESS-1 transform \(transform)")
        var lies = ""
        try sway.waitForStatus { status in
          lies = status["touchscreens"]?.array?.first?["orientation"]?.string ?? ""
          return orientation.isEmpty ? lies.hasPrefix("mirrored-") && lies != "mirrored-normal" : lies == orientation
        }
        for direction in Moves.mainDirections {
          let before = sway.touches.count
          try Moves.swipe(direction, fingers: 1, on: touchscreen)
          acts += 1
          #expect(try daemon.waitForActs(acts).count == acts, "\(transform), \(direction.name): \(node)")
          // The path of the finger as the compositor reports it.
          let path = sway.touches[before...]
          let (first, last) = (try #require(path.first), try #require(path.last))
          let way = (x: last.x - first.x, y: last.y - first.y)
          let seen = abs(way.x) > abs(way.y) ? (way.x < 0 ? "left" : "right") : (way.y < 0 ? "up" : "down")
          #expect(daemon.acts.last == seen, "\(transform), \(direction.name) on the device, \(lies)")
        }
      }
      try daemon.stop()
    }

    @Test("an output that is turned while fingers move breaks off what they do, and the next touch is seen anew")
    func turnedInMidTouch() throws {
      let touchscreen = try Surface(.touchscreen)
      let sway = try Sway(layout: "us")
      let pan = Rule(trigger: ["pan: right", "fingers: 2"], name: "pan", moments: ["begin", "end", "cancel"])
      let daemon = try Daemon([pan], reading: [touchscreen], environment: sway.environment)
      try sway.waitForStatus { $0["touchscreens"]?.array?.first?["output"]?.string == "HEADLESS-1" }
      try touchscreen.land(2)
      try touchscreen.move(by: .init(x: 30, y: 0), in: .milliseconds(200))
      try daemon.expectActs(["pan begin"])
      try sway.run("output HEADLESS-1 transform 180")
      try daemon.expectActs(["pan begin", "pan cancel"])
      try touchscreen.move(by: .init(x: -60, y: 0), in: .milliseconds(200))
      try touchscreen.lift()
      #expect(try daemon.waitForActs(2).count == 2)
      try touchscreen.land(2)
      try touchscreen.move(by: .init(x: -30, y: 0), in: .milliseconds(200))
      try touchscreen.lift()
      #expect(try daemon.waitForActs(4).suffix(2) == ["pan begin", "pan end"])
      try daemon.stop()
    }

    @Test("a compositor that ends is no longer asked, which is said; one that comes is, without a restart")
    func comesAndGoes() throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      try Program.run("mkdir", "-m", "700", "\(folder)/runtime", as: .user)
      let daemon = try Daemon(
        rulesText: "rules:\n  - {swipe: up, fingers: 3, when: {app: wev}, do: 'echo wev >>\(folder)/acts'}\n",
        folder: folder, reading: [touchpad], environment: ["XDG_RUNTIME_DIR": "\(folder)/runtime"])
      let missing = try daemon.program.waitForLine(containing: "condition 'app' is unknown", in: .errors)
      #expect(missing.contains("required by 1 rule: rules.yml:2"), "\(missing)")
      do {
        let sway = try Sway(layout: "us", runtime: "\(folder)/runtime")
        try daemon.program.waitForLine(containing: "connected to sway", in: .errors)
        try sway.waitForStatus { $0["app"]?.string == "wev" }
        try daemon.program.waitForLine(containing: "'app' is known again", in: .errors)
        try Moves.swipe(Moves.mainDirections[2], fingers: 3, on: touchpad)
        try daemon.expectActs(["wev"])
      }
      try daemon.program.waitForLine(containing: "the connection to sway is lost", in: .errors)
      try wait(otherwise: { "it is not said again: \(daemon.program)" }) {
        daemon.program.lines(.errors).count { $0.contains("condition 'app' is unknown") } == 2 ? () : nil
      }
      try Moves.swipe(Moves.mainDirections[2], fingers: 3, on: touchpad)
      #expect(daemon.acts == ["wev"])
      try daemon.stop()
    }

    @Test("a mode is shown with the time it has left, ends by itself, and rules follow it")
    func modes() throws {
      let touchpad = try Surface(.touchpad)
      let sway = try Sway(layout: "us")
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: """
          rules:
            - {swipe: up, fingers: 3, do: {mode: {name: resize, for: 4s}}}
            - {swipe: down, fingers: 3, when: {mode: resize}, do: 'echo resize >>\(folder)/acts'}
            - {swipe: down, fingers: 3, when: {mode: default}, do: 'echo default >>\(folder)/acts'}

          """, folder: folder, reading: [touchpad], environment: sway.environment)
      let (up, down) = (Moves.mainDirections[2], Moves.mainDirections[3])
      #expect(try sway.status()["mode"]?.string == "default")
      try Moves.swipe(up, fingers: 3, on: touchpad)
      try Moves.swipe(down, fingers: 3, on: touchpad)
      try daemon.expectActs(["resize"])
      let status = try sway.status()
      #expect(status["mode"]?.string == "resize")
      #expect((1...4000).contains(status["modeEndsIn"]?.integer ?? 0))
      try sway.waitForStatus { $0["mode"]?.string == "default" && $0["modeEndsIn"] == .null }
      try Moves.swipe(down, fingers: 3, on: touchpad)
      try daemon.expectActs(["resize", "default"])
      try daemon.stop()
    }
  }
}
