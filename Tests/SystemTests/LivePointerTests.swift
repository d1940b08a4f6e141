internal import Testing

extension InADesktop {
  /// The motion of the pointer as a window receives it.
  @Suite struct LivePointers {
    private let desktop: LiveDesktop

    init() throws { desktop = try LiveDesktop() }

    @Test("three fingers move the pointer as far as libinput's profile says: the desktop adds nothing")
    func speeds() throws {
      let plugged = try desktop.firstPointer()
      defer { try? plugged?.stop() }
      // The pan begins after 3 mm, and the pointer follows the rest: 15 mm and 6 mm, by 10.5 and 22.0 units each.
      // There and back, since the window ends soon behind the pointer.
      for (distance, frames, units) in [(0.3, 60, 158.0), (-3, 3, -132)] {
        let way = try desktop.pointerDistance(by: distance, frames: frames)
        print("figure: \(LiveDesktop.suite) \(LiveDesktop.kind), \(distance * 100) mm/s: \(way) px, not \(units)")
        #expect(abs(way - units) < 8)
      }
    }
  }
}

extension LiveDesktop {
  /// The pixels that the pointer moves to the right for three fingers that move there.
  /// - Parameters:
  ///   - distance: the millimetres in a frame of 10 ms.
  ///   - variables: are added to the environment of the program that moves it.
  func pointerDistance(
    by distance: Double, frames: Int, _ variables: [String: String] = [:]
  ) throws -> Double {
    let rules = try Guest.folder() + "/rules.yml"
    try Guest.write(
      """
      rules:
        - {tap: single, fingers: 1, do: {click: middle}}
        - {pan: any, fingers: 3, begin: {pointer: fingers}}
        - {swipe: left, fingers: 4, do: {click: right}}

      """, to: rules)
    // The tap moves the pointer into the window.
    let positions = try [
      (recording(tapping: [(40, 55)]), CInt(0x112)), (recording(moving: (distance * 40, 0), in: frames), 0x111),
    ].map { recording, button in
      let before = window.inputs.count
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, recording, environment: environment.merging(variables) { $1 })
      #expect(try replay.waitForExit() == 0, "\(replay)")
      try wait(otherwise: { "no click at \(window.pointerPositions.suffix(3)): \(replay)" }) {
        window.inputs.dropFirst(before).contains(.button(button, isPressed: false)) ? () : nil
      }
      return try #require(window.pointerPositions.last)
    }
    return positions[1].x - positions[0].x
  }

  /// Expects that the pointer follows fingers faster by the user's speed for touchpads, which `set` changes.
  func expectSpeedOfTouchpads(_ variables: [String: String] = [:], _ set: (Double) throws -> Void) throws {
    let usual = try pointerDistance(by: 0.3, frames: 24, variables)
    try set(0.5)
    let fast = try pointerDistance(by: 0.3, frames: 24, variables)
    print("figure: \(Self.suite) \(Self.kind): \(usual) px, and \(fast) px at a speed of 0.5")
    // 1.5 to the power of 2.38, times 0.95, and 0.05.
    #expect(abs(fast / usual - 2.54) < 0.15)
  }
}
