internal import Actions
internal import Gestures
internal import Rules
internal import Touch

/// A swipe that nobody makes, on devices that are not there, of which nothing comes: so that a person's first gesture
/// does not wait for what the Swift runtime puts off until something is used for the first time, types and their tables
/// above all.
enum Rehearsal {
  static func run() {
    let trigger = Trigger(.swipe(SwipePattern(.any)), fingers: 3...3)
    let chord = Chord(modifiers: [], key: "a", text: "a")
    let rule = Rule(trigger: trigger, reaction: Reaction([.keys([chord]), .run(["true"])]), place: "")
    var gestures: [Gesture] = []
    for kind in [Device.Kind.touchpad, .touchscreen] {
      var recognition = Recognition([trigger])
      for event in events(on: Device(id: DeviceID(0), name: "", kind: kind, size: Size(width: 300, height: 200))) {
        recognition.handle(event, into: &gestures)
      }
    }
    var performer = Performer(effects)
    for gesture in gestures {
      var next = performer.perform(rule, gesture: gesture, device: "", situation: Situation(), at: gesture.time)
      while let now = next { next = performer.pump(at: now) }
    }
  }

  /// Three fingers that come 20 mm to the left.
  private static func events(on device: Device) -> [TouchEvent] {
    let fingers = 0..<3
    var kinds: [[TouchEvent.Kind]] = [[.deviceAdded(device)]]
    switch device.kind {
    case .touchpad:
      kinds.append([.swipeBegin(fingers: fingers.count)])
      for _ in 0..<20 { kinds.append([.swipeUpdate(fingers: fingers.count, delta: Vector(dx: -1, dy: 0))]) }
      kinds.append([.swipeEnd(fingers: fingers.count, cancelled: false)])
    case .touchscreen:
      func places(_ way: Int) -> [(slot: Int, Point)] {
        fingers.map { ($0, Point(x: Double(100 + 20 * $0 - way), y: 100)) }
      }
      kinds.append(places(0).map { .touchDown(slot: $0, $1) } + [.touchFrame])
      for way in 1...20 { kinds.append(places(way).map { .touchMotion(slot: $0, $1) } + [.touchFrame]) }
      kinds.append(fingers.map { .touchUp(slot: $0) } + [.touchFrame])
    }
    return kinds.enumerated().flatMap { frame, kinds in
      kinds.map { TouchEvent(time: Timestamp(microseconds: Int64(frame) * 10_000), device: device.id, kind: $0) }
    }
  }

  /// Everything goes well, and nothing happens.
  private static var effects: Effects {
    Effects(
      start: { start in
        _ = CommandEnvironment.variables(for: start.occasion)
        return Commands.ID(number: 0)
      },
      isRunning: { _ in false }, tell: { _, _, _ in }, resolve: { _ in KeyPresses([KeyCode(30)]) },
      spell: { _ in .chords([]) }, inputWait: { _ in nil }, send: { _ in true }, report: { _ in })
  }
}
