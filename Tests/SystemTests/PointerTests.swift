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
