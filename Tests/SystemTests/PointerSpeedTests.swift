internal import CUinput
internal import Testing

extension InTheGuest {
  /// The distance of the pointer, for hands that move as far with three fingers and with one, by the compositor's own
  /// libinput.
  @Suite(.sharingADesk) struct PointerSpeeds {
    private let desk: Desk
    private let sway: Sway

    init() throws {
      desk = try #require(Desk.shared)
      sway = desk.sway
    }

    /// The length of a movement, in mm: within the touchpad, and in a slow one.
    private static let length = 40.0

    /// The pixels that the pointer moves for a millimetre of fingers that move sideways at `speed`, in mm/s.
    private func gain(_ fingers: Int, at speed: Double) throws -> Double {
      try sway.run("seat - cursor set 100 400")
      settle()
      let before = sway.window.pointerPositions.count
      try desk.touchpad.land(
        [Surface.Point(x: 20, y: 20), .init(x: 36, y: 20), .init(x: 52, y: 20)].prefix(fingers) + [])
      try desk.touchpad.move(by: .init(x: Self.length, y: 0), in: .microseconds(Int(Self.length / speed * 1e6)))
      desk.touchpad.pause(for: .milliseconds(200))
      try desk.touchpad.lift()
      desk.touchpad.comeBack()
      settle()
      let positions = sway.window.pointerPositions.dropFirst(before)
      let distance = try #require(positions.last).x - 100
      // The pan begins after 3 mm.
      return distance / (Self.length - (fingers == 1 ? 0 : 3))
    }

    @Test("three fingers move the pointer as far as one, whatever the user's settings", arguments: Injection.allCases)
    func speeds(through injection: Injection) throws {
      try sway.run("output HEADLESS-1 mode 3840x1080")
      defer { try? sway.run("output HEADLESS-1 mode 1280x720") }
      try desk.act(through: injection, rules: "  - {pan: any, fingers: 3, begin: {pointer: fingers}}\n") { _ in
        try sway.run("[app_id=wev] fullscreen enable")
        // A pan of fast fingers begins up to a frame of 4 mm, a tenth of the way, later than after the 3 mm that are
        // counted.
        for (settings, mostDifference) in [
          ("pointer_accel 0; accel_profile adaptive", 0.16), ("pointer_accel 0.5", 0.16), ("accel_profile flat", 0.1),
        ] {
          for command in settings.split(separator: "; ") { try sway.run("input type:touchpad \(command)") }
          settle()
          for speed in [30.0, 120, 400] {
            let (finger, hand) = (try gain(1, at: speed), try gain(3, at: speed))
            print("figure: \(injection), \(settings), \(speed) mm/s: one finger \(finger) px/mm, three \(hand)")
            // libinput averages four frames: of ten frames at full speed, one finger loses two, and is accelerated
            // late.
            let isAbrupt = speed == 400 && mostDifference > 0.1
            #expect(isAbrupt ? (0.9...1.7).contains(hand / finger) : abs(hand / finger - 1) < mostDifference)
          }
        }
        for command in ["pointer_accel 0", "accel_profile adaptive"] { try sway.run("input type:touchpad \(command)") }
      }
    }
  }
}
