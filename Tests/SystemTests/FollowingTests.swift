internal import Testing

extension InTheGuest {
  /// Actions that follow the fingers, by either injector.
  @Suite(.sharingADesk) struct Following {
    private let desk: Desk
    private let sway: Sway

    init() throws {
      desk = try #require(Desk.shared)
      sway = desk.sway
    }

    @Test(
      "pointer and page follow the fingers; the page goes against them without natural scrolling",
      arguments: Injection.allCases, [true, false])
    func following(through injection: Injection, isNatural: Bool) throws {
      let rules = """
          - {pan: vertical, fingers: 3, begin: {scroll: fingers}}
          - {pan: any, fingers: 4, begin: {pointer: fingers}}

        """
      try sway.run("input type:touchpad natural_scroll \(isNatural ? "enabled" : "disabled")")
      try desk.act(through: injection, rules: rules) { _ in
        try sway.putPointerIntoWindow()
        try desk.touchpad.land(3)
        try desk.touchpad.move(by: .init(x: 0, y: 30), in: .milliseconds(500))
        desk.touchpad.pause(for: .milliseconds(150))
        try desk.touchpad.lift()
        // libinput withholds the first 2 mm of a swipe, and the pan begins 3 mm after them: 25 mm of 10.52 units,
        // upwards if the page follows them.
        let scrolled = { isNatural ? -sway.scrolled : sway.scrolled }
        try wait(otherwise: { "\(sway.inputs)" }) { scrolled() > 240 ? () : nil }
        settle()
        #expect((240...275).contains(scrolled()), "\(sway.inputs)")
        #expect(sway.inputs.count { if case .scroll = $0 { true } else { false } } > 10)

        let before = sway.inputs.count
        try desk.touchpad.land(4)
        try desk.touchpad.move(by: .init(x: 20, y: -10), in: .milliseconds(500))
        try desk.touchpad.lift()
        let motion = { sway.inputs.dropFirst(before).compactMap { $0.position } }
        try wait(otherwise: { "\(sway.inputs)" }) { motion().count > 10 ? () : nil }
        settle()
        let (first, last) = (try #require(motion().first), try #require(motion().last))
        #expect(last.x - first.x > 100 && first.y - last.y > 50, "\(motion())")
        #expect(!sway.inputs.dropFirst(before).contains { !$0.isMotion })
      }
    }
  }
}
