import Time
@testable import Gestures
@testable import Hands
import Testing
import Touch

@Suite("Recogniser states")
struct RecognizerStateTests {
  /// The transition table: from, signal, to. Any other signal changes nothing.
  static let discrete: [(RecognizerState, RecognizerSignal, RecognizerState)] = [
    (.possible, .succeed, .recognized), (.possible, .finish, .failed), (.possible, .cancel, .failed),
  ]
  static let continuous: [(RecognizerState, RecognizerSignal, RecognizerState)] = [
    (.possible, .succeed, .began), (.possible, .finish, .failed), (.possible, .cancel, .failed),
    (.began, .proceed, .changed), (.began, .finish, .ended), (.began, .cancel, .cancelled),
    (.changed, .proceed, .changed), (.changed, .finish, .ended), (.changed, .cancel, .cancelled),
  ]

  /// Signals that lead from possible to `state`; nil if the kind has no such state.
  static func signals(to state: RecognizerState, isContinuous: Bool) -> [RecognizerSignal]? {
    switch state {
    case .possible: []
    case .failed: [.finish]
    case .recognized: isContinuous ? nil : [.succeed]
    case .began: isContinuous ? [.succeed] : nil
    case .changed: isContinuous ? [.succeed, .proceed] : nil
    case .ended: isContinuous ? [.succeed, .finish] : nil
    case .cancelled: isContinuous ? [.succeed, .cancel] : nil
    }
  }

  @Test("every state and every signal", arguments: [false, true])
  func table(isContinuous: Bool) {
    for state in RecognizerState.allCases {
      guard let signals = Self.signals(to: state, isContinuous: isContinuous) else { continue }
      for signal in RecognizerSignal.allCases {
        var lifecycle = Lifecycle(isContinuous: isContinuous)
        for step in signals { _ = lifecycle.receive(step) }
        #expect(lifecycle.state == state)
        let rows = isContinuous ? Self.continuous : Self.discrete
        let expected = rows.first { $0.0 == state && $0.1 == signal }?.2
        #expect(lifecycle.receive(signal) == expected, "\(state) × \(signal)")
        #expect(lifecycle.state == expected ?? state, "\(state) × \(signal)")
      }
    }
  }

  static let circle = BuiltInStroke.circle.templates

  /// One pattern of each kind.
  static let patterns: [Pattern] = [
    .tap(TapPattern()), .longPress(LongPressPattern()), .swipe(SwipePattern(.any)), .pan(PanPattern(.any)),
    .pinch(PinchPattern(.any)), .rotate(RotatePattern(.any)),
    .stroke(StrokePattern("circle", templates: circle)), .press(PressPattern()), .tipTap(TipTapPattern(.any)),
    // A whole turn of `Hand`.
    .circle(CirclePattern(.any, angle: 355)),
  ]

  @Test("every recogniser, in every state, at every signal", arguments: Self.patterns)
  func eachRecogniser(pattern: Pattern) {
    let isContinuous: Bool
    switch pattern {
    case .tap, .swipe, .stroke, .tipTap: isContinuous = false
    case .longPress, .pan, .pinch, .rotate, .circle, .press, .touch: isContinuous = true
    }
    let sample = Sample(time: .zero, source: .contacts, fingers: 2, landed: .zero)
    for state in RecognizerState.allCases {
      guard let signals = Self.signals(to: state, isContinuous: isContinuous) else { continue }
      for signal in RecognizerSignal.allCases {
        var active = ActiveRecognizer(
          0,
          Candidate(
            Trigger(pattern, fingers: 2...2), at: 0, TriggerPriority(first: 0, certain: 0),
            on: Device(id: DeviceID(0), name: "", kind: .touchpad, size: nil)),
          precedence: .rule(0), at: sample, tapsMade: 0)
        func send(_ signal: RecognizerSignal) -> RecognizerState? {
          switch signal {
          case .succeed: active.succeed(pattern, at: sample)
          case .proceed: active.proceed(sample)
          case .finish, .cancel: active.receive(signal)
          }
        }
        for step in signals { _ = send(step) }
        #expect(active.state == state)
        let rows = isContinuous ? Self.continuous : Self.discrete
        let expected = rows.first { $0.0 == state && $0.1 == signal }?.2
        #expect(send(signal) == expected, "\(state) × \(signal)")
        #expect(active.state == expected ?? state, "\(state) × \(signal)")
      }
    }
  }

  /// A motion of a hand, with the phases that the recogniser reports.
  struct Life: Sendable {
    var pattern: Pattern
    var name: String
    var phases: [Gesture.Phase]
    var moves: @Sendable (inout Hand) -> Void

    init(
      _ pattern: Pattern, _ name: String, _ phases: Gesture.Phase..., moves: @escaping @Sendable (inout Hand) -> Void
    ) {
      self.pattern = pattern
      self.name = name
      self.phases = phases
      self.moves = moves
    }
  }

  static let discreteLives = [
    Life(patterns[0], "lifts", .recognized) {
      $0.wait(50)
      $0.lift()
    },
    Life(patterns[0], "stays") {
      $0.wait(500)
      $0.lift()
    },
    Life(patterns[2], "goes on and lifts", .recognized) {
      $0.move(20, 0)
      $0.lift()
    },
    Life(patterns[2], "turns back") {
      $0.move(8, 0)
      $0.move(-20, 0)
      $0.lift()
    },
    Life(patterns[6], "lifts", .recognized) {
      $0.circle(20)
      $0.lift()
    },
    Life(patterns[6], "draws no shape") {
      $0.move(60, 0)
      $0.lift()
    },
  ]

  /// The lives of a continuous gesture, which `begin` begins.
  static func lives(_ pattern: Pattern, _ begin: @escaping @Sendable (inout Hand) -> Void) -> [Life] {
    [
      Life(pattern, "lifts", .began, .ended) {
        begin(&$0)
        $0.lift()
      },
      Life(pattern, "goes on and lifts", .began, .changed, .ended) {
        begin(&$0)
        $0.move(5, 0)
        $0.lift()
      },
      Life(pattern, "is joined by a finger that moves along", .began, .changed, .cancelled) {
        begin(&$0)
        $0.wait(300)
        $0.land(1)
        $0.move(9, 0)
        $0.lift()
      },
      Life(pattern, "goes on and is a palm", .began, .changed, .cancelled) { hand in
        begin(&hand)
        hand.move(5, 0)
        hand.say(.touchCancel(slot: hand.fingers[0].slot))
        hand.say(.touchFrame)
      },
      Life(pattern, "never begins") {
        $0.wait(50)
        $0.lift()
      },
    ]
  }

  static let allLives =
    discreteLives + lives(patterns[1]) { $0.wait(600) } + lives(patterns[3]) { $0.move(3, 0) }
    + lives(patterns[4]) { $0.spread(to: 1.25, frames: 1) } + lives(patterns[5]) { $0.turn(12) }
    + lives(patterns[9]) { $0.circle(15) }

  @Test("every recogniser reports its states", arguments: Self.allLives.indices)
  func phases(index: Int) {
    let life = Self.allLives[index]
    var hand = Hand()
    hand.land(2)
    life.moves(&hand)
    let reported = gestures([Trigger(life.pattern, fingers: 2...2)], hand.events).map(\.phase)
    // However often it changed.
    let phases = reported.indices.filter { $0 == 0 || reported[$0] != reported[$0 - 1] }.map { reported[$0] }
    #expect(phases == life.phases, "\(life.pattern.kind) \(life.name)")
  }
}
