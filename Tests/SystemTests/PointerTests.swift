internal import CLinux
internal import CUinput
internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// From the hand to a Wayland client's pointer.
  @Suite struct Pointers {
    private static let left = CInt(BTN_LEFT)
    private static let right = CInt(BTN_RIGHT)

    private func daemon(_ rules: String, on touchpad: Surface) throws -> Daemon {
      try Daemon(rulesText: "rules:\n\(rules)", folder: Guest.folder(), reading: [touchpad])
    }

    private func click(_ button: CInt) -> [Sway.Input] {
      [.button(button, isPressed: true), .button(button, isPressed: false)]
    }

    @Test("clicks arrive as written: one, two, and one with a modifier")
    func clicks() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let daemon = try daemon(
        """
          - {swipe: left, fingers: 3, do: {click: right}}
          - {swipe: right, fingers: 3, do: {click: [left, left]}}
          - {swipe: up, fingers: 3, do: {click: ctrl+left}}

        """, on: touchpad)
      try sway.waitForInput(named: "Sleight keyboard")
      try sway.waitForPointer(named: "Sleight pointer")
      for direction in Moves.mainDirections.prefix(3) { try Moves.swipe(direction, fingers: 3, on: touchpad) }
      let expected =
        click(Self.right) + click(Self.left) + click(Self.left) + [.key(.down("Control_L"))] + click(Self.left)
        + [.key(.up("Control_L"))]
      let inputs = try sway.waitForInputs(expected)
      #expect(inputs.filter { !$0.isMotion } == expected)
      try daemon.stop()
    }

    @Test("a wheel turns by whole clicks, also where a part of one comes behind them")
    func wheel() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let daemon = try daemon(
        """
          - {swipe: left, fingers: 3, do: {scroll: {down: 3}}}
          - {swipe: right, fingers: 3, do: {scroll: {left: 1.5}}}

        """, on: touchpad)
      try sway.waitForPointer(named: "Sleight pointer")
      for direction in Moves.mainDirections.prefix(2) { try Moves.swipe(direction, fingers: 3, on: touchpad) }
      // Compositors that use libinput's older events, such as sway 1.7, receive whole clicks only.
      let expected = Array(repeating: Sway.Input.scroll(.vertical, 15), count: 3) + [.scroll(.horizontal, -15)]
      let inputs = try sway.waitForInputs(expected)
      // Newer releases of sway also pass on the half click.
      let half = Sway.Input.scroll(.horizontal, -7.5)
      let turns = inputs.filter { !$0.isMotion }
      #expect(turns == expected || turns == expected + [half], "\(turns)")
      try daemon.stop()
    }

    @Test("what is under the pointer scrolls with the fingers, a millimetre for a millimetre of the touchpad")
    func scroll() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let daemon = try daemon("  - {pan: vertical, fingers: 3, begin: {scroll: fingers}}\n", on: touchpad)
      try sway.waitForPointer(named: "Sleight pointer")
      try touchpad.land(3)
      try touchpad.move(by: .init(x: 0, y: 30), in: .seconds(1))
      touchpad.pause(for: .milliseconds(200))
      try touchpad.lift()
      settle()
      let values = sway.inputs.compactMap { if case .scroll(.vertical, let value) = $0 { value } else { nil } }
      // libinput withholds the first 2 mm of a swipe, and the pan begins 3 mm after them: 25 mm of 10.52 units,
      // upwards.
      let sum = values.reduce(0, +)
      #expect(values.count > 10)
      #expect((-275...(-240)).contains(sum), "\(values)")
      try daemon.stop()
    }

    @Test("a drag holds its button while the pointer moves, goes on when the fingers come back, and lets go after")
    func drag() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let daemon = try daemon("  - {pan: any, fingers: 3, drag: left}\n", on: touchpad)
      try sway.waitForPointer(named: "Sleight pointer")
      for _ in 0..<2 {
        try touchpad.land(3)
        try touchpad.move(by: .init(x: 15, y: 0), in: .milliseconds(500))
        #expect(!sway.inputs.contains(.button(Self.left, isPressed: false)))
        try touchpad.lift()
        touchpad.pause(for: .milliseconds(250))
      }
      let inputs = try sway.waitForInputs(click(Self.left))
      #expect(inputs.filter { !$0.isMotion } == click(Self.left))
      let held = inputs.drop { $0 != .button(Self.left, isPressed: true) }
      let places = held.compactMap { if case .motion(let x, _) = $0 { x } else { nil } }
      // 10 and 13 mm of 10.52 units each, or more if the compositor accelerates them.
      let way = (places.last ?? 0) - (places.first ?? 0)
      #expect(places.count > 20)
      #expect(way > 150, "\(places)")
      #expect(inputs.last == .button(Self.left, isPressed: false))
      try daemon.stop()
    }

    @Test("a window that three fingers drag goes on with one, and while they rest at the edge at the stated speed")
    func macDrag() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(
        rulesText: """
          devices: {touchpad: {own: true}}
          rules:
            - {pan: any, fingers: 3, drag: left, edge-speed: 40mm/s}

          """, folder: Guest.folder(), reading: [])
      try daemon.program.waitForLine(containing: "owning touchpad", in: .errors)
      try wait(otherwise: { "sway has no pointer" }) {
        try sway.inputNames().contains("Sleight pointer") ? () : nil
      }
      try sway.run("[app_id=wev] floating enable, border normal, resize set 300 200, move position 40 300")
      settle()
      /// How far the window moves to the right, in mm of the touchpad: 10.5 pixels each at these speeds.
      func moved(_ hand: () throws -> Void) throws -> Double {
        settle()
        let before = try sway.windowPosition()
        try hand()
        settle()
        let after = try sway.windowPosition()
        #expect(abs(after.y - before.y) < 3)
        return (after.x - before.x) / 10.5
      }
      /// Puts the pointer on the bar of the window.
      func grip() throws {
        let place = try sway.windowPosition()
        try sway.run("seat - cursor set \(Int(place.x) + 100) \(Int(place.y) - 10)")
      }
      func step(_ way: Double) throws { try touchpad.move(by: .init(x: way, y: 0), in: .milliseconds(500)) }

      try grip()
      let three = try moved {
        try touchpad.land(3)
        try step(15)
      }
      let one = try moved {
        try touchpad.lift(remaining: 1)
        try step(15)
      }
      let none = try moved {
        try touchpad.lift()
        touchpad.pause(for: .seconds(1))
        // The pointer moves, and has let go.
        try touchpad.land(1)
        try step(-10)
        try touchpad.lift()
        touchpad.comeBack()
      }
      try sway.run("[app_id=wev] move position 40 300")
      settle()
      try grip()
      try touchpad.land([.init(x: 48, y: 30), .init(x: 68, y: 31), .init(x: 86, y: 32)])
      try step(12)
      touchpad.pause(for: .milliseconds(200))
      let (start, rest) = (try sway.windowPosition(), now())
      touchpad.pause(for: .seconds(1))
      let atEdge = try (sway.windowPosition().x - start.x) / 10.5 / ((now() - rest) / .seconds(1))
      try touchpad.lift()
      touchpad.pause(for: .seconds(1))
      print(
        "figure: three fingers drag a window by \(three) of 15 mm, one of them by \(one) of 15 mm, none by \(none); at "
          + "the edge by \(atEdge) of 40 mm/s")
      // A pan begins 3 mm after the landing.
      #expect((10...16).contains(three))
      #expect((13.5...16.5).contains(one))
      #expect(none == 0)
      #expect((37...43).contains(atEdge))
      try daemon.stop()
    }

    @Test("a drag that is cut short releases its button", arguments: [SIGTERM, SIGKILL])
    func cutShort(signal: CInt) throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let daemon = try daemon("  - {pan: any, fingers: 3, drag: left}\n", on: touchpad)
      try sway.waitForPointer(named: "Sleight pointer")
      try touchpad.land(3)
      try touchpad.move(by: .init(x: 15, y: 0), in: .milliseconds(500))
      try wait(otherwise: { "no button: \(sway.inputs)" }) {
        sway.inputs.contains(.button(Self.left, isPressed: true)) ? () : nil
      }
      #expect(!sway.inputs.contains(.button(Self.left, isPressed: false)))
      daemon.program.signal(signal)
      let status = try daemon.program.waitForExit()
      #expect(status == (signal == SIGTERM ? 0 : 128 + signal))
      let inputs = try sway.waitForInputs(click(Self.left))
      #expect(inputs.filter { !$0.isMotion } == click(Self.left))
    }
  }
}
