@testable import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Tests every event in every state of a chain.
@Suite("States of a chain")
struct ChainStateTests {
  enum Event: String, CaseIterable {
    case lift, land, step, other, impossible, time
  }

  /// The state that each event leads to; "made" once the last step was made.
  static let table: [String: [Event: String]] = [
    // Nothing but its own end, and another gesture, ends a gesture that goes on.
    "held": [
      .lift: "held", .land: "held", .step: "waiting", .other: "failed", .impossible: "held", .time: "held",
    ],
    "continued": [
      .lift: "failed", .land: "continued", .step: "made", .other: "failed", .impossible: "failed", .time: "failed",
    ],
    "lifting": [
      .lift: "waiting", .land: "touched", .step: "failed", .other: "failed", .impossible: "lifting", .time: "failed",
    ],
    "waiting": [
      .lift: "waiting", .land: "touched", .step: "made", .other: "failed", .impossible: "waiting", .time: "failed",
    ],
    "touched": [
      .lift: "touched", .land: "touched", .step: "made", .other: "failed", .impossible: "strayed", .time: "touched",
    ],
    "strayed": [
      .lift: "failed", .land: "touched", .step: "made", .other: "failed", .impossible: "strayed", .time: "failed",
    ],
  ]

  @Test(
    "each event leads to the state in the table",
    arguments: ["continued", "held", "lifting", "strayed", "touched", "waiting"])
  func leads(from state: String) throws {
    for event in Event.allCases {
      var bench = Bench(state)
      #expect(bench.state == state)
      bench.send(event)
      #expect(bench.state == Self.table[state]?[event], "\(state) × \(event)")
    }
  }

  @Test("a touch that tells nothing, such as one of a palm, leaves the chain as it was before")
  func meaningless() {
    var bench = Bench("strayed")
    bench.mayEnd = false
    bench.send(.lift)
    #expect(bench.state == "waiting")
  }

  /// A chain of a swipe, or of a pinch that goes on, and a tap.
  struct Bench {
    private var tracker: ChainTracker
    private var gestures: [Gesture] = []
    private let start: String
    private var landings: [Timestamp] = [Self.time(0)]
    private var mayMake = true
    private var isMade = false
    /// False for touches that tell nothing.
    var mayEnd = true

    static func time(_ milliseconds: Int) -> Timestamp {
      Timestamp(microseconds: 1_000_000 + Int64(milliseconds) * 1000)
    }

    init(_ state: String) {
      start = state
      let first = state == "held" ? Trigger.pinch(.outwards, 2) : .swipe(.left, 3)
      var chain = Trigger.tap(3)
      chain.before = [
        ChainStep(
          [first], then: state == "continued" ? .sameTouch(within: .milliseconds(600)) : .touch(within: ChainStep.usual)
        )
      ]
      let triggers = [chain, .swipe(.up, 5)]
      let table = ChainTable(triggers, triggers.indices.map { TriggerPriority(first: RuleIndex($0), certain: nil) })
      tracker = ChainTracker(table, isExplained: true)
      tracker.setActiveRules([0, 1])
      send(first: table.triggers.firstIndex(of: first) ?? -1, state == "held" ? .began : .recognized)
      if ["waiting", "touched", "strayed"].contains(state) { follow(at: 50, landings: []) }
      if ["touched", "strayed"].contains(state) { follow(at: 200, landings: [Self.time(200)]) }
      if state == "strayed" { follow(at: 210, landings: landings, mayMake: false) }
    }

    var state: String {
      if isMade { return "made" }
      guard let progress = tracker.underWay.chains.first else { return "failed" }
      return switch progress.state {
      case .held: "held"
      case .continued: "continued"
      case .lifting: "lifting"
      case .waiting: "waiting"
      case .touched: "touched"
      case .strayed: "strayed"
      }
    }

    mutating func send(_ event: Event) {
      switch event {
      case .lift: follow(at: 300, landings: [], mayMake: start == "touched")
      case .land: follow(at: 300, landings: landings + [Self.time(300)])
      case .step:
        if start == "held" {
          landings = []
          send(first: 2, .ended)
        } else {
          send(first: start == "continued" ? 3 : 3, .recognized)
        }
      case .other: send(first: 1, .recognized)
      case .impossible: follow(at: 300, landings: landings, mayMake: false)
      case .time: follow(at: 5_000, landings: landings, mayMake: start != "strayed")
      }
      isMade = gestures.contains { $0.trigger == 0 }
    }

    private mutating func send(first trigger: Int, _ phase: Gesture.Phase) {
      gestures.append(
        Gesture(
          time: Self.time(300), device: DeviceID(0), kind: .swipe, phase: phase, fingers: 3, translation: .zero,
          velocity: .zero, trigger: trigger))
      follow(at: 300, landings: landings, from: gestures.count - 1)
    }

    private mutating func follow(
      at milliseconds: Int, landings: [Timestamp], mayMake: Bool = true, from first: Int? = nil
    ) {
      self.landings = landings
      tracker.follow(
        &gestures, from: first ?? gestures.count, at: Self.time(milliseconds),
        ChainFingers(
          landings: landings, mayMake: { _ in mayMake }, mayEnd: { [mayEnd] _ in mayEnd }, failure: { _, _ in nil }))
    }
  }
}

/// Random streams of events, through chains of every kind.
@Suite("Chains, random streams")
struct ChainStreamTests {
  private static let chains: [Trigger] = [
    .tap(1).after(.tap(1)), .tap(1).after(.tap(1), .tap(2)), .tap(2).after(.swipe(.any, 2)),
    .swipe(.any, 1).after(.tap(1)), .pan(.any, 1, step: 5).after(.tap(2)), .longPress(1, 200).after(.swipe(.any, 1)),
    .swipe(.any, 3).after(.pinch(.any, 2)), .longPress(1, 100).then(.swipe(.any, 1)),
    .pinch(.any, 2).then(.longPress(2, 200)), .tap(1).after(.pan(.any, 2)).also,
  ]

  @Test("whatever happens, gestures begin and end in pairs, time never goes back, and nothing remains")
  func streams() {
    let rules = RandomStreamTests.triggers + Self.chains
    var made = 0
    for seed in 0..<UInt64(trials(60, thorough: 1_000)) {
      var hands = RandomHands(seed: seed)
      var recognition = Recognition(rules)
      var reported: [Gesture] = []
      for _ in 0..<600 { recognition.handle(hands.next(), into: &reported) }
      recognition.finish(into: &reported)
      #expect(recognition.deadline == nil, "seed \(seed)")
      var open: Set<RandomStreamTests.Key> = []
      var last = Timestamp.zero
      for gesture in reported {
        guard let trigger = gesture.trigger else { continue }
        #expect(gesture.rule == RuleIndex(trigger) && rules.indices.contains(trigger), "seed \(seed)")
        #expect(gesture.time >= last, "seed \(seed)")
        last = gesture.time
        if trigger >= RandomStreamTests.triggers.count { made += 1 }
        let key = RandomStreamTests.Key(device: gesture.device, trigger: trigger)
        switch gesture.phase {
        case .recognized: break
        case .began: #expect(open.insert(key).inserted, "seed \(seed)")
        case .changed: #expect(open.contains(key), "seed \(seed)")
        case .ended, .cancelled: #expect(open.remove(key) != nil, "seed \(seed)")
        }
      }
      #expect(open.isEmpty, "seed \(seed)")
    }
    print("chains made in random streams: \(made)")
    #expect(made > 0)
  }
}
