internal import Gestures
internal import Rules
internal import Touch

extension DryRun {
  /// Runs a swipe on imaginary devices, without effects, so that the user's first gesture does not wait for the work
  /// that the Swift runtime defers until first use, above all the metadata of types and their tables.
  public static func rehearse() {
    let trigger = Trigger(.swipe(SwipePattern(.any)), fingers: 3...3)
    let chord = Chord(modifiers: [], key: "a", text: "a")
    let rules = RuleSet([Rule(trigger: trigger, reaction: Reaction([.keys([chord]), .run(["true"])]), place: "")])
    for kind in [Device.Kind.touchpad, .touchscreen] {
      var run = DryRun(rules)
      let device = Device(id: DeviceID(0), name: "", kind: kind, size: Size(width: 300, height: 200))
      for event in swipe(on: device) { run.play(event) { _ in } }
      run.advance(to: .latest) { _ in }
    }
  }

  /// The events of a swipe 20 mm to the left with three fingers.
  private static func swipe(on device: Device) -> [TouchEvent] {
    let fingers = 0..<3
    var kinds: [[TouchEvent.Kind]] = [[.deviceAdded(device)]]
    switch device.kind {
    case .touchpad:
      kinds.append([.swipeBegin(fingers: fingers.count)])
      for _ in 0..<20 { kinds.append([.swipeUpdate(fingers: fingers.count, delta: Vector(dx: -1, dy: 0))]) }
      kinds.append([.swipeEnd(fingers: fingers.count, cancelled: false)])
    case .touchscreen:
      func contacts(_ distance: Int) -> [(slot: Int, Point)] {
        fingers.map { ($0, Point(x: Double(100 + 20 * $0 - distance), y: 100)) }
      }
      kinds.append(contacts(0).map { .touchDown(slot: $0, $1) } + [.touchFrame])
      for distance in 1...20 { kinds.append(contacts(distance).map { .touchMotion(slot: $0, $1) } + [.touchFrame]) }
      kinds.append(fingers.map { .touchUp(slot: $0) } + [.touchFrame])
    }
    return kinds.enumerated().flatMap { frame, kinds in
      kinds.map { TouchEvent(time: Timestamp(microseconds: Int64(frame) * 10_000), device: device.id, kind: $0) }
    }
  }
}
