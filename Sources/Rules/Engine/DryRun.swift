internal import Gestures
public import Rules
public import Time
public import Touch

/// An engine whose effects are only shown: commands end at once, and no key is pressed. For `monitor`, `replay` and
/// `explain`, which show what the daemon would do.
public struct DryRun: ~Copyable, Sendable {
  /// The engine, whose effects are discarded.
  public private(set) var engine: Engine
  private var effects: [Effect] = []
  /// The window under all fingers; nil if it is unknown.
  private let touched: TouchedWindow?

  /// A run of `rules`.
  /// - Parameters:
  ///   - situation: the state of the desktop, with its mode.
  ///   - isObserved: true to report touch events as well, and gestures that no rule asks for.
  public init(_ rules: RuleSet, in situation: Situation = Situation(), isObserved: Bool = false) {
    touched = situation.touched
    engine = Engine(rules, in: situation, isObserved: isObserved)
    engine.handle(.bindings(KeyBindings(placeholdersFor: rules)), at: .zero, into: &effects)
  }

  /// Gives the engine an input, and hands over the effects in order.
  public mutating func handle(_ input: Engine.Input, at time: Timestamp, _ body: (Effect) throws -> Void) rethrows {
    defer { effects.removeAll(keepingCapacity: true) }
    engine.handle(input, at: time, into: &effects)
    // By index: answers append more. Not by the engine's own loop, whose closure would capture the window: Swift 6.3
    // traps where `body` throws through that.
    var index = 0
    while index < effects.count {
      let effect = effects[index]
      index += 1
      try body(effect)
      if let answer = answer(to: effect) { engine.handle(answer, at: time, into: &effects) }
    }
  }

  private func answer(to effect: Effect) -> Engine.Input? {
    switch effect {
    case .start(let start): .commandEnded(start.id)
    case .inject: .injection(.sent)
    case .startProbe: .probe(.locked(false))
    // Programs are not started: each rule is shown as if its program let it act.
    case .ask(let question, _): .answer(.yes, to: question)
    case .findWindow(_, let number): .window(touched, number: number)
    case .touch, .gesture, .feed, .tell, .desktop, .touchpad, .virtualTouchpad, .stopProbe, .stopAsking, .report,
      .forgetLockRequest, .deviceChanged, .deviceTurned, .note:
      nil
    }
  }

  /// Returns the drawing that was finished on a device, once; nil if there is none, or if fingers have landed since.
  mutating func takeDrawing(on device: DeviceID) -> Drawing? { engine.takeDrawing(on: device) }

  /// Passes time up to `moment`, with `.timePassed` at each deadline on the way.
  public mutating func advance(to moment: Timestamp, _ body: (Effect) throws -> Void) rethrows {
    while let due = engine.deadline, due <= moment { try handle(.timePassed, at: due, body) }
  }

  /// Gives the engine a recorded event, after the deadlines before it.
  public mutating func play(_ event: TouchEvent, _ body: (Effect) throws -> Void) rethrows {
    try advance(to: event.time, body)
    try handle(.touch(event), at: event.time, body)
  }
}

extension DryRun {
  /// Runs a swipe on imaginary devices, without effects, so that the user's first gesture does not wait for the work
  /// that the Swift runtime defers until first use, above all the metadata of types and their tables.
  public static func rehearse() {
    let trigger = Trigger(.swipe(SwipePattern(.any)), fingers: 3...3)
    let chord = Chord(modifiers: [], key: "a", text: "a")
    let rules = RuleSet([Rule(trigger: trigger, reaction: Reaction([.keys([chord]), .run(["true"])]), location: "")])
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
