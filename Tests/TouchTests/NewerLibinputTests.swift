import Testing
import Touch

/// Output of the tools of libinput 1.28 and 1.31 for the same hands: three fingers to the left and to the right, two
/// that part, three that rest, two that scroll; and three on a screen. Raw events were removed from the files of
/// `libinput record`.
@Suite("Output of libinput 1.28")
struct NewerLibinputTests {
  private static let printed = [
    ("1.28.1", PackageResources.touchpad_1_28_1_txt, PackageResources.touchscreen_1_28_1_txt),
    ("1.31.3", PackageResources.touchpad_1_31_3_txt, PackageResources.touchscreen_1_31_3_txt),
  ]
  private static let recorded = [
    ("1.28.1", PackageResources.touchpad_1_28_1_yml, PackageResources.touchscreen_1_28_1_yml),
    ("1.31.3", PackageResources.touchpad_1_31_3_yml, PackageResources.touchscreen_1_31_3_yml),
  ]

  /// The events on the touchpad.
  /// - Parameters:
  ///   - rests: true if holds are recorded.
  ///   - across: the movement of a scroll along the other axis.
  private func touchpad(rests: Bool, across: Double?) -> [TouchEvent.Kind] {
    let device = Device(
      id: DeviceID(0), name: "Virtual Touchpad", kind: .touchpad, size: Size(width: 100, height: 70))
    let swipes: [TouchEvent.Kind] = [-21.03, 21.03].flatMap { dx -> [TouchEvent.Kind] in
      let update = TouchEvent.Kind.swipeUpdate(fingers: 3, delta: movement(dx, 0))
      return [.swipeBegin(fingers: 3)] + [TouchEvent.Kind](repeating: update, count: 8)
        + [.swipeEnd(fingers: 3, cancelled: false)]
    }
    let updates = [1.17, 1.25, 1.33].map {
      TouchEvent.Kind.pinchUpdate(fingers: 2, delta: .zero, scale: $0, rotation: 0)
    }
    let scroll = TouchEvent.Kind.scroll(dx: across, dy: movement(0, 26.29).dy)
    return [.deviceAdded(device)] + swipes + [.pinchBegin(fingers: 2)] + updates
      + [.pinchEnd(fingers: 2, cancelled: false)]
      + (rests ? [.holdBegin(fingers: 3), .holdEnd(fingers: 3, cancelled: false)] : [])
      + [TouchEvent.Kind](repeating: scroll, count: 4) + [.scroll(dx: 0, dy: 0)]
  }

  /// The events on the touchscreen.
  private var touchscreen: [TouchEvent.Kind] {
    let device = Device(
      id: DeviceID(0), name: "Virtual Touchscreen", kind: .touchscreen, size: Size(width: 310, height: 174))
    func positions(_ step: Int) -> [Point] { (0..<3).map { Point(x: Double(135 + $0 * 20 - step * 2), y: 78.3) } }
    let down = positions(0).enumerated().map { TouchEvent.Kind.touchDown(slot: $0, $1) }
    let motion = (1...10).flatMap { step in
      positions(step).enumerated().map { TouchEvent.Kind.touchMotion(slot: $0, $1) } + [.touchFrame]
    }
    return [.deviceAdded(device)] + down + [.touchFrame] + motion + (0..<3).map { .touchUp(slot: $0) } + [.touchFrame]
  }

  @Test("debug-events", arguments: printed)
  func debugEvents(release: String, touchpad: [UInt8], touchscreen: [UInt8]) {
    let (pad, screen) = (Recording.read(touchpad), Recording.read(touchscreen))
    #expect(pad.problems == [] && screen.problems == [])
    #expect(pad.kinds == self.touchpad(rests: true, across: nil))
    #expect(screen.kinds == self.touchscreen)
    // The time follows a count of events.
    #expect(pad.times[1...3] == [30_000, 40_000, 50_000])
    #expect(screen.times[5...8] == [21_000, 21_000, 21_000, 21_000])
  }

  @Test("record, which writes no holds", arguments: recorded)
  func record(release: String, touchpad: [UInt8], touchscreen: [UInt8]) {
    let (pad, screen) = (Recording.read(touchpad), Recording.read(touchscreen))
    #expect(pad.problems == [] && screen.problems == [])
    #expect(pad.kinds == self.touchpad(rests: false, across: 0))
    #expect(screen.kinds == self.touchscreen)
  }
}
